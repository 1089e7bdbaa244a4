"""TensorBoard's event files: records with checksums, each with an event that the package takes apart."""

import importlib
import struct
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from reasonboard.ingest.formats.files import File

_START = struct.Struct("<QI")
_CHECK = struct.Struct("<I")
_LARGEST = 1024 * 1024
"""A record of scalars is small: larger ones are images, sounds and graphs, and are passed over."""
_POLYNOMIAL = 0x82F63B78


def _table() -> Iterator[int]:
    for entry in range(256):
        for _ in range(8):
            entry = (entry >> 1) ^ (_POLYNOMIAL if entry & 1 else 0)  # noqa: PLW2901
        yield entry


_TABLE = tuple(_table())
"""The checksum of each byte."""
_MASK = 0xA282EAD8
_ALL = 0xFFFFFFFF
_KINDS = {
    1: ("float_val", "<f"), 2: ("double_val", "<d"), 3: ("int_val", "<i"), 9: ("int64_val", "<q")
}  # fmt: skip
"""Numbers of TensorFlow's types that a scalar may have: the field, and the form in raw bytes."""


class Event(NamedTuple):
    wall_time: float
    step: int
    scalars: dict[str, float]


def recognizes(file: File) -> bool:
    """Does it begin with a whole record, its checksum right, that says the version of the events?"""
    head = file.head[:1024]
    if len(head) < _START.size:
        return False
    length, check = _START.unpack_from(head)
    record = head[_START.size : _START.size + length]
    return length < len(head) and b"brain.Event:" in record and masked(head[:8]) == check


def events(file: File, notes: list[str]) -> Iterator[Event]:
    """The events that have scalars; what a killed training left of a record at the end is noted.

    Raises IngestError for a record that is damaged, and where the package is not installed.
    """
    event_pb2, broken = _package(file)
    large = 0
    with file.opened() as opened:
        while True:
            offset = opened.tell()
            try:
                record = _record(file, opened, offset)
            except EOFError:
                if not file.running:  # else the rest of it comes
                    wrong = f"the record at byte {offset} is cut: the end is missing"
                    notes.append(f"{file.path.name}: {wrong}")
                break
            if record is None:
                break
            if not record:
                large += 1
                continue
            try:
                event = event_pb2.Event.FromString(record)
            except broken as error:
                raise file.refused(f"the record at byte {offset} is not an event", "one") from error
            scalars = _scalars(event)
            if scalars:
                yield Event(event.wall_time, event.step, scalars)
    if large:
        wrong = f"{large} records of more than 1 MB are not read: they hold no scalars"
        notes.append(f"{file.path.name}: {wrong}")


def _record(file: File, opened: BinaryIO, offset: int) -> bytes | None:
    """The next record, empty for one that is passed over, None at the end; EOFError where it is cut."""
    start = opened.read(_START.size)
    if not start:
        return None
    if len(start) < _START.size:
        raise EOFError
    length, check = _START.unpack(start)
    if masked(start[:8]) != check:
        raise file.refused(f"the checksum of the record at byte {offset} is wrong", "an event file")
    if offset + _START.size + length + _CHECK.size > file.status.st_size:
        raise EOFError
    if length > _LARGEST:
        opened.seek(length + _CHECK.size, 1)
        return b""
    content, rest = opened.read(length), opened.read(_CHECK.size)
    if len(content) < length or len(rest) < _CHECK.size:
        raise EOFError
    if masked(content) != _CHECK.unpack(rest)[0]:
        raise file.refused(f"the checksum of the record at byte {offset} is wrong", "an event file")
    return content


def _package(file: File) -> tuple[Any, Any]:
    """The form of events, and what reading a broken one raises."""
    try:
        return (
            importlib.import_module("tensorboard.compat.proto.event_pb2"),
            importlib.import_module("google.protobuf.message").DecodeError,
        )
    except ImportError:
        expected = "the package that reads it: pip install tensorboard"
        raise file.refused("an event file of TensorBoard", expected) from None


def _scalars(event: Any) -> dict[str, float]:
    scalars: dict[str, float] = {}
    for value in event.summary.value:
        kind = value.WhichOneof("value")
        if kind == "simple_value":
            scalars[value.tag] = value.simple_value
        elif kind == "tensor" and value.metadata.plugin_data.plugin_name in ("", "scalars"):
            number = _of_tensor(value.tensor)
            if number is not None:
                scalars[value.tag] = number
    return scalars


def _of_tensor(tensor: Any) -> float | None:
    """The one number of a tensor; None if it has several, or text."""
    is_one = all(dimension.size == 1 for dimension in tensor.tensor_shape.dim)
    if tensor.dtype not in _KINDS or not is_one:
        return None
    field, form = _KINDS[tensor.dtype]
    if len(tensor.tensor_content) == struct.calcsize(form):
        return float(struct.unpack(form, tensor.tensor_content)[0])
    values = getattr(tensor, field)
    return float(values[0]) if len(values) == 1 else None


def masked(content: bytes) -> int:
    """The checksum that stands beside a content: CRC-32C, turned and moved as the format wants it."""
    check = _ALL
    for byte in content:
        check = _TABLE[(check ^ byte) & 0xFF] ^ (check >> 8)
    check ^= _ALL
    return (((check >> 15) | (check << 17)) + _MASK) & _ALL
