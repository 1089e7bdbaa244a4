"""A chart of accuracies over samples or sizes as it is filled: marks, intervals, labels, its frame."""

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from reasonboard.charts.boxes import Box, Frame
from reasonboard.charts.colors import FAINT, INK, MUTED
from reasonboard.charts.intervals import band, counted, whisker
from reasonboard.charts.labels import LINE, Anchor, Label, placed
from reasonboard.charts.theme import Figure, Trace, axis, figure, plain, title
from reasonboard.charts.traces import marker, scatter
from reasonboard.statistics.uncertainty import said
from reasonboard.studies.prm_selection.charts.frontier import frontier_label, step_line
from reasonboard.studies.prm_selection.charts.gains import Step, multiplier, step_label
from reasonboard.studies.prm_selection.charts.marks import (
    Row,
    across,
    apart,
    curve,
    depth,
    ends,
    in_lines,
    ink_of,
    joined,
    measured_only,
    open_kinds,
    points,
    short,
    side_by_side,
    uncertainty,
)

_HEIGHT = {4: 340, 2: 340, 1: 430}
_WIDTH = {4: 500, 2: 400, 1: 310}
"""Minimum width of a chart by the number of panels side by side, in pixels."""
_LEFT, _RIGHT, _TOP = 62, 16, 12
_STEP = 5
"""The range of accuracy starts and ends at a multiple of this, in percent."""
_NARROW = 300
"""Charts up to this width in pixels have no room for the names of frontiers."""
_SLOT, _MARGIN = 9, 0.1
"""Pixels between marks of one x side by side, and powers of ten left free at both ends of x."""
_FINE = 40
"""Ranges up to this long have a grid line at every step, longer ones at every second."""


@dataclass
class Chart:
    """A chart as it is filled: its marks, their labels, and the room that is taken."""

    frame: Frame
    picked: str
    many: bool
    """Is there more than one student?"""
    intervals: bool
    traces: list[Trace] = field(default_factory=list)
    named: dict[tuple[str, str], tuple[int, Label]] = field(default_factory=dict)
    labels: list[Label] = field(default_factory=list)
    taken: list[Box] = field(default_factory=list)
    lines: list[Box] = field(default_factory=list)

    def ink(self, row: Row, *, reference: bool = False) -> str:
        return ink_of(row, self.picked, reference=reference)

    def parted(self, groups: list[list[Row]], x: str) -> list[list[Row]]:
        """The same rows with the `x` that they are drawn at: where whiskers are drawn, marks of one x
        stand beside each other, but for the points of a curve and for lines."""
        first = [(of[0][x] or 1, len({row[x] for row in of}) > 1 or not of[0][x]) for of in groups]
        slot = (self.frame.x[1] - self.frame.x[0]) / self.frame.width * _SLOT
        most = _MARGIN * 0.9
        places = side_by_side(first, slot, most) if self.intervals else [at for at, _ in first]
        return [
            [row | {"x": row[x] if stays else float(f"{place:.5g}")} for row in of]
            for of, (_, stays), place in zip(groups, first, places, strict=True)
        ]

    def uncertain(self, rows: list[Row], ink: str) -> None:
        """The intervals of rows: a band along a curve, a whisker for a single mark."""
        known = [(row["x"], *end) for row in rows if (end := ends(row))]
        if not self.intervals or not known:
            return
        if len(known) > 1:
            self.traces.append(band(known, ink, "95 % interval"))
        else:
            self.traces.append(whisker(*known[0], ink))

    def take(self, rows: list[Row]) -> list[tuple[float, float]]:
        """The places of the rows, from now on kept free of labels."""
        places = [(math.log10(row["x"]), row["value"]) for row in rows]
        self.taken += [self.frame.mark(*place) for place in places]
        return places

    def curve(self, rows: list[Row]) -> None:
        """A series over training samples, named beside its last point that is not extrapolated."""
        ink = self.ink(rows[0])
        self.uncertain(rows, ink)
        self.traces += curve(rows, ink)
        places = self.take(rows)
        for start, end in pairwise(places):
            self.taken += self.frame.segment(start, end)
        both = list(zip(rows, places, strict=True))
        sure = [place for row, place in both if row["kind"] != "extrapolated"]
        self.name(rows, (sure or places)[-1], ("right", "left"), ink)
        for row, place in both:
            if row["kind"] == "extrapolated":
                self.labels.append(
                    Label("extrapolated", (Anchor(*place, "left"),), MUTED, (-16.0, 16.0))
                )

    def sized(self, rows: list[Row]) -> None:
        """The values of one selector over its size, named beside the most trusted one."""
        ink = self.ink(rows[0])
        values = [row["value"] for row in rows]
        self.uncertain(rows[:1], ink)
        if min(values) < max(values):
            self.traces.append(joined(rows[0]["x"], values, ink))
        self.traces.append(points(rows, ink))
        places = self.take(rows)
        x = places[0][0]
        self.taken += self.frame.segment((x, min(values)), (x, max(values)))
        early = self.frame.at(x, values[0])[0] < self.frame.width * 0.7
        self.name(rows, places[0], ("right", "left") if early else ("left", "right"), ink)

    def reference(self, rows: list[Row]) -> None:
        """Values as lines through the chart, labelled as far right as there is room."""
        ink = self.ink(rows[0], reference=True)
        counts = sorted({row["train_samples"] for row in rows if row["train_samples"]})
        detail = f" · {', '.join(map(short, counts))} samples" if counts else ""
        low, high = self.frame.x
        anchors = tuple(
            Anchor(high - (high - low) * step / 20, row["value"], "left")
            for step in range(14)
            for row in rows
        )
        text = _name(rows[0], self.many) + detail
        self.labels.append(Label(text, anchors, _readable(ink), (8.0, -8.0), movable=False))
        for index, row in enumerate(rows):
            self.traces.append(across(row, self.frame.x, ink, 1 if index else 1.5))
            up = self.frame.at(low, row["value"])[1]
            self.lines.append(Box(0, up - 1, self.frame.width, up + 1))

    def gains(self, gained: list[Step], groups: list[list[Row]], references: list[Row]) -> None:
        """What a doubling of the samples brings, and how far a reference with more of them is behind."""
        self.labels += [step_label(step) for step in gained if self.strong(step[0])]
        for of in groups:
            if len(measured_only(of)) > 1 and self.strong(of[0]):
                bracket = multiplier(of, references)
                if bracket:
                    self.traces.append(bracket[0])
                    self.labels.append(bracket[1])

    def frontier(self, place: str, kept: list[Row]) -> None:
        """The steps of the sizes that pay, named over the last one."""
        start, end = self.frame.x
        ink = FAINT if self.picked else INK
        self.traces.append(step_line(place, kept, float(f"{10**end:.4g}"), ink))
        if self.frame.width > _NARROW:
            self.labels.append(frontier_label(place, kept, start, end))
        for row in kept[-1:]:
            up = self.frame.at(start, row["value"])[1]
            self.lines.append(
                Box(self.frame.at(math.log10(row["x"]), 0)[0], up - 1, self.frame.width, up + 1)
            )

    def ring(self, rows: list[Row]) -> None:
        """A ring around the marks that are picked among those of the highlighted selector."""
        ringed = [row for row in rows if row["selector"] == self.picked]
        if ringed:
            self.traces.append(
                scatter(
                    "markers",
                    [row["x"] for row in ringed],
                    [row["value"] for row in ringed],
                    hoverinfo="skip",
                    line={"color": INK},
                    marker=marker(15, INK, INK, 1.4, symbol="circle-open"),
                    cliponaxis=False,
                )
            )

    def strong(self, row: Row) -> bool:
        return self.picked in ("", row["selector"])

    def name(
        self, rows: list[Row], place: tuple[float, float], sides: tuple[str, ...], ink: str
    ) -> None:
        """The selector's name, once: beside the series with the most values."""
        key = (rows[0]["selector"], rows[0]["model"])
        if key not in self.named or self.named[key][0] < len(rows):
            anchors = tuple(Anchor(*place, side) for side in sides)
            label = Label(_name(rows[0], self.many), anchors, _readable(ink))
            self.named[key] = (len(rows), label)

    def figure(
        self,
        panel: str,
        rows: Sequence[Row],
        *,
        ticks: dict[float, str],
        x_title: list[str],
        tests: list[str],
        summary: str,
    ) -> Figure:
        words = [x_title[0], *self._notes(rows, x_title[1:])]
        bottom = 44 + LINE * (len(words) - 1)
        labels = [label for _, label in self.named.values()] + self.labels
        layout = {
            "xaxis": self._across(ticks, "<br>".join(words)),
            "yaxis": self._up(f"{plain(panel)}: {plain(rows[0]['metric'])}"),
            "annotations": placed(labels, self.frame, self.taken, self.lines),
            "margin": {"l": _LEFT, "r": _RIGHT, "t": _TOP, "b": bottom},
            "hovermode": "closest",
        }
        traces = sorted(self.traces, key=depth)
        height = int(self.frame.height) + _TOP + bottom
        methods = [said([uncertainty(row) for row in rows])] if self.intervals else []
        told = "; ".join([*methods, *tests])
        return figure(traces, layout, height=height, summary=summary, uncertainty=told)

    def _notes(self, rows: Sequence[Row], words: list[str]) -> list[str]:
        """How many items the values are over, and what open marks mean, in lines as wide as the chart."""
        items = {row["n_items"] for row in rows if row["n_items"]}
        notes = [
            *(counted(n) for n in sorted(items)),
            *words,
            *open_kinds((row["kind"] for row in rows), "open marker"),
        ]
        return in_lines(notes, int(self.frame.width / 5.4))

    def _across(self, ticks: dict[float, str], words: str) -> dict[str, Any]:
        left, right = self.frame.x
        kept = apart(list(ticks), (right - left) * 26 / self.frame.width)
        return axis(
            type="log",
            range=[left, right],
            tickvals=kept,
            ticktext=[ticks[value] for value in kept],
            title=title(words),
        )

    def _up(self, words: str) -> dict[str, Any]:
        low, high = self.frame.y
        return axis(
            range=[low, high],
            ticksuffix=" %",
            dtick=_STEP if high - low <= _FINE else 2 * _STEP,
            title=title(words + (f" (axis from {low:g} %)" if low else "")),
        )


def framed(rows: Sequence[Row], places: Sequence[float], columns: int, intervals: bool) -> Frame:
    """The plot area: x in powers of ten, y a round range of all values of the benchmark."""
    low, high = math.log10(min(places)), math.log10(max(places))
    margin = max((high - low) * 0.08, _MARGIN)
    lowest, highest = _reach(rows) if intervals else (rows[0]["low"], rows[0]["high"])
    bottom = math.floor((lowest - 1.5) / _STEP) * _STEP
    top = min(math.ceil((highest + 1.5) / _STEP) * _STEP, 100)
    if bottom < top / 4:
        bottom = 0
    width = _WIDTH.get(columns, _WIDTH[2]) - _LEFT - _RIGHT
    return Frame(
        (low - margin, high + margin), (bottom, top), width, _HEIGHT.get(columns, _HEIGHT[2])
    )


def _reach(rows: Sequence[Row]) -> tuple[float, float]:
    """From the lowest to the highest end of an interval, the ends of all values of the benchmark among
    them, so that its two charts share a scale."""
    low, high = rows[0]["low"], rows[0]["high"]
    most = min((row for row in rows if row["n_items"]), key=lambda row: row["n_items"], default={})
    known = [
        end for row in (*rows, most | {"value": low}, most | {"value": high}) if (end := ends(row))
    ]
    return min([low, *(end[0] for end in known)]), max([high, *(end[1] for end in known)])


def _name(row: Row, many: bool) -> str:
    words = f"{row['selector']} → {row['model']}" if many else row["selector"]
    return "<br>".join(plain(line) for line in textwrap.wrap(words, 24))


def _readable(ink: str) -> str:
    return MUTED if ink == FAINT else ink
