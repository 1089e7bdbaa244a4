"""How a table is read: the role of each column and why, the questions that are open, and what one says of it all."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class Role(StrEnum):
    """What a column is."""

    MODEL = "model"
    BENCHMARK = "benchmark"
    METRIC = "metric"
    VALUE = "value"
    UNIT = "unit"
    N = "n"
    CORRECT = "correct"
    """How many of n are right."""
    STDERR = "standard error"
    SPREAD = "spread"
    LOW = "lower bound"
    HIGH = "upper bound"
    INTERVAL = "interval"
    K = "k"
    REPEATS = "repeats"
    """How many seeds or samples a number is a mean of."""
    FIELD = "field"
    """A column of runs or numbers of `store/fields.py`, which `name` says: step, seed, date, params_b."""
    SETTING = "setting"
    SUBSET = "subset"
    ITEM = "item"
    """The problem of an answer."""
    SCORE = "score"
    """Whether an answer is right."""
    ATTEMPT = "attempt"
    ANSWER = "answer"
    AGGREGATE = "aggregate"
    RANK = "rank"
    DELTA = "delta"
    UNUSED = "not used"


PARTS = frozenset(
    {Role.STDERR, Role.SPREAD, Role.LOW, Role.HIGH, Role.INTERVAL, Role.N, Role.CORRECT}
)
"""Roles of columns that say something of a value beside them."""
PLACES = (
    Role.MODEL, Role.BENCHMARK, Role.METRIC, Role.SUBSET, Role.FIELD, Role.SETTING, Role.K
)  # fmt: skip
"""Roles of columns that describe what a number measures."""
LOST = frozenset({Role.AGGREGATE, Role.RANK, Role.DELTA, Role.UNUSED})
"""Roles of columns that nothing is kept of."""


@dataclass(frozen=True, slots=True)
class Column:
    """How one column is read."""

    header: str
    """As the file writes it; the levels of several header rows between ' / '."""
    role: Role
    name: str = ""
    """Of the field or the setting."""
    benchmark: str = ""
    metric: str = ""
    unit: str = ""
    """Of a value; '' where another column or row says it."""
    higher_is_better: bool | None = None
    of: str = ""
    """The header of the value that this column says something of; '' of all."""
    stated: Mapping[str, str] = field(default_factory=dict)
    """Settings and fields that the header states of its values: a length, a k, a subset."""
    spread: str = ""
    """What stands after ± or in brackets in its cells: 'standard error', 'standard deviation'; '' if nothing does."""
    why: str = ""
    """One short plain clause."""


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a question."""

    say: str
    """What settles it, as it is typed after `--as`."""
    words: str
    """The same for a person."""
    makes: str = ""
    """What it would make of one cell: '0.9 is 90%'."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a table does not say and a person has to."""

    text: str
    """With the words of the file and a cell of it."""
    options: Sequence[Option] = ()
    column: str = ""
    """The header that it is about."""
    weight: int = 0
    """The one with the highest is asked first."""

    def line(self) -> str:
        """The question with its answers ready to be typed."""
        said = " or ".join(f'--as "{option.say}"' for option in self.options)
        return f"{self.text} Say {said}" if said else self.text


@dataclass(frozen=True, slots=True)
class TableReading:
    """How one table is read."""

    name: str
    """Of the file, without its ending."""
    part: str
    """The sheet, the heading or the key above; '' if the file is one table."""
    columns: Sequence[Column]
    constants: Mapping[str, str] = field(default_factory=dict)
    """What holds of all rows: model, benchmark, metric, unit, n, and settings by their names."""
    guessed: frozenset[str] = frozenset()
    """Those of them that are taken from the name of the file or the text around the table."""
    turned: bool = False
    """Are its models columns? Then `columns` are the rows of the file."""
    of_answers: bool = False
    """Is each row an answer to a problem?"""
    questions: Sequence[Question] = ()
    notes: Sequence[str] = ()
    """What was left out and what was taken from elsewhere, a clause each."""
    refused: str = ""
    """Why it is no table of results."""

    @property
    def shape(self) -> str:
        """A digest of its headers: tables of one shape are read alike."""
        headers = [column.header for column in self.columns]
        return hashlib.sha256(json.dumps([self.turned, headers]).encode()).hexdigest()[:16]

    @property
    def question(self) -> Question | None:
        """The open question that decides most."""
        return max(self.questions, key=lambda each: each.weight, default=None)

    def of(self, *roles: Role) -> list[Column]:
        """The columns with one of these roles."""
        return [column for column in self.columns if column.role in roles]
