"""Parts that training jobs write to a folder or bucket: `loads/NAME.json` and its files in `loads/NAME/`.

They have the format of the parts of a store. NAME is a digest of what the loaded files say. The manifest is written
last: a part without one is not there.
"""

import hashlib
import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Unpack

import duckdb

from reasonboard.ingest.loading.gather import gather
from reasonboard.ingest.loading.load import room
from reasonboard.ingest.loading.load_names import default_name, load_name
from reasonboard.ingest.loading.report import Report, note_files
from reasonboard.ingest.names.catalogue import load_catalogue
from reasonboard.ingest.scripts import sql
from reasonboard.ingest.snapshot import answers, loaded_parts
from reasonboard.ingest.snapshot.build import MODEST
from reasonboard.ingest.snapshot.publish import in_one_line
from reasonboard.ingest.staging.isolated import read_isolated
from reasonboard.ingest.staging.reader_messages import ReadOptions
from reasonboard.ingest.staging.staged import Staged, merge
from reasonboard.store.errors import RemoteError
from reasonboard.store.parts import MANIFEST, SUFFIX, Part, parse
from reasonboard.store.places.place import Place
from reasonboard.store.sealed import sha256_of

LOADS = "loads"
_NAME = re.compile(r"[0-9a-f]{16}")
_UNFINISHED = 24 * 3600.0
"""Seconds that a writer may take from its first file to the manifest."""


def names(place: Place) -> list[str]:
    """The names of all parts that are whole, the earliest first by the clock of the place."""
    listed = sorted(
        (file.changed, file.name.removesuffix(MANIFEST))
        for file in place.files(LOADS)
        if file.name.endswith(MANIFEST)
    )
    return [name for _, name in listed if _NAME.fullmatch(name)]


def sweep(place: Place, now: int) -> None:
    """Remove the rows of writers that were killed before they had written a manifest, a day later.

    `now` is the time by the clock of the place, in nanoseconds since 1970.
    """
    listed = place.files(LOADS)
    whole = {entry.name.removesuffix(MANIFEST) for entry in listed if not entry.is_folder}
    for entry in listed:
        if entry.is_folder and _NAME.fullmatch(entry.name) and entry.name not in whole:
            rows = place.files(f"{LOADS}/{entry.name}")
            if all(now - file.changed > _UNFINISHED * 1e9 for file in rows):
                place.remove_folder(f"{LOADS}/{entry.name}")


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
    report = Report(load_name(name or default_name(paths)))
    with (
        room(tempfile.gettempdir()),
        in_one_line(tempfile.gettempdir()),
        tempfile.TemporaryDirectory(prefix="reasonboard-") as folder,
    ):
        staged = read_isolated(
            result_files,
            Path(folder),
            report.name,
            set(),
            seen=lambda done: progress(done, len(result_files)) if progress and done else None,
            **options,
        )
        note_files(report, staged, paths)
        building = Path(folder) / "merged.duckdb"
        part, report.part, notes = _write(building, staged, data)
        rows = {file.table: file.rows for file in part.files}
        report.runs, report.measurements, report.samples = (
            rows.get(table, 0) for table in ("loaded_run", "loaded_measurement", "sample")
        )
        report.notes = [*staged.notes, *notes]
        report.changed = report.part not in names(place)
        if report.changed and not dry_run:
            _put(place, report.part, answers.new_parts(building))
    return report


def read(place: Place, name: str) -> Part:
    """The part of this name; raises RemoteError if its manifest is damaged, FormatError if another version wrote it."""
    try:
        return parse(place.read(f"{LOADS}/{name}{MANIFEST}"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise RemoteError(
            f"{place.name}: the manifest of part {name} is damaged (expected it unchanged)"
        ) from None


def fetch(
    place: Place, name: str, part: Part, tables: Sequence[str], folder: Path
) -> dict[str, Path]:
    """Copy these tables of a part into the folder; table -> path, for each table that has rows.

    Raises RemoteError for a file that is gone or is not as it was written.
    """
    paths = {}
    for file in part.files:
        if file.table in tables:
            path = paths[file.table] = folder / f"{name}-{file.table}{SUFFIX}"
            address = f"{LOADS}/{name}/{file.name}{SUFFIX}"
            place.fetch(address, path)
            if sha256_of(path) != file.sha256:
                raise RemoteError(
                    f"{place.name}/{address}: damaged (expected the sha256 in the manifest of the part)"
                )
    return paths


def _write(building: Path, staged: Staged, data: Path) -> tuple[Part, str, list[str]]:
    """Write what was staged as a part into the folder of new parts of a database `building`.

    The part, a digest of all that was read, and the notes of `merge`.
    """
    with duckdb.connect(str(building), config=MODEST) as connection:
        connection.execute("SET enable_progress_bar = false")
        sql.make_empty(connection)
        load_catalogue(connection, data / "catalogue" / "benchmarks.toml")  # closed ones are
        sql.run(connection, "changing")
        sql.run(connection, "part_begin")
        notes = merge(connection, staged, replace=False)
        answers.write(connection, building)
        sql.run(connection, "part_end")
        loaded_parts.write(connection, building, "load", ())
        says = connection.execute(
            "SELECT sha256, content FROM loaded_file ORDER BY sha256"
        ).fetchall()
    (manifest,) = answers.new_parts(building).glob(f"*{MANIFEST}")
    name = hashlib.sha256(repr(says).encode()).hexdigest()[:16]
    return parse(manifest.read_bytes()), name, notes


def _put(place: Place, name: str, folder: Path) -> None:
    """Copy all files to the place, the manifest last."""
    for path in folder.glob(f"*{SUFFIX}"):
        place.put(path, f"{LOADS}/{name}/{path.name}")
    (manifest,) = folder.glob(f"*{MANIFEST}")
    place.put(manifest, f"{LOADS}/{name}{MANIFEST}")
