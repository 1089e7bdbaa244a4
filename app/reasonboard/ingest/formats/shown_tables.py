"""What a page shows of a file of tables before it is loaded: plain texts and numbers."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column as a page shows it."""

    header: str
    words: str
    """What it is, as it is typed after `--as`."""
    label: str
    """The same in one or two words."""
    why: str
    examples: Sequence[str]
    is_asked: bool
    is_used: bool
    may_be_said: bool
    """Has it a name of its own, by which a person can say what it is?"""


@dataclass(frozen=True, slots=True)
class ShownTable:
    """The first rows of a table under its columns."""

    part: str
    columns: Sequence[ShownColumn]
    rows: Sequence[Sequence[str]]
    row_count: int
    """How many there are."""
    more_columns: int
    turned: bool
    """Are its columns rows of the file?"""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One number in words: its run, its value, what it is of."""

    before: str
    value: str
    after: str


@dataclass(frozen=True, slots=True)
class SpreadNumber:
    """A share with the number after ± in its cell, both as fractions."""

    benchmark: str
    value: float
    spread: float
    rounding: float
    """The last digit of the spread."""
    n: float | None
    """The number of problems that its row or cell states."""


@dataclass(frozen=True, slots=True)
class ShownSpread:
    """What stands after ± or in brackets in the cells of a file."""

    columns: Sequence[str]
    stated: str
    """What a person, a header or a caption says that it is; '' if nothing does."""
    numbers: Sequence[SpreadNumber]


@dataclass(slots=True)
class ShownFile:
    """What a page shows of a file."""

    tables: Sequence[ShownTable] = ()
    spread: ShownSpread | None = None
    said: Sequence[str] = ()
    """What is known of its columns from a person, as after `--as`."""
    earlier: str = ""
    """The load whose reading says some of it."""
    toml: str = ""
    """What reads it so where it lies beside it."""
    refused: str = ""
    """Why it is no table of results."""
    is_partial: bool = False
    """Were only the first rows of a large table looked at?"""
    scores: int = 0
    lengths: int = 0
    """Numbers of tokens."""
    models: int = 0
    benchmarks: int = 0
    answers: int = 0
    """How many rows are answers to a problem each."""
    sentences: Sequence[Sentence] = ()
    """The first numbers that would be loaded."""
