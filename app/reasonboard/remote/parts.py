"""Parts: what one load says, as Parquet files that never change, named by a manifest that is written last.

`parts/TIME-DIGEST/TABLE.parquet` are the rows, `parts/TIME-DIGEST.json` is the manifest: a part without one is not
there. TIME is that of the writer, in milliseconds, and orders names only; DIGEST is that of what the files say.
"""

import hashlib
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Unpack

import duckdb

from reasonboard.ingest import answers, sql
from reasonboard.ingest.build import MODEST
from reasonboard.ingest.catalogue import load_benchmarks
from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.gather import gather
from reasonboard.ingest.isolated import ReadOptions, read_isolated
from reasonboard.ingest.load import Report, default_name, load_name, note_files
from reasonboard.ingest.staged import Staged, merge
from reasonboard.ingest.table_file import write_rows
from reasonboard.store import part_file
from reasonboard.store.errors import RemoteError, StoreError
from reasonboard.store.lack import lack_of, reason_of
from reasonboard.store.places.place import Place
from reasonboard.store.sealed import seal, sha256_of, unseal

PARTS = "parts"
TABLES = ("loaded_file", "loaded_run", "loaded_measurement", "sample", "text_file")
_NAME = re.compile(r"\d{13,}-[0-9a-f]{16}")
_SUFFIX = ".json"
_UNFINISHED = 24 * 3600.0
"""Seconds that a writer may take from its first file to the manifest."""


@dataclass(frozen=True)
class PartFile:
    """The rows of a table."""

    sha256: str
    bytes: int
    rows: int


@dataclass(frozen=True)
class Part:
    """What a manifest says."""

    name: str
    loaded_as: str
    files: dict[str, PartFile]
    """Table -> its file."""

    @property
    def digest(self) -> str:
        """Of what it says, 16 hexadecimal digits: the same for the same files, whoever loads them."""
        return digest_of(self.name)

    @property
    def rows(self) -> int:
        """How many measurements it has."""
        return self.files["loaded_measurement"].rows

    def path_of(self, table: str) -> str:
        """The name of a table's file at the place."""
        return f"{PARTS}/{self.name}/{table}.parquet"


def digest_of(name: str) -> str:
    """The digest in the name of a part."""
    return name.rpartition("-")[2]


def names(place: Place) -> list[str]:
    """The names of all parts that are whole, the earliest first; of those that say the same only that one."""
    first: dict[str, str] = {}
    for file in place.files(PARTS):
        name = file.name.removesuffix(_SUFFIX)
        if name != file.name and _NAME.fullmatch(name):
            first.setdefault(digest_of(name), name)
    return sorted(first.values())


def sweep(place: Place, now: int) -> None:
    """Remove the rows of writers that were killed before they had written a manifest, a day later.

    `now` is the time by the clock of the place, in nanoseconds since 1970.
    """
    listed = place.files(PARTS)
    whole = {entry.name.removesuffix(_SUFFIX) for entry in listed if not entry.is_folder}
    for entry in listed:
        if entry.is_folder and _NAME.fullmatch(entry.name) and entry.name not in whole:
            rows = place.files(f"{PARTS}/{entry.name}")
            if all(now - file.changed > _UNFINISHED * 1e9 for file in rows):
                place.remove_folder(f"{PARTS}/{entry.name}")


def load_to(
    place: Place,
    paths: Sequence[str],
    *,
    data: Path,
    name: str = "",
    dry_run: bool = False,
    progress: Callable[[int, int], None] | None = None,
    **options: Unpack[ReadOptions],
) -> Report:
    """Read files and folders as `load` does, and write a part with what they say to the place.

    `data` has the catalogue of benchmarks. No store is read or written, and nobody is waited for. Raises IngestError
    for files that `load` refuses, StoreError where the place cannot be written to; nothing is there then.
    """
    result_files = gather(paths)
    report = Report(load_name(name or default_name(paths[0])))
    with _room(), tempfile.TemporaryDirectory(prefix="reasonboard-") as folder:
        staged = read_isolated(
            result_files,
            Path(folder),
            report.name,
            set,
            seen=lambda done: progress(done, len(result_files)) if progress and done else None,
            **options,
        )
        note_files(report, staged, paths)
        files, digest, notes = _write_tables(Path(folder), staged, data)
        report.runs, report.measurements, report.samples = (
            files[table].rows for table in ("loaded_run", "loaded_measurement", "sample")
        )
        report.notes = [*staged.notes, *notes]
        loaded_as = next(
            (existing for existing in names(place) if digest_of(existing) == digest), ""
        )
        report.part = loaded_as or f"{time.time_ns() // 10**6}-{digest}"
        report.changed = not loaded_as
        if not loaded_as and not dry_run:
            _put(place, Part(report.part, report.name, files), Path(folder))
    return report


def read(place: Place, name: str) -> Part:
    """The manifest of a part; raises RemoteError where it is not as it was written."""
    try:
        return _parse(name, unseal(place.read(f"{PARTS}/{name}{_SUFFIX}").decode()))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise RemoteError(
            f"{place.name}: the manifest of part {name} is damaged (expected it as it was written)"
        ) from None


def fetch(place: Place, part: Part, tables: Sequence[str], folder: Path) -> dict[str, Path]:
    """Copy these tables of a part into the folder; table -> path.

    Raises RemoteError for a file that is gone or is not as it was written.
    """
    paths = {table: folder / f"{part.name}-{table}.parquet" for table in tables}
    for table, path in paths.items():
        place.fetch(part.path_of(table), path)
        if sha256_of(path) != part.files[table].sha256:
            raise RemoteError(
                f"{place.name}/{part.path_of(table)}: damaged (expected the content of which the part tells the sha256)"
            )
    return paths


def _parse(name: str, content: dict[str, Any]) -> Part:
    files = {table: PartFile(**content["files"][table]) for table in TABLES}
    if content["name"] != name or not isinstance(content["loaded_as"], str):
        raise ValueError("it is that of another part")
    return Part(name, content["loaded_as"], files)


def _write_tables(
    folder: Path, staged: Staged, data: Path
) -> tuple[dict[str, PartFile], str, list[str]]:
    """Write what was staged into the folder, a file for each table.

    What is known of each file, the digest of all that was read, and the notes of `merge`.
    """
    with duckdb.connect(str(folder / "merged.duckdb"), config=MODEST) as connection:
        connection.execute("SET enable_progress_bar = false")
        sql.make_empty(connection)
        load_benchmarks(connection, data / "catalogue")  # closed ones are
        sql.run(connection, "changing")
        notes = merge(connection, staged, replace=False)
        counts = {table: _write_table(connection, folder, table) for table in TABLES}
        read = connection.execute(
            "SELECT sha256, content FROM loaded_file ORDER BY sha256"
        ).fetchall()
    files = {}
    for table, rows in counts.items():
        path = folder / f"{table}.parquet"
        files[table] = PartFile(sha256_of(path), path.stat().st_size, rows)
    return files, hashlib.sha256(repr(read).encode()).hexdigest()[:16], notes


def _write_table(connection: duckdb.DuckDBPyConnection, folder: Path, table: str) -> int:
    """Write a table as Parquet; how many rows it has."""
    rows, order = f"FROM {table}", "ALL"
    if table == "sample":
        rows, order = answers.numbered(connection), part_file.ORDER
    return write_rows(connection, f"{rows} ORDER BY {order}", folder / f"{table}.parquet")


def _put(place: Place, part: Part, folder: Path) -> None:
    """Copy all files to the place, the manifest last."""
    for table in part.files:
        place.put(folder / f"{table}.parquet", part.path_of(table))
    manifest = folder / "manifest"
    manifest.write_text(seal(asdict(part)))
    place.put(manifest, f"{PARTS}/{part.name}{_SUFFIX}")


@contextmanager
def _room() -> Iterator[None]:
    """Turns an error of the disk, such as a full one, into a StoreError of one line."""
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"{tempfile.gettempdir()}: {error.strerror or error} (expected room for the rows that are read)"
        ) from error
    except duckdb.Error as error:
        reason = reason_of(error)
        if lack_of(error) or isinstance(error, duckdb.OperationalError):
            raise StoreError(
                f"{tempfile.gettempdir()}: {reason} (expected room and memory)"
            ) from error
        raise IngestError(f"{reason} (expected numbers and names that fit the tables)") from error
