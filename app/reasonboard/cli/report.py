"""What `reasonboard load` says: how far it is, and what it did."""

import sys
from collections.abc import Iterator, Sequence

from reasonboard.ingest.load import Report

_BAR = 30
_SHOWN = 40
"""So many lines of a kind a load says; the rest it counts."""


def summary(report: Report, *, dry_run: bool) -> Iterator[str]:
    """The lines that say what a load did."""
    yield from _first_of(report.skipped, "files skipped")
    yield from _first_of(report.notes, "notes")
    if report.kept:
        yield f"The store has the texts of answers of {_counted(report.kept, 'file')} now."
    if not report.read:
        yield "Nothing new to load."
        return
    yield (
        f"{'Would load' if dry_run else 'Loaded'} as {report.name}: {_counted(report.read, 'file')} read, "
        f"{len(report.skipped)} skipped, {_counted(report.runs, 'run')}, "
        f"{_counted(report.measurements, 'measurement')}, {_counted(report.samples, 'sample')}."
    )
    if report.missing:
        yield f"{_so_many(report.missing, 'value')} NaN, Infinity or N/A in a file: kept as missing, never as 0."
    if report.secrets:
        yield f"{_so_many(report.secrets, 'setting')} left out as a secret."
    yield f"Shown in: {', '.join(report.studies) or 'no study yet, only on the page of all data'}."


def _first_of(lines: Sequence[str], what: str) -> Iterator[str]:
    yield from lines[:_SHOWN]
    if len(lines) > _SHOWN:
        yield f"... and {len(lines) - _SHOWN} more {what}."


def _so_many(count: int, what: str) -> str:
    return f"{_counted(count, what)} {'was' if count == 1 else 'were'}"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def progress(done: int, total: int) -> None:
    """Draw how many of all files are read, on one line of the terminal."""
    bar = "█" * (_BAR * done // total)
    print(
        f"\r{bar:░<{_BAR}} {done} of {total} files",
        end="\n" if done == total else "",
        file=sys.stderr,
        flush=True,
    )
