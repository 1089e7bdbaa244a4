"""Loading: result files in, a new snapshot with their runs out."""

import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

import duckdb

from reasonboard.ingest.formats.errors import ContradictionError, IngestError, NothingReadError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.kept_reading import by_shape
from reasonboard.ingest.loading.gather import gather
from reasonboard.ingest.loading.load_names import check_free, default_name, load_name
from reasonboard.ingest.loading.report import Report, note_files, refuse_unanswered
from reasonboard.ingest.names.aliases import Aliases, unknown, write, write_settings
from reasonboard.ingest.scripts import sql, studies
from reasonboard.ingest.scripts.steps import Reporter, reporting_to
from reasonboard.ingest.snapshot.build import loaded_text
from reasonboard.ingest.snapshot.publish import change, loaded_files
from reasonboard.ingest.staging.isolated import read_isolated
from reasonboard.ingest.staging.later import NothingNewError
from reasonboard.ingest.staging.reader_messages import ReadOptions
from reasonboard.ingest.staging.staged import Staged, merge
from reasonboard.ingest.texts import kept
from reasonboard.store import dropped, pushed
from reasonboard.store import pointer as pointers
from reasonboard.store.backup import TEXTS
from reasonboard.store.errors import BusyError, StoreError
from reasonboard.store.folder import sound_pointer, writing
from reasonboard.store.process import has_ended, mark
from reasonboard.store.reading import attached
from reasonboard.store.undisturbed import in_store


class LoadOptions(ReadOptions, total=False):
    """How files are loaded."""

    dry_run: bool
    replace: bool
    aliases: Aliases | None
    build: str
    keep_texts: bool
    progress: Callable[[int, int], None] | None
    building: Reporter | None
    noted: Callable[[Report], None] | None


def load(
    data: Path,
    store: Path,
    paths: Sequence[str | File],
    *,
    name: str = "",
    running: bool = False,
    **options: Unpack[LoadOptions],
) -> Report:
    """Read these files and folders and publish a snapshot with them; the report says what was loaded.

    Of a damaged file nothing is loaded, nor of files that contradict each other or earlier loads: the report says what
    is wrong. Raises IngestError if no other file says anything by itself, and with `strict` for the first such file or
    one that is not recognized, and for answers that cannot be read beside their results; the store is unchanged then.
    Raises StoreError if it cannot be written to.

    `aliases` replace earlier ones. `build` is the setting that names the build of a run. With `keep_texts` the files
    that have the texts of answers are copied into the store. `progress` is called with the number of files read and of
    all files, then `noted` with what is known once they are read, `building` with each step of making the snapshot.

    With `running` tools may still write to the files: their whole lines are read, and what they say later counts.
    """
    try:
        return _load(data, store, paths, name=name, running=running, **options)
    except ContradictionError as error:
        files = gather(paths)
        rest = [file for file in files if file.name not in error.reasons]
        if running or options.get("strict") or not 0 < len(rest) < len(files):
            raise
        try:
            report = load(data, store, rest, name=name or default_name(paths), **options)
        except NothingReadError:
            raise error from None
        reasons = {file.name: error.reasons.get(file.name, "") for file in files}
        report.refused |= {name: reason for name, reason in reasons.items() if reason}
        return report


def _load(
    data: Path,
    store: Path,
    paths: Sequence[str | File],
    *,
    name: str,
    dry_run: bool = False,
    replace: bool = False,
    aliases: Aliases | None = None,
    build: str = "",
    keep_texts: bool = False,
    progress: Callable[[int, int], None] | None = None,
    building: Reporter | None = None,
    noted: Callable[[Report], None] | None = None,
    running: bool = False,
    **options: Unpack[ReadOptions],
) -> Report:
    """The same for files that do not contradict: raises ContradictionError for others."""
    result_files = gather(paths)
    report = Report(load_name(name or default_name(paths)))
    check_free(data, report.name)
    with (
        room(str(store)),
        tempfile.TemporaryDirectory(dir=ready(store), prefix=f"loading-{mark()}-") as folder,
    ):
        loaded = loaded_files(store, latest=running)
        options["kept_readings"] = by_shape(loaded.readings)
        staged = read_isolated(
            result_files,
            Path(folder),
            report.name,
            set() if replace else loaded.digests,
            seen=lambda done: progress(done, len(result_files)) if progress and done else None,
            running=running,
            **options,
        )
        if not running:
            refuse_unanswered(staged, options.get("answers", ()))
        note_files(report, staged, [str(path) for path in paths], running=running)
        if noted:
            noted(report)
        if keep_texts and not dry_run:
            report.kept = _keep_texts(store, staged)
        edit = _Edit(report, staged, aliases, replace, store if running else None, build)
        if report.read or aliases or build:
            report.version = edit.publish(data, store, building, dry_run=dry_run)
        if not dry_run and (report.read or keep_texts):
            if keep_texts:  # until they were published, another load may have removed them
                _keep_texts(store, staged)
            _remove_other_texts(store)
        report.loads = report.loads or _loads_of(store, report.name, staged.runs)
        report.aside = staged.aside
    report.notes = [*staged.notes, *edit.notes]
    return report


def _loads_of(store: Path, name: str, runs: Collection[str]) -> list[tuple[str, list[str]]]:
    """The loads of the store that have these runs, with the studies that show them."""

    def read() -> list[tuple[str, list[str]]]:
        pointer = pointers.read(store)
        if pointer is None:
            return []
        with attached(store / pointer.current.file) as connection:
            connection.execute("USE old")
            return _loads_in(connection, name, runs)

    return in_store(store, read)


def _loads_in(
    connection: duckdb.DuckDBPyConnection, name: str, runs: Collection[str]
) -> list[tuple[str, list[str]]]:
    values = {"loaded_as": name, "runs": sorted(runs), "taking": list(studies.scripts("takes.sql"))}
    rows = sql.run(connection, "shown", values).fetchall()
    return [(name, showing) for name, showing in rows]


def _keep_texts(store: Path, staged: Staged) -> int:
    """Copy the files that have the texts of answers into the store; how many there are."""
    for digest, (reader, path) in staged.texts.items():
        kept.keep(store, digest, reader, path)
    return len(staged.texts)


def alias(data: Path, store: Path, aliases: Aliases) -> list[str]:
    """Publish a snapshot in which the loaded runs have these aliases instead of earlier ones.

    Returns lines with the names among them that no loaded run has: they wait for a run that is called so.
    """
    lines: list[str] = []

    def edit(connection: duckdb.DuckDBPyConnection) -> None:
        lines[:] = unknown(connection, aliases)
        write(connection, aliases)

    change(data, store, edit, what="aliases")
    return lines


def remove(data: Path, store: Path, names: Sequence[str]) -> int:
    """Remove runs by their key or by the name of their load; returns the number of removed runs.

    Raises IngestError for a name that is not loaded.
    """
    removed = 0

    def edit(connection: duckdb.DuckDBPyConnection) -> None:
        nonlocal removed
        loaded = connection.execute("SELECT key, loaded_as FROM loaded_run").fetchall()
        check_loaded(names, loaded)
        removed = sum(1 for pair in loaded if set(pair) & set(names))
        sql.run(connection, "remove", {"names": list(names)})

    change(data, store, edit, what="remove")
    _remove_other_texts(store)
    for name in names:
        pushed.remove(store, name)  # else they were loaded again
    return removed


def check_loaded(names: Sequence[str], loaded: Sequence[tuple[str, str]]) -> None:
    """Raise IngestError for a name that is neither the key nor the load of a loaded run."""
    known = {name for pair in loaded for name in pair}
    for name in names:
        if name not in known:
            raise IngestError(
                f"{name}: not loaded (expected a run or a load that `reasonboard runs` lists)"
            )


def _remove_other_texts(store: Path) -> None:
    """Remove the copies of texts of runs that are not loaded anymore; if others write for long, the next load does."""
    if not (store / TEXTS).is_dir():
        return
    with suppress(BusyError), writing(store):
        pointer = sound_pointer(store)
        if pointer is None:
            return
        with attached(store / pointer.current.file) as connection:
            rows = connection.execute("SELECT sha256 FROM old.text_file").fetchall()
        kept.remove_others(store, {digest for (digest,) in rows})


@contextmanager
def room(place: str) -> Iterator[None]:
    """Errors of the disk, such as a full one, as a StoreError of one line."""
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"{place}: {error.strerror or error} (expected room for the rows that are read)"
        ) from error


@dataclass
class _Edit:
    """The change that a load makes to the loaded tables, and its counts for the report."""

    report: Report
    staged: Staged
    aliases: Aliases | None
    replace: bool
    running_in: Path | None = None
    """The store, where tools still write to the files."""
    build: str = ""
    before: str = ""
    notes: Sequence[str] = ()

    def publish(self, data: Path, store: Path, building: Reporter | None, *, dry_run: bool) -> str:
        """Change what is loaded; the version of the snapshot, "" where files that are still written say nothing new."""
        rows = 0 if self.running_in else self.staged.rows  # most are loaded already
        with reporting_to(building), suppress(NothingNewError):
            return change(
                data,
                store,
                self.make,
                what="load",
                after=self.count,
                dry_run=dry_run,
                incoming=rows,
            )
        return ""

    def make(self, connection: duckdb.DuckDBPyConnection) -> None:
        may_undo = self.replace or self.running_in
        self.before = loaded_text(connection) if may_undo else ""
        self.notes = merge(
            connection, self.staged, replace=self.replace, running_in=self.running_in
        )
        if self.aliases:
            self.notes = [*self.notes, *unknown(connection, self.aliases)]
            write(connection, self.aliases)
        if self.build:
            write_settings(connection, {self.build: "build"})

    def count(self, connection: duckdb.DuckDBPyConnection) -> None:
        report = self.report
        report.loads = _loads_in(connection, report.name, self.staged.runs)
        (
            new_runs, report.runs, report.measurements, report.samples, report.completed, report.scores,
        ) = sql.run(connection, "report").fetchone() or (0, 0, 0, 0, 0, 0)  # fmt: skip
        rows = sql.run(connection, "report_names", {"numbers": self.staged.numbers}).fetchall()
        names: dict[str, list[str]] = {what: found or [] for what, found in rows}
        report.studies, report.unnamed = names["studies"], names["unnamed"]
        report.means = names["means"]
        report.has_steps, report.has_more = "steps" in names, "more" in names
        report.unread_dates, report.future_dates = names["unread dates"], names["future dates"]
        added = any((new_runs, report.measurements, report.samples, report.completed))
        report.changed = bool(added or self.running_in) and (
            not self.before or self.before != loaded_text(connection)
        )


def ready(store: Path) -> Path:
    """The store folder, made where it is missing, without the folders that killed loads left."""
    store.mkdir(parents=True, exist_ok=True)
    for left in store.glob("loading-*"):
        if has_ended(left.name):
            shutil.rmtree(left, ignore_errors=True)
    dropped.remove_old(store)
    return store
