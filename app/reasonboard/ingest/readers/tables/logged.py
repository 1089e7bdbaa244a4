"""The rows that others follow: pushed rows, and rows of the log of a run (python/log.py), of which the latest count.

A log says when each row was written: so it has the hours of the training, too. Its steps count as iterations, as in the
logs of trainers, unless they are a `progress`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.readers.common.scalars import HOURS, TRAINING, hours
from reasonboard.ingest.readers.tables.by_names import by_names
from reasonboard.ingest.readers.tables.found import TableRows
from reasonboard.ingest.readers.tables.found_answers import not_read, runs
from reasonboard.ingest.readers.tables.oriented import Oriented, pieces
from reasonboard.ingest.readers.tables.reading import Role
from reasonboard.ingest.readers.tables.said import Said, words_of

Row = Mapping[str, Any]
LOGGED_AT = "logged_at"
"""The column that the log of a run has: when the row was written."""
_OF_VALUE = frozenset({"value", "unit", "n", "repeats", "stderr", LOGGED_AT})
"""The columns of a log that do not say what the value is of."""
_OF_BENCHMARK = frozenset({"benchmark", "subset", "metric", "split", "task_type", "task_length"})
_ALONG = frozenset({"step", "iteration", "progress"})
"""Columns that say where in its training a row stands."""
_Place = frozenset[tuple[str, str]]


def is_followed(file: File) -> bool:
    """Can more rows follow the rows of the file?"""
    return bool(file.pushed_as) or LOGGED_AT in file.first_row


def read(file: File) -> Iterator[Found]:
    """The runs of the rows; raises IngestError with the line of the first one that is not understood."""
    lines = Lines(file)
    reading = by_names(file, lines.header)
    table = Oriented([Said(name, words_of(name)) for name in lines.header], [], 0, ())
    cells = (
        (f"line {line}", [row.get(name) for name in lines.header]) for line, row in lines.rows()
    )
    unread = [column.header for column in reading.of(Role.UNUSED)]
    rows = TableRows(file, reading, table, is_strict=True)
    yield from runs(rows, pieces(table, cells), unread, [*lines.notes, *not_read(unread)])


@dataclass
class Lines:
    """The rows of a file. They are read twice: a column may stand in the last of them alone."""

    file: File
    header: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    _last: dict[int, int] = field(default_factory=dict)
    """Of a log: what a row is of, as a hash -> the last line that says so."""
    _begun: dict[_Place, dict[_Place, float]] = field(default_factory=dict)
    """Of a log: a training -> each step of it -> when its first row was written."""

    def __post_init__(self) -> None:
        self.is_log = LOGGED_AT in self.file.first_row
        names: dict[str, None] = dict.fromkeys(self.file.columns_before)
        again = 0
        for line, row in self._read():
            names |= dict.fromkeys(row)
            if self.is_log:
                again += _of(row) in self._last
                self._last[_of(row)] = line
                self._note_time(row)
        self.header = [name for name in names if not self.is_log or name != LOGGED_AT]
        if again:
            values = f"{again} value{'s were' if again > 1 else ' was'}"
            self.notes.append(f"{values} logged again: the latest is taken")
        if self.is_log and not self.file.has_whole_lines:
            self.notes.append("the last line is not whole yet: left out")

    def rows(self) -> Iterator[tuple[int, Row]]:
        """Line number and cells of every row; of a log none that was logged again later, and the hours of each step."""
        timed: set[_Place] = set()
        for line, row in self._read():
            if not self.is_log or self._last[_of(row)] == line:
                yield line, row
            if self.is_log and (place := _place(row)) not in timed:
                timed.add(place)
                yield from self._hours(line, row)

    def _note_time(self, row: Row) -> None:
        written = row.get(LOGGED_AT)
        if isinstance(written, int | float):
            self._begun.setdefault(_training(row), {}).setdefault(_place(row), written)

    def _hours(self, line: int, row: Row) -> Iterator[tuple[int, Row]]:
        """From the first row of a training to the first of this row's step; not where they are stated."""
        begun, place = self._begun.get(_training(row), {}), _place(row)
        stated = {"benchmark": TRAINING, "metric": HOURS}
        if len(begun) < 2 or place not in begun or _of({**row, **stated}) in self._last:  # noqa: PLR2004
            return
        passed = hours(max(0.0, begun[place] - next(iter(begun.values()))))
        of_benchmark = dict.fromkeys(_OF_BENCHMARK | _OF_VALUE)
        yield line, {**row, **of_benchmark, **stated, "value": passed, "unit": HOURS}

    def _read(self) -> Iterator[tuple[int, dict[str, Any]]]:
        if not self.is_log:
            yield from self.file.rows()
            return
        for line, _, row in self.file.placed_rows(only_whole=True):
            is_iteration = row.get("iteration") is None and row.get("progress") is None
            yield line, row | ({"iteration": row.get("step")} if is_iteration else {})


def _place(row: Row) -> _Place:
    """The run and the step that a row is of."""
    stated = {name: str(value) for name, value in row.items() if value is not None}
    return frozenset(cell for cell in stated.items() if cell[0] not in _OF_VALUE | _OF_BENCHMARK)


def _training(row: Row) -> _Place:
    """The run alone."""
    return frozenset(cell for cell in _place(row) if cell[0] not in _ALONG)


def _of(row: Row) -> int:
    stated = sorted((name, str(value)) for name, value in row.items() if value is not None)
    return hash(tuple(field for field in stated if field[0] not in _OF_VALUE))
