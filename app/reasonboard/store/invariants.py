"""What must hold in every snapshot: a query each in `check/`, named as what it finds."""

from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple

import duckdb

_QUERIES = files("reasonboard.store") / "check"
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
    queries = sorted(_QUERIES.iterdir(), key=lambda path: path.name)
    # One statement: to plan each alone takes longer than to run all of them on the rows of a small load.
    found = " UNION ALL ".join(
        f"SELECT '{query.name}', file, locator, shown::TEXT "  # noqa: S608
        f"FROM ({query.read_text()}) AS found (file, locator, shown)"
        for query in queries
    )
    rows = connection.execute(
        f"SELECT query, count(*), arg_min((file, locator, shown), (file, length(locator), locator)) "  # noqa: S608
        f"FROM ({found}) AS found (query, file, locator, shown) GROUP BY query ORDER BY query"
    ).fetchall()
    for query, times, first in rows:
        file, locator, example = (str(part)[:_SHOWN] for part in first)
        yield Broken(query.removesuffix(".sql").replace("_", " "), times, file, locator, example)
