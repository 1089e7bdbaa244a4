"""What must hold in every snapshot: a query each in `check/`, named as what it finds."""

from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple

import duckdb

from reasonboard.store.fields import BILLIONS, MEASUREMENT, MODEL, RUN

_QUERIES = files("reasonboard.store") / "check"
_RANGES = "numbers_outside_their_ranges.sql"
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
    queries[_RANGES] = _of_fields(queries[_RANGES])
    # One statement: to plan each alone takes longer than to run all of them on the rows of a small load.
    found = " UNION ALL ".join(
        f"SELECT '{name}', file, locator, shown::TEXT FROM ({query}) AS found (file, locator, shown)"  # noqa: S608
        for name, query in sorted(queries.items())
    )
    rows = connection.execute(
        f"SELECT query, count(*), arg_min((file, locator, shown), (file, length(locator), locator)) "  # noqa: S608
        f"FROM ({found}) AS found (query, file, locator, shown) GROUP BY query ORDER BY query"
    ).fetchall()
    for query, times, first in rows:
        file, locator, example = (str(part)[:_SHOWN] for part in first)
        yield Broken(query.removesuffix(".sql").replace("_", " "), times, file, locator, example)


def _of_fields(query: str) -> str:
    """The query with the ranges that the table of fields tells."""
    cases = " ".join(
        f"WHEN NOT {field.range.sql(field.name)} THEN '{field.name} ' || {field.name}"
        for field in (*MODEL, *RUN, *MEASUREMENT)
        if field.range
    )
    return query.replace("{cases}", cases).replace("{is_size}", BILLIONS.sql("params_b"))
