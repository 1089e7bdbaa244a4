"""Are the data sound? What `reasonboard check` says, and what must hold in every snapshot.

A query in `check/` finds what breaks an invariant, and is named as what it finds; one is for all numbers.
"""

from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import duckdb

from reasonboard.store import parts, snapshots
from reasonboard.store import pointer as pointers
from reasonboard.store.connections import connect
from reasonboard.store.errors import REBUILD, DataError, StoreError
from reasonboard.store.fields import BILLIONS, MEASUREMENT, MODEL, RUN
from reasonboard.store.pointer import is_sound
from reasonboard.store.undisturbed import in_store

_QUERIES = files("reasonboard.store") / "check"
_NUMBERS = "numbers.sql"
_SHOWN = 80


class _UnsoundError(StoreError):
    """What is not as it should be, a line for each."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__("; ".join(lines))
        self.lines = lines


def problems(store: Path) -> list[str]:
    """A line for everything that is not as it should be; [] if all is sound.

    It waits for no writer: what was removed meanwhile is no problem. Raises StoreError if there is no snapshot that
    could be queried.
    """
    try:
        in_store(store, lambda: _check(store))
    except _UnsoundError as error:
        return error.lines
    return []


def _check(store: Path) -> None:
    pointer = pointers.read(store)
    if pointer is None:
        raise StoreError(f"{store}: no data yet (start `reasonboard serve`)")
    damaged = [
        f"{store / entry.file}: damaged or missing. {REBUILD}"
        for entry in pointer.entries
        if entry.sha256 and not is_sound(store, entry)
    ]
    lines = damaged or [*_damaged_parts(store, pointer), *_violations(store)]
    if lines:
        raise _UnsoundError(lines)


def _damaged_parts(store: Path, pointer: pointers.Pointer) -> list[str]:
    """Of the current snapshot all files are compared, of those before it the answers: they have all other rows."""
    lines = parts.problems(store, pointer.current.all_parts)
    with suppress(DataError):  # a manifest that was named already
        current = parts.files_of(store, pointer.current.all_parts)
        for entry in pointer.before:
            for name, file in parts.files_of(store, entry.all_parts).items():
                if name.startswith(parts.ANSWERS) and name not in current:
                    lines.append(parts.problem(store, name, file.sha256, parts.EARLIER))
    return [line for line in dict.fromkeys(lines) if line]


def _violations(store: Path) -> list[str]:
    snapshot = snapshots.current(store)
    connection = connect(snapshot.path)
    try:
        return [
            f"{snapshot.path.name}: {rule.invariant}: {rule.times}, first {rule.file}: {rule.locator}"
            for rule in broken(connection)
        ]
    except duckdb.Error as error:
        raise DataError(
            f"{snapshot.path}: not a snapshot of ours ({str(error).splitlines()[0]}; expected one of this version)"
        ) from error
    finally:
        connection.close()


class Broken(NamedTuple):
    """An invariant that does not hold: what was found, how often, and the first place of it."""

    invariant: str
    times: int
    file: str
    locator: str
    example: str


def broken(connection: duckdb.DuckDBPyConnection) -> Iterator[Broken]:
    """Every invariant that a snapshot breaks, in the order of their names."""
    queries = {path.name: path.read_text() for path in _QUERIES.iterdir()}
    numbers = _of_fields(queries.pop(_NUMBERS))
    # One statement: to plan each alone takes longer than to run all of them on the rows of a small load.
    found = " UNION ALL ".join(
        f"SELECT '{name.removesuffix('.sql').replace('_', ' ')}', file, locator, shown::TEXT "  # noqa: S608
        f"FROM ({query}) AS found (file, locator, shown)"
        for name, query in sorted(queries.items())
    )
    rows = connection.execute(
        f"SELECT invariant, count(*), arg_min((file, locator, shown), (file, length(locator), locator)) "  # noqa: S608
        f"FROM ({numbers} UNION ALL {found}) AS found (invariant, file, locator, shown) "
        "GROUP BY invariant ORDER BY invariant"
    ).fetchall()
    for invariant, times, first in rows:
        file, locator, example = (str(part)[:_SHOWN] for part in first)
        yield Broken(invariant, times, file, locator, example)


def _of_fields(query: str) -> str:
    """The query with the ranges that the table of fields tells."""
    ranges = {
        field.name: field.range.sql(field.name)
        for field in (*MODEL, *RUN, *MEASUREMENT)
        if field.range
    }
    cases = (f"WHEN NOT {holds} THEN '{name} ' || {name}" for name, holds in ranges.items())
    return (
        query.replace(
            "{ranges}", " AND ".join(f"coalesce({holds}, true)" for holds in ranges.values())
        )
        .replace("{cases}", " ".join(cases))
        .replace("{is_size}", BILLIONS.sql("params_b"))
    )
