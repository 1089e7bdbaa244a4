"""What the cells of a column are like: numbers, names, truth values, dates; how many, from where to where."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from reasonboard.ingest.formats.cells import cell as cells
from reasonboard.ingest.formats.cells.cell import Cell, Missing
from reasonboard.ingest.formats.cells.numbers import Interval, Number
from reasonboard.ingest.readers.tables.known_names import benchmark, is_model, metric
from reasonboard.ingest.readers.tables.said import words_of
from reasonboard.ingest.readers.tables.vocabulary import by_word

_DATE = re.compile(
    r"\d{4}[-/]\d{1,2}(?:[-/]\d{1,2})?(?:[T ]\d{1,2}:\d\d.*)?|\d{4}\.\d{1,2}\.\d{1,2}|"
    r"\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[_T-]\d{4,6})?|"
    r"(?:\d{1,2}\s)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s(?:\d{1,2},?\s)?\d{4}",
    re.IGNORECASE,
)
_TRUTHS = {word: name == "true" for word, name in by_word("truths").items()}
_LESS = "−–-"
_LONG = 80
_LARGEST = 1e15


@dataclass(frozen=True)
class Contents:
    """The cells of one column."""

    raw: Sequence[object]
    cells: Sequence[Cell]

    @cached_property
    def numbers(self) -> list[Number]:
        return [cell for cell in self.cells if isinstance(cell, Number)]

    @cached_property
    def filled(self) -> int:
        """How many cells have anything but a sign for a missing value."""
        return sum(1 for cell in self.cells if not isinstance(cell, Missing))

    @cached_property
    def values(self) -> list[float]:
        """The plain numbers: no bounds."""
        return [cell.value for cell in self.numbers if not cell.bound]

    @property
    def is_numeric(self) -> bool:
        """Is most of it numbers?"""
        return self.filled > 0 and len(self.numbers) >= 0.6 * self.filled

    @cached_property
    def is_text(self) -> bool:
        texts = sum(isinstance(cell, str) for cell in self.cells)
        return self.filled > 0 and texts > 0.5 * self.filled

    @cached_property
    def low(self) -> float:
        return min(self.values, default=0.0)

    @cached_property
    def high(self) -> float:
        return max(self.values, default=0.0)

    @cached_property
    def decimals(self) -> int:
        """The most digits after the point."""
        return max((cell.decimals for cell in self.numbers), default=0)

    @cached_property
    def is_whole(self) -> bool:
        return bool(self.values) and all(
            value == int(value) for value in self.values if abs(value) < _LARGEST
        )

    @cached_property
    def distinct(self) -> list[str]:
        """The different filled cells as texts, in their order."""
        texts = (
            str(raw).strip()
            for raw, cell in zip(self.raw, self.cells, strict=True)
            if not isinstance(cell, Missing)
        )
        return list(dict.fromkeys(texts))

    @cached_property
    def names(self) -> list[str]:
        """Its cells as names of rows: 'None' may be one."""
        return [name_of(raw, cell) for raw, cell in zip(self.raw, self.cells, strict=True)]

    @property
    def is_unique(self) -> bool:
        return 0 < self.filled == len(self.distinct)

    @cached_property
    def is_index(self) -> bool:
        """Does it count the rows, from 0 or 1?"""
        values = [cell.value if isinstance(cell, Number) else None for cell in self.cells]
        return values in ([*range(len(values))], [*range(1, len(values) + 1)])

    @cached_property
    def signs(self) -> set[str]:
        return {cell.sign for cell in self.numbers if cell.sign}

    @cached_property
    def is_signed(self) -> bool:
        """Do its numbers have a sign before them, as differences have?"""
        telling = [cell for cell in self.numbers if cell.value]
        has_plus = any(cell.text.strip()[:1] == "+" for cell in telling)
        return has_plus and all(cell.signed for cell in telling)

    @cached_property
    def spreads(self) -> set[str]:
        """How second numbers stand in its cells: '±', '()', '[]'."""
        found = {cell.spread_as for cell in self.numbers if cell.spread is not None}
        return found | {
            "[]" for cell in self.numbers if cell.low is not None and cell.spread is None
        }

    @property
    def has_counts(self) -> bool:
        """Are its cells k of n?"""
        return any(cell.right is not None for cell in self.numbers)

    @property
    def has_intervals(self) -> bool:
        return any(isinstance(cell, Interval) for cell in self.cells)

    @cached_property
    def is_truth(self) -> bool:
        """Only true and false, in any usual words?"""
        filled = [
            raw
            for raw, cell in zip(self.raw, self.cells, strict=True)
            if not isinstance(cell, Missing) or str(raw).strip().lower() in _TRUTHS
        ]
        return bool(filled) and all(truth(raw) is not None for raw in filled)

    @property
    def is_zero_one(self) -> bool:
        values = set(self.values)
        return bool(values) and values <= {0.0, 1.0} and len(self.numbers) == self.filled

    @cached_property
    def are_dates(self) -> bool:
        return bool(self.distinct) and all(_DATE.fullmatch(text) for text in self.distinct[:200])

    @cached_property
    def is_long(self) -> bool:
        """Is it prose?"""
        return any(len(text) > _LONG for text in self.distinct[:200])

    @cached_property
    def models(self) -> float:
        """The share of its different texts that read as models."""
        return self._share(is_model)

    @cached_property
    def benchmarks(self) -> float:
        return self._share(lambda text: benchmark(text) is not None)

    @cached_property
    def metrics(self) -> float:
        return self._share(lambda text: metric(words_of(text)) is not None)

    def _share(self, test: Callable[[str], bool]) -> float:
        texts = [
            text
            for text in self.distinct[:200]
            if len(text) <= _LONG and re.search("[A-Za-z]", text)
        ]
        return sum(1 for text in texts if test(text)) / len(texts) if texts else 0.0


def name_of(raw: object, cell: Cell) -> str:
    """A cell as a name; '' for a missing one."""
    text = str(raw).strip() if isinstance(raw, str) else ""
    if isinstance(cell, Missing):
        return text if text.lower() in ("none", "null", "fail") else ""
    if not isinstance(raw, str):
        return f"{raw:.15g}" if isinstance(raw, float) else str(raw).strip()
    name, start = cells.name(raw), text[:1]
    is_less = start in _LESS and text[1:2] == " " and not name.startswith(start)
    return f"{start} {name}" if is_less else name


def truth(raw: object) -> bool | None:
    """True or false, in any usual words; None for anything else."""
    if isinstance(raw, bool):
        return raw
    return _TRUTHS.get(str(raw).strip().lower()) if isinstance(raw, str) else None
