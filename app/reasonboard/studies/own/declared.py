"""A declared study: which columns play which roles, and which can."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from reasonboard.core.other_numbers import METRIC, label_of_metric
from reasonboard.store.fields import CONDITIONS, MEASUREMENT, MODEL, RUN

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


@dataclass(frozen=True, kw_only=True)
class Declared:
    """A study as its file states it."""

    path: str
    name: str = ""
    question: str
    lead: str = ""
    rows_of: str
    """measurements, or answers."""
    metrics: tuple[str, ...]
    """Of the rows, or the statistic over answers; empty for all scores."""
    wanted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Column -> the values that a row may have in it."""
    x: X
    color: str = ""
    """A column, "" where none has the role; so with `panel`."""
    panel: str = ""
    filters: tuple[str, ...] = ()
    averaged: tuple[str, ...]
    baseline: str = ""
    """The place of x that others are compared with; "" for the first."""
    cost: str = ""
    """The metric that the frontier has on its x axis."""
    views: tuple[str, ...]
    text: str = ""
    """The file."""

    @property
    def selecting(self) -> dict[str, str]:
        """The controls that select a mark, each with the column of its role; "" where none has the role."""
        return {"panel": self.panel, "series": self.color, "x": self.x.column}


NAMES = {
    "source": "Source",
    "model": "Model",
    **{field.name: field.label for field in (*MODEL, *CONDITIONS)},
    **{field.name: field.label for field in RUN if field.role},
    "benchmark": "Benchmark",
    **{field.name: field.label for field in MEASUREMENT if field.role},
}
"""Columns of `result` and what they are called on a page."""
ANSWERS = {"k": "k", "metric": "Scored by"}
"""The columns that only the rows of answers have: of how many attempts a pass@k speaks, and how answers were scored."""
AVERAGED = ("source", "model", *(field.name for field in (*RUN, *MEASUREMENT) if field.averaged))
"""Columns of `result` over which values may be averaged, as if they were repeats; so may any setting."""
SETTING = "settings."
ITEM = "item."
"""Before the name of a field of problems, which divides answers: a level, a subject."""
_SETTING = re.compile(r"settings\.[^\x00-\x1f\x7f]{1,64}")
_ITEM = re.compile(r"item\.[^\x00-\x1f\x7f]{1,64}")
_METRIC = re.compile(r"metric\.[^\x00-\x1f\x7f]{1,64}")


def is_column(name: str, rows_of: str) -> bool:
    """Can the column of this name play a role?"""
    return (
        name in NAMES
        or (rows_of == "answers" and (name in ANSWERS or bool(_ITEM.fullmatch(name))))
        or bool(_SETTING.fullmatch(name))
    )


def is_x(name: str, rows_of: str) -> bool:
    """Can the column of this name be the x axis?"""
    return is_column(name, rows_of) or bool(_METRIC.fullmatch(name))


def can_be_averaged(name: str) -> bool:
    """Can values that differ in this column be repeats of each other?"""
    return name in AVERAGED or bool(_SETTING.fullmatch(name))


def label_of(name: str) -> str:
    """What a column is called on a page: 'Task length', 'Budget'; "" for no column."""
    if name.startswith(METRIC):
        words = label_of_metric(name)
    else:
        words = (
            NAMES.get(name) or ANSWERS.get(name) or name.removeprefix(SETTING).removeprefix(ITEM)
        )
    words = words.replace("_", " ")
    return words if name == "k" else words[:1].upper() + words[1:]


def noun_of(name: str) -> str:
    """The name of a column within a sentence: 'task length', 'budget', 'KV method'."""
    return within_sentence(label_of(name))


def within_sentence(label: str) -> str:
    """A label without its capital, unless it is an abbreviation."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]
