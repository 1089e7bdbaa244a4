"""The runs and numbers of a table by its reading."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NoReturn

from reasonboard.ingest.formats.cells import cell as cells
from reasonboard.ingest.formats.cells.cell import Missing
from reasonboard.ingest.formats.cells.numbers import Interval, Number
from reasonboard.ingest.formats.extra_settings import LONGEST_NAME
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import (
    FRACTION,
    HOURS,
    PERCENT,
    TOKENS,
    Found,
    Measurement,
    NameOf,
    Run,
)
from reasonboard.ingest.names import infer
from reasonboard.ingest.names.benchmark_words import spelling
from reasonboard.ingest.readers.common.dates import iso_date
from reasonboard.ingest.readers.common.scalars import TRAINING
from reasonboard.ingest.readers.tables.answers import UNITS
from reasonboard.ingest.readers.tables.known_names import AT_K, at_k, leaves_k_open, metric
from reasonboard.ingest.readers.tables.oriented import Oriented
from reasonboard.ingest.readers.tables.reading import Column, Role, TableReading
from reasonboard.ingest.readers.tables.said import words_of
from reasonboard.ingest.readers.tables.shares import SCORE, SHARE
from reasonboard.ingest.readers.tables.units import converted, unit_of_row
from reasonboard.ingest.readers.tables.vocabulary import ALL
from reasonboard.ingest.readers.tables.who import STEP
from reasonboard.store.fields import ANSWER, MEASUREMENT, MODEL, RUN

OF_RUN = frozenset(field.name for field in (*MODEL, *RUN))
OF_NUMBER = frozenset(field.name for field in MEASUREMENT)
WHOLES = frozenset(field.name for field in (*MODEL, *RUN, *MEASUREMENT) if field.type is int)
REALS = frozenset(field.name for field in (*MODEL, *RUN, *MEASUREMENT) if field.type is float)
OF_ANSWERS = frozenset({"item_field", *(field.name for field in ANSWER)})
_OF_A_TOOL = re.compile(r"\S*(?:[a-z][A-Z]|\S[:,/]\S)\S*")
"""A metric as a tool writes it, `val-core/acc` or `AverageAccuracy`: it is kept so."""
_COUNTED = {Role.N: "problems", Role.REPEATS: "repeats"}
_BILLION = 1e9
_MOST_HELD = 50_000
"""The most numbers that are held, so that the numbers of a run come together."""
_LARGEST = 2**53
_LARGEST_SIZE = 1e5
_NO_NUMBERS = {
    "nan": "NaN", "inf": "Infinity", "infinity": "Infinity", "-inf": "-Infinity", "-infinity": "-Infinity"
}  # fmt: skip
"""What logs write for a number that is none."""


@dataclass(frozen=True)
class TableRows:
    """A table with its reading, and what is left out of it."""

    file: File
    reading: TableReading
    table: Oriented
    skipped: dict[str, int] = field(default_factory=dict)
    head: Oriented | None = None
    """The first rows of a large table, by which it is understood; `table` is the next piece of it."""
    seen: set[int] = field(default_factory=set)
    """What numbers are of and what they are, as hashes, for all pieces of a table."""
    counts: Counter[int] = field(default_factory=Counter)
    """How many answers each problem has so far."""
    _metrics: dict[tuple[str, ...], tuple[str, str]] = field(default_factory=dict)
    is_strict: bool = False
    """Is a value that is no number refused? Else it is left out, and counted."""

    def found(self) -> Iterator[Found]:
        """The runs with their numbers; repeated values are left out."""
        runs: dict[object, tuple[Run, list[Measurement]]] = {}
        held = 0
        for row in range(self.table.rows):
            for stated, indexes in self._groups:
                key = (self.key(row), tuple(stated.items()))
                if key not in runs:
                    runs[key] = (self.run(row, stated), [])
                numbers = (self._number(row, index) for index in indexes)
                runs[key][1].extend(one for one in numbers if one and self._is_new(key, one))
                held += len(indexes)
            if held > _MOST_HELD:
                yield from (Found(*each) for each in runs.values() if each[1])
                runs, held = {}, 0
        yield from (Found(*each) for each in runs.values() if each[1])

    def _is_new(self, key: object, number: Measurement) -> bool:
        place = (key, number.benchmark, number.metric, number.value)
        count = len(self.seen)
        self.seen.add(hash(place))
        return len(self.seen) > count

    def key(self, row: int) -> tuple[str, ...]:
        """The cells that describe the run and what is measured: the texts of all columns that distinguish rows."""
        return tuple(self.text(row, index) for index in self._telling)

    @cached_property
    def _telling(self) -> list[int]:
        roles = (Role.MODEL, Role.FIELD, Role.SETTING, Role.K)
        return [index for index, column in self.columns(*roles) if column.name not in OF_ANSWERS]

    @cached_property
    def _groups(self) -> list[tuple[Mapping[str, str], list[int]]]:
        """The value columns by what their headers state of the run: a length, a step."""
        groups: dict[tuple[tuple[str, str], ...], list[int]] = {}
        for index, column in self.columns(Role.VALUE):
            own = {"n", "subset", *OF_NUMBER, *(("k",) if AT_K.fullmatch(column.metric) else ())}
            stated = {**column.stated, **self._beside(index)}.items()
            of_run = tuple(sorted(each for each in stated if each[0] not in own))
            groups.setdefault(of_run, []).append(index)
        if not groups:
            groups[()] = [-1]
        return [(dict(stated), indexes) for stated, indexes in groups.items()]

    def _beside(self, index: int) -> Mapping[str, str]:
        return self.table.beside[index] if self.table.beside else {}

    @cached_property
    def columns(self) -> Callable[..., Sequence[tuple[int, Column]]]:
        """Gives the columns with one of some roles, and their places."""
        every = list(enumerate(self.reading.columns))
        return cache(lambda *roles: [each for each in every if each[1].role in roles])

    def text(self, row: int, index: int) -> str:
        return self.table.contents[index].names[row]

    def run(self, row: int, stated: Mapping[str, str]) -> Run:
        constants = self.reading.constants
        model = constants.get("model", "")
        for index, _ in self.columns(Role.MODEL):
            model = self.text(row, index) or self.refuse(
                row, index, "no name of a model", "one in each row"
            )
        fields: dict[str, Any] = {name: constants[name] for name in constants.keys() & OF_RUN}
        settings: dict[str, Any] = {
            name.removeprefix("settings."): text
            for name, text in constants.items()
            if name.startswith("settings.")
        }
        for index, column in self.columns(Role.FIELD, Role.SETTING, Role.K):
            text = self.text(row, index)
            if not text:
                continue
            if column.role is Role.FIELD and column.name in OF_RUN:
                fields[column.name] = text
            elif column.role is Role.SETTING or (column.role is Role.K and not self._at_k):
                settings[(column.name or column.header)[:LONGEST_NAME]] = text
        model = stated.get("model", model)
        for name, text in stated.items():
            if name != "model":
                (fields if name in OF_RUN else settings)[name] = text
        fields = {name: self._field(row, name, text) for name, text in fields.items()}
        told = {"settings": settings, "chosen": tuple(settings), **fields}
        return Run("table", self._sized(model, fields), NameOf.ROW, **told)

    def _sized(self, model: str, fields: Mapping[str, Any]) -> str:
        """The name with its size where other rows have the same name at other sizes."""
        size = fields.get("params_b")
        is_bare = size and infer.size(model) is None and model in self._ambiguous
        return f"{model}-{size:g}B" if is_bare else model

    @cached_property
    def _ambiguous(self) -> set[str]:
        models = [index for index, _ in self.columns(Role.MODEL)]
        sizes = [index for index, column in self.columns(Role.FIELD) if column.name == "params_b"]
        if not models or not sizes:
            return set()
        by_name: dict[str, set[str]] = {}
        first = (self.head or self.table).contents
        for name, size in zip(first[models[0]].names, first[sizes[0]].names, strict=True):
            by_name.setdefault(name, set()).add(size)
        are_families = self.reading.columns[models[0]].name == "family"
        return {name for name, each in by_name.items() if len(each) > 1 or are_families}

    def _field(self, row: int, name: str, text: str) -> Any:
        if name == "params_b":
            size = infer.size(text.replace(" ", "")) or _number(text)
            if size is not None and size > _LARGEST_SIZE:
                size /= _BILLION
            return size
        if name == "date":
            return iso_date(text) or text  # a load lists dates that cannot be read
        if name in WHOLES or name in REALS:
            named = STEP.fullmatch(text) if name == "step" else None
            number = _number(named["step"] if named else text)
            is_whole = number is not None and number.is_integer() and abs(number) <= _LARGEST
            if number is None or (name in WHOLES and not is_whole):
                kind = "a whole number" if name in WHOLES else "a number"
                raise self.file.refused(f"{self.table.places[row]}: {name} is {text!r:.40}", kind)
            return int(number) if name in WHOLES else number
        return text

    @cached_property
    def _at_k(self) -> bool:
        """Do the metrics of the values have the k?"""
        named = [column.metric for _, column in self.columns(Role.VALUE)]
        for index, _ in self.columns(Role.METRIC):
            named += (self.head or self.table).contents[index].distinct
        return any(map(leaves_k_open, named))

    def _number(self, row: int, index: int) -> Measurement | None:
        if index < 0:
            return self._of_counts(row)
        column, cell = self.reading.columns[index], self.table.contents[index].cells[row]
        if isinstance(cell, Missing):
            return self._gap(row, index, column, cell)
        if not isinstance(cell, Number):
            shown = repr(self.table.contents[index].raw[row])[:60]
            if self.is_strict:
                self.refuse(row, index, f"{shown} is no number", "a number such as 0.437")
            text = cell.text if isinstance(cell, Interval) else cell
            self._skip(f"{column.header}: cells that are no numbers, such as {text[:20]!r}")
            return None
        if cell.bound not in ("", "~"):
            self._skip(f"bounds, such as {cell.text!r}")
            return None
        measure, unit = self.metric(row, column)
        value, unit, factor = self._value(row, index, cell, unit)
        n, err = self._n(row, index, column, cell), self._stderr(row, column, cell)
        self._check_bounds(row, index, column, cell)
        err = None if err is None else err * factor
        told = {"stderr": err, "n_items": n, "n_repeats": self.count(row, Role.REPEATS)}
        return self._measurement(row, index, measure, value, unit, **told)

    def _measurement(
        self, row: int, index: int, metric: str, value: float | None, unit: str, **told: Any
    ) -> Measurement:
        column = self.reading.columns[index]
        benchmark, place = self.benchmark(row, column), self.table.locator(row, index)
        told |= {"higher_is_better": column.higher_is_better, **self._of_number(row, column)}
        return Measurement(benchmark, metric, value, unit, place, **told)

    def _gap(self, row: int, index: int, column: Column, cell: Missing) -> Measurement | None:
        """A value that is not a number, of a step or in a stated unit, so that no line of a curve leads over it."""
        along = ("step", "iteration", "progress")
        has_steps = any(one.name in along for one in self.reading.of(Role.FIELD))
        word = _NO_NUMBERS.get(cell.word.lower())
        has_unit = self.reading.of(Role.UNIT) or "unit" in self.reading.constants
        if not word or not (has_steps or has_unit):
            return None
        measure, unit = self.metric(row, column)
        told = {"missing": word, "n_items": self._n(row, index, column, cell)}
        unit = FRACTION if unit == SHARE else unit
        return self._measurement(row, index, measure, None, unit, **told)

    def _of_counts(self, row: int) -> Measurement | None:
        """k right of n, where a table has these columns and no value."""
        right, n = self.count(row, Role.CORRECT), self.count(row, Role.N)
        index = next(index for index, _ in self.columns(Role.CORRECT))
        if right is None or n is None:
            return None
        if right > n:
            self.refuse(row, index, f"{right} right of {n}", "at most n")
        share = right / n if n else None
        return self._measurement(row, index, "accuracy", share, FRACTION, n_items=n)

    def metric(self, row: int, column: Column) -> tuple[str, str]:
        """The metric of a value and its unit: equal in all rows with equal texts for them."""
        telling = self.columns(Role.METRIC, Role.UNIT, Role.K, Role.BENCHMARK)
        key = (column.metric, column.unit, *(self.text(row, index) for index, _ in telling))
        if key not in self._metrics:
            self._metrics[key] = self._metric(row, column)
        return self._metrics[key]

    def _metric(self, row: int, column: Column) -> tuple[str, str]:
        name, unit = column.metric, column.unit
        for index, _ in self.columns(Role.METRIC):
            written = self.text(row, index)
            if not column.metric and written:
                found = None if self._is_of_training(row) else metric(words_of(written))
                name = found.name if found else words_of(written).replace(" ", "_")
                name = written if _OF_A_TOOL.fullmatch(written) else name
                unit = unit_of_row(written, unit if unit in (FRACTION, PERCENT) else FRACTION)
        for index, _ in self.columns(Role.UNIT):
            if column.unit in ("", FRACTION, PERCENT, SCORE):  # otherwise its header has the unit
                unit = self._unit(row, index) or unit
        if not unit:
            self.refuse(row, 0, "no unit", "fraction, percent, tokens or hours")
        k = next((self.text(row, index) for index, _ in self.columns(Role.K)), "")
        if match := AT_K.fullmatch(name.replace("_", " ")):
            name = at_k(match)
        if k and leaves_k_open(name):
            name = name[:-1] + str(int(float(k)))
        return name or "accuracy", unit

    def _is_of_training(self, row: int) -> bool:
        """Is it a number of a training, which is called as its log calls it?"""
        return any(self.text(row, index) == TRAINING for index, _ in self.columns(Role.BENCHMARK))

    def _unit(self, row: int, index: int) -> str:
        """The unit that a cell names: '%' is percent."""
        written = self.text(row, index).lower()
        if written and self.is_strict and written not in UNITS:
            self.refuse(row, index, f"the unit is {written!r:.40}", ", ".join(UNITS))
        return UNITS.get(written, written)

    def _value(self, row: int, index: int, cell: Number, unit: str) -> tuple[float, str, float]:
        """The value in the unit of its column, and what it was multiplied by."""
        value, (unit, factor) = cell.value, converted(cell, unit, self.table.said[index].sign)
        most = {FRACTION: 1, PERCENT: 100}.get(unit)
        if most and not 0 <= value <= most + 1e-9:
            self.refuse(row, index, f"{cell.text} is no {unit}", f"0 to {most}")
        if unit in (TOKENS, HOURS) and value < 0:
            self.refuse(row, index, f"{cell.text} {unit}", "0 or more")
        return value * factor, unit, factor

    def _n(self, row: int, index: int, column: Column, cell: object) -> int | None:
        if isinstance(cell, Number) and cell.count is not None:
            return cell.count
        stated = {**column.stated, **self._beside(index)}
        if "n" in stated:
            return int(float(stated["n"].replace(",", "")))
        if "subset" in column.stated:
            return None
        for each, other in self.columns(Role.N):
            place = column.benchmark and spelling(column.benchmark)
            if other.of in ("", column.header) or (place and spelling(other.of) == place):
                return self.whole(row, each)
        n = self.reading.constants.get("n", "")
        return int(n) if n.isdigit() else None

    def count(self, row: int, role: Role) -> int | None:
        return next((self.whole(row, index) for index, _ in self.columns(role)), None)

    def whole(self, row: int, index: int) -> int | None:
        """A count; None if it is no whole number. One of problems or repeats is not below 0."""
        cell, column = self.table.contents[index].cells[row], self.reading.columns[index]
        if not isinstance(cell, Number):
            return None
        if cell.value < 0 and column.role in _COUNTED:
            found = f"{column.header} = {cell.text}"
            self.refuse(row, index, found, f"a positive number of {_COUNTED[column.role]}")
        is_whole = float(cell.value).is_integer() and cell.value >= 0
        return int(cell.value) if is_whole else None

    def _stderr(self, row: int, column: Column, cell: Number) -> float | None:
        own = cell.spread if column.spread == "standard error" else None
        return next(self._numbers_of(row, column, Role.STDERR, ""), own)

    def _check_bounds(self, row: int, index: int, column: Column, cell: Number) -> None:
        """Raises IngestError where a value is not between the bounds that the table gives."""
        low = next(self._numbers_of(row, column, Role.LOW), cell.low)
        high = next(self._numbers_of(row, column, Role.HIGH), cell.high)
        noise = 1e-6 + 10 ** -max(cell.decimals, 1)
        is_below = low is not None and cell.value < low - noise
        if is_below or (high is not None and cell.value > high + noise):
            wrong = f"{cell.text} is not between its bounds"
            self.refuse(row, index, wrong, "low <= value <= high")

    def _numbers_of(self, row: int, column: Column, role: Role, *more: str) -> Iterator[float]:
        """The numbers in columns of this role that belong to a column, or are called otherwise as well."""
        for index, other in self.columns(role):
            cell = self.table.contents[index].cells[row]
            if other.of in (column.header, *more) and isinstance(cell, Number):
                yield cell.value

    def benchmark(self, row: int, column: Column) -> str:
        name = column.benchmark or self.reading.constants.get("benchmark", "")
        for index, _ in self.columns(Role.BENCHMARK):
            name = (
                column.benchmark
                or self.text(row, index)
                or self.refuse(row, index, "no name of a benchmark", "one in each row")
            )
        parts = [column.stated["subset"]] if "subset" in column.stated else []
        for index, _ in self.columns(Role.SUBSET):
            text = self.text(row, index)
            if text and text.lower() not in ALL:
                parts.append(text)
        return ":".join([name, *parts])

    def _of_number(self, row: int, of: Column) -> dict[str, Any]:
        stated = {**self.reading.constants, **of.stated}
        named = ("split", "task_type", "task_length", "filter")
        texts = {name: text for name, text in stated.items() if name in named}
        for index, column in self.columns(Role.FIELD):
            text = self.text(row, index)
            if column.name in OF_NUMBER and text:
                texts[column.name] = text
        return {name: self._field(row, name, text) for name, text in texts.items()}

    def refuse(self, row: int, index: int, problem: str, expected: str) -> NoReturn:
        raise self.file.refused(f"{self.table.locator(row, index)}: {problem}", expected)

    def _skip(self, what: str) -> None:
        self.skipped[what] = self.skipped.get(what, 0) + 1


def _number(text: str) -> float | None:
    cell = cells.parse(text, ".")
    return cell.value if isinstance(cell, Number) else None
