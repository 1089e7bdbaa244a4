"""A database of ClickHouse as a place of answers. The only module that knows its client.

A file is rows of one table and, once they are all there, a row of another: half a file is never seen. Where two writers
put a file of the same name, the one that was there first counts.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import duckdb

from reasonboard.store.errors import MissingError, RemoteError
from reasonboard.store.places.clickhouse_client import LONG, SHORT, connected, failing, is_refused
from reasonboard.store.places.place import Listed, Only
from reasonboard.store.reading import write_answers
from reasonboard.store.sealed import sha256_of

try:
    import pyarrow as pa
    from clickhouse_connect.driver.exceptions import DatabaseError
    from pyarrow import parquet

    from reasonboard.store.places.clickhouse_sql import literal, translated
except ImportError as error:
    raise RemoteError(
        f"clickhouse://: {error.name} is not installed (expected it: pip install 'reasonboard[clickhouse]')"
    ) from error

_ROWS, _FILES = "reasonboard_answer", "reasonboard_answer_file"
_TEXT, _NUMBER = pa.string(), pa.int64()
_COLUMNS = {
    "run": ("LowCardinality(String)", _TEXT),
    "sha256": ("LowCardinality(String)", _TEXT),
    "benchmark": ("LowCardinality(String)", _TEXT),
    "metric": ("LowCardinality(String)", _TEXT),
    "item": ("String", _TEXT),
    "repeat": ("Int32", pa.int32()),
    "score": ("Nullable(Float64)", pa.float64()),
    "unit": ("LowCardinality(String)", _TEXT),
    "tokens_in": ("Nullable(Int32)", pa.int32()),
    "tokens_out": ("Nullable(Int32)", pa.int32()),
    "finish": ("LowCardinality(Nullable(String))", _TEXT),
    "text_file": ("LowCardinality(Nullable(String))", _TEXT),
    "place": ("Nullable(Int64)", _NUMBER),
    "problem": ("Nullable(Int64)", _NUMBER),
    "answer": ("Nullable(Int64)", _NUMBER),
    "item_fields": ("LowCardinality(Nullable(String))", _TEXT),
}
"""The columns of answers, each with its type there and on the way."""
_LISTED = ", ".join(_COLUMNS)
_READ = pa.schema([(name, kind) for name, (_, kind) in _COLUMNS.items()] + [("file", _TEXT)])
_WRITTEN = _READ.append(pa.field("load", _TEXT))
_TABLES = (
    f"CREATE TABLE IF NOT EXISTS {_ROWS} ({', '.join(f'{column} {kind}' for column, (kind, _) in _COLUMNS.items())}, "
    "file LowCardinality(String), load LowCardinality(String)) "
    "ENGINE = MergeTree ORDER BY (file, load, run, benchmark, metric, item, repeat)",
    f"CREATE TABLE IF NOT EXISTS {_FILES} (name String, load String, sha256 String, rows Int64, digest String, "
    "added DateTime64(6) DEFAULT now64(6)) ENGINE = MergeTree ORDER BY (name, load)",
)
_BATCH = 100_000
_LEFT = 24 * 3600
"""Seconds after which nobody writes the rows of a load any more."""


class _File(NamedTuple):
    """A file that is there: its rows are those of one load."""

    name: str
    load: str
    sha256: str
    rows: int
    digest: str
    added: int


class Database:
    """See Answers and Engine. The user and the password come from CLICKHOUSE_USER and CLICKHOUSE_PASSWORD alone."""

    def __init__(self, root: str, name: str, options: Mapping[str, str], attempts: int) -> None:
        self.name = name
        self._sound: dict[_File, str] = {}
        self._is_made = False
        with self._failing():
            self._client = connected(root, options, SHORT)
            if attempts > 1:  # nobody waits for a command: it answers, so it may take its time
                self._client = connected(root, options, LONG)

    def files(self, folder: str) -> list[Listed]:  # noqa: ARG002  (there is one)
        return [Listed(file.name, False, file.added) for file in self._files()]

    def sha256_of(self, name: str) -> str:
        file = self._file(name)
        with self._failing():
            (rows,) = self._client.query(f"SELECT count() FROM {_ROWS} WHERE {_is(file)}").first_row
            if rows == file.rows and file not in self._sound:
                self._sound[file], _ = self._digest(name, file.load)
        return file.sha256 if (rows, self._sound.get(file)) == (file.rows, file.digest) else ""

    def fetch(self, name: str, path: Path) -> None:
        with duckdb.connect() as connection:
            rows = self.rows_sql(connection, [name], {})
            connection.execute(f"CREATE TABLE sample AS SELECT {_LISTED} FROM ({rows})")
            write_answers(connection, path)

    def rows_sql(
        self, connection: duckdb.DuckDBPyConnection, names: Sequence[str], only: Only
    ) -> str:
        texts = {
            column: [value] if isinstance(value, str) else value for column, value in only.items()
        }
        conditions = [
            f"{column} IN ({', '.join(map(literal, texts_of_column))})"
            for column, texts_of_column in texts.items()
        ]
        files = f"({' OR '.join(_is(file) for file in self._files(names))})"
        sql = f"SELECT {_LISTED}, file FROM {_ROWS} WHERE {' AND '.join([files, *conditions])}"
        view = f"rows_{uuid4().hex}"
        connection.register(view, _Rows(partial(self._batches, sql)))
        return f"SELECT * FROM {view}"

    def put(self, path: Path, name: str) -> None:
        file, sha256 = parquet.ParquetFile(path), sha256_of(path)
        self._make_tables()
        with suppress(MissingError):
            while self.sha256_of(name) != sha256:  # it is damaged
                self._remove(name, self._file(name).load)
            return
        with self._failing():
            now = int(self._client.command("SELECT toUnixTimestamp(now())"))
            load = f"{now}-{uuid4().hex}"
            for batch in file.iter_batches(_BATCH):
                self._client.insert_arrow(_ROWS, _of_load(batch, name, load))
            digest, rows = self._digest(name, load)
            if rows != file.metadata.num_rows:
                raise RemoteError(
                    f"{self.name}/{name}: {rows} rows arrived (expected {file.metadata.num_rows})"
                )
            row = (name, load, sha256, rows, digest)
            self._client.command(
                f"INSERT INTO {_FILES} (name, load, sha256, rows, digest) VALUES {literal(row)}"
            )
        if self._file(name).load != load:  # another writer was there first
            self._remove(name, load)
        for left in self._unnamed(name):
            if int(left.partition("-")[0]) < now - _LEFT:
                self._remove(name, left)

    def remove(self, name: str) -> None:
        self._remove(name, None)

    def ask(
        self, sql: str, values: Mapping[str, Any], names: Sequence[str], needed: str
    ) -> Any | None:
        files = " OR ".join(_is(file) for file in self._files(names))
        source = f"SELECT {_LISTED} FROM {_ROWS} WHERE ({files}) AND ({needed})"
        question = translated(sql, values, source)
        if question is None:
            return None
        with self._failing():
            try:
                return self._client.query_arrow(question)
            except DatabaseError as error:
                if not is_refused(error):
                    raise
                return None  # one that it does not understand, DuckDB answers

    def _file(self, name: str) -> _File:
        for file in self._files([name]):
            return file
        raise MissingError(f"{self.name}/{name}: missing (expected a file)")

    def _files(self, names: Sequence[str] = ()) -> list[_File]:
        """These files, or all: of each name the first one. Raises MissingError where one is not there."""
        condition = f"WHERE name IN ({', '.join(map(literal, names))})" if names else ""
        with self._failing():
            if not int(self._client.command(f"EXISTS TABLE {_FILES}")):
                rows = []
            else:
                rows = self._client.query(
                    f"SELECT name, load, sha256, rows, digest, toUnixTimestamp64Nano(toDateTime64(added, 9)) "
                    f"FROM {_FILES} {condition} ORDER BY name, added, load LIMIT 1 BY name"
                ).result_rows
        files = [_File(*row) for row in rows]
        for name in sorted(set(names) - {file.name for file in files}):
            raise MissingError(f"{self.name}/{name}: missing (expected a file)")
        return files

    def _digest(self, name: str, load: str) -> tuple[str, int]:
        """What changes with any of the rows of a file, in whichever order they stand, and how many they are."""
        where = f"file = {literal(name)} AND load = {literal(load)}"
        sql = f"SELECT toString(sum(cityHash64(tuple({_LISTED})))), count() FROM {_ROWS} WHERE {where}"
        digest, rows = self._client.query(sql).first_row
        return digest, rows

    def _batches(self, sql: str) -> Iterator[Any]:
        with self._failing(), self._client.query_arrow_stream(sql) as tables:
            for table in tables:
                yield from pa.table(table).cast(_READ).to_batches()

    def _make_tables(self) -> None:
        if self._is_made:
            return
        with self._failing():
            for table in _TABLES:
                self._client.command(table)
        self._is_made = True

    def _remove(self, name: str, load: str | None) -> None:
        """Remove one load of a file, or all of them; first what names it, so that half of it is never seen."""
        of_load = f" AND load = {literal(load)}" if load else ""
        with self._failing():
            for table, column in ((_FILES, "name"), (_ROWS, "file")):
                self._client.command(
                    f"DELETE FROM {table} WHERE {column} = {literal(name)}{of_load}"
                )

    def _unnamed(self, name: str) -> list[str]:
        """The loads of a file that are not finished: somebody writes them, or was killed."""
        finished_loads = f"SELECT load FROM {_FILES} WHERE name = {literal(name)}"
        with self._failing():
            rows = self._client.query(
                f"SELECT DISTINCT load FROM {_ROWS} WHERE file = {literal(name)} AND load NOT IN ({finished_loads})"
            ).result_rows
        return [str(load) for (load,) in rows]

    def _failing(self) -> AbstractContextManager[None]:
        return failing(self.name)


class _Rows:
    """Rows that are asked for when somebody reads them, each time anew, a batch at a time."""

    def __init__(self, read: Callable[[], Iterator[Any]]) -> None:
        self._asked = read

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        batches = chain.from_iterable(read() for read in (self._asked,))  # not before one is read
        return pa.RecordBatchReader.from_batches(_READ, batches).__arrow_c_stream__(
            requested_schema
        )


def _is(file: _File) -> str:
    # ClickHouse's SQL and DuckDB's agree on names of files: they have letters, digits and `-.` alone
    return f"(file = {literal(file.name)} AND load = {literal(file.load)})"


def _of_load(batch: Any, name: str, load: str) -> Any:
    """Rows of a file as they stand in the table."""
    table = pa.Table.from_batches([batch])
    for column, value in (("file", name), ("load", load)):
        table = table.append_column(column, pa.repeat(pa.scalar(value), len(table)))
    return table.select(_WRITTEN.names).cast(_WRITTEN)
