"""The accuracy of one model along training: its gain, and how far it ends under its best checkpoint."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from reasonboard.core.findings.result import Result, one_of, result_of, with_interval
from reasonboard.statistics.contrasts import ALPHA, interval_of_difference
from reasonboard.statistics.growth import Decline, Reached, decline, reached
from reasonboard.studies.scale_progress.rows import Cell

FEWEST = 3
"""Checkpoints of a curve, at least: of two there is nothing to say but their difference."""


class Loss(NamedTuple):
    """How far a curve ends under its best checkpoint."""

    best: Cell
    size: float
    result: Result | None
    """Of the best minus the last; None where no uncertainty is known."""


class Curve:
    """The accuracy of one model in one benchmark along training, `tests` as its rows have them."""

    def __init__(self, cells: Sequence[Cell], tests: dict[str, int]) -> None:
        self.cells = cells
        self._tests = tests
        self._points = [cell.measured for cell in cells]

    @cached_property
    def reached(self) -> Reached | None:
        """Where it has 90 % of its gain; None without a significant gain and for fewer than three checkpoints."""
        if len(self.cells) < FEWEST:
            return None
        return reached([cell.progress for cell in self.cells], self._points, self._tests["gains"])

    @cached_property
    def loss(self) -> Loss | None:
        """How far it ends under its best; None where it does not.

        The best is chosen after looking: Holm over its checkpoints first, then Bonferroni over all curves.
        """
        falling = decline(self._points)
        if falling is None or not falling.loss:
            return None
        return Loss(self.cells[falling.best], falling.loss, self._tested(falling))

    def change(self, start: int = 0) -> Result | None:
        """The last cell minus that at an index, as one of all gains."""
        return one_of(self._tests["gains"], self._points[-1], self._points[start])

    def _tested(self, decline_: Decline) -> Result | None:
        if decline_.contrast is None or decline_.p_value is None:
            return None
        tests = self._tests["curves"]
        level = 1 - ALPHA / tests / max(1, len(self._points) - 1)
        ends = interval_of_difference(self._points[decline_.best], self._points[-1], level)
        result = result_of(decline_.contrast, min(1.0, decline_.p_value * tests), tests)
        return with_interval(result, *ends) if ends else result
