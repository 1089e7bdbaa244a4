"""A log of inspect_ai, whichever way it is stored: its header and its samples."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from reasonboard.ingest import archive
from reasonboard.ingest.archive import Archive
from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.files import File, parse_json
from reasonboard.ingest.readers import shapes

_HEADER = "header.json"
_START = "_journal/start.json"
_SUMMARIES = "summaries.json"
_JOURNAL = re.compile(r"_journal/summaries/(\d+)\.json")
_INSIDE = ("samples/", "_journal/")
_ZIP = b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class Log:
    """What a log says before its samples, and where it says it."""

    file: File
    header: Mapping[str, Any]
    place: str
    """Begins every locator: the member of a zip, or nothing."""
    inside: Archive | None = None
    notes: list[str] = field(default_factory=list)


def recognises(file: File) -> bool:
    """Is it a zip with the parts of a log, or a JSON document with the status and the task of one?"""
    if file.head.startswith(_ZIP):
        return _is_zipped_log(file)
    if not file.keys >= {"eval", "status"} or not file.keys & {"version", "plan", "results"}:
        return False
    task = file.json["eval"]
    return isinstance(task, dict) and task.keys() >= {"task", "model"}


def read(file: File) -> Log:
    """The header of a log; that of an unfinished one is what was written when it began."""
    if not file.head.startswith(_ZIP):
        return Log(file, shapes.mapping(file, file.json, "the document"), "")
    inside = archive.check(file)
    begun = _HEADER not in inside.members and _START in inside.members
    name = _START if begun else _HEADER
    header = shapes.mapping(file, _member(inside, name), name)
    return Log(file, {"status": "started", **header} if begun else header, f"{name}: ", inside)


def samples(log: Log) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every sample of the log and its place.

    Of a zip the summary of a sample is taken where it holds score and usage, else the sample: logs
    of 2024 have no usage in summaries. A sample that has no summary is read as well.
    """
    if log.inside is None:
        listed = log.header.get("samples")
        every = [] if listed is None else shapes.items(log.file, listed, "samples")
        for number, one in enumerate(every):
            where = f"samples[{number}]"
            yield where, shapes.mapping(log.file, one, where)
        return
    left = dict.fromkeys(name for name in log.inside.members if name.startswith("samples/"))
    for place, one in _summaries(log.file, log.inside):
        name = f"samples/{one.get('id')}_epoch_{one.get('epoch', 1)}.json"
        if name in left:
            del left[name]
            if not _is_enough(one):
                yield name, shapes.mapping(log.file, _member(log.inside, name), name)
                continue
        yield place, one
    for name in left:
        if name.endswith(".json"):
            yield name, shapes.mapping(log.file, _member(log.inside, name), name)


def _is_zipped_log(file: File) -> bool:
    """A damaged log is recognised by its ending or its first member: then `read` says what is wrong."""
    if file.path.suffix == ".eval" or _START.encode() in file.head[:100]:
        return True
    try:
        names = archive.check(file).members
    except IngestError:
        return False
    return _HEADER in names and any(one.startswith(_INSIDE) for one in names)


def _member(inside: Archive, name: str) -> Any:
    file = inside.file
    where = f"{file.name}: {name}"
    try:
        text = archive.read(inside, name).decode("utf-8")
    except UnicodeDecodeError as error:
        raise IngestError(
            f"{where}: byte {error.start} is not UTF-8 (expected UTF-8 text)"
        ) from error
    return parse_json(text, where)


def _summaries(file: File, inside: Archive) -> Iterator[tuple[str, dict[str, Any]]]:
    """Of an unfinished log they stand in pieces, in the order of their numbers."""
    pieces = [
        (int(found[1]), name) for name in inside.members if (found := _JOURNAL.fullmatch(name))
    ]
    names = [_SUMMARIES] if _SUMMARIES in inside.members else [name for _, name in sorted(pieces)]
    for name in names:
        for place, one in enumerate(shapes.items(file, _member(inside, name), name)):
            where = f"{name}: [{place}]"
            yield where, shapes.mapping(file, one, where)


def _is_enough(summary: Mapping[str, Any]) -> bool:
    scored = bool(summary.get("scores")) or bool(summary.get("error"))
    return scored and "model_usage" in summary
