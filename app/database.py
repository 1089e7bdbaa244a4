"""The one door to the data: a query is a name and its parameters."""

import re
from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from threading import Condition
from typing import Any

import duckdb
from cachetools import LRUCache, cached

from app import snapshots
from app.snapshots import snapshot

Row = dict[str, Any]
Rows = list[Row]
Value = str | list[str]
Asked = tuple[tuple[str, str | tuple[str, ...]], ...]
"""The parameters of a query, ordered and hashable."""

_BATCH = 2000
_MOST = 500_000
"""Cells of all rows that are kept: some 50 MB."""


def close() -> None:
    """Close the files and forget what was answered. Needed before a fork, which may not share them."""
    snapshots.close()
    forget()


def forget() -> None:
    """Let go of the rows that are kept."""
    _rows.cache_clear()


def query(name: str, /, **parameters: Value) -> Rows:
    """Rows of `app/sql/<name>.sql`, run with those of the parameters that it names.

    Equal questions are answered from memory: the rows are shared, so nobody changes them.
    """
    return _rows(snapshot().version, name, asked(name, parameters))


def asked(name: str, parameters: Mapping[str, Value]) -> Asked:
    """Those of the parameters that a query names, in a form that can be a key."""
    wanted = parameters_of(name)
    return frozen({key: value for key, value in parameters.items() if key in wanted})


def frozen(values: Mapping[str, Value]) -> Asked:
    """The values as a key: ordered and hashable. `thawed` gives them back."""
    return tuple(
        (name, tuple(value) if isinstance(value, list) else value)
        for name, value in sorted(values.items())
    )


def thawed(key: Asked) -> dict[str, Value]:
    """The values that `frozen` made a key of."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in key}


def page(name: str, parameters: Mapping[str, Value], first: int, size: int) -> tuple[Rows, int]:
    """So many rows of a query from one on (counted from 0), and how many there are in all."""
    with snapshots.cursor() as cursor:
        total = cursor.execute(f"SELECT count(*) FROM ({text(name)})", _named(name, parameters))  # noqa: S608
        (count,) = total.fetchone() or (0,)
        cursor.execute(
            f"SELECT * FROM ({text(name)}) LIMIT {int(size)} OFFSET {int(first)}",  # noqa: S608
            _named(name, parameters),
        )
        return _fetched(cursor), count


def stream(name: str, parameters: Mapping[str, Value]) -> Iterator[tuple[Any, ...]]:
    """The column names of a query, then its rows one by one, however many there are."""
    with snapshots.cursor() as cursor:
        cursor.execute(text(name), _named(name, parameters))
        yield tuple(column[0] for column in cursor.description or ())
        while rows := cursor.fetchmany(_BATCH):
            yield from rows


def types(name: str, parameters: Mapping[str, Value]) -> dict[str, str]:
    """The columns of a query, and DuckDB's name of the type of each."""
    with snapshots.cursor() as cursor:
        cursor.execute(f"DESCRIBE {text(name)}", _named(name, parameters))
        return {column: type for column, type, *_ in cursor.fetchall()}


def distinct(name: str, column: str, parameters: Mapping[str, Value]) -> Rows:
    """The values that a column of a query has, each once: rows of that column alone."""
    quoted = '"' + column.replace('"', '""') + '"'
    with snapshots.cursor() as cursor:
        cursor.execute(
            f"SELECT DISTINCT {quoted} FROM ({text(name)})",  # noqa: S608
            _named(name, parameters),
        )
        return _fetched(cursor)


@cache
def parameters_of(name: str) -> frozenset[str]:
    """The names of the `$parameters` of `app/sql/<name>.sql`."""
    return frozenset(re.findall(r"\$(\w+)", text(name)))


def _cells(rows: Rows) -> int:
    """How much of `_MOST` rows take; a list in a cell counts by its length."""
    if not rows:
        return 1
    lists = sum(len(cell) for row in rows for cell in row.values() if isinstance(cell, list))
    return len(rows) * len(rows[0]) + lists


_KEPT: LRUCache[Hashable, Rows] = LRUCache(_MOST, getsizeof=_cells)


# With a condition, whoever asks for rows that are being fetched waits for them.
@cached(_KEPT, condition=Condition())
def _rows(_version: str, name: str, key: Asked) -> Rows:
    with snapshots.cursor() as cursor:
        cursor.execute(text(name), thawed(key) or None)
        return _fetched(cursor)


def _fetched(cursor: duckdb.DuckDBPyConnection) -> Rows:
    columns = [column[0] for column in cursor.description or ()]
    return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]


def _named(name: str, parameters: Mapping[str, Value]) -> dict[str, Value] | None:
    wanted = parameters_of(name)
    return {key: value for key, value in parameters.items() if key in wanted} or None


@cache
def text(name: str) -> str:
    """The SQL of `app/sql/<name>.sql`."""
    return (files("app") / "sql" / f"{name}.sql").read_text()
