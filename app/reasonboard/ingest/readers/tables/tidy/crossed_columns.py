"""Unread columns of a table of answers in which every problem has the same several values.

Two ways to prompt are two runs, not two attempts of one. Columns about a single answer, such as its text or
its length, differ from problem to problem.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.extra_settings import LONGEST_NAME, MOST, hint, is_name
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Run
from reasonboard.ingest.readers.tables.tidy.columns import Columns

_PLACE = ("benchmark", "metric", "filter", "item")
_MOST_VALUES = 32
"""Values of a column of conditions."""
_MOST_ITEMS = 200_000
"""Problems that are looked at, each of a run."""
_SAME = 0.8
"""The share of the problems with several answers that have the same values equally often, where it is a condition."""
_SHOWN = 40
Row = tuple[Run, str, dict[str, Any]]


class _Second(NamedTuple):
    """The first row that differs from an earlier one of its problem."""

    place: str
    run: Run
    benchmark: str


class CrossedColumns:
    """The values of unread columns, and of those about the problem, by run and problem."""

    def __init__(self, file: File, columns: Columns) -> None:
        self._file = file
        names = (*columns.left, *columns.of_items) if columns.has_samples else ()
        # The values of a column by their numbers, which take little room; of one that is no condition none.
        self._values: dict[str, dict[str, int]] = {name: {} for name in names if is_name(name)}
        self._of_item: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        self._dropped: set[str] = set()
        self._second: dict[str, _Second] = {}

    def checked(self, raw: Mapping[str, Any], rows: Iterator[Row]) -> Iterator[Row]:
        """The runs and fields of a row as they come, looked at."""
        for run, place, fields in rows:
            if len(self._dropped) < len(self._values):
                self._see(raw, run, place, fields)
            yield run, place, fields

    def refuse(self) -> None:
        """When all rows are seen: raises IngestError where such a column tells the answers to most problems apart."""
        several = [rows for rows in self._of_item.values() if len(rows) > 1]
        crossed = [
            name
            for index, name in enumerate(self._values)
            if name in self._second and self._is_crossed(index, several)
        ]
        if not crossed:
            return
        place, run, benchmark = self._second[crossed[0]]
        values = ", ".join(repr(value[:_SHOWN]) for value in sorted(self._values[crossed[0]])[:4])
        names = ", ".join(map(repr, crossed))
        raise IngestError(
            f"{place}: the answers of {run.model:.60} to {benchmark:.60} differ in {names} ({values}), not read "
            f"(expected one condition for a run; {hint(crossed[:MOST])}{self._as_repeat(crossed[0])})"
        )

    def _see(self, raw: Mapping[str, Any], run: Run, place: str, fields: Mapping[str, Any]) -> None:
        key = hash(repr((run, [fields.get(name) for name in _PLACE])))
        rows = self._of_item.get(key)
        if rows is None and len(self._of_item) >= _MOST_ITEMS:
            return
        row = tuple(self._number_of(name, raw.get(name)) for name in self._values)
        for name, number, first in zip(self._values, row, rows[0] if rows else row, strict=True):
            if number != first and name not in self._dropped:
                self._second.setdefault(name, _Second(place, run, fields["benchmark"]))
        self._of_item[key].append(row)

    def _number_of(self, name: str, raw: Any) -> int:
        """The number of a value among those of its column, 0 where there is none."""
        if name in self._dropped:
            return 0
        text, numbers = "" if raw is None else str(raw), self._values[name]
        if len(text) > LONGEST_NAME or len(numbers) > _MOST_VALUES:
            self._dropped.add(name)
            self._second.pop(name, None)
            return 0
        return numbers.setdefault(text, len(numbers) + 1)

    def _is_crossed(self, index: int, several: list[list[tuple[int, ...]]]) -> bool:
        """Do most problems with several answers have the same values of this column, each equally often?"""
        patterns = Counter(
            frozenset(Counter(row[index] for row in rows).items()) for rows in several
        )
        usual, count = patterns.most_common(1)[0]
        return len(usual) > 1 and count > 1 and count >= _SAME * len(several)

    def _as_repeat(self, name: str) -> str:
        """The advice for a column that may only number the attempts at a problem."""
        if not all(value.isdecimal() for value in self._values[name]):
            return ""
        about = self._file.path.with_suffix(".toml").name
        quoted = json.dumps(name, ensure_ascii=False)  # a text of JSON is a key of TOML
        return f', or {quoted} = "repeat" under [columns] in {about} if it numbers attempts'
