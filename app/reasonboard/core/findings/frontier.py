"""Which of several marks no cheaper one reaches, and which of the others are tied with these."""

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import Self

from reasonboard.charts.frontier import Standing
from reasonboard.core.findings.result import Result, result_of
from reasonboard.statistics.contrasts import adjust_known, contrast, pairwise_p_values
from reasonboard.statistics.differences import ALPHA
from reasonboard.statistics.sweeps import pareto
from reasonboard.statistics.uncertainty import Measured


class Frontier:
    """Marks with a cost each, in the order of these.

    The tests of all pairs of them are one family (Holm's correction): that allows for comparing with what is
    highest.
    """

    def __init__(self, costs: Sequence[float], measured: Sequence[Measured]) -> None:
        self.measured = measured
        self.frontier = pareto(costs, [mark.value for mark in measured])
        own = set(self.frontier)
        self._edges = [
            index if index in own else [edge for edge in self.frontier if costs[edge] <= cost][-1]
            for index, cost in enumerate(costs)
        ]

    @cached_property
    def tests(self) -> int:
        """How many pairs of marks can be tested, of all."""
        return sum(p is not None for p in self._adjusted)

    def tested_among(self, whole: "Frontier", places: Sequence[int]) -> Self:
        """Take over the tests of a frontier of more marks, among which these are at rising `places`."""
        self._adjusted = [whole._adjusted[whole._pair(*pair)] for pair in combinations(places, 2)]
        self.tests = whole.tests
        return self

    def edge(self, index: int) -> int:
        """The highest mark of the frontier at the cost of a mark or less; itself where it is on it."""
        return self._edges[index]

    def standing(self, index: int) -> Standing:
        """Where a mark stands: against its `edge`."""
        edge = self._edges[index]
        p = self._adjusted[self._pair(edge, index)] if edge != index else None
        return (
            "frontier"
            if edge == index
            else "untested"
            if p is None
            else "below"
            if p <= ALPHA
            else "open"
        )

    def compared(self, high: int, low: int) -> Result | None:
        """One mark minus another, corrected over all pairs."""
        if high == low:
            return None
        a, b = self.measured[high], self.measured[low]
        test, adjusted = contrast(a, b), self._adjusted[self._pair(high, low)]
        if test is None or adjusted is None:
            return None
        return result_of(test, adjusted, self.tests)

    @cached_property
    def _adjusted(self) -> list[float | None]:
        """The p-value of each two marks, corrected, in the order of `itertools.combinations`."""
        return adjust_known(list(pairwise_p_values(self.measured)))

    def _pair(self, mark: int, other: int) -> int:
        first, second = sorted((mark, other))
        return first * (2 * len(self.measured) - first - 1) // 2 + second - first - 1
