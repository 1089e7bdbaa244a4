"""The runs of a configuration in order of time, one series for each benchmark."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from reasonboard.core.findings.intervals import interval_of_mark
from reasonboard.core.findings.words import FRACTION
from reasonboard.statistics.intervals import Interval
from reasonboard.statistics.score import Floats, Noise, noise, runs_here
from reasonboard.statistics.series import FEWEST, FEWEST_MEANS, LONGEST
from reasonboard.studies.history.changes import Course, course

Row = dict[str, Any]
_LEAST_SHARE = 0.9
"""Of the problems, that a run answers at least to be compared with the others."""


class Run(NamedTuple):
    """An evaluation that happened."""

    key: str
    made_at: datetime
    made_from: str
    """'stated' by its file, 'file time', or 'load order'."""
    build: str
    seed: str
    repeat: str
    load: str
    """The title of the load that has it."""
    locator: str
    pair: str
    """What the page of two models calls it; "" where it does not have it."""

    @property
    def day(self) -> str:
        return f"{self.made_at:%Y-%m-%d}"


class Mark(NamedTuple):
    """The score of a run on a benchmark."""

    run: Run
    value: float
    interval: tuple[float, float] | None
    """For problems like these."""
    kind: str
    n_items: int | None
    attempts: int
    """At each problem."""


@dataclass(frozen=True)
class Series:
    """The scores of a configuration on a benchmark, the oldest first."""

    benchmark: str
    metric: str
    unit: str
    scale: str
    higher_is_better: bool | None
    marks: tuple[Mark, ...]
    tested: tuple[int, ...]
    """The places of the marks that are tested together: the last ones."""
    left_out: tuple[int, ...]
    """Those of the last marks that answer other problems than most."""
    table: Floats | None
    """Problems x tested runs, where their answers are loaded: the problems that all of them answered."""
    course: Course
    """What the tests say, by the places of the tested marks."""

    @property
    def times(self) -> float:
        """What values are drawn times: fractions as percent."""
        return 100.0 if self.unit == FRACTION else 1.0

    @property
    def problems(self) -> int | None:
        """How many problems the runs have in common, or the newest run has."""
        return len(self.table) if self.table is not None else self.marks[-1].n_items

    @cached_property
    def means(self) -> list[float]:
        """Of the tested runs, over the problems that all of them answered."""
        if self.table is not None:
            return [float(mean) for mean in self.table.mean(0)]
        return [self.marks[place].value for place in self.tested]

    @cached_property
    def noise(self) -> Noise | None:
        """What the noise of a run is made of, since the last change where there are three runs."""
        if self.table is None or len(self.tested) < 2:  # noqa: PLR2004
            return None
        first = self.course.last_level
        return noise(self.table[:, first:].T if len(self.tested) - first > 2 else self.table.T)  # noqa: PLR2004

    @cached_property
    def here(self) -> dict[int, Interval]:
        """The interval of each tested mark for these very problems, by its place."""
        if self.table is None or len(self.tested) < 2 or self.unit != FRACTION:  # noqa: PLR2004
            return {}
        return dict(zip(self.tested, runs_here(self.table.T), strict=True))

    def place(self, key: str) -> int | None:
        """The place of the mark of this run."""
        return next((at for at, mark in enumerate(self.marks) if mark.run.key == key), None)

    def column(self, place: int) -> Floats | None:
        """The answers of the mark at this place to the problems in common."""
        if self.table is None or place not in self.tested:
            return None
        return self.table[:, self.tested.index(place)]


def with_series(rows: list[Row]) -> list[Row]:
    """A row for each benchmark with its `series`, of the rows of sql/series.sql.

    All series of the page are one family, whatever is filtered: each p-value is taken times their number.
    """
    by_benchmark: dict[str, list[Row]] = {}
    for row in rows:
        by_benchmark.setdefault(row["benchmark"], []).append(row)
    problems = {row["items_digest"]: row["problems"] for row in rows if row["problems"]}
    prepared = [_prepared(of_one, problems) for of_one in by_benchmark.values()]
    tests = sum(part.can_be_tested for part in prepared)
    return [
        _row(part, of_one, tests)
        for part, of_one in zip(prepared, by_benchmark.values(), strict=True)
    ]


class _Prepared(NamedTuple):
    """The marks of a benchmark, and what of them can be tested together."""

    marks: list[Mark]
    tested: list[int]
    left_out: list[int]
    table: Floats | None

    @property
    def can_be_tested(self) -> bool:
        return len(self.tested) >= (FEWEST_MEANS if self.table is None else FEWEST)


def _prepared(rows: list[Row], problems: dict[str, list[int]]) -> _Prepared:
    marks = [_mark(row) for row in rows]
    last = list(range(max(0, len(marks) - LONGEST), len(marks)))
    answered = [place for place in last if rows[place]["means"]]
    if len(answered) < 3 or 2 * len(answered) < len(last):  # noqa: PLR2004
        return _by_means(marks, rows, last)
    table, tested = _in_common([rows[place] for place in answered], problems)
    if table is None:
        return _by_means(marks, rows, last)
    chosen = [answered[at] for at in tested]
    return _Prepared(marks, chosen, [place for place in last if place not in chosen], table)


def _by_means(marks: list[Mark], rows: list[Row], last: list[int]) -> _Prepared:
    """By means alone: runs on far more or fewer problems than most, the newest of equally many, are left out."""
    counts = Counter(size for place in reversed(last) if (size := rows[place]["n_items"]))
    usual = max(counts, key=lambda size: counts[size], default=0)
    left_out = [
        place
        for place in last
        if (size := rows[place]["n_items"]) and min(size, usual) < _LEAST_SHARE * max(size, usual)
    ]
    return _Prepared(marks, [place for place in last if place not in left_out], left_out, None)


def _in_common(
    rows: Sequence[Row], problems: dict[str, list[int]]
) -> tuple[Floats | None, list[int]]:
    """The answers to the problems that all runs answered, and which runs these are.

    A run that lacks a tenth of the problems that most runs answered is left out.
    """
    digests = list(dict.fromkeys(row["items_digest"] for row in rows))
    every = np.unique(np.concatenate([np.array(problems[digest], np.uint64) for digest in digests]))
    places = {
        digest: np.searchsorted(every, np.array(problems[digest], np.uint64)) for digest in digests
    }
    table = np.full((len(every), len(rows)), np.nan)
    for column, row in enumerate(rows):
        table[places[row["items_digest"]], column] = np.array(row["means"], float)
    is_answered = ~np.isnan(table)
    usual = is_answered.mean(1) >= 0.5  # noqa: PLR2004
    shares = is_answered[usual].mean(0) if usual.any() else np.zeros(len(rows))
    kept = [column for column, share in enumerate(shares) if share >= _LEAST_SHARE]
    common = is_answered[:, kept].all(1)
    if not kept or common.sum() < 2 or 2 * common.sum() < usual.sum():  # noqa: PLR2004
        return None, []
    return table[np.ix_(common, np.array(kept))], kept


def _row(part: _Prepared, rows: list[Row], tests: int) -> Row:
    """The series of a benchmark as a row of the page."""
    last = rows[-1]
    series = Series(
        benchmark=last["benchmark"],
        metric=last["metric"],
        unit=last["unit"],
        scale=last["scale"],
        higher_is_better=last["higher_is_better"],
        marks=tuple(part.marks),
        tested=tuple(part.tested),
        left_out=tuple(part.left_out),
        table=part.table,
        course=course(
            part.table,
            [part.marks[place].value for place in part.tested],
            rows[part.tested[-1]]["n_items"] if last["scale"] == "proportion" else None,
            tests,
        ),
    )
    return {
        "benchmark": last["benchmark"],
        "model": last["model"],
        "all_runs": last["all_runs"],
        "kinds": sorted({row["kind"] for row in rows}),
        "sources": sorted({row["source"] for row in rows}),
        "series": series,
    }


def _mark(row: Row) -> Mark:
    run = Run(
        key=row["key"],
        made_at=row["made_at"],
        made_from=row["made_from"],
        build=row["build"] or "",
        seed=row["seed"] or "",
        repeat=row["repeat"] or "",
        load=row["title"],
        locator=row["locator"],
        pair=row["pair"] or "",
    )
    return Mark(
        run=run,
        value=row["value"],
        interval=interval_of_mark(row),
        kind=row["kind"],
        n_items=row["n_items"],
        attempts=row["attempts"] or row["n_repeats"] or 1,
    )


def all_series(rows: Sequence[Row]) -> list[Series]:
    """The series of the rows of the page."""
    return [row["series"] for row in rows]
