"""Where a series is drawn in its panel: levels, changes, their dates; and the x axis of a chart of runs."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from reasonboard.charts.colors import FAINT, INK, MUTED
from reasonboard.charts.grid import on
from reasonboard.charts.lines import padded
from reasonboard.charts.text_width import text_width
from reasonboard.charts.theme import Trace, plain
from reasonboard.charts.traces import stroke
from reasonboard.studies.history.charts import series as parts
from reasonboard.studies.history.points import Point, day_words, short_builds
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
        edges = [low, *((one[1] + other[0]) / 2 for one, other in pairwise(lines)), high]
        return [
            stroke(
                [edges[at], edges[at + 1]], [y, y], ink if at == last and found else FAINT if last == 0 else INK, 2,
                _DASH if found and not found.is_certain else None, name="level", **on(self.index),
            )
            for at, (_, _, y) in enumerate(lines)
        ]  # fmt: skip


_AROUND = 0.035
"""Of the axis, that stays free at both ends."""
_SIZE, _BETWEEN = 11, 10
"""Of the letters of a label, and the pixels between two."""


def x_range(drawn: Sequence[Point]) -> tuple[float, float]:
    """The range of the axis: one mark stands in its middle."""
    low, high = drawn[0].x, drawn[-1].x
    margin = (high - low) * _AROUND or 0.5
    return low - margin, high + margin


def x_axis(
    drawn: Sequence[Point], axis: str, width: int, *, with_builds: bool, picked: str = ""
) -> dict[str, Any]:
    """The axis with as many labels as `width` pixels have room for; that of the run `picked` is bold."""
    low, high = x_range(drawn)
    labels = _labels(drawn, axis, with_builds=with_builds)
    places = [(point.x - low) / (high - low) * width for point in drawn]
    halves = [max(text_width(line, _SIZE) for line in label.split("<br>")) / 2 for label in labels]
    steps = range(1, len(drawn) + 1)
    kept = next(
        (kept for step in steps if _is_free(kept := _every(step, places, halves), places, halves)),
        [0],
    )
    texts = [
        f"<b>{labels[at]}</b>" if picked and drawn[at].key == picked else labels[at] for at in kept
    ]
    return {
        "range": [low, high], "tickvals": [drawn[at].x for at in kept], "ticktext": texts, "showgrid": False,
    }  # fmt: skip


def _every(step: int, places: Sequence[float], halves: Sequence[float]) -> list[int]:
    """Every so many labels from the first one on, and the last one in place of those that it would touch."""
    last = len(places) - 1
    until = places[last] - halves[last] - _BETWEEN
    return [*(at for at in range(0, last, step) if places[at] + halves[at] <= until), last]


def _is_free(kept: Sequence[int], places: Sequence[float], halves: Sequence[float]) -> bool:
    """Does no label touch the next one?"""
    ends = (
        (places[at] + halves[at], places[after] - halves[after]) for at, after in pairwise(kept)
    )
    return all(end + _BETWEEN <= start for end, start in ends)


def _labels(drawn: Sequence[Point], axis: str, *, with_builds: bool) -> list[str]:
    """A label for each point: the first and the last of them, and the first of a month, name the month."""
    builds = short_builds([point.last.run.build for point in drawn])
    if axis == "build":
        return [plain(builds.get(point.last.run.build, "?")) for point in drawn]
    labels = []
    for at, point in enumerate(drawn):
        run = point.last.run
        before = drawn[at - 1].last.run.made_at if at else None
        is_new = before is None or before.month != run.made_at.month or at == len(drawn) - 1
        has_date = run.made_from != "load order"
        words = day_words(run.made_at, month=is_new) if has_date else str(point.places[0] + 1)
        build = builds.get(run.build, "") if with_builds else ""
        labels.append(f"{words}<br>{plain(build)}" if build else words)
    return labels
