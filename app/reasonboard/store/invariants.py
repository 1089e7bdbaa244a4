"""What must hold in every snapshot: a query each in `check/`, named as what it finds, and one for all numbers."""

from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple

import duckdb

from reasonboard.store.fields import BILLIONS, MEASUREMENT, MODEL, RUN

_QUERIES = files("reasonboard.store") / "check"
_NUMBERS = "numbers.sql"
_SHOWN = 80


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
