"""Connections to the file of a snapshot, which can read it and its parts and do nothing else."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any
from uuid import uuid4

import duckdb

from reasonboard.store import answer_rows, parts
from reasonboard.store.errors import REBUILD, DataError
from reasonboard.store.lack import lack_of
from reasonboard.store.process import mark
from reasonboard.store.reading import literal

SPILLED = "spilled-"
"""How the folders in a store begin in which a long answer is sorted that memory does not hold."""
_MEMORY = "256MB"
LONGEST = 60.0
"""Seconds that a query of a page may take: what asks for more ends, and its thread answers others."""
_ANSWER = files("reasonboard.store") / "answer.sql"
_NO_SAMPLE = files("reasonboard.store") / "no_sample.sql"


_ASKS_ANSWERS = re.compile(r"\b(sample|answer)\b", re.IGNORECASE)
"""Does a query name one of the tables of all answers?"""


@contextmanager
def answered(
    sql: str, path: Path, values: Mapping[str, Any] = MappingProxyType({})
) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection on which this query has been run, to fetch its rows from.

    The tables of all answers are made for a query that names them. Where they are on an engine that answers it as
    DuckDB does, it is asked there.
    """
    asks = _ASKS_ANSWERS.search(sql)
    connection = connect_with_answers(path) if asks else connect(path)
    try:
        computed = answer_rows.pushdown_sql(connection, path.parent, sql, values) if asks else None
        connection.execute(computed or sql, None if computed else dict(values) or None)
        yield connection
    finally:
        connection.close()


def connect(path: Path, memory: str = _MEMORY) -> duckdb.DuckDBPyConnection:
    """A connection that reads this file and the parts beside it, and can do nothing else: no other file, no setting.

    It has this much memory of its own, which is given back when it is closed: others may have the file open.
    """
    return _checked(path, _locked(path, _attached(path, memory), "USE snapshot"))


def connect_with_answers(path: Path) -> duckdb.DuckDBPyConnection:
    """The same, with the tables `sample` and `answer` of all answers: a connection that reads their parts, too.

    Raises DataError with the first part that is not as it was written, RemoteError where their place does not answer.
    """
    connection = _attached(path, _MEMORY)
    connection.execute("USE snapshot")
    rows = connection.execute("SELECT name, sha256 FROM stored_part ORDER BY name").fetchall()
    for row in rows:
        parts.check_sound(path.parent, *row)
    if rows:
        rows_sql = answer_rows.rows_sql(connection, path.parent, [name for name, _ in rows])
        connection.execute(f"CREATE TEMP VIEW sample AS {answer_rows.needed_sql(rows_sql)}")
    else:
        connection.execute(_NO_SAMPLE.read_text())
    connection.execute(_ANSWER.read_text())
    return _checked(path, _locked(path, connection))


def shared(path: Path) -> duckdb.DuckDBPyConnection:
    """A connection that can do no more, for the cursors of all pages: they share its memory."""
    # Of one file a process has one configuration: where it is still open, another one would be refused.
    limit = {"max_execution_time": str(round(LONGEST * 1000))}
    return _checked(path, _locked(path, _open(path, str(path), _MEMORY, path.stem, limit)))


def _attached(path: Path, memory: str) -> duckdb.DuckDBPyConnection:
    """A database in memory, with this much of it, that has the file as `snapshot`."""
    connection = _open(path, ":memory:", memory, uuid4().hex)
    try:
        connection.execute(f"ATTACH {literal(str(path))} AS snapshot (READ_ONLY)")
    except duckdb.Error as error:
        connection.close()
        raise _unreadable(path, error) from error
    return connection


def _open(
    path: Path,
    database: str,
    memory: str,
    name: str,
    limits: Mapping[str, str] = MappingProxyType({}),
) -> duckdb.DuckDBPyConnection:
    """A database with this much memory; what does not fit goes to a folder with `name` beside the snapshot `path`."""
    spill_folder = path.parent / f"{SPILLED}{mark()}-{name}"
    try:
        return duckdb.connect(
            database,
            read_only=database != ":memory:",
            config={
                "threads": "1",
                "memory_limit": memory,
                "temp_directory": str(spill_folder),
                "autoload_known_extensions": "false",
                **limits,
            },
        )
    except duckdb.Error as error:
        raise _unreadable(path, error) from error


def _locked(
    path: Path, connection: duckdb.DuckDBPyConnection, *last: str
) -> duckdb.DuckDBPyConnection:
    """The connection without a way to another file or setting, but to the parts that lie beside the snapshot `path`.

    A file that is still open in this process, since another thread is just letting go of it, is locked already.
    """
    if connection.execute("SELECT current_setting('lock_configuration')").fetchone() == (True,):
        return connection
    for statement in (
        "SET enable_progress_bar = false",  # it would stand between the rows of `query`
        f"SET allowed_directories = [{', '.join(literal(f'{folder}/') for folder in parts.folders(path.parent))}]",
        "SET enable_external_access = false",
        "SET lock_configuration = true",
        *last,
    ):
        connection.execute(statement)
    return connection


def _checked(path: Path, connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The connection, if the file is the snapshot that its name says; a name ends with the version."""
    try:
        versions = connection.execute("SELECT version FROM made_as").fetchall()
    except duckdb.CatalogException:
        return connection  # no snapshot of a store
    except duckdb.Error as error:
        connection.close()
        raise _unreadable(path, error) from error
    if path.name.startswith("results-") and versions != [(path.stem.rpartition("-")[2],)]:
        connection.close()
        raise DataError(f"{path}: another snapshot is in its place. {REBUILD}")
    return connection


def _unreadable(path: Path, error: duckdb.Error) -> DataError:
    lack = lack_of(error)
    if lack:
        return DataError(f"{path}: not readable now ({lack}; expected more of it)")
    reason = str(error).splitlines()[0]
    return DataError(f"{path}: missing, damaged or not a database ({reason}). {REBUILD}")
