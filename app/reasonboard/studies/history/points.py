"""The marks of a series as they are drawn: each run, or the mean of a build's runs, along dates or builds."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby, takewhile
from typing import Any, NamedTuple

import numpy as np

from reasonboard.core.findings.intervals import interval_of_mark
from reasonboard.core.findings.words import FRACTION
from reasonboard.statistics.score import mean_of_runs_here
from reasonboard.statistics.series import LONGEST
from reasonboard.studies.history.rows import Mark, Run, Series

NIGHT = "night"
"""Repeats of a build on one day are one mark."""
LAST = "last"
"""The choice of a day that means the last runs."""
_APART = 0.7
"""Of the room of a build, in which its runs stand beside each other."""
_DAY = 86_400


class Point(NamedTuple):
    """A mark of the chart: one run, or several of one build."""

    x: float
    marks: tuple[Mark, ...]
    places: tuple[int, ...]
    """Of the marks in the series."""
    value: float
    interval: tuple[float, float] | None
    here: tuple[float, float] | None
    """For these very problems."""
    is_tested: bool

    @property
    def last(self) -> Mark:
        return self.marks[-1]

    @property
    def key(self) -> str:
        """The run that a click selects."""
        return self.last.run.key


def points(series: Series, *, runs: str, axis: str, since: str) -> list[Point]:
    """The points of a series from the day `since` on, the oldest first."""
    shown = places_since(series, since)
    groups = [[at] for at in shown]
    if runs != "each":
        alike = groupby(shown, lambda at: _build_of(series.marks[at].run, at, by_day=runs == NIGHT))
        groups = [list(places) for _, places in alike]
    places = _places([[series.marks[at] for at in group] for group in groups], axis)
    return [_point(series, group, x) for group, x in zip(groups, places, strict=True)]


def _build_of(run: Run, place: int, *, by_day: bool) -> tuple[str, str]:
    """What the runs of one mark have in common: their build, and their day; a run without a build stands alone."""
    return run.build or f"\0{place}", run.day if by_day else ""


def places_since(series: Series, since: str) -> list[int]:
    """The places of the marks from the day `since` on, or of the last ones that can be tested together."""
    if since == LAST:
        return list(range(max(0, len(series.marks) - LONGEST), len(series.marks)))
    return [at for at, mark in enumerate(series.marks) if mark.run.day >= since]


def _places(groups: Sequence[Sequence[Mark]], axis: str) -> list[float]:
    """Where the groups stand on x: days since the first, or one after the other by build, or by their order."""
    if not groups:
        return []
    first, last = groups[0][0].run.made_at, groups[-1][0].run.made_at
    is_dated = all(mark.run.made_from != "load order" for group in groups for mark in group)
    if axis == "date" and first < last and is_dated:
        return [(group[0].run.made_at - first).total_seconds() / _DAY for group in groups]
    if axis == "date":
        return [float(at) for at in range(len(groups))]
    places: list[float] = []
    alike = groupby(groups, lambda group: group[0].run.build)
    for number, (_, of_build) in enumerate(alike):
        count = len(list(of_build))
        places += [number + ((at + 0.5) / count - 0.5) * _APART for at in range(count)]
    return places


def _point(series: Series, group: list[int], x: float) -> Point:
    marks = tuple(series.marks[at] for at in group)
    is_tested = set(group) <= set(series.tested)
    if len(marks) == 1:
        (mark,), here = marks, series.here.get(group[0])
        return Point(x, marks, tuple(group), mark.value, mark.interval, here, is_tested)
    value = sum(mark.value for mark in marks) / len(marks)
    row: dict[str, Any] = {
        "value": value, "n_items": marks[-1].n_items, "scale": series.scale, "n_listed": False,
        "n_repeats": sum(mark.attempts for mark in marks),
    }  # fmt: skip
    columns = [series.column(at) for at in group]
    answers = [column for column in columns if column is not None]
    here = None
    if len(answers) == len(group):
        table = np.array(answers)
        of_problems = table.mean(0)
        row["stderr"] = float(of_problems.std(ddof=1) / len(of_problems) ** 0.5)
        here = mean_of_runs_here(table) if series.unit == FRACTION else None
    return Point(x, marks, tuple(group), value, interval_of_mark(row), here, is_tested)


def short_builds(builds: Sequence[str]) -> dict[str, str]:
    """Builds without what all of them begin with, up to a sign between parts: 'dev203' of 'vllm 0.26.1.dev203'."""
    names = {build for build in builds if build}
    alike = takewhile(lambda letters: len({*letters}) == 1, zip(*names, strict=False))
    start = "".join(letter for letter, *_ in alike) if len(names) > 1 else ""
    cut = max(start.rfind(sign) for sign in " .-+_/") + 1
    if any(name[cut:].isdigit() for name in names):
        # The last part of a version or date alone says nothing: '0.26.1' of 'vllm 0.26.1'.
        cut = max(start.rfind(sign) for sign in " +_/") + 1
    return {name: name[cut:] or name for name in names}


def day_words(moment: datetime, *, year: bool = False, month: bool = True) -> str:
    """'12 Nov', '12 Nov 2026', '12'."""
    parts = [str(moment.day), f"{moment:%b}" if month else "", f"{moment.year}" if year else ""]
    return " ".join(filter(None, parts))
