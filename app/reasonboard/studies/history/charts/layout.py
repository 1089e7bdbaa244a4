"""Where the parts of a series are drawn in its panel: levels, changes, the dates that these can be."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from reasonboard.charts.colors import FAINT, INK, MUTED
from reasonboard.charts.grid import on
from reasonboard.charts.lines import padded
from reasonboard.charts.theme import Trace
from reasonboard.charts.traces import stroke
from reasonboard.studies.history.charts import series as parts
from reasonboard.studies.history.charts.axis import x_range
from reasonboard.studies.history.points import Point
from reasonboard.studies.history.rows import Series

_DASH = "4px,3px"


class Places:
    """A series as it is drawn in a panel: what depends on where its runs stand."""

    def __init__(self, series: Series, drawn: Sequence[Point], index: int = 0) -> None:
        self.series, self.drawn, self.index = series, drawn, index
        self.found = series.course.newest
        self._x = {place: point.x for point in drawn for place in point.places}

    def x_of(self, tested: int) -> float:
        """Where a tested run stands; one that is not drawn, at the left edge."""
        return self._x.get(self.series.tested[tested], x_range(self.drawn)[0])

    def inks(self) -> list[str]:
        ink = parts.ink_of(self.series, self.found)
        return [
            ink if parts.after_change(self.series, point, self.found) else INK
            for point in self.drawn
        ]

    def between(self, tested: int) -> float:
        """The middle between a tested run and the one before it."""
        return (self.x_of(tested - 1) + self.x_of(tested)) / 2

    def y_range(self, with_intervals: bool) -> tuple[float, float]:
        times = self.series.times
        values = [mark.value * times for point in self.drawn for mark in point.marks]
        ends = [
            end * times
            for point in self.drawn
            for pair in (point.interval, point.here)
            if pair and with_intervals
            for end in pair
        ]
        low, high = padded([*values, *ends], 0.04)
        return low, high

    def shapes(self) -> list[dict[str, Any]]:
        """The line at each certain step, and the ground of the dates that the newest change can be."""
        shapes = []
        for found in self.series.course.found:
            if found.kind == "drift" or self.series.tested[found.first] not in self._x:
                continue
            low, high = (self.between(place) for place in found.dates)
            if low < high or not found.is_certain:
                shapes.append(parts.shaded(low, high, self.index))
            if found.is_certain:
                ink = parts.ink_of(self.series, found) if found is self.found else MUTED
                shapes.append(parts.dashed(self.between(found.first), ink, self.index))
        return shapes

    def levels(self) -> list[tuple[float, float, float]]:
        """From where to where each level reaches, and its height; none of too few runs."""
        if self.series.course.state == "few":
            return []
        return parts.levels(self.series, self.found, self.x_of)

    def level_lines(self) -> list[Trace]:
        """The levels: solid where they are certain, dashed where a change is possible; the line of a drift."""
        found = self.found
        if found and found.kind == "drift":
            ends = [self.x_of(found.start), self.x_of(found.end - 1)]
            heights = [found.before * self.series.times, found.since * self.series.times]
            return [
                stroke(
                    ends,
                    heights,
                    INK,
                    2,
                    None if found.is_certain else _DASH,
                    name="drift",
                    **on(self.index),
                )
            ]
        low, high = x_range(self.drawn)
        ink = parts.ink_of(self.series, found)
        lines = self.levels()
        if not lines:
            return []
        last = len(lines) - 1
        edges = [
            low,
            *((one[1] + other[0]) / 2 for one, other in pairwise(lines)),
            high,
        ]
        return [
            stroke(
                [edges[at], edges[at + 1]], [y, y], ink if at == last and found else FAINT if last == 0 else INK, 2,
                _DASH if found and not found.is_certain else None, name="level", **on(self.index),
            )
            for at, (_, _, y) in enumerate(lines)
        ]  # fmt: skip
