"""A series in its panel: bars, marks, levels and the change, and the x axis of its runs."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from reasonboard.charts.colors import BETTER, CLEAR, FAINT, INK, MUTED, WORSE
from reasonboard.charts.grid import on
from reasonboard.charts.lines import padded
from reasonboard.charts.marks import click
from reasonboard.charts.text_width import text_width
from reasonboard.charts.theme import Trace, plain
from reasonboard.charts.traces import dots, ground, marker, pen, rule, scatter, stroke
from reasonboard.core.findings.words import score
from reasonboard.studies.history.changes import Found
from reasonboard.studies.history.points import Point, day_words, short_builds
from reasonboard.studies.history.rows import Series
from reasonboard.studies.history.words import ends_words, verdict_sign

_THIN, _THICK = 1.2, 5.0
_PALE = 0.38
_TICK = 0.012
"""Half the width of a tick, as a share of the axis."""
_DASH = "4px,3px"
_INKS = {"better": BETTER, "worse": WORSE, "": INK}
_AROUND = 0.035
"""Of the axis, that stays free at both ends."""
_SIZE, _BETWEEN = 11, 10
"""Of the letters of a label, and the pixels between two."""


def ink_of(series: Series, found: Found | None) -> str:
    """The color of what came after a change."""
    return _INKS[verdict_sign(found, series)] if found else INK


class SeriesPanel:
    """A series and its points in a panel, with or without the intervals of its runs."""

    def __init__(
        self, series: Series, drawn: Sequence[Point], index: int = 0, *, has_bars: bool
    ) -> None:
        self.series, self.drawn, self.index, self.has_bars = series, drawn, index, has_bars
        self.found = series.course.newest
        self.ink = ink_of(series, self.found)
        self._x = {place: point.x for point in drawn for place in point.places}

    @property
    def x_range(self) -> tuple[float, float]:
        """The range of the axis: one mark stands in its middle."""
        low, high = self.drawn[0].x, self.drawn[-1].x
        margin = (high - low) * _AROUND or 0.5
        return low - margin, high + margin

    @property
    def y_range(self) -> tuple[float, float]:
        """The range of all runs, and of the intervals if these are drawn."""
        values = [mark.value for point in self.drawn for mark in point.marks]
        pairs = [pair for point in self.drawn for pair in (point.interval, point.here) if pair]
        ends = [end for pair in pairs for end in pair] if self.has_bars else []
        low, high = padded([value * self.series.times for value in (*values, *ends)], 0.04)
        return low, high

    def traces(self, size: float, *, both_bars: bool = False) -> list[Trace]:
        """What is drawn, from behind to the front, with marks of this size; `both_bars` as in `_bars`."""
        bars = self._bars(both_bars=both_bars) if self.has_bars else []
        traces = [*bars, *self._ticks(), *self._level_lines(), self._marks(size)]
        return [trace | on(self.index) for trace in traces]

    def ring(self, point: Point) -> Trace:
        """The circle around a selected mark."""
        y, around = point.value * self.series.times, marker(18, CLEAR, INK, 1.6)
        return scatter("markers", [point.x], [y], marker=around, hoverinfo="skip")

    def shapes(self) -> list[dict[str, Any]]:
        """The line at each certain step, and the ground of the dates that the newest change can be."""
        axes = on(self.index)
        whole_height: dict[str, Any] = {"xref": axes["xaxis"], "yref": f"{axes['yaxis']} domain"}
        shapes: list[dict[str, Any]] = []
        for found in self.series.course.found:
            if found.kind == "drift" or self.series.tested[found.first] not in self._x:
                continue
            low, high = (self._before(place) for place in found.dates)
            if low < high or not found.is_certain:
                shapes.append(ground((low, high), **whole_height))
            if found.is_certain:
                x, ink = self._before(found.first), self.ink if found is self.found else MUTED
                shapes.append(rule((x, x), (0, 1), pen(ink, 1.4, _DASH), **whole_height))
        return shapes

    def levels(self) -> list[tuple[float, float, float]]:
        """From where to where each level reaches, and its height; none of too few runs.

        These are the stretches between certain steps, or both sides of a possible one.
        """
        found, means = self.found, self.series.means
        if self.series.course.state == "few":
            return []
        stretches = list(self.series.course.levels)
        if found and not found.is_certain and found.kind == "step":
            stretches[-1:] = [(found.start, found.first), (found.first, found.end)]
        return [
            (
                self._x_of(first),
                self._x_of(end - 1),
                sum(means[first:end]) / (end - first) * self.series.times,
            )
            for first, end in stretches
            if end > first
        ]

    def _x_of(self, tested: int) -> float:
        """Where a tested run stands; one that is not drawn, at the left edge."""
        return self._x.get(self.series.tested[tested], self.x_range[0])

    def _before(self, tested: int) -> float:
        """The middle between a tested run and the one before it."""
        return (self._x_of(tested - 1) + self._x_of(tested)) / 2

    def _inks(self) -> list[str]:
        """The color of each mark: the color of the change after a certain step."""
        found, first = self.found, len(self.series.marks)
        if found and found.is_certain and found.kind == "step":
            first = self.series.tested[found.first]
        return [self.ink if point.places[0] >= first else INK for point in self.drawn]

    def _bars(self, *, both_bars: bool) -> list[Trace]:
        """Thin bars for problems like these, thick ones for these very problems; a trace for each ink and width.

        With `both_bars` a mark can have both; else it has a thin one only if nothing is known of these very problems.
        """
        times, inks, traces = self.series.times, self._inks(), []
        for ink in dict.fromkeys(inks):
            own = [point for point, one in zip(self.drawn, inks, strict=True) if one == ink]
            here = [(point.x, point.here) for point in own]
            likes = [(point.x, point.interval) for point in own if both_bars or not point.here]
            for width, name, ends in (
                (_THICK, "these problems", here),
                (_THIN, "problems like these", likes),
            ):
                if lines := [(x, pair) for x, pair in ends if pair]:
                    xs = [part for x, _ in lines for part in (x, x, None)]
                    ys = [
                        part
                        for _, (low, high) in lines
                        for part in (low * times, high * times, None)
                    ]
                    title = f"95% interval, {name}"
                    traces.append(stroke(xs, ys, ink, width, name=title, opacity=_PALE))
        return traces

    def _ticks(self) -> list[Trace]:
        """A short line at each single run of the points that are means."""
        low, high = self.x_range
        half = (high - low) * _TICK
        places = [
            (point.x, mark.value * self.series.times)
            for point in self.drawn
            if len(point.marks) > 1
            for mark in point.marks
        ]
        xs = [part for x, _ in places for part in (x - half, x + half, None)]
        ys = [part for _, y in places for part in (y, y, None)]
        return [stroke(xs, ys, MUTED, 1, name="single runs", opacity=0.7)] if places else []

    def _level_lines(self) -> list[Trace]:
        """The levels: solid where they are certain, dashed where a change is possible; the line of a drift."""
        found, levels = self.found, self.levels()
        dash = _DASH if found and not found.is_certain else None
        if found and found.kind == "drift":
            ends = [self._x_of(found.start), self._x_of(found.end - 1)]
            heights = [found.before * self.series.times, found.since * self.series.times]
            return [stroke(ends, heights, INK, 2, dash, name="drift")]
        if not levels:
            return []
        low, high = self.x_range
        edges = [low, *((one[1] + other[0]) / 2 for one, other in pairwise(levels)), high]
        inks = [
            *[INK] * (len(levels) - 1),
            self.ink if found else FAINT if len(levels) == 1 else INK,
        ]
        return [
            stroke(ends, [y, y], ink, 2, dash, name="level")
            for ends, (_, _, y), ink in zip(pairwise(edges), levels, inks, strict=True)
        ]

    def _marks(self, size: float) -> Trace:
        """The marks: filled, whatever a test says of the series. A click selects the run."""
        return dots(
            [point.x for point in self.drawn],
            [round(point.value * self.series.times, 4) for point in self.drawn],
            [_hover(self.series, point) for point in self.drawn],
            marker(size, self._inks()) | {"opacity": 1},
            name=plain(self.series.benchmark),
            meta=click("run", [point.key for point in self.drawn], panel=self.series.benchmark),
        )

    def x_axis(
        self, axis: str, width: int, *, with_builds: bool = False, picked: str = ""
    ) -> dict[str, Any]:
        """The axis with as many labels as `width` pixels have room for; that of the run `picked` is bold."""
        drawn, (low, high) = self.drawn, self.x_range
        labels = _labels(drawn, axis, with_builds=with_builds)
        places = [(point.x - low) / (high - low) * width for point in drawn]
        halves = [
            max(text_width(line, _SIZE) for line in label.split("<br>")) / 2 for label in labels
        ]
        ways = (_every(step, places, halves) for step in range(1, len(drawn) + 1))
        kept = next((way for way in ways if _is_free(way, places, halves)), [0])
        texts = [
            f"<b>{labels[at]}</b>" if picked and drawn[at].key == picked else labels[at]
            for at in kept
        ]
        return {
            "range": [low, high],
            "tickvals": [drawn[at].x for at in kept],
            "ticktext": texts,
            "showgrid": False,
        }


def _hover(series: Series, point: Point) -> str:
    """What a mark says: when, which build, its value with both intervals, its seed."""
    run, unit = point.last.run, series.unit
    when = f"{day_words(run.made_at, year=True)}, {run.made_at:%H:%M}"
    if run.made_from != "stated":
        when += f" ({run.made_from})"
    lines = [
        f"<b>{plain(when)}</b>",
        plain(run.build or "build unknown"),
        f"mean of {len(point.marks)} runs" if len(point.marks) > 1 else "",
        f"<b>{score(point.value, unit)}</b>",
        f"{ends_words(point.interval, unit)} for problems like these" if point.interval else "",
        f"{ends_words(point.here, unit)} for these problems" if point.here else "",
        f"seed {plain(run.seed)}" if run.seed else "",
        f"repeat {plain(run.repeat)}" if run.repeat else "",
        "" if point.is_tested else "not in the test",
    ]
    return "<br>".join(filter(None, lines))


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
