"""Which of the loaded runs a command is about: its options, from `--model` to `--older-than`."""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

import click

from reasonboard.store import database, snapshots
from reasonboard.store.connections import answered
from reasonboard.store.near_names import near_names
from reasonboard.store.undisturbed import in_store

_AGE = re.compile(r"(\d{1,6})([hdw])")
_HOURS = {"h": 1, "d": 24, "w": 7 * 24}
_MOST_NAMES = 5

Listed = dict[str, Any]
"""A row of studies/data/sql/run_list.sql."""


class Chosen(NamedTuple):
    """The runs with one of the names of each kind, and of a time in UTC; an option that is not given chooses all."""

    models: Sequence[str] = ()
    benchmarks: Sequence[str] = ()
    loads: Sequence[str] = ()
    since: datetime | None = None
    before: datetime | None = None

    @property
    def names(self) -> dict[str, Sequence[str]]:
        """Models, benchmarks and loads as they are given, by the kind."""
        return {"models": self.models, "benchmarks": self.benchmarks, "loads": self.loads}


class RunList(NamedTuple):
    """The rows of `runs`, and the names of all its columns."""

    columns: Sequence[str]
    rows: Sequence[Listed]


class _Time(click.ParamType[datetime]):
    """A date, or an age such as `7d`."""

    name = "time"

    def convert(
        self, value: str, _parameter: click.Parameter | None, _context: click.Context | None
    ) -> datetime:
        """The time in UTC, without a zone."""
        now = datetime.now(UTC).replace(tzinfo=None)
        age = _AGE.fullmatch(value)
        try:
            if age:
                return now - timedelta(hours=int(age[1]) * _HOURS[age[2]])
            time = datetime.fromisoformat(value)
            return time.astimezone(UTC).replace(tzinfo=None) if time.tzinfo else time
        except (ValueError, OverflowError):
            raise click.BadParameter(
                f"{value!r} is not a time (expected a date such as 2026-11-01, or an age such as 7d, 12h or 2w)"
            ) from None


def choosing(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options, which are the fields of `Chosen`."""
    for option in (
        click.option("--older-than", "before", type=_Time(), metavar="AGE|DATE",
            help="Only runs before this date or age, such as 90d."),
        click.option("--since", type=_Time(), metavar="DATE|AGE",
            help="Only runs since this date (2026-11-01, UTC) or age (7d)."),
        click.option("--load", "loads", multiple=True, metavar="NAME", help="Only runs of this load."),
        click.option("--benchmark", "benchmarks", multiple=True, metavar="NAME", help="Only runs with this benchmark."),
        click.option(
            "--model", "models", multiple=True, metavar="NAME",
            help="Only runs of this model. * matches any text; can be repeated, as the other names.",
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def listed(store: Path, chosen: Chosen, *, each: bool = False) -> RunList:
    """The runs that are chosen, the newest first. Raises UsageError for a name that no run has."""

    def read() -> RunList:
        path = snapshots.current(store).path
        values = {**chosen._asdict(), **_known_names(path, chosen), "each": each}
        with answered(database.text("studies/data/run_list"), path, values) as cursor:
            columns = [column[0] for column in cursor.description or ()]
            rows = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
            return RunList(columns, rows)

    return in_store(store, read)


def _known_names(path: Path, chosen: Chosen) -> dict[str, list[str]]:
    """By the kind: the names in the snapshot that the given ones stand for."""
    known: dict[str, list[tuple[str, str]]] = defaultdict(list)
    if any(chosen.names.values()):
        with answered(database.text("studies/data/run_names"), path) as cursor:
            for kind, name, known_as in cursor.fetchall():
                known[kind].append((name, known_as))
    return {
        kind: sorted({name for given in names for name in _named(given, kind, known[kind])})
        for kind, names in chosen.names.items()
    }


def _named(given: str, kind: str, known: Sequence[tuple[str, str]]) -> set[str]:
    """The names that a given one stands for, whatever its case; raises UsageError if there are none."""
    pattern = given.casefold().replace("[", "[[]")
    names = {name for name, known_as in known if fnmatchcase(known_as.casefold(), pattern)}
    if not names:
        words = sorted({name for name, _ in known})
        near = near_names(given, words) or words[:_MOST_NAMES]
        expected = f"one such as {', '.join(near)}" if near else "a loaded run"
        raise click.UsageError(
            f"{given!r}: no loaded run has this {kind.removesuffix('s')} (expected {expected})."
        )
    return names
