"""Values on a log axis with direct labels in place of a legend: curves, ranges, levels and a frontier."""

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Unpack

from reasonboard.charts.boxes import Box, Frame
from reasonboard.charts.colors import FAINT, INK, MUTED
from reasonboard.charts.frontier import Corner, steps
from reasonboard.charts.gaps import gaps_of, with_gaps, words_in
from reasonboard.charts.labels import Anchor, Label, place_labels
from reasonboard.charts.lines import Line, fills, uncertain
from reasonboard.charts.theme import (
    DASHES,
    Figure,
    Trace,
    Words,
    axis,
    color,
    figure,
    plain,
    symbol,
)
from reasonboard.charts.traces import dots, marker, pen, scatter, stroke

LEFT, RIGHT, TOP = 62, 16, 12
_NARROW, _HALF = 300, 340
"""Charts up to these widths in pixels have no room for the names of frontiers, and of faint series."""
_SLOT, _MOST = 9, 0.09
"""Pixels between marks of one x side by side, and how far the last may stand from it in powers of ten."""
_POINTS = 10
"""Points of a level line: a pointer meets points only."""
_FOOT = 30
"""Pixels under the axis of x."""


@dataclass
class LabeledChart:
    """A chart under construction: its traces, its labels, and the boxes that labels must not cover."""

    frame: Frame
    """Its x are powers of ten."""
    picked: bool
    """Is one of the series strong, and all others faint?"""
    intervals: bool
    traces: list[Trace] = field(default_factory=list)
    names: dict[str, tuple[int, Label]] = field(default_factory=dict)
    """The label of each series, and beside how many of its values it stands."""
    labels: list[Label] = field(default_factory=list)
    levels: list[Label] = field(default_factory=list)
    """The labels of level lines."""
    taken: list[Box] = field(default_factory=list)
    lines: list[Box] = field(default_factory=list)
    curves: list[Line] = field(default_factory=list)
    """The series along x."""

    def curve(self, line: Line) -> None:
        """A series along x, named beside its last point that is not extrapolated.

        What is extrapolated hangs on a dotted line. Where a file has no number, the line has a gap.
        """
        ink = _ink(line)
        self.curves.append(line)
        self._uncertain(line)
        sure, beyond = (
            line.only([(kind == "extrapolated") is hanging for kind in line.kinds])
            for hanging in (False, True)
        )
        if sure.x:
            points = with_gaps(_points(sure, ink), line.missing)
            self.traces.append(points | {"mode": "lines+markers"})
            in_gaps = gaps_of(points, line.missing)
            self.traces += words_in(in_gaps, self.frame.x, _readable(ink), logarithmic=True)
        if beyond.x:
            x, y = [*sure.x[-1:], *beyond.x], [*sure.y[-1:], *beyond.y]
            self.traces += [stroke(x, y, ink, 2, "dot"), _points(beyond, ink)]
        for start, end in pairwise(self._take(line)):
            self.taken += self.frame.segment(start, end)
        self._name(line, _places(sure if sure.x else line)[-1], ("right", "left"), ink)
        for point in _places(beyond):
            anchors = (Anchor(*point, "left"),)
            self.labels.append(Label("extrapolated", anchors, MUTED, (-16.0, 16.0)))

    def range(self, line: Line) -> None:
        """Several values at one x, joined by an upright line; name and interval are those of the first."""
        ink, low, high = _ink(line), min(line.y), max(line.y)
        self._uncertain(replace(line, ends=line.ends[:1]))
        if low < high:
            # Wider than the line of an interval.
            self.traces.append(stroke([line.x[0]] * 2, [low, high], ink, 3))
        self.traces.append(_points(line, ink))
        x, y = self._take(line)[0]
        self.taken += self.frame.segment((x, low), (x, high))
        early = self.frame.pixel(x, y)[0] < self.frame.width * 0.7
        self._name(line, (x, y), ("right", "left") if early else ("left", "right"), ink)

    def level(self, line: Line, detail: str, *, marked: bool) -> None:
        """Values as level lines through the chart, labeled as far right as there is room.

        `marked`: each has its marker at its x, too.
        """
        ink = _ink(line, (INK if self.picked else MUTED))
        low, high = self.frame.x
        anchors = tuple(
            Anchor(high - (high - low) * step / 10, y, "left") for step in range(7) for y in line.y
        )
        self.levels.append(Label(_label(line) + detail, anchors, _readable(ink), (9.0, -9.0)))
        dash, meta = DASHES[1 + line.number % (len(DASHES) - 1)], {"sets": line.sets}
        for index, (y, hover) in enumerate(zip(line.y, line.hover, strict=True)):
            look = {"line": pen(ink, 1 if index else 1.5, dash), "meta": meta}
            name = plain(line.name)
            self.traces.append(level_line(name, y, self.frame.x, _POINTS, hover, **look))
            up = self.frame.pixel(low, y)[1]
            self.lines.append(Box(0, up - 1, self.frame.width, up + 1))
        if marked:
            self.traces.append(_points(line, ink))
            self._take(line)

    def frontier(self, x: Sequence[float], y: Sequence[float], hover: str, label: str) -> None:
        """Steps to the right edge: what no smaller x reaches lies above them. Named over the last one."""
        start, end = self.frame.x
        ink = FAINT if self.picked else INK
        corners = [Corner(*point) for point in zip(x, y, strict=True)]
        words = {"hovertext": hover, "hoverinfo": "text"}
        self.traces.append(steps(corners, float(f"{10**end:.4g}"), pen(ink, 1.2), **words))
        if self.frame.width > _NARROW:
            low = max(start, math.log10(x[-1]))
            anchors = tuple(
                Anchor(end - (end - low) * step / 12, y[-1], "left") for step in range(9)
            )
            self.labels.append(Label(label, anchors, INK, (8.0, -8.0), movable=False))
        left, up = self.frame.pixel(math.log10(x[-1]), y[-1])
        self.lines.append(Box(left, up - 1, self.frame.width, up + 1))
        for (at, low), (next_at, high) in pairwise(zip(map(math.log10, x), y, strict=True)):
            self.lines += self.frame.segment((at, low), (next_at, low))
            self.lines += self.frame.segment((next_at, low), (next_at, high))

    def ring(self, x: Sequence[float], y: Sequence[float]) -> None:
        """A ring around the marks that are picked."""
        look = marker(15, INK, INK, 1.4, symbol="circle-open")
        ring = {"hoverinfo": "skip", "line": {"color": INK}, "cliponaxis": False}
        if x:
            self.traces.append(scatter("markers", x, y, marker=look, **ring))

    def figure(self, *, ticks: dict[float, str], **words: Unpack[Words]) -> Figure:
        """The chart without axis titles: `subtitle` says what they would, and where y does not start at 0."""
        labels = [label for _, label in self.names.values()] + self.labels + self._level_labels()
        low, high = self.frame.y
        layout = {
            "xaxis": self._across(ticks),
            "yaxis": axis(range=[low, high], title=None, **_round_parts(low, high)),
            "annotations": place_labels(labels, self.frame, self.taken, self.lines),
            "margin": {"l": LEFT, "r": RIGHT, "t": TOP, "b": _FOOT},
            "hovermode": "closest",
        }
        height = int(self.frame.height) + TOP + _FOOT
        traces = sorted(self.traces, key=_depth)
        words["subtitle"] += f", from {low:g}%" if low else ""
        return figure(traces, layout, height=height, **words)

    def _level_labels(self) -> list[Label]:
        """The labels of level lines, none beside the line of another."""
        heights = [{anchor.y for anchor in label.anchors} for label in self.levels]
        return [
            replace(label, not_beside=tuple(set().union(*heights) - own))
            for label, own in zip(self.levels, heights, strict=True)
        ]

    def _across(self, ticks: dict[float, str]) -> dict[str, Any]:
        """The log axis, with those of the ticks whose texts do not meet."""
        left, right = self.frame.x
        kept: list[float] = []
        for tick in ticks:
            if not kept or math.log10(tick / kept[-1]) >= (right - left) * 26 / self.frame.width:
                kept.append(tick)
        ticktext = [ticks[tick] for tick in kept]
        ticks_shown = {"tickvals": kept, "ticktext": ticktext}
        return axis(type="log", range=[left, right], title=None, showgrid=False, **ticks_shown)

    def _uncertain(self, line: Line) -> None:
        """The intervals; labels keep off those that are no band."""
        intervals = uncertain(line, "95% interval") if self.intervals else []
        self.traces += intervals
        for trace in intervals:
            if "fill" not in trace:
                x, (low, high) = math.log10(trace["x"][0]), trace["y"]
                self.lines += self.frame.segment((x, low), (x, high))

    def _take(self, line: Line) -> list[tuple[float, float]]:
        """The places of the marks, from now on kept free of labels."""
        places = _places(line)
        self.taken += [self.frame.mark(*point) for point in places]
        return places

    def _name(
        self, line: Line, point: tuple[float, float], sides: tuple[str, ...], ink: str
    ) -> None:
        """The name of a series, once: beside the line with the most values; a faint one needs a wide chart."""
        if line.faint and self.frame.width <= _HALF:
            return
        if line.label not in self.names or self.names[line.label][0] < len(line.x):
            anchors = tuple(Anchor(*point, side) for side in sides)
            self.names[line.label] = (len(line.x), Label(_label(line), anchors, _readable(ink)))


def level_line(
    name: str, y: float, x: tuple[float, float], count: int, hover: str, **more: Any
) -> Trace:
    """A value as a line on a log axis; `x` are its ends in powers of ten, `count` its points for the pointer."""
    low, high = x
    exponents = [low + (high - low) * step / (count - 1) for step in range(count)]
    across = [float(f"{10**exponent:.4g}") for exponent in exponents]
    return (
        scatter("lines", across, [y] * count, name=name, hovertext=hover, hoverinfo="text") | more
    )


def side_by_side(marks: Sequence[tuple[float, bool]], frame: Frame) -> list[float]:
    """Where marks stand whose whiskers would cover each other: as many x, those of one x parted.

    A mark is its x and whether it must stay there, as the points of a curve.
    """
    places = [x for x, _ in marks]
    slot = (frame.x[1] - frame.x[0]) / frame.width * _SLOT
    for x in set(places):
        loose = [index for index, (other, stays) in enumerate(marks) if other == x and not stays]
        stays = any(other == x and stays for other, stays in marks)
        width = min(slot, _MOST / max(len(loose) / 2, 1))
        for order, index in enumerate(loose):
            beside = (order // 2 + 1) * (-1) ** (order + 1)
            steps = beside if stays else order - (len(loose) - 1) / 2
            places[index] = x * 10 ** (width * steps)
    return places


def _round_parts(low: float, high: float) -> dict[str, Any]:
    """Ticks that divide a range of percents in two or three, the last with its unit."""
    parts = 3 if (high - low) % 30 == 0 else 2
    values = [low + (high - low) * part / parts for part in range(parts + 1)]
    texts = [f"{value:g}" for value in values]
    return {"tickvals": values, "ticktext": [*texts[:-1], f"{texts[-1]}%"]}


def _points(line: Line, ink: str) -> Trace:
    look = marker(8, fills(line.kinds, ink), ink, 1.6, symbol=symbol(line.number))
    more = {"name": plain(line.name), "line": pen(ink, 2), "meta": line.meta}
    return dots(line.x, line.y, line.hover, look, **more)


def _places(line: Line) -> list[tuple[float, float]]:
    """Where its marks stand: powers of ten across, axis units up."""
    return [(math.log10(x), y) for x, y in zip(line.x, line.y, strict=True)]


def _ink(line: Line, other: str = "") -> str:
    return FAINT if line.faint else other or color(line.number)


def _readable(ink: str) -> str:
    return MUTED if ink == FAINT else ink


def _label(line: Line) -> str:
    return "<br>".join(plain(part) for part in textwrap.wrap(line.label, 24))


def _depth(trace: Trace) -> int:
    """The layer of a trace, from below: -1 for bands, 0 for faint lines, 1 for muted ones, 2 for all others."""
    if "fill" in trace:
        return -1
    if trace["mode"] == "text":
        return 2
    return {FAINT: 0, MUTED: 1}.get(trace["line"]["color"], 2)
