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
    for query in sorted(_QUERIES.iterdir(), key=lambda path: path.name):
        row = connection.execute(
            f"SELECT count(*), arg_min((file, locator, shown), (file, length(locator), locator)) "  # noqa: S608
            f"FROM ({query.read_text()}) AS found (file, locator, shown)"
        ).fetchone()
        if row and row[0]:
            count, first = row
            file, locator, example = (str(part)[:_SHOWN] for part in first)
            invariant = query.name.removesuffix(".sql").replace("_", " ")
            yield Broken(invariant, count, file, locator, example)
