"""A place in a result file: what stands there, what it has to be, and how messages and locators call it."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.numbers import graded, number
from reasonboard.ingest.formats.records import FRACTION, PERCENT, Measurement

LONGEST_NAME = 512
LAST_STEP = 2**31 - 1
ABSENT = object()
"""A standard error that a file does not state at all."""
_LONGEST_WORD = 100
_MOST = {FRACTION: (1, "a fraction"), PERCENT: (100, "a percentage")}


@dataclass(slots=True)
class Node:
    """One value of a document. Every way to read it strictly raises IngestError with file and place."""

    file: File
    value: Any
    where: str = ""
    """`results.gsm8k['acc,none']` or `line 3: score`; '' for the whole document."""
    notes: list[str] = field(default_factory=list)
    """What was left out, one line each: the same list for all nodes of a document."""
    begin: int = 0
    """The byte at which its line begins, for a row of `rows`."""

    def at(self, key: str) -> "Node":
        """What stands under a key of this object, called `WHERE.KEY`; a node of None where nothing does."""
        joint = "." if self.where and not self.where.endswith(": ") else ""
        return self.child(self.mapping().get(key), f"{self.where}{joint}{key}")

    def part(self, key: str) -> "Node":
        """The object under a key, empty where there is none."""
        inner = self.at(key)
        inner = self.child({}, inner.where) if inner.value is None else inner
        inner.mapping()
        return inner

    def child(self, value: Any, where: str) -> "Node":
        """A node of the same document."""
        return Node(self.file, value, where, self.notes)

    def entries(self) -> "dict[str, Node]":
        """The parts of this object by their keys, called `WHERE['KEY']`."""
        parts = self.mapping().items()
        return {key: self.child(part, f"{self.where}[{key!r}]") for key, part in parts}

    def items(self) -> "list[Node]":
        """The parts of this list, called `WHERE[0]`."""
        if not isinstance(self.value, list):
            raise self.refused("a list")
        return [self.child(part, f"{self.where}[{index}]") for index, part in enumerate(self.value)]

    def listed(self, key: str) -> "list[Node]":
        """The parts of the list under a key; none if the key is missing."""
        inner = self.at(key)
        return [] if inner.value is None else inner.items()

    def mapping(self) -> dict[str, Any]:
        """The object that stands here, and nothing else."""
        if not isinstance(self.value, dict):
            raise self.refused("an object")
        return self.value

    def name(self, where: str = "") -> str:
        """A name of 1 to 512 characters that can be stored; `where` is how a message calls it instead."""
        return name(self.file, self.value, where or self.where)

    def item(self) -> str:
        """The name of an item, which may be a number."""
        return self.name() if isinstance(self.value, str) else str(self.step())

    def step(self) -> int:
        """A training step: a whole number from 0 on."""
        value = self.value
        is_whole = isinstance(value, float) and value.is_integer()
        if isinstance(value, bool) or not (isinstance(value, int) or is_whole):
            raise self.refused("a whole number")
        if not 0 <= value <= LAST_STEP:
            raise self.refused(f"a step from 0 to {LAST_STEP}")
        return int(value)

    def score(
        self, expected: str = "true, false or a fraction", *, is_fraction: bool = True
    ) -> float | None:
        """The score of an answer, 0 to 1 or any number; None where a sign for a missing one stands."""
        score, wrong = graded(self.value, is_fraction=is_fraction)
        if wrong:
            raise self.refused(expected)
        return score

    def verdict(self) -> float:
        """Whether an answer is right: 1 or 0."""
        score = self.score("true or false")
        if score is None:
            raise self.refused("true or false")
        return score

    def measured(self, unit: str) -> tuple[float | None, str | None] | None:
        """The number and what is missing, as `number` has them.

        None, and a note, for what is no number, and for a fraction or percentage out of its range.
        """
        value, missing = number(self.value)
        if value is None and missing is None:
            self.notes.append(f"{self.where} is {shown(self.value)}: not a number, left out")
            return None
        most, words = _MOST.get(unit, (None, ""))
        if value is not None and most is not None and not 0 <= value <= most:
            self.notes.append(f"{self.where} is {value:g}: not {words}, left out")
            return None
        return value, missing

    def measurements(
        self,
        benchmark: str,
        metric: str,
        unit: str,
        *,
        stderr: Any = ABSENT,
        named: str = "",
        **known: Any,
    ) -> list[Measurement]:
        """The number as the one measurement; none, and a note, where `measured` has none.

        `stderr` is the raw value of its standard error, `named` what a message calls the metric, `known` the
        other fields of the measurement.
        """
        measured = self.measured(unit)
        if measured is None:
            return []
        value, missing = measured
        error, no_error = number(stderr)
        made = Measurement(
            benchmark=name(self.file, benchmark, self.where),
            metric=name(self.file, metric, named or self.where),
            value=value,
            unit=unit,
            locator=self.where,
            missing=missing or (f"stderr {no_error}" if no_error else None),
            stderr=error,
            **known,
        )
        return [made]

    def refused(self, expected: str) -> IngestError:
        """That something else stands here than what was expected."""
        where = self.where or "the document"
        return self.file.refused(f"{where} is {shown(self.value)}", f"{expected}")


def rows(file: File) -> Iterator[Node]:
    """The objects of a file that has one in each line, called `line 3: `."""
    for line, begin, row in file.placed_rows():
        yield Node(file, row, f"line {line}: ", begin=begin)


def once(measurements: Iterable[Measurement], notes: list[str]) -> Iterator[Measurement]:
    """The first measurement of each benchmark, metric, split and filter; others are noted."""
    seen: set[tuple[str | None, ...]] = set()
    for each in measurements:
        place = (each.benchmark, each.metric, each.split, each.filter)
        if place in seen:
            notes.append(f"{each.locator} is {each.metric!r} for the second time: left out")
        else:
            seen.add(place)
            yield each


def name(file: File, value: Any, where: str) -> str:
    """A name of 1 to 512 characters that can be stored; raises IngestError for anything else."""
    if not isinstance(value, str):
        raise Node(file, value, where).refused("a name")
    torn = not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value)
    if not value.strip() or len(value) > LONGEST_NAME or "\0" in value or torn:
        expected = f"1 to {LONGEST_NAME} characters of text"
        raise file.refused(f"{where} is named {value[:40]!r}", expected)
    return value


def whole(value: Any) -> int | None:
    """A whole number from 0 on that can be stored, or None: for what may be left out."""
    plain = isinstance(value, int) and not isinstance(value, bool)
    return value if plain and 0 <= value <= LAST_STEP else None


def word(value: Any) -> str | None:
    """A short text or a number as text, such as that of a seed; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    written = re.sub(r"(?<=\d)\.0+$", "", str(value).strip())
    return written if 0 < len(written) <= _LONGEST_WORD and written.isprintable() else None


def text(value: Any) -> str | None:
    """A text with something in it, or None."""
    return value if isinstance(value, str) and value.strip() else None


def mapping(value: Any) -> dict[str, Any]:
    """An object, or an empty one in the place of anything else: for what may be left out."""
    return value if isinstance(value, dict) else {}


def inner(value: Any, *keys: str) -> Any:
    """The value under these keys, one below the other; None if one of them is missing."""
    for key in keys:
        value = mapping(value).get(key)
    return value


def first(values: Any) -> dict[str, Any]:
    """The first object of a list, or an empty one in the place of anything else."""
    return mapping(values[0]) if isinstance(values, list) and values else {}


def without(stated: Mapping[str, Any], names: Container[str | None]) -> dict[str, Any]:
    """What is stated under other names than these."""
    return {name: value for name, value in stated.items() if name not in names}


def amount(value: Any) -> float | None:
    """A number from 0 on, such as what an answer cost; None for anything else."""
    found, _ = number(None if isinstance(value, str) else value)
    return found if found is not None and found >= 0 else None


def shown(value: Any) -> str:
    """A value in a message: short, and on one line."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and abs(value) > 10**20:
        return "a huge number"
    return repr(value)[:60]
