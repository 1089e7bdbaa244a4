"""The only place that runs SQL for pages: a query is the name of a SQL file and its parameters."""

import re
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from sys import intern
from typing import Any, NamedTuple

import duckdb

from reasonboard.store import answer_rows, foreign, parts, snapshots
from reasonboard.store.arrangement import Arranged, Arrangement, Labels, arranged
from reasonboard.store.cache import KeptRows, forget, note_snapshot
from reasonboard.store.errors import RemoteError
from reasonboard.store.snapshots import snapshot

Row = dict[str, Any]
Rows = list[Row]
Prepare = Callable[[Rows], Rows]
"""Adds to each row what depends on all rows of a query."""
Value = str | list[str]
Key = tuple[tuple[str, str | tuple[str, ...]], ...]
"""The parameters of a query as the key of a cache: ordered and hashable."""

SECONDS = 20.0
"""The longest that a page waits for a part with answers."""
_AS_IN_THE_SOURCE = Arrangement()
_NO_LABELS: Labels = {}
_BATCH = 2000
_PAGE = 100
"""The most rows that a page shows of a table at a time."""
_ROW_QUERY = re.compile(r"-- \$.*: the row of (\S+)\.$", re.MULTILINE)
"""What a query says of parameters that another query finds: the planner knows them, as it does not know a subquery."""
_NEEDED = re.compile(r"-- No rows (?:without|unless) (\w+)(?: is (\w+))?\.$", re.MULTILINE)
"""How a query begins that is not asked if this parameter is empty, or not this value: to plan it would take longest."""


def close() -> None:
    """Close the snapshots and clear the cache. Needed before a fork: processes must not share connections."""
    snapshots.close()
    forget()


def query(name: str, prepare: Prepare | None = None, /, **parameters: Value) -> Rows:
    """Rows of the query `name` (see `text`), run with those of the parameters that it names, and then prepared.

    The rows are cached as they were prepared and shared between requests: do not change them.
    """
    return _rows(text(name), query_key(name, parameters), prepare)


def query_part(name: str, part: str, sha256: str, /, **parameters: Value) -> Rows:
    """Rows of a query on the answers to an `item`, or to `items`, in a part of the snapshot: its `part_answer`.

    Raises DataError where the part is not as it was written, RemoteError where its place does not answer in time.
    """
    note_snapshot()
    store = snapshot().path.parent
    try:
        foreign.within(
            SECONDS, store / part, lambda: parts.check_sound(store, part, sha256)
        )  # all of it is read for the first time
    except TimeoutError:
        raise RemoteError(
            f"{part}: it was not read within {SECONDS:g} s (expected a place that answers). Try again in a moment"
        ) from None
    with snapshots.cursor() as cursor:
        items = "items" if "items" in parameters else "item"
        columns = {
            "run": "run",
            "benchmark": "raw_benchmark",
            "metric": "raw_metric",
            "item": items,
        }
        only = {column: parameters[name] for column, name in columns.items()}
        rows = answer_rows.rows_sql(cursor, store, [part], only)
        cursor.execute(f"CREATE TEMP VIEW part_answer AS {rows}")
        return _answered(cursor, text(name), parameters)


def query_key(name: str, parameters: Mapping[str, Value]) -> Key:
    """Those of the parameters that a query names, in a form that can be a key."""
    names = parameters_of(name)
    return to_key({key: value for key, value in parameters.items() if key in names})


def to_key(values: Mapping[str, Value]) -> Key:
    """The values as a key: ordered and hashable. `from_key` gives them back."""
    return tuple(
        (name, tuple(value) if isinstance(value, list) else value)
        for name, value in sorted(values.items())
    )


def from_key(key: Key) -> dict[str, Value]:
    """The values that `to_key` made a key of."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in key}


def page(
    name: str,
    parameters: Mapping[str, Value],
    first: int,
    size: int,
    arrangement: Arrangement = _AS_IN_THE_SOURCE,
    labels: Labels = _NO_LABELS,
    searched: Collection[str] = (),
) -> tuple[Rows, int]:
    """Rows `first` to `first + size` of a query as it is arranged, counted from 0, and how many there are in all.

    `labels` and `searched` as in `arranged`. The database keeps `first + size` rows in memory, whatever it sorts: keep
    that number small.
    """
    arranged_query = _arranged(name, parameters, arrangement, labels, searched)
    rows = _some(arranged_query, first, size)
    if len(rows) < size and (rows or not first):
        return rows, first + len(rows)  # they end here: nothing has to be counted
    return rows, _count(arranged_query)


def some(
    name: str,
    parameters: Mapping[str, Value],
    first: int,
    size: int,
    arrangement: Arrangement = _AS_IN_THE_SOURCE,
) -> Rows:
    """The same rows without their number, of a query that is not searched."""
    return _some(_arranged(name, parameters, arrangement), first, size)


def count(
    name: str,
    parameters: Mapping[str, Value],
    arrangement: Arrangement = _AS_IN_THE_SOURCE,
    labels: Labels = _NO_LABELS,
    searched: Collection[str] = (),
) -> int:
    """The number of rows of a query, as it is arranged."""
    return _count(_arranged(name, parameters, arrangement, labels, searched))


def placed_page(
    name: str, offsets_query: str, parameters: Mapping[str, Value], first: int, size: int
) -> tuple[Rows, int]:
    """The same for a query of very many rows, without sorting or counting all of them.

    The query `offsets_query` returns one row: filters that keep a range of rows around `first`, the number of rows
    `before` that range, and the `total`.
    """
    page = {"first": str(first), "size": str(size)}
    (offsets,) = _cached_rows(text(offsets_query), {**parameters, **page})
    narrowed = {key: offsets[key] or value for key, value in parameters.items() if key in offsets}
    return some(name, {**parameters, **narrowed}, first - offsets["before"], size), offsets["total"]


def beginning(name: str, parameters: Mapping[str, Value], most: int) -> tuple[Rows, int]:
    """The first `most` rows of a query with a column `total`, and that total.

    One query instead of two: a query of some thousand rows can count them as it makes them.
    """
    first = f"{text(name)}LIMIT {int(most)}"
    rows = _rows(first, query_key(name, parameters), None)
    total = int(rows[0]["total"]) if rows else 0
    return [{key: cell for key, cell in row.items() if key != "total"} for row in rows], total


def stream(
    name: str,
    parameters: Mapping[str, Value],
    arrangement: Arrangement = _AS_IN_THE_SOURCE,
    labels: Labels = _NO_LABELS,
    searched: Collection[str] = (),
) -> Iterator[tuple[Any, ...]]:
    """The column names of a query, then its rows one by one as it is arranged: for exports of any length."""
    arranged_query = _arranged(name, parameters, arrangement, labels, searched)
    sql = arranged_query.rows
    note_snapshot()
    parameters = _with_row(sql, arranged_query.parameters)
    with snapshots.dedicated_connection() as connection:
        _run(connection, sql, parameters)
        yield tuple(column[0] for column in connection.description or ())
        while rows := connection.fetchmany(_BATCH):
            yield from rows


def _arranged(
    name: str,
    parameters: Mapping[str, Value],
    arrangement: Arrangement,
    labels: Labels = _NO_LABELS,
    searched: Collection[str] = (),
) -> Arranged:
    """The query as it is arranged, with all its parameters."""
    columns = {} if arrangement == _AS_IN_THE_SOURCE else types(name, parameters)
    arranged_query = arranged(text(name), columns, arrangement, labels, searched)
    return arranged_query._replace(parameters={**parameters, **arranged_query.parameters})


def types(name: str, parameters: Mapping[str, Value]) -> dict[str, str]:
    """The columns of a query, and DuckDB's name of the type of each."""
    described = _cached_rows(f"DESCRIBE {text(name)}", parameters)
    return {row["column_name"]: row["column_type"] for row in described}


def distinct(name: str, column: str, parameters: Mapping[str, Value]) -> Rows:
    """The distinct values of a column of a query, as rows of that column alone."""
    quoted = '"' + column.replace('"', '""') + '"'
    unordered = text(name).rsplit("\nORDER BY", 1)[0]  # the database would sort all rows first
    return _fetched(f"SELECT DISTINCT {quoted} FROM ({unordered})", parameters)  # noqa: S608


def parameters_of(name: str) -> frozenset[str]:
    """The names of the `$parameters` of a query."""
    return _query(name).parameters


def _read(sql: str, key: Key) -> Rows:
    parameters = _with_row(sql, from_key(key))
    needed = _NEEDED.match(sql)
    if needed and (not (value := parameters[needed[1]]) or needed[2] not in (None, value)):
        return []
    with snapshots.cursor() as cursor:
        return _answered(cursor, sql, parameters)


def _basis(sql: str, key: Key) -> Hashable:
    """What the rows of a statement follow from: the chosen sources, or all of the snapshot."""
    source = dict(key).get("source", "")
    chosen = {*([source] if isinstance(source, str) else source)}
    made = snapshots.made()
    if "$source" not in sql or not chosen or not chosen <= made.publish.keys():
        return snapshot()
    name = _row_query(sql)
    if not made.together.isdisjoint(re.findall(r"\w+", sql + (text(name) if name else ""))):
        return snapshot()
    return tuple(item for item in made.publish.items() if item[0] in chosen)


_rows = KeptRows(_read, _basis)


def _count(arranged_query: Arranged) -> int:
    """The number of rows, which turning the pages of a table asks again and again."""
    (row,) = _cached_rows(arranged_query.row_count, arranged_query.parameters)
    return int(row["rows"])


def _some(arranged_query: Arranged, first: int, size: int) -> Rows:
    """Some of the rows. A page of a table is cached, which most changes of its page do not change."""
    sql = f"SELECT * FROM ({arranged_query.rows}) LIMIT {int(size)} OFFSET {int(first)}"  # noqa: S608
    fetch = _cached_rows if size <= _PAGE else _fetched
    return fetch(sql, arranged_query.parameters)


def _cached_rows(sql: str, parameters: Mapping[str, Value]) -> Rows:
    """The rows of a statement, which are cached."""
    names = _parameters_in(sql)
    named = {name: value for name, value in parameters.items() if name in names}
    return _rows(sql, to_key(named), None)


def _fetched(sql: str, parameters: Mapping[str, Value]) -> Rows:
    """The rows of a statement, which are not kept."""
    note_snapshot()
    parameters = _with_row(sql, parameters)
    with snapshots.cursor() as cursor:
        return _answered(cursor, sql, parameters)


def _answered(cursor: duckdb.DuckDBPyConnection, sql: str, parameters: Mapping[str, Value]) -> Rows:
    """The rows of a statement. Equal texts are one object: thousands of rows name the same models and benchmarks."""
    _run(cursor, sql, parameters)
    columns = [column[0] for column in cursor.description or ()]
    return [
        dict(
            zip(columns, [intern(cell) if type(cell) is str else cell for cell in row], strict=True)
        )
        for row in cursor.fetchall()
    ]


def _run(connection: duckdb.DuckDBPyConnection, sql: str, parameters: Mapping[str, Value]) -> None:
    """Run a statement with those of the parameters that it names: the database refuses others."""
    names = _named_in(sql)
    query_parameters = {key: value for key, value in parameters.items() if key in names}
    connection.execute(sql, query_parameters or None)


def _with_row(sql: str, parameters: Mapping[str, Value]) -> Mapping[str, Value]:
    """The parameters, and as further ones the row of the query that the statement says."""
    name = _row_query(sql)
    return {**parameters, **query(name, **parameters)[0]} if name else parameters


def _parameters_in(sql: str) -> frozenset[str]:
    """The parameters that a statement names, and those of the query whose row it takes."""
    name = _row_query(sql)
    return _named_in(sql) | (parameters_of(name) if name else frozenset())


def _named_in(sql: str) -> frozenset[str]:
    return frozenset(re.findall(r"\$(\w+)", sql))


def _row_query(sql: str) -> str:
    """The query whose one row has the parameters that nobody chose; "" where there are none."""
    line = _ROW_QUERY.search(sql)
    return line[1] if line else ""


def text(name: str) -> str:
    """The SQL of a query: `core/sources` is the file `core/sql/sources.sql` of this package."""
    return _query(name).sql


class _Query(NamedTuple):
    sql: str
    parameters: frozenset[str]


@cache
def _query(name: str) -> _Query:
    folder, _, file = name.rpartition("/")
    sql = (files("reasonboard") / folder / "sql" / f"{file}.sql").read_text()
    return _Query(sql, _parameters_in(sql))
