"""Tidy tables of JSON lines: all the columns that a row of them has, and of the log of a run what was logged last."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from reasonboard.ingest.files import File

Row = Mapping[str, Any]
_LOGGED_AT = "logged_at"
"""The column that the log of a run has (python/log.py): when the row was written."""
_OF_VALUE = frozenset({"value", "unit", "n", "repeats", "stderr", _LOGGED_AT})
"""The columns of a log that do not say what the value is of."""


@dataclass
class JsonLines:
    """The rows of a file. They are read twice: a column may stand in the last of them alone."""

    file: File
    header: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    _last: dict[int, int] = field(default_factory=dict)
    """Of a log: what a row is of, as a hash -> the last line that says so."""

    def __post_init__(self) -> None:
        self.is_log = _LOGGED_AT in self.file.first_row
        names: dict[str, None] = {}
        again = 0
        for line, row in self._read():
            names |= dict.fromkeys(row)
            if self.is_log:
                again += _of(row) in self._last
                self._last[_of(row)] = line
        self.header = [name for name in names if not self.is_log or name != _LOGGED_AT]
        if again:
            values = f"{again} value{'s were' if again > 1 else ' was'}"
            self.notes.append(f"{values} logged again: the latest is taken")
        if self.is_log and not self.file.has_whole_lines:
            self.notes.append("the last line is not whole yet: left out")

    def rows(self) -> Iterator[tuple[int, Row]]:
        """Line number and cells of every row; of a log none that was logged again later."""
        for line, row in self._read():
            if not self.is_log or self._last[_of(row)] == line:
                yield line, row

    def _read(self) -> Iterator[tuple[int, dict[str, Any]]]:
        return self.file.whole_rows() if self.is_log else self.file.rows()


def _of(row: Row) -> int:
    stated = sorted((name, str(value)) for name, value in row.items() if value is not None)
    return hash(tuple(field for field in stated if field[0] not in _OF_VALUE))
