"""Parquet files, read by DuckDB, their paths taken literally."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import duckdb

from reasonboard.ingest.formats import bulk
from reasonboard.ingest.formats.bulk import Bulk
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.store import foreign

_BATCH = 500
_LIMITS = {
    "memory_limit": "1GB",
    "threads": "1",
    "temp_directory": "",  # else what it sorts lies in the folder that the command was started in
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "enable_external_file_cache": "false",
}
_databases: dict[int, duckdb.DuckDBPyConnection] = {}
"""The empty one of each process: to begin one takes longer than to read a small file."""


def columns(file: File) -> dict[str, str]:
    """Name and type of each column; none where the file is not Parquet or is damaged."""
    if file.path.suffix != ".parquet" or not file.head.startswith(b"PAR1"):
        return {}
    try:
        return {row[0]: row[1] for row in rows(file, "DESCRIBE FROM {}")}
    except IngestError:
        return {}


def rows(file: File, query: str) -> Iterator[tuple[Any, ...]]:
    """The answer to a query in which the first `FROM {}` names the file; raises IngestError for a damaged file."""
    text = query.replace("FROM {}", "FROM read_parquet($path)", 1)
    with file.reached() as path, open_file(file) as connection:
        cursor = connection.execute(text, {"path": str(path)})
        while batch := cursor.fetchmany(_BATCH):
            yield from batch


def check(table: Bulk, goes_on: Callable[[], None] = lambda: None) -> int:
    """How many values of a table are not numbers; `goes_on` is called after each thing that is looked at.

    Raises IngestError for a damaged file and for the first row that cannot be stored.
    """
    with open_file(table.file) as connection:
        bulk.check(connection, table, goes_on)
        return bulk.missing(connection, table)


@contextmanager
def open_file(file: File) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection to read the file with; MemoryError where it takes too much, else IngestError."""
    process = os.getpid()
    if process not in _databases:
        _databases[process] = duckdb.connect(config=dict(_LIMITS))
    try:
        with _databases[process].cursor() as connection:
            connection.execute("SET enable_progress_bar = false")
            yield connection
    except duckdb.OutOfMemoryException as error:
        raise MemoryError from error
    except duckdb.Error as error:
        _databases.pop(process, None)
        reason = foreign.with_name(str(error), file.name).splitlines()[0][:200]
        raise file.refused(reason, "Parquet") from error
