"""What a series of runs says of a change: when it was, how large, since when it is known."""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import pairwise
from threading import Lock
from typing import Literal, NamedTuple

import numpy as np
from cachetools import LRUCache, cached

from reasonboard.statistics.score import Floats
from reasonboard.statistics.series import (
    CERTAIN,
    FEWEST,
    FEWEST_MEANS,
    POSSIBLE,
    Change,
    Part,
    change_by_sums,
    change_of_means,
    may_be,
    may_be_by_means,
    steps,
)

State = Literal["changed", "possible", "none", "few"]
_MOST_KEPT = 5000
"""Series whose tests are kept, each about a kilobyte."""


class Found(NamedTuple):
    """A change between two stretches of a series, by the places of its tested runs."""

    kind: Literal["step", "drift"]
    start: int
    """The first run before it."""
    first: int
    """The first run after it; of a drift the first one."""
    end: int
    """The first run that no longer belongs to the level after it."""
    before: float
    since: float
    """The means of both levels; of a drift both ends of its line."""
    change: Change
    p: float
    """Corrected for the series of the page."""
    known_since: int | None
    """The run after which it was certain; None where it is possible only."""

    @property
    def is_certain(self) -> bool:
        return self.p <= CERTAIN

    @property
    def way(self) -> str:
        """'lower' or 'higher'."""
        return "lower" if self.change.value < 0 else "higher"

    @property
    def verdict(self) -> str:
        """'lower'; 'possibly lower' of a change that is not certain."""
        return self.way if self.is_certain else f"possibly {self.way}"

    @property
    def dates(self) -> tuple[int, int]:
        """The first and the last run that can be the first one after it."""
        low, high = self.change.dates
        return self.start + low, self.start + high


class Course(NamedTuple):
    """All that the tests say of a series."""

    levels: tuple[tuple[int, int], ...]
    """The stretches between certain steps."""
    found: tuple[Found, ...]
    """The changes in order of time: certain ones, and at the end a possible one."""
    detects: float | None
    """The lasting step that would have been detected; None where nothing is tested."""
    runs: int
    tests: int
    by_answers: bool

    @property
    def last_level(self) -> int:
        """Where the last stretch begins."""
        return self.levels[-1][0] if self.levels else 0

    @property
    def newest(self) -> Found | None:
        """The last certain change, else the possible one."""
        certain = [found for found in self.found if found.is_certain]
        return certain[-1] if certain else next(iter(self.found), None)

    @property
    def fewest(self) -> int:
        """The runs that a test needs."""
        return FEWEST if self.by_answers or self.runs < FEWEST else FEWEST_MEANS

    @property
    def state(self) -> State:
        if self.newest:
            return "changed" if self.newest.is_certain else "possible"
        return "few" if self.detects is None else "none"


def _digest(
    table: Floats | None, values: Sequence[float], problems: int | None, tests: int
) -> bytes:
    """Of all that decides what the tests of a series say: the answers of its runs, else their means."""
    scores = np.asarray(values if table is None else table, float)
    digest = blake2b(repr((scores.shape, problems, tests, len(values))).encode(), digest_size=16)
    digest.update(scores.tobytes())
    return digest.digest()


# By its scores and not by the version of the data: a load of other runs does not test a series again.
@cached(LRUCache(_MOST_KEPT), key=_digest, lock=Lock())
def course(
    table: Floats | None, values: Sequence[float], problems: int | None, tests: int
) -> Course:
    """The changes of a series: by its answers (problems x runs), else by the means of its runs.

    `problems` are those that each mean is a share of; `tests` is the number of series that are looked at together.
    """
    runs = len(values)
    part, may_be_changed = (
        _by_means(values, problems, tests) if table is None else _by_answers(table, tests)
    )
    means = list(values) if table is None else [float(mean) for mean in table.mean(0)]
    certain = steps(part, may_be_changed, runs, CERTAIN / max(1, tests))
    edges = [0, *(step.first for step in certain), runs]
    levels = tuple(pairwise(edges))
    found = [
        Found(
            kind="step",
            start=step.start,
            first=step.first,
            end=end,
            before=_mean(means[start : step.first]),
            since=_mean(means[step.first : end]),
            change=step.change,
            p=min(1.0, step.change.p * tests),
            known_since=step.known,
        )
        for step, (start, _), (_, end) in zip(certain, levels, levels[1:], strict=False)
    ]
    last = part(*levels[-1])
    if last and last.p * tests <= POSSIBLE:
        found.append(_of_last(last, levels[-1], means, tests))
    detects = last.detects if last else None
    return Course(levels, tuple(found), detects, runs, tests, table is not None)


def _by_answers(table: Floats, tests: int) -> tuple[Part, Callable[[int, int], bool]]:
    """The change of some of the runs by the answers of all, and whether it may be certain."""
    problems = len(table)
    means, covariance = table.mean(0), np.atleast_2d(np.cov(table.T))

    def part(start: int, end: int) -> Change | None:
        runs = slice(start, end)
        return change_by_sums(means[runs], covariance[runs, runs], problems)

    def may_be_changed(start: int, end: int) -> bool:
        runs = slice(start, end)
        return may_be(CERTAIN / tests, means[runs], covariance[runs, runs], problems)

    return part, may_be_changed


def _by_means(
    values: Sequence[float], problems: int | None, tests: int
) -> tuple[Part, Callable[[int, int], bool]]:
    """The same by the means of the runs alone."""

    def part(start: int, end: int) -> Change | None:
        return change_of_means(values[start:end], problems)

    def may_be_changed(start: int, end: int) -> bool:
        return may_be_by_means(CERTAIN / max(1, tests), values[start:end], problems)

    return part, may_be_changed


def _of_last(last: Change, level: tuple[int, int], means: Sequence[float], tests: int) -> Found:
    """What the last stretch says: a step that is possible only, or a straight line."""
    start, end = level
    p = min(1.0, last.p * tests)
    if last.kind == "step":
        first = start + last.first_after
        before, since = _mean(means[start:first]), _mean(means[first:end])
    else:
        first, middle = start, _mean(means[start:end])
        before, since = middle - last.value / 2, middle + last.value / 2
    known = end - 1 if p <= CERTAIN else None
    return Found(last.kind, start, first, end, before, since, last, p, known)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
