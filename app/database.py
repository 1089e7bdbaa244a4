"""The one door to the data: a query is a name and its parameters."""

import json
import re
import threading
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

from app.config import POINTER

Row = dict[str, Any]
Rows = list[Row]
Value = str | list[str]
Asked = tuple[tuple[str, str | tuple[str, ...]], ...]
"""The parameters of a query, ordered and hashable."""

_BATCH = 2000


class DataError(Exception):
    """Why the data cannot be read, and what to do about it: one line."""


class Snapshot(NamedTuple):
    """An immutable database file, as the store's pointer names it."""

    path: Path
    version: str
    sha256: str
    made: str
    """The day that it was made, as YYYY-MM-DD."""


def current(store: Path) -> Snapshot:
    """The snapshot that the store's pointer names; raises DataError if there is none."""
    pointer = store / POINTER
    try:
        entry = json.loads(pointer.read_text())
        name = entry["file"]
        if Path(name).name != name:
            raise ValueError(f"{name!r} is not a file of this folder")
        return Snapshot(store / name, entry["version"], entry["sha256"], entry["made"])
    except FileNotFoundError:
        raise DataError(
            f"{pointer}: no data was published here yet (start `reasonboard serve` once)"
        ) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{pointer}: not readable ({error}). Remove it and start again") from error


def connect(path: Path) -> duckdb.DuckDBPyConnection:
    """A connection that reads this file and can do nothing else: no other file, no setting."""
    try:
        connection = duckdb.connect(
            str(path), read_only=True, config={"threads": "1", "autoload_known_extensions": "false"}
        )
    except duckdb.Error as error:
        reason = str(error).splitlines()[0]
        raise DataError(
            f"{path}: damaged or not a database ({reason}). Remove it and start again"
        ) from error
    for setting in (
        "temp_directory = ''",
        "enable_external_access = false",
        "lock_configuration = true",
    ):
        connection.execute(f"SET {setting}")
    return connection


def use(store: Path) -> Snapshot:
    """Answer from the snapshot that the store names from now on."""
    snapshot = current(store)
    close()
    _State.snapshot = snapshot
    return snapshot


def snapshot() -> Snapshot:
    """The snapshot that answers; raises DataError before `use`."""
    if _State.snapshot is None:
        raise DataError("no data is open (start `reasonboard serve`)")
    return _State.snapshot


def close() -> None:
    """Close the file; the next query opens it again. Needed before a fork, which may not share it."""
    with _State.lock:
        if _State.connection is not None:
            _State.connection.close()
            _State.connection = None
        _rows.cache_clear()


def query(name: str, /, **parameters: Value) -> Rows:
    """Rows of `app/sql/<name>.sql`, run with those of the parameters that it names.

    Equal questions are answered from memory: the rows are shared, so nobody changes them.
    """
    return _rows(snapshot().version, name, asked(name, parameters))


def asked(name: str, parameters: Mapping[str, Value]) -> Asked:
    """Those of the parameters that a query names, in a form that can be a key."""
    wanted = parameters_of(name)
    return tuple(
        (key, tuple(value) if isinstance(value, list) else value)
        for key, value in sorted(parameters.items())
        if key in wanted
    )


def page(name: str, parameters: Mapping[str, Value], first: int, size: int) -> tuple[Rows, int]:
    """So many rows of a query from one on (counted from 0), and how many there are in all."""
    with _cursor() as cursor:
        total = cursor.execute(f"SELECT count(*) FROM ({_text(name)})", _named(name, parameters))  # noqa: S608
        (count,) = total.fetchone() or (0,)
        cursor.execute(
            f"SELECT * FROM ({_text(name)}) LIMIT {int(size)} OFFSET {int(first)}",  # noqa: S608
            _named(name, parameters),
        )
        return _fetched(cursor), count


def stream(name: str, parameters: Mapping[str, Value]) -> Iterator[tuple[Any, ...]]:
    """The column names of a query, then its rows one by one, however many there are."""
    with _cursor() as cursor:
        cursor.execute(_text(name), _named(name, parameters))
        yield tuple(column[0] for column in cursor.description or ())
        while rows := cursor.fetchmany(_BATCH):
            yield from rows


@cache
def parameters_of(name: str) -> frozenset[str]:
    """The names of the `$parameters` of `app/sql/<name>.sql`."""
    return frozenset(re.findall(r"\$(\w+)", _text(name)))


class _State:
    snapshot: Snapshot | None = None
    connection: duckdb.DuckDBPyConnection | None = None
    lock = threading.Lock()


@lru_cache(maxsize=256)
def _rows(_version: str, name: str, frozen: Asked) -> Rows:
    parameters = {key: list(value) if isinstance(value, tuple) else value for key, value in frozen}
    with _cursor() as cursor:
        cursor.execute(_text(name), parameters or None)
        return _fetched(cursor)


def _fetched(cursor: duckdb.DuckDBPyConnection) -> Rows:
    columns = [column[0] for column in cursor.description or ()]
    return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]


def _named(name: str, parameters: Mapping[str, Value]) -> dict[str, Value] | None:
    wanted = parameters_of(name)
    return {key: value for key, value in parameters.items() if key in wanted} or None


def _cursor() -> duckdb.DuckDBPyConnection:
    """A cursor of one's own: a connection is not thread-safe, and a cursor is a connection."""
    return _connection().cursor()


def _connection() -> duckdb.DuckDBPyConnection:
    with _State.lock:
        if _State.connection is None:
            _State.connection = connect(snapshot().path)
        return _State.connection


@cache
def _text(name: str) -> str:
    return (files("app") / "sql" / f"{name}.sql").read_text()
