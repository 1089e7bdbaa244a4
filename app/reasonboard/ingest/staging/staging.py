"""Records of the readers, written as rows into files of our own."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, Self, Unpack

import orjson

from reasonboard.ingest.formats import parquet
from reasonboard.ingest.formats.bulk import Bulk
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.extra_settings import ExtraSettings
from reasonboard.ingest.formats.files import File, Room
from reasonboard.ingest.formats.records import ByFile, Found, Run, Sample, TextPlace
from reasonboard.ingest.formats.settings import LONGEST_NAME, MOST, Kept, bare, flat, kept
from reasonboard.ingest.names import places
from reasonboard.ingest.names.benchmark_words import read
from reasonboard.ingest.names.path_fields import PathFields
from reasonboard.ingest.names.path_pattern import pattern
from reasonboard.ingest.staging.reader_messages import ReadOptions
from reasonboard.ingest.staging.rows import (
    KEY,
    Row,
    measurement_row,
    run_row,
    sample_rows,
    text_file_row,
)
from reasonboard.ingest.staging.staged import TABLES, Staged

_LAST_TIME = 253402300799
"""Seconds since 1970 at the end of the year 9999: a file system can state later times."""
_ROWS_OF_PROGRESS = 10_000


class _Marks(NamedTuple):
    """How far the staging was before a file."""

    places: dict[str, int]
    counts: Counter[str]
    content: "hashlib._Hash"
    notes: int
    runs: int
    bulks: int


class Staging:
    """A folder with a file of rows per table, filled one file after the other."""

    def __init__(
        self,
        folder: Path,
        loaded_as: str,
        loaded_digests: set[tuple[str, str]],
        progress: Callable[[], None] = lambda: None,
        *,
        running: bool = False,
        **options: Unpack[ReadOptions],
    ) -> None:
        """`loaded_digests` are the digests of the files that are loaded already and of their content.

        `progress` is called after every 10,000 rows. With `running` tools may still write to the files.
        """
        self.options = options
        self.running = running
        self.mains: dict[Path, File] = {}
        """The files that those are read with which say nothing by themselves."""
        self._progress = progress
        path_pattern = options.get("path_pattern")
        self.path_fields = PathFields(pattern(path_pattern) if path_pattern else None, running)
        self.room = Room(folder, progress)
        self.extra_settings = ExtraSettings(options.get("extra_settings", frozenset()))
        self._rows = 0
        self._loaded_digests = loaded_digests
        self._content = hashlib.sha256()
        self._now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
        self._runs: dict[str, None] = {}
        self._runs_of_file: set[str] = set()
        self._texts_of_file: dict[str, tuple[str, Path]] = {}
        """Of the file that is read: they count for the load when the whole file is read."""
        self._digests: dict[str, int] = {}
        self._last: tuple[Mapping[str, Any], Kept] = ({}, kept({}))
        """The settings of the last run and what is kept of them: all steps of a training share them."""
        self._states_settings: dict[str, bool] = {}
        self.staged = Staged(loaded_as, {table: folder / f"{table}.ndjson" for table in TABLES})
        self._files = {table: path.open("wb") for table, path in self.staged.paths.items()}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files.values():
            file.close()

    def add(self, file: File, records: Iterable[Found | Bulk]) -> bool:
        """Every record of a file. False, and none of them, where all that it says is loaded already.

        What belongs to a file counts: answers that were added beside it are something new. Raises
        IngestError for what cannot be stored.
        """
        before = self._marks()
        self._content = hashlib.sha256()
        self._runs_of_file, self._texts_of_file = set(), {}
        try:
            for record in records:
                if isinstance(record, Bulk):
                    self._add_bulk(record)
                else:
                    self._add_run(file, record)
            if not file.unchanged():
                raise file.refused("changed while it was read", "a finished file")
        except (IngestError, RecursionError):
            self._back_to(before)
            self.extra_settings.forget(file.name)
            raise
        self.staged.runs |= self._runs_of_file
        self.staged.texts |= self._texts_of_file
        content = self._content.hexdigest()
        if (file.sha256, content) in self._loaded_digests:
            self._back_to(before)
            self.extra_settings.forget(file.name)
            return False
        self._loaded_digests.add((file.sha256, content))
        self.staged.notes.extend(
            f"{file.name}:{line}: left out, its end is missing (expected JSON)"
            for line in dict.fromkeys(file.cut)
        )
        seconds = min(max(file.status.st_mtime, 0), _LAST_TIME)
        changed = datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None)
        row = {"sha256": file.sha256, "path": file.place, "bytes": file.status.st_size}
        row |= {"name": file.name, "origin": file.origin}
        row |= {"changed": changed, "content": content, "loaded_as": self._load_of(file)}
        row |= {"loaded_at": self._now, "reading": file.reading or None}
        self._write(file, "loaded_file", row)
        if file.pushed_as:
            self.staged.pushed[file.name] = file.sha256
        return True

    def _marks(self) -> _Marks:
        places = {table: file.tell() for table, file in self._files.items()}
        return _Marks(
            places,
            self.staged.counts.copy(),
            self._content.copy(),
            len(self.staged.notes),
            len(self._runs),
            len(self.staged.bulks),
        )

    def _back_to(self, marks: _Marks) -> None:
        for table, place in marks.places.items():
            self._files[table].seek(place)
            self._files[table].truncate()
        self.staged.counts, self._content = marks.counts, marks.content
        while len(self._runs) > marks.runs:
            self._runs.popitem()
        del self.staged.notes[marks.notes :], self.staged.bulks[marks.bulks :]

    def finished(self) -> Staged:
        """All rows, when the last file is added."""
        for file in self._files.values():
            file.close()
        self.staged.settings = self.extra_settings.present
        notes = [*self.path_fields.lines(), *self.staged.notes, *self.extra_settings.lines()]
        self.staged.notes[:] = dict.fromkeys(notes)
        return self.staged

    def _add_bulk(self, table: Bulk) -> None:
        missing = table.missing
        if missing is None:
            missing = parquet.check(table, self._progress)
        keys, values = [], []
        for run, chosen, number, benchmark in table.runs:
            row = self._run_row(run, table.file, f"row {number}", benchmark)
            keys.append(row["key"])
            values.append(chosen)
            self._write_run(table.file, row)
        self.staged.counts["missing"] += missing
        self.staged.bulks.append((replace(table, runs=()), values, keys))
        self._content.update(repr((keys, sorted(table.fields.items()))).encode())
        self.staged.notes.extend(f"{table.file.name}: {note}" for note in table.notes)
        self._add_unread(table.file, table.unread)

    def _run_row(self, run: Run, file: File, locator: str, benchmark: str) -> Row:
        run, found = self.path_fields.applied(run, file)
        stem = found.without(places.stem(file)) if found else ""
        row = run_row(run, file, locator, self._kept(run, file), benchmark, stem)
        return self._with_unique_key(row)

    def _kept(self, run: Run, file: File) -> Kept:
        """The settings to keep of a run; counts and reports what is left out."""
        stated, before = self._last
        if run.settings is stated or not (run.settings or stated):
            return before
        extra = file.extra_settings
        extra.see(bare(name) for name, _ in flat(run.settings))
        result = kept(run.settings, {*run.chosen, *extra.names})
        for name in result.secrets:
            extra.secrets.setdefault(name, {})[file.name] = None
        self.staged.counts["secrets"] += len(result.secrets)
        if result.left_out:
            self.staged.notes.append(
                f"{file.name}: {result.left_out:,} settings of a run are left out, all but their digest "
                f"(at most {MOST} are kept, with names of at most {LONGEST_NAME} characters)"
            )
        self._last = (run.settings, result)
        return result

    def _with_unique_key(self, row: Row) -> Row:
        """The run without its digest; of two with the same key the second has twice as many digits.

        Of 10^5 runs it is one or two, of 10^6 some hundred.
        """
        digest = row.pop("digest")
        if self.options.get("apart"):
            digest = hashlib.sha256(f"{self.staged.loaded_as} {digest}".encode()).hexdigest()
            row["key"] = digest[:KEY]
        whole = int(digest[: 2 * KEY], 16)
        if self._digests.setdefault(row["key"], whole) != whole:
            row["key"] = digest[: 2 * KEY]
        return row

    def _write_run(self, file: File, row: Row) -> None:
        self._runs_of_file.add(row["key"])
        if row["key"] not in self._runs:
            self._runs[row["key"]] = None
            self._write(file, "loaded_run", row | {"loaded_as": self._load_of(file)})

    def _load_of(self, file: File) -> str:
        return file.pushed_as or self.staged.loaded_as

    def _add_run(self, file: File, record: Found) -> None:
        run_of, before = self._runs_of(file, record), self._rows
        for measurement in record.measurements:
            number = measurement_row(measurement, run_of(measurement.benchmark), file.name)
            self.staged.counts["missing"] += number["value"] is None
            self._write(file, "loaded_measurement", number)
        samples = record.samples or ByFile(())
        for each in samples.files if isinstance(samples, ByFile) else [samples]:
            self._add_samples(file, each, run_of, beside=record.beside)
        for error in record.damage:
            self._leave_out(file, error)
        if self._rows == before:
            run_of("")  # a run without numbers
        self.staged.notes.extend(f"{file.name}: {note}" for note in record.notes)
        self._add_unread(file, record.unread)

    def _runs_of(self, file: File, record: Found) -> Callable[[str], Row]:
        """The run of a benchmark: the run of the record, with the settings that the name of the benchmark states."""
        first = record.measurements[0].locator if record.measurements else ""
        rows: dict[str, Row] = {}

        def run_of(benchmark: str) -> Row:
            if benchmark not in self._states_settings:
                self._states_settings[benchmark] = bool(read(benchmark).way.settings)
            named = benchmark if self._states_settings[benchmark] else ""
            if named not in rows:
                rows[named] = self._run_row(record.run, file, first, named)
            self._write_run(file, rows[named])
            return rows[named]

        return run_of

    def _add_unread(self, file: File, unread: Sequence[str]) -> None:
        if unread:
            self.staged.unread[file.name] = unread

    def _add_samples(
        self, file: File, samples: Iterable[Sample], run_of: Callable[[str], Row], *, beside: bool
    ) -> None:
        """Every answer; none of those beside a file of results where one of them cannot be read."""
        before = self._marks()
        places: dict[str, TextPlace] = {}
        try:
            for sample in sample_rows(_noted(samples, places), run_of, file.name):
                self._write(file, "sample", sample | {"sha256": file.sha256})
            for digest, place in places.items():
                self._write(file, "text_file", text_file_row(place))
                self._texts_of_file[digest] = (place.reader, place.file.path.resolve())
        except IngestError as error:
            if not beside:
                raise
            self._back_to(before)
            self._leave_out(file, error)

    def _leave_out(self, file: File, error: IngestError) -> None:
        """Note errors in the companion files of answers; raise them if nothing may be left out."""
        if self.options.get("strict"):
            raise error
        damaged = str(error).partition(":")[0]
        self.staged.refused[damaged] = f"{error}; the answers of {file.name} are left out"

    def _write(self, file: File, table: str, row: Row) -> None:
        """Add a row that was read from the file."""
        self.staged.counts[table] += 1
        self._rows += 1
        if self._rows % _ROWS_OF_PROGRESS == 0:
            self._progress()
        try:
            line = orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)
        except orjson.JSONEncodeError as error:
            raise IngestError(f"{file.name}: {error} (expected names in valid Unicode)") from error
        if table != "loaded_run":  # which names the load that a run came with first
            self._content.update(line)
        self._files[table].write(line)


def _noted(samples: Iterable[Sample], places: dict[str, TextPlace]) -> Iterator[Sample]:
    """The samples as they are; of each file that has their texts, one place is put into `places`."""
    for sample in samples:
        if sample.texts:
            places.setdefault(sample.texts.file.sha256, sample.texts)
        yield sample
