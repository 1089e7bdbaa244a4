"""Zip archives that somebody gives us: looked at as a whole before anything in them is inflated."""

import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, BinaryIO

import zstandard

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.strange import BROKEN_ZIP

MOST_MEMBERS = 100_000
LARGEST_WHOLE = 4 * 1024**3
LARGEST_MEMBER = 256 * 1024**2
_LARGEST_DIRECTORY = 32 * 1024**2
_LARGEST_WINDOW = 128 * 1024**2
_RATIO = 1000
_RATIO_COUNTS_FROM = 10 * 1024**2
_STORED, _DEFLATED, _ZSTANDARD = 0, 8, 93
_METHODS = {
    9: "deflate64", 12: "bzip2", 14: "LZMA", 95: "xz", 97: "WavPack", 98: "PPMd", 99: "AES encryption",
}  # fmt: skip
_END = struct.Struct("<4s4H2LH")
_LOCATOR = struct.Struct("<4sLQL")
_END_64 = struct.Struct("<4sQ2H2L4Q")
_LOCAL = struct.Struct("<4s5H3L2H")
_ENCRYPTED = 0x1 | 0x40 | 0x2000
_DRIVE = re.compile(r"[A-Za-z]:")
_LONGEST_SHOWN = 80
_IN_ORDER = "members one after the other"


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive that was found harmless to read from."""

    file: File
    members: Mapping[str, zipfile.ZipInfo]
    """By name, in the order in which they stand in the file."""
    ends: Mapping[str, int]
    """Where the space of a member ends at the latest."""


def check(file: File) -> Archive:
    """The members of a zip, none of them read.

    Raises IngestError for what is no whole zip or could do harm: too many members, too much or too
    dense content by the declared sizes, names that leave a folder, twins, links, encryption,
    overlaps, bytes before or after the archive, methods of compression other than deflate and
    zstandard.
    """
    with file.opened() as opened:
        count, start = _directory(file, opened)
        infos = _members(file, opened, start)
    if len(infos) != count:
        raise file.refused(f"a list of {len(infos)} members", f"the {count} that it declares")
    whole = sum(info.file_size for info in infos)
    if whole > LARGEST_WHOLE:
        raise file.refused(f"inflates to {whole} bytes", f"at most {LARGEST_WHOLE}")
    if _too_dense(whole, file.status.st_size):
        raise file.refused(f"inflates to {whole} bytes", f"at most {_RATIO} times its size")
    for info in infos:
        _check_member(file, info)
    return Archive(file, _by_name(file, infos), _ends(file, infos, start))


def read(archive: Archive, name: str) -> bytes:
    """The whole content of a member; raises IngestError where it is not what the archive declares."""
    file, info = archive.file, archive.members.get(name)
    if info is None:
        folder = any(end.startswith(f"{name}/") for end in archive.ends)
        what = "a folder" if folder else "not there"
        raise file.refused(f"{name[:_LONGEST_SHOWN]!r} is {what}", "a file")
    size, shown = info.file_size, _member_name(info)
    if size > LARGEST_MEMBER:
        raise file.refused(f"{shown} has {size} bytes", f"at most {LARGEST_MEMBER}")
    content = _inflated(file, info, _packed(archive, info))
    if len(content) != size:
        more = "more" if len(content) > size else "fewer"
        raise file.refused(f"{shown} has {more} bytes than it declares", f"{size}")
    if zlib.crc32(content) != info.CRC:
        raise file.refused(f"{shown} is damaged", "the checksum that it declares")
    return content


def _directory(file: File, opened: BinaryIO) -> tuple[int, int]:
    """How many members there are and where their list begins, which has to end the file.

    A long list is refused before it is read.
    """
    size = file.status.st_size
    opened.seek(max(size - _END.size, 0))
    tail = opened.read(_END.size)
    if len(tail) < _END.size or not (tail.startswith(b"PK\x05\x06") and tail.endswith(b"\0\0")):
        raise file.refused("no list of members at its end", "a whole zip with nothing behind it")
    _, _, _, _, count, length, start, _ = _END.unpack(tail)
    end = size - _END.size
    locator = _at(opened, end - _LOCATOR.size, _LOCATOR)
    if locator and locator[0] == b"PK\x06\x07":
        end_64 = _at(opened, locator[2], _END_64)
        if not end_64 or end_64[0] != b"PK\x06\x06":
            raise file.refused("no list of members at the place that its end names", "a whole zip")
        count, length, start = end_64[7:10]
        end = locator[2]
    if count > MOST_MEMBERS or length > _LARGEST_DIRECTORY:
        raise file.refused(f"{count} members in {length} bytes", f"at most {MOST_MEMBERS}")
    if start + length != end:
        wrong = "bytes before the archive or between its parts"
        raise file.refused(wrong, "nothing but the archive")
    return count, start


def _at(opened: BinaryIO, place: int, shape: struct.Struct) -> tuple[Any, ...] | None:
    if not 0 <= place < 2**62:
        return None
    opened.seek(place)
    raw = opened.read(shape.size)
    return shape.unpack(raw) if len(raw) == shape.size else None


def _members(file: File, opened: BinaryIO, start: int) -> list[zipfile.ZipInfo]:
    try:
        with zipfile.ZipFile(opened) as whole:
            infos, start_found = whole.infolist(), whole.start_dir
    except (*BROKEN_ZIP, struct.error) as error:
        raise file.refused(str(error)[:_LONGEST_SHOWN] or "damaged", "a whole zip") from error
    if start_found != start:
        raise file.refused("two lists of members", "one")
    return infos


def _check_member(file: File, info: zipfile.ZipInfo) -> None:
    name, shown = info.orig_filename, _member_name(info)
    kind = stat.S_IFMT(info.external_attr >> 16)
    if not name or "\0" in name or "\\" in name or name.startswith("/") or _DRIVE.match(name):
        raise file.refused(f"a member is named {shown}", "names inside the archive")
    if ".." in name.split("/"):
        raise file.refused(f"{shown} leads out of the archive", "names inside it")
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise file.refused(f"{shown} is a link or a device", "files and folders")
    if info.flag_bits & _ENCRYPTED:
        raise file.refused(f"{shown} is encrypted", "an archive without a password")
    if info.compress_type not in (_STORED, _DEFLATED, _ZSTANDARD):
        method = _METHODS.get(info.compress_type, "unknown")
        wrong = f"{shown} is packed by method {info.compress_type}, {method}"
        raise file.refused(wrong, "deflate or zstandard")
    if _too_dense(info.file_size, info.compress_size):
        wrong = f"{shown} inflates from {info.compress_size} to {info.file_size} bytes"
        raise file.refused(wrong, f"at most {_RATIO} times its size")


def _by_name(file: File, infos: list[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    """Members without folders; a name that appears twice is refused: readers differ in which they take."""
    names: set[str] = set()
    for info in infos:
        name = info.orig_filename.rstrip("/")
        if name in names:
            raise file.refused(f"{_member_name(info)} appears twice", "every name once")
        names.add(name)
    return {info.orig_filename: info for info in infos if not info.orig_filename.endswith("/")}


def _ends(file: File, infos: list[zipfile.ZipInfo], start: int) -> dict[str, int]:
    """Where the next member begins; refused where that is before the end of the one before it."""
    ordered = sorted(infos, key=lambda info: info.header_offset)
    if ordered and ordered[0].header_offset:
        raise file.refused("bytes before the first member", "nothing but the archive")
    nexts = [*(info.header_offset for info in ordered[1:]), start]
    for info, end in zip(ordered, nexts, strict=False):
        if info.header_offset + _LOCAL.size + len(info.orig_filename) + info.compress_size > end:
            raise file.refused(f"{_member_name(info)} overlaps what follows it", _IN_ORDER)
    return {info.orig_filename: end for info, end in zip(ordered, nexts, strict=False)}


def _packed(archive: Archive, info: zipfile.ZipInfo) -> bytes:
    """The bytes of a member as they stand in the archive, where its own header agrees with the list."""
    file = archive.file
    with file.opened() as opened:
        header = _at(opened, info.header_offset, _LOCAL)
        if not header or header[0] != b"PK\x03\x04" or header[3] != info.compress_type:
            wrong = f"{_member_name(info)} has a different header from that in the list"
            raise file.refused(wrong, "the same")
        named, extra = header[9], header[10]
        encoding = "utf-8" if header[2] & 0x800 else "cp437"
        if opened.read(named).decode(encoding, "replace") != info.orig_filename:
            raise file.refused(f"{_member_name(info)} has another name in its header", "the same")
        begin = info.header_offset + _LOCAL.size + named + extra
        if begin + info.compress_size > archive.ends[info.orig_filename]:
            raise file.refused(f"{_member_name(info)} overlaps what follows it", _IN_ORDER)
        opened.seek(begin)
        return opened.read(info.compress_size)


def _inflated(file: File, info: zipfile.ZipInfo, packed: bytes) -> bytes:
    """At most one byte more than declared, whatever is in the packed bytes."""
    limit = info.file_size + 1
    try:
        if info.compress_type == _DEFLATED:
            return zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, limit)
        if info.compress_type == _ZSTANDARD:
            reader = zstandard.ZstdDecompressor(max_window_size=_LARGEST_WINDOW)
            with reader.stream_reader(BytesIO(packed), read_across_frames=True) as stream:
                return stream.read(limit)
    except (zlib.error, zstandard.ZstdError) as error:
        raise file.refused(f"{_member_name(info)} is damaged: {error}", "a whole zip") from error
    return packed


def _too_dense(inflated: int, packed: int) -> bool:
    return inflated > max(_RATIO_COUNTS_FROM, _RATIO * packed)


def _member_name(info: zipfile.ZipInfo) -> str:
    return repr(info.orig_filename[:_LONGEST_SHOWN])
