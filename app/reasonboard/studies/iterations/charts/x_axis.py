"""The x axis of the curves: where each iteration stands on it, its range and its ticks."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from reasonboard.charts.ticks import log_axis, round_ticks
from reasonboard.studies.iterations.rows import (
    HOURS,
    ITERATION,
    Row,
    amount,
    kept,
    missing,
    words_of,
    x_values,
)

_ROOM = 0.02
"""Share of the range that is free at each side, for the last point."""


class XAxis(NamedTuple):
    """What the x axis shows, linear or logarithmic."""

    along: str = ITERATION
    """One of sql/along_choices.sql."""
    logarithmic: bool = False

    @property
    def is_iteration(self) -> bool:
        """Is a place on the axis the number of its iteration?"""
        return self.along == ITERATION and not self.logarithmic

    @property
    def words(self) -> str:
        """The axis in a sentence: 'by hours of training, log axis'."""
        return f"{words_of(self.along)}{', log axis' if self.logarithmic else ''}"

    def placed(self, row: Row) -> Row:
        """The row at those iterations only that have a place on the axis, `x`.

        On a log axis what stands at 0 lies at half of the first that does not; `used` are the numbers themselves. A
        value that is missing, as a rule with what its run had used by then, has the place of the one before it.
        """
        used = _with_those_before(x_values(row), row)
        xs = used
        if self.logarithmic:
            first = min((x for x in xs if x is not None and x > 0), default=2)
            xs = [None if x is None or x < 0 else x or first / 2 for x in xs]
        has_place = [x is not None for x in xs]
        return kept(row | {"x": xs, "used": used}, has_place)

    def range(self, rows: Sequence[Row]) -> list[float]:
        """From the first to the last place of rows that are `placed`, with a little room."""
        all_x = [x for row in rows for x in x_values(row)] or (
            [1, 10] if self.logarithmic else [0, 1]
        )
        low, high = min(all_x), max(all_x)
        if self.logarithmic:
            factor = (high / low) ** _ROOM if high > low else 2
            return [low / factor, high * factor]
        room = (high - low or 1) * _ROOM
        return [low - room, high + room]

    def settings(self, limits: Sequence[float], most: int) -> dict[str, Any]:
        """Range and ticks, at most `most`, the last with the unit; Plotly chooses those of iterations."""
        low, high = limits
        if self.is_iteration:
            return {"range": [low, high], "nticks": most}
        unit = " h" if self.along == HOURS else ""
        if self.logarithmic:
            return log_axis([low, high], unit, most)
        return {"range": [low, high]} | round_ticks(low, high, unit=unit, most=most)

    def between(self, first: float, last: float, share: float) -> float:
        """The place so far from the first to the last as the axis shows it."""
        if self.logarithmic and first > 0:
            return float(first * (last / first) ** share)
        return first + share * (last - first)

    def short(self, x: float) -> str:
        """A place in a mark's words: '76' of iterations, '12 h'."""
        return f"{x:.0f}" if self.along == ITERATION else amount(self.along, x)

    def hovered(self, row: Row) -> tuple[str, dict[str, Any]]:
        """How a hover says the place of a point, and what the trace needs for it: `ids` are the iterations."""
        if self.is_iteration:
            return "iteration %{x}", {}
        ids = [str(iteration) for iteration in row["iteration"]]
        if self.along == ITERATION:
            return "iteration %{id}", {"ids": ids}
        words = [amount(self.along, x) for x in row["used"]]
        return "iteration %{id}, %{hovertext}", {"ids": ids, "hovertext": words}


def _with_those_before(xs: Sequence[Any], row: Row) -> list[Any]:
    """The places, those of missing values that have none at the place before them."""
    filled: list[Any] = []
    for x, *gone in zip(xs, missing(row, "accuracy"), missing(row, "tokens"), strict=True):
        filled.append(filled[-1] if x is None and filled and any(gone) else x)
    return filled
