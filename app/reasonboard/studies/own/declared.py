"""A declared study: which columns play which roles."""

from collections.abc import Mapping
from dataclasses import dataclass

from reasonboard.core.other_numbers import METRIC

VIEWS = ("lines", "heatmap", "frontier", "table")
SCALES = ("linear", "log2", "log10", "names")
MOST_FILTERS = 3
STATISTICS = (
    "accuracy",
    "pass@k",
    "pass^k",
    "majority@k",
    "cut_share",
    "mean(tokens)",
    "median(tokens)",
)
"""What can be computed of the answers of a run."""
OF_ALL_ITEMS = ("majority@k", "median(tokens)")
"""Those of them that are not computed of the problems of one level or subject."""


@dataclass(frozen=True)
class X:
    """The role x: its column, scale, unit and order."""

    column: str
    scale: str = ""
    """One of SCALES; "" where the values decide."""
    unit: str = ""
    order: tuple[str, ...] = ()
    """Its values from left to right, where they are words that have an order: low, medium, high."""

    def words(self, value: str) -> str:
        """A place of it in a sentence: '16,384 tokens', 'high', and of another metric '1.25'."""
        if self.column.startswith(METRIC):
            number = float(value)
            return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.4g}"  # noqa: PLR2004
        thin = (
            f"{int(value):,}"
            if value.isdecimal() and value[:1] != "0" and value.isascii()
            else value
        )
        return f"{thin} {self.unit}".rstrip()


@dataclass(frozen=True)
class Declared:
    """A study as its file states it."""

    path: str
    name: str
    question: str
    lead: str
    rows_of: str
    """measurements, or answers."""
    metrics: tuple[str, ...]
    """Of the rows, or the statistic over answers; empty for all scores."""
    wanted: Mapping[str, tuple[str, ...]]
    """Column -> the values that a row may have in it."""
    x: X
    color: str
    """A column, "" where none has the role; so with `panel`."""
    panel: str
    filters: tuple[str, ...]
    averaged: tuple[str, ...]
    baseline: str
    """The place of x that others are compared with; "" for the first."""
    cost: str
    """The metric that the frontier has on its x axis."""
    views: tuple[str, ...]
    text: str
    """The file."""
