"""A log of inspect_ai, whichever way it is stored: its header and its samples."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from reasonboard.ingest.formats import archive, spans
from reasonboard.ingest.formats.archive import Archive
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import TextPlace
from reasonboard.ingest.readers.common import node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.store.documents import parse_json

_HEADER = "header.json"
_START = "_journal/start.json"
_SUMMARIES = "summaries.json"
_JOURNAL = re.compile(r"_journal/summaries/(\d+)\.json")
_INSIDE = ("samples/", "_journal/")
_ZIP = b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class Log:
    """What a log says before its samples, and where it says it."""

    header: Node
    place: str
    """Begins every locator: the member of a zip, or nothing."""
    inside: Archive | None = None

    @property
    def eval(self) -> Node:
        """What was evaluated, and how."""
        return self.header.at("eval")


def recognizes(file: File) -> bool:
    """Is it a zip with the parts of a log, or a JSON document with the status and the task of one?"""
    if file.head.startswith(_ZIP):
        return _is_zipped_log(file)
    if not file.keys >= {"eval", "status"} or not file.keys & {"version", "plan", "results"}:
        return False
    return node.mapping(file.json["eval"]).keys() >= {"task", "model"}


def read(file: File) -> Log:
    """The header of a log; that of an unfinished one is what was written when it began."""
    if not file.head.startswith(_ZIP):
        document = Node(file, file.json)
        document.mapping()
        return Log(document, "")
    inside = archive.check(file)
    begun = _HEADER not in inside.members and _START in inside.members
    name = _START if begun else _HEADER
    header = {"status": "started"} if begun else {}
    return Log(Node(file, header | _member(inside, name).mapping()), f"{name}: ", inside)


def samples(log: Log) -> Iterator[Node]:
    """Every sample of the log.

    Of a zip the summary of a sample is taken where it holds score and usage, else the sample: logs
    of 2024 have no usage in summaries. A sample that has no summary is read as well.
    """
    if log.inside is None:
        yield from log.header.listed("samples")
        return
    left = dict.fromkeys(name for name in log.inside.members if name.startswith("samples/"))
    for summary in _summaries(log.inside):
        name = f"samples/{summary.mapping().get('id')}_epoch_{summary.value.get('epoch', 1)}.json"
        if name in left:
            del left[name]
            if not _is_enough(summary.value):
                yield _member(log.inside, name)
                continue
        yield summary
    for name in left:
        if name.endswith(".json"):
            yield _member(log.inside, name)


def text_places(log: Log) -> Callable[[int, str, int], TextPlace | None]:
    """Where the texts of a sample stand, by its number in `samples`, its id and its repeat."""
    file = log.header.file
    if log.inside is None:
        parts = spans.text_places(file, "inspect_part", "samples")
        return lambda number, _item, _repeat: parts.get(str(number))
    members = {
        name: TextPlace(file, "inspect_member", number)
        for number, name in enumerate(log.inside.members)
    }
    return lambda _, item, repeat: members.get(f"samples/{item}_epoch_{repeat + 1}.json")


def _is_zipped_log(file: File) -> bool:
    """A damaged log is recognized by its ending or its first member: then `read` says what is wrong."""
    if file.path.suffix == ".eval" or _START.encode() in file.head[:100]:
        return True
    try:
        names = archive.check(file).members
    except IngestError:
        return False
    return _HEADER in names and any(name.startswith(_INSIDE) for name in names)


def _member(inside: Archive, name: str) -> Node:
    """The document that a member of the zip is, called by its name."""
    where = f"{inside.file.name}: {name}"
    try:
        text = archive.read(inside, name).decode("utf-8")
    except UnicodeDecodeError as error:
        wrong = f"{where}: byte {error.start} is not UTF-8 (expected UTF-8 text)"
        raise IngestError(wrong) from error
    return Node(inside.file, parse_json(text, where), name)


def _summaries(inside: Archive) -> Iterator[Node]:
    """Of an unfinished log they stand in pieces, in the order of their numbers."""
    pieces = [
        (int(match[1]), name) for name in inside.members if (match := _JOURNAL.fullmatch(name))
    ]
    names = [_SUMMARIES] if _SUMMARIES in inside.members else [name for _, name in sorted(pieces)]
    for name in names:
        for index, sample in enumerate(_member(inside, name).items()):
            yield sample.child(sample.value, f"{name}: [{index}]")


def _is_enough(summary: Mapping[str, Any]) -> bool:
    scored = bool(summary.get("scores")) or bool(summary.get("error"))
    return scored and "model_usage" in summary
