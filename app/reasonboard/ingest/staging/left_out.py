"""What a load leaves out, in words: a line for each kind of reason, not for each file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import PurePath

from reasonboard.ingest.formats.shown_tables import ShownFile
from reasonboard.ingest.readers.tables.reading import Question

UNKNOWN = "not recognized"
_SHOWN = 5
"""How many names a line lists."""
_MOST = 12
"""How many lines there are at most for each kind."""


@dataclass(kw_only=True)
class LeftOut:
    """The files that a load left out or asks about."""

    beside: list[str] = field(default_factory=list)
    """A line for each file that is read with another one, which says with which."""
    skipped: dict[str, str] = field(default_factory=dict)
    """Why another file of a known tool adds nothing, by its name."""
    unknown: dict[str, str] = field(default_factory=dict)
    """What a file is that no reader takes, and what was expected, by its name."""
    refused: dict[str, str] = field(default_factory=dict)
    """What is wrong with a file that could not be read, or not yet: a line by its name."""
    questions: dict[str, Question] = field(default_factory=dict)
    """What a person has to say of a table before it is read, by its name: it is refused, too."""
    shown: dict[str, ShownFile] = field(default_factory=dict)
    """What a page shows of files of tables, if it asked for that, by their names."""

    def take(self, other: "LeftOut") -> None:
        """Have the same files as another."""
        for each in fields(LeftOut):
            setattr(self, each.name, getattr(other, each.name))


def refused(report: LeftOut) -> list[str]:
    """The lines on the files that are damaged."""
    return _first_of(by_reason(report.refused))


def left_out(report: LeftOut) -> list[str]:
    """The lines on the files that say nothing by themselves, and on those not recognized."""
    return [*_first_of(by_reason(report.skipped)), *_first_of(by_reason(report.unknown))]


def why_nothing(report: LeftOut) -> list[str]:
    """The lines on all files of a load that read none."""
    too_little = {
        name: f"{reason} (expected a file with complete results)"
        for name, reason in report.skipped.items()
    }
    alone = [f"{line} (expected that file, or the folder of both)" for line in report.beside]
    return [
        *refused(report),
        *_first_of(by_reason(too_little)),
        *alone[:1],
        *_first_of(by_reason(report.unknown)),
    ]


def alike(notes: Sequence[str]) -> list[str]:
    """Notes, each 'NAME: NOTE' if it is on one file: those on several files that say the same are one."""
    names: dict[str, list[str]] = {}
    for line in notes:
        name, _, note = line.partition(": ")
        names.setdefault(note or line, []).append(name)
    return [
        f"{len(files)} files: {note}: {_listed(files)}"
        if len(files) > 1
        else f"{files[0]}: {note}"
        if files[0] != note
        else note
        for note, files in names.items()
    ]


def by_reason(reasons: Mapping[str, str]) -> Iterator[str]:
    """A line for each reason, which may begin with the name of its file."""
    names: dict[str, list[str]] = {}
    for name, reason in reasons.items():
        names.setdefault(reason.removeprefix(f"{name}: "), []).append(name)
    for reason, alike in names.items():
        if len(alike) == 1:
            yield reason if reason.startswith(f"{alike[0]}:") else f"{alike[0]}: {reason}"
        elif reason.startswith(UNKNOWN):
            yield f"{len(alike)} files are {UNKNOWN}: {_listed(alike)}"
        else:
            yield f"{len(alike)} files: {reason}: {_listed(alike)}"


def _listed(names: list[str]) -> str:
    """The first of the names of files, without their folders and each once."""
    last = list(dict.fromkeys(PurePath(name).name for name in names))
    return ", ".join(last[:_SHOWN]) + (", ..." if len(last) > _SHOWN else "")


def _first_of(lines: Iterator[str]) -> list[str]:
    every = list(lines)
    more = len(every) - _MOST
    return every if more <= 0 else [*every[:_MOST], f"... and {more} more lines of this kind"]
