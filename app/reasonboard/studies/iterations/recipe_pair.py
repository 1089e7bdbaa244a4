"""Two recipes on one benchmark: their difference at equal steps, tokens or hours, and its test."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from reasonboard.statistics.contrasts import adjust_known
from reasonboard.statistics.differences import ALPHA, Difference
from reasonboard.statistics.paired import paired_scores
from reasonboard.statistics.recipes import crossed, over_seeds
from reasonboard.studies.iterations.recipe import Recipe, Table
from reasonboard.studies.iterations.rows import ITERATION, amount

LAST, MEAN = "last", "mean"
"""Choices of sql/compare_at_choices.sql; the others are a step, or a share of what both had used."""
_SHARE = 0.5
"""Of the problems of the smaller side that both answered, at least, for a test by problems."""
_NEAR = 0.04
"""Of the way from the first to the last place: an evaluation nearer to the end or the chosen place is left out."""
_OF_MEAN = 3
"""Evaluations of each seed whose mean is compared."""


@dataclass(frozen=True)
class RecipePair:
    """Two recipes on one benchmark: A, which is ahead on the whole, minus B."""

    a: Recipe
    b: Recipe
    compare_at: str = LAST
    """Where the planned test is made."""

    @property
    def along(self) -> str:
        """What both are compared along."""
        return self.a.along

    @cached_property
    def steps(self) -> list[float]:
        """The steps at which all seeds of both have an accuracy; of tokens and hours the places of A within the reach
        of both, and the end of it.
        """
        if self.along == ITERATION:
            return sorted({*map(float, self.a.steps)} & {*map(float, self.b.steps)})
        one, other = self.a.reach, self.b.reach
        if one is None or other is None:
            return []
        low, high = max(one[0], other[0]), min(one[1], other[1])
        if low > high:
            return []
        places = [self.a.x_of(step) for step in self.a.means]
        chosen = [high * float(self.compare_at)] if self.compare_at not in (LAST, MEAN) else []
        ends = [*chosen, high]
        within = {
            place
            for place in places
            if place is not None
            and low <= place < high
            and all(abs(place - end) > _NEAR * (high - low) for end in ends)
        }
        return sorted({*within, *(place for place in chosen if place >= low), high})

    @cached_property
    def step(self) -> float:
        """Where the planned test is made: at the end that both reach, unless another place is chosen that both have."""
        end = self.steps[-1]
        if self.compare_at in (LAST, MEAN):
            return end
        chosen = float(self.compare_at) * (1 if self.along == ITERATION else end)
        return chosen if chosen in self.steps else end

    def where(self, noun: str = "step") -> str:
        """The place of the planned test in words: 'at step 200', 'at 1.2M tokens'."""
        if self._is_mean:
            return "over the last three evaluations"
        if self.along == ITERATION:
            return f"at {noun} {self.step:.0f}"
        return f"at {amount(self.along, self.step)}"

    @property
    def _is_mean(self) -> bool:
        return self.compare_at == MEAN and self.along == ITERATION

    @cached_property
    def sides(self) -> tuple[list[float], list[float]]:
        """The accuracies of the seeds of A and of B that the planned test compares."""
        steps = self.steps[-_OF_MEAN:] if self._is_mean else [self.step]
        a, b = (
            [float(mean) for mean in np.mean([recipe.at(step) for step in steps], axis=0)]
            for recipe in (self.a, self.b)
        )
        return a, b

    @property
    def value(self) -> float:
        """A minus B there."""
        a, b = self.sides
        return float(np.mean(a) - np.mean(b))

    @cached_property
    def tables(self) -> tuple[Table, Table] | None:
        """The answers of both there to the problems that all seeds answered; None where unknown."""
        sides = [] if self._is_mean else [self.a.answers(self.step), self.b.answers(self.step)]
        if not sides or not all(sides):
            return None
        answered = [set[int].intersection(*({*seed.scores} for seed in side)) for side in sides]
        items = sorted(answered[0] & answered[1])
        if len(items) < max(2, _SHARE * min(map(len, answered))):
            return None
        a, b = (
            np.array([[seed.scores[item] for item in items] for seed in side]) for side in sides
        )
        return a, b

    @cached_property
    def planned(self) -> Difference | None:
        """The difference there: by seeds and problems where the answers are known, else over seeds.

        With one seed each it is by problems, which says nothing of other seeds.
        """
        if self.tables is None:
            return over_seeds(*self.sides)
        if max(map(len, self.tables)) > 1:
            return crossed(*self.tables)
        attempts = min(self.a.answers(self.step)[0].attempts, self.b.answers(self.step)[0].attempts)
        return paired_scores(self.tables[0][0], self.tables[1][0], attempts)

    @property
    def untested(self) -> str:
        """Why there is no test of it."""
        is_single = len(self.a.seeds) == len(self.b.seeds) == 1
        if is_single:
            return "one seed each, and no answers to the same problems"
        return "all seeds of both are equal"

    @property
    def problems(self) -> int | None:
        """How many problems the test is by; None for one over seeds alone."""
        return None if self.tables is None else self.tables[0].shape[1]

    @cached_property
    def by_step(self) -> Sequence[tuple[float, float, Difference | None, bool]]:
        """Each place with A minus B, its test over seeds (of the chosen one the planned test), and is it significant
        after Holm's correction over the places?
        """
        sides = [(self.a.at(step), self.b.at(step)) for step in self.steps]
        tests = [
            self.planned if step == self.step else over_seeds(*side)
            for step, side in zip(self.steps, sides, strict=True)
        ]
        values = [
            self.value if step == self.step else float(np.mean(a) - np.mean(b))
            for step, (a, b) in zip(self.steps, sides, strict=True)
        ]
        adjusted = adjust_known([test and test.p for test in tests])
        return [
            (step, value, test, p is not None and p <= ALPHA)
            for step, value, test, p in zip(self.steps, values, tests, adjusted, strict=True)
        ]
