"""Loading: paths -> a new snapshot in which their runs stand beside what was there."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

import duckdb

from reasonboard.ingest.aliases import Aliases, write
from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.gather import gather
from reasonboard.ingest.isolated import read_isolated
from reasonboard.ingest.publish import change, loaded_files
from reasonboard.ingest.reader_messages import Limits
from reasonboard.ingest.staged import Staged, merge
from reasonboard.store.errors import StoreError

DEFAULT_LIMITS = Limits()
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")


@dataclass
class Report:
    """What a load did, or with `dry_run` would do."""

    name: str
    read: int = 0
    skipped: list[str] = field(default_factory=list)
    """A line for each file that adds nothing, with the reason."""
    unknown: list[str] = field(default_factory=list)
    """Those of them that are of no known tool."""
    notes: list[str] = field(default_factory=list)
    runs: int = 0
    measurements: int = 0
    samples: int = 0
    missing: int = 0
    """Numbers that are NaN, Infinity or N/A in their files: kept as such, never as 0."""
    secrets: int = 0
    studies: list[str] = field(default_factory=list)
    version: str = ""


def load(
    data: Path,
    store: Path,
    paths: Sequence[str],
    *,
    name: str = "",
    dry_run: bool = False,
    strict: bool = False,
    replace: bool = False,
    said: Aliases | None = None,
    seen: Callable[[int, int], None] | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Report:
    """Read these files and folders and publish a snapshot with them; what it did.

    All or nothing: raises IngestError for the first file that is damaged, or with `strict` for one
    of no known tool, or where all are of none, and then the store is as it was; StoreError where the
    store cannot be written to. `said` takes the place of earlier aliases.
    `seen` is called with how many files are done, and of how many. `limits` bound what reading takes.
    """
    every = gather(paths)
    report = Report(_named(name or Path(paths[0]).resolve().stem))
    with (
        _room(store),
        tempfile.TemporaryDirectory(dir=_ready(store), prefix=f"loading-{os.getpid()}-") as folder,
    ):
        outcome = read_isolated(
            every,
            Path(folder),
            report.name,
            loaded_files(store),
            strict=strict,
            limits=limits,
            seen=lambda done: seen(done, len(every)) if seen and done else None,
        )
        reading, staged = outcome.reading, outcome.staged
        report.read, report.skipped, report.unknown = reading.read, reading.skipped, reading.unknown
        if not report.read and report.unknown:
            raise IngestError(report.unknown[0])
        if not report.read and not report.skipped:
            raise IngestError(f"{', '.join(paths)}: no file here (expected result files)")
        if report.read or said:
            report.version = change(
                data,
                store,
                lambda connection: _edit(connection, staged, said, replace=replace),
                dry_run=dry_run,
                after=lambda connection: _count(connection, report),
            )
    report.missing, report.secrets = staged.counts["missing"], staged.counts["secrets"]
    report.notes = list(staged.notes)
    return report


def alias(data: Path, store: Path, said: Aliases) -> None:
    """Publish a snapshot of what is loaded under these aliases, in the place of earlier ones."""
    change(data, store, lambda connection: write(connection, said))


def remove(data: Path, store: Path, names: Sequence[str]) -> int:
    """Take out the runs of these keys, or of the loads of these names; how many there were.

    Raises IngestError for one that is not loaded.
    """
    gone = 0

    def edit(connection: duckdb.DuckDBPyConnection) -> None:
        nonlocal gone
        loaded = connection.execute("SELECT key, loaded_as FROM loaded_run").fetchall()
        for name in names:
            if not any(name in pair for pair in loaded):
                raise IngestError(
                    f"{name}: not loaded (expected a run or a load of `reasonboard runs`)"
                )
        gone = sum(1 for pair in loaded if set(pair) & set(names))
        scripts = files("reasonboard.ingest")
        connection.execute((scripts / "removing.sql").read_text(), {"names": list(names)})
        connection.execute((scripts / "remove.sql").read_text())

    change(data, store, edit)
    return gone


@contextmanager
def _room(store: Path) -> Iterator[None]:
    """A disk that is full, or cannot be written to, is said in one line."""
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"{store}: {error.strerror or error} (expected room for the rows that are read)"
        ) from error


def _edit(
    connection: duckdb.DuckDBPyConnection,
    staged: Staged,
    said: Aliases | None,
    *,
    replace: bool,
) -> None:
    merge(connection, staged, replace=replace)
    if said:
        write(connection, said)


def _count(connection: duckdb.DuckDBPyConnection, report: Report) -> None:
    text = (files("reasonboard.ingest") / "report.sql").read_text()
    row = connection.execute(text).fetchone() or (0, 0, 0, [])
    report.runs, report.measurements, report.samples, report.studies = row


def _named(name: str) -> str:
    cleaned = "".join(one if one in _NAME else "-" for one in name).strip("-.")[:80]
    if not cleaned:
        raise IngestError(
            f"{name!r} is no name for a load (expected letters, digits, '-', '_', '.')"
        )
    return cleaned


def _ready(store: Path) -> Path:
    """The store, without what loads that were killed left in it."""
    store.mkdir(parents=True, exist_ok=True)
    for left in store.glob("loading-*-*"):
        process = left.name.split("-")[1]
        if process.isdigit() and not _runs(int(process)):
            shutil.rmtree(left, ignore_errors=True)
    return store


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
