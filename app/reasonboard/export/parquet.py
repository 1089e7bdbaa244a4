"""Rows as a Parquet file, typed, with where they come from in its metadata."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb

from reasonboard.export.rows import Column, json_lines

_CHUNK = 64 * 1024
_TYPES = {
    "integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN", "date": "DATE", "datetime": "TIMESTAMP"
}  # fmt: skip
_SQL = (files("reasonboard.export") / "parquet.sql").read_text()


def parquet_chunks(
    provenance: Mapping[str, str], columns: Sequence[Column], rows: Iterable[tuple[Any, ...]]
) -> Iterator[bytes]:
    """The file, piece by piece, written once the first is asked for. There has to be a column.

    The rows go through a file of JSON lines, so that they are never all in memory.
    """
    with TemporaryDirectory(prefix="reasonboard-") as folder:
        lines, target = Path(folder, "rows.json"), Path(folder, "rows.parquet")
        with lines.open("wb") as filled:
            filled.writelines(line + b"\n" for line in json_lines(columns, rows))
        with _writer(folder) as writer:
            writer.execute(
                _SQL,
                {
                    "rows": str(lines),
                    "columns": {
                        column.name: _TYPES.get(column.type, "VARCHAR") for column in columns
                    },
                    "target": str(target),
                    "provenance": dict(provenance),
                },
            )
        with target.open("rb") as written:
            yield from iter(partial(written.read, _CHUNK), b"")


def _writer(folder: str) -> duckdb.DuckDBPyConnection:
    """A database in memory that reads and writes in this folder and nowhere else."""
    connection = duckdb.connect(":memory:", config={"threads": "1"})
    quoted = folder.replace("'", "''")
    for setting in (
        f"allowed_directories = ['{quoted}']",
        "enable_external_access = false",
        "enable_progress_bar = false",
        "lock_configuration = true",
    ):
        connection.execute(f"SET {setting}")
    return connection
