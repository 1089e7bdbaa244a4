"""Records of the readers on their way into the tables of what was loaded."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, Self

import duckdb
import orjson

from app.ingest import bulk
from app.ingest.bulk import Bulk
from app.ingest.errors import IngestError
from app.ingest.files import File
from app.ingest.records import Found
from app.ingest.rows import measurement_row, run_row, sample_rows

_TABLES = ("loaded_file", "loaded_run", "loaded_measurement", "sample")


class _Marks(NamedTuple):
    """How far the staging was before a file."""

    places: dict[str, int]
    counts: Counter[str]
    notes: int
    runs: int
    bulks: int


class Staging:
    """A folder with a file of rows per table, filled one file after the other."""

    def __init__(self, folder: Path, loaded_as: str, known: set[tuple[str, str]]) -> None:
        """`known` are the digests of the files that are loaded already and of their content."""
        self.loaded_as = loaded_as
        self._known = known
        self._content = hashlib.sha256()
        self.counts: Counter[str] = Counter()
        self.notes: list[str] = []
        self._now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
        self._runs: dict[str, None] = {}
        self._bulks: list[tuple[Bulk, list[str]]] = []
        self._paths = {table: folder / f"{table}.ndjson" for table in _TABLES}
        self._files = {table: path.open("wb") for table, path in self._paths.items()}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files.values():
            file.close()

    def add(self, file: File, found: Iterable[Found | Bulk]) -> bool:
        """Every record of a file. False, and none of them, where all that it says is loaded already.

        What belongs to a file counts: answers that were added beside it are something new. Raises
        IngestError for what cannot be stored.
        """
        before = self._marks()
        self._content = hashlib.sha256()
        try:
            for one in found:
                if isinstance(one, Bulk):
                    self._add_bulk(one)
                else:
                    self._add_run(file, one)
        except orjson.JSONEncodeError as error:
            raise IngestError(f"{file.name}: {error} (expected names in valid Unicode)") from error
        if not file.unchanged():
            raise IngestError(f"{file.name}: changed while it was read (expected a finished file)")
        content = self._content.hexdigest()
        if (file.sha256, content) in self._known:
            self._back_to(before)
            return False
        self._known.add((file.sha256, content))
        row = {"sha256": file.sha256, "path": file.name, "bytes": file.status.st_size}
        row |= {"content": content, "loaded_as": self.loaded_as, "loaded_at": self._now}
        self._write("loaded_file", row)
        return True

    def _marks(self) -> _Marks:
        places = {table: file.tell() for table, file in self._files.items()}
        return _Marks(
            places, self.counts.copy(), len(self.notes), len(self._runs), len(self._bulks)
        )

    def _back_to(self, marks: _Marks) -> None:
        for table, place in marks.places.items():
            self._files[table].seek(place)
            self._files[table].truncate()
        self.counts = marks.counts
        while len(self._runs) > marks.runs:
            self._runs.popitem()
        del self.notes[marks.notes :], self._bulks[marks.bulks :]

    def insert(self, connection: duckdb.DuckDBPyConnection) -> None:
        """Copy all rows into temporary tables named `staged_...` after their tables."""
        for table, file in self._files.items():
            file.close()
            described = connection.execute(f"DESCRIBE {table}").fetchall()
            columns = {name: kind for name, kind, *_ in described}
            connection.execute(f"CREATE TEMP TABLE staged_{table} AS FROM {table} LIMIT 0")
            connection.execute(
                f"INSERT INTO staged_{table} BY NAME SELECT * FROM read_json($file, columns = {columns!r}, "  # noqa: S608
                "format = 'newline_delimited', maximum_object_size = 1000000)",
                {"file": _literal(self._paths[table])},
            )
        for one, keys in self._bulks:
            bulk.check(connection, one)
            bulk.insert(connection, one, keys, "staged_loaded_measurement")
            self.counts["missing"] += bulk.missing(connection, one)

    def _add_bulk(self, table: Bulk) -> None:
        keys = []
        for run, _, number in table.runs:
            row = run_row(run, table.file, f"row {number}")
            keys.append(row["key"])
            self._write_run(row)
        self._bulks.append((table, keys))
        self._content.update(repr((keys, sorted(table.fields.items()))).encode())
        self.notes.extend(f"{table.file.name}: {note}" for note in table.notes)

    def _write_run(self, row: dict[str, Any]) -> None:
        if row["key"] not in self._runs:
            self._runs[row["key"]] = None
            self._write("loaded_run", row | {"loaded_as": self.loaded_as})

    def _add_run(self, file: File, found: Found) -> None:
        first = found.measurements[0].locator if found.measurements else ""
        row = run_row(found.run, file, first)
        self._write_run(row)
        for one in found.measurements:
            self.counts["missing"] += one.value is None
            self._write("loaded_measurement", measurement_row(one, row, file.name))
        for sample in sample_rows(found.samples, row, file.name):
            self._write("sample", sample | {"sha256": file.sha256})
        self.counts["secrets"] += found.dropped
        self.notes.extend(f"{file.name}: {note}" for note in found.notes)

    def _write(self, table: str, row: dict[str, Any]) -> None:
        self.counts[table] += 1
        line = orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)
        if table != "loaded_run":  # which names the load that a run came with first
            self._content.update(line)
        self._files[table].write(line)


def merge(connection: duckdb.DuckDBPyConnection, staging: Staging, *, replace: bool) -> None:
    """Add what was staged to what is loaded.

    Raises IngestError where a run has other numbers already, or a source is called as the load.
    """
    scripts = files("app.ingest")
    if connection.execute("SELECT id FROM source WHERE id = ?", [staging.loaded_as]).fetchone():
        raise IngestError(
            f"{staging.loaded_as}: a bundled source is called so (expected another name: --name NAME)"
        )
    staging.insert(connection)
    (plain,) = connection.execute((scripts / "plain.sql").read_text()).fetchone() or (False,)
    if plain:
        connection.execute((scripts / "add.sql").read_text())
        return
    if replace:
        connection.execute((scripts / "replace.sql").read_text())
    conflict = connection.execute((scripts / "conflict.sql").read_text()).fetchone()
    if conflict:
        path, run, benchmark, metric, value, other, other_path = conflict
        raise IngestError(
            f"{path}: run {run}, {benchmark}, {metric} is {value:g}, and {other:g} in {other_path} "
            "(expected the same numbers for the same run, or --replace)"
        )
    connection.execute((scripts / "merge.sql").read_text())


def _literal(path: Path) -> str:
    """A path of ours as DuckDB reads it without taking it for a pattern."""
    return "".join(f"[{one}]" if one in "*?[" else one for one in str(path))
