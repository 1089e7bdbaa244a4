"""Accuracy of a student by who selected its training data: over samples, over selector size."""

import math
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from app.figures.labels import LINE, Anchor, Box, Frame, Label, placed
from app.figures.selection_marks import (
    Row,
    across,
    apart,
    curve,
    depth,
    extent,
    in_lines,
    ink_of,
    open_kinds,
    points,
    same_samples,
    several,
    short,
    whisker,
)
from app.figures.theme import FAINT, MUTED, Figure, Trace, axis, empty, figure, plain, title

_HEIGHT = {4: 340, 2: 340, 1: 430}
_WIDTH = {4: 500, 2: 400, 1: 310}
"""How wide a chart at least is where so many panels fit side by side, in pixels."""
_LEFT, _RIGHT, _TOP = 62, 16, 12
_STEP = 5
"""The range of accuracy starts and ends at a multiple of so many percent."""
_FINE = 40
"""Ranges up to this long have a grid line at every step, longer ones at every second."""


def accuracy_by_samples(rows: Sequence[Row], *, panel: str, selector: str, columns: int) -> Figure:
    """Accuracy (percent) against training samples, log x: a curve per selector and place.

    Rows are values with `train_samples`; those with the same `selector`, `model` and `place` are
    joined. Rows of a `reference` are a line through the chart and a marker. `selector` is strong.
    """
    if not rows:
        return empty(f"No data: the source gives no numbers of training samples for {panel}.")
    counts = sorted({row["train_samples"] for row in rows})
    chart = _Chart(_frame(rows, counts, columns), selector, several(rows))
    keys = ("reference", "selector", "model", "place")
    for of in _groups(rows, keys):
        if of[0]["reference"]:
            chart.reference(of)
            chart.traces.append(points(of, "train_samples", chart.ink(of[0], reference=True)))
            chart.take("train_samples", of)
        else:
            chart.curve(of)
    return chart.figure(
        panel,
        rows,
        ticks={count: short(count) for count in counts},
        x_title=["training samples (log axis)", *_uncounted(rows[0]["uncounted"])],
        summary=(
            f"{panel}: {extent(rows)} with {', '.join(map(short, counts))} training samples, "
            f"for {len({row['selector'] for row in rows})} selectors."
        ),
    )


def accuracy_by_selector(rows: Sequence[Row], *, panel: str, selector: str, columns: int) -> Figure:
    """Accuracy (percent) against the size of the selector (`params_b`, log x), every point named.

    Rows are values made with the same number of samples. Several values of one selector are
    joined by a thin upright line. Selectors without a size are lines through the chart.
    """
    sized = [row for row in rows if row["params_b"]]
    if not sized:
        return empty(f"No data: the source gives no size of a selector for {panel}.")
    sizes = sorted({row["params_b"] for row in sized})
    chart = _Chart(_frame(rows, sizes, columns), selector, several(rows))
    for of in _groups(rows, ("selector", "model")):
        if of[0]["params_b"]:
            chart.sized(of)
        else:
            chart.reference(of)
    return chart.figure(
        panel,
        rows,
        ticks={size: f"{size:g}B" for size in sizes},
        x_title=["selector size (parameters, log axis)", *same_samples(rows)],
        summary=(
            f"{panel}: {extent(sized)} for {len({row['selector'] for row in sized})} selectors "
            f"from {sizes[0]:g}B to {sizes[-1]:g}B parameters."
        ),
    )


@dataclass
class _Chart:
    """A chart as it is filled: its marks, their labels, and the room that is taken."""

    frame: Frame
    picked: str
    many: bool
    """Is there more than one student?"""
    traces: list[Trace] = field(default_factory=list)
    named: dict[tuple[str, str], tuple[int, Label]] = field(default_factory=dict)
    labels: list[Label] = field(default_factory=list)
    taken: list[Box] = field(default_factory=list)
    lines: list[Box] = field(default_factory=list)

    def ink(self, row: Row, *, reference: bool = False) -> str:
        return ink_of(row, self.picked, reference=reference)

    def take(self, x: str, rows: list[Row]) -> list[tuple[float, float]]:
        """The places of the rows, from now on kept free of labels."""
        places = [(math.log10(row[x]), row["value"]) for row in rows]
        self.taken += [self.frame.mark(*place) for place in places]
        return places

    def curve(self, rows: list[Row]) -> None:
        """A series over training samples, named beside its last point that is not extrapolated."""
        ink = self.ink(rows[0])
        self.traces += curve(rows, ink)
        places = self.take("train_samples", rows)
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
        if min(values) < max(values):
            self.traces.append(whisker(rows[0]["params_b"], values, ink))
        self.traces.append(points(rows, "params_b", ink))
        places = self.take("params_b", rows)
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
        summary: str,
    ) -> Figure:
        notes = [*x_title[1:], *open_kinds((row["kind"] for row in rows), "open marker")]
        words = [x_title[0], *in_lines(notes, int(self.frame.width / 5.4))]
        bottom = 44 + LINE * (len(words) - 1)
        (left, right), (low, high) = self.frame.x, self.frame.y
        kept = apart(list(ticks), (right - left) * 26 / self.frame.width)
        labels = [label for _, label in self.named.values()] + self.labels
        start = f" (axis from {low:g} %)" if low else ""
        layout = {
            "xaxis": axis(
                type="log",
                range=[left, right],
                tickvals=kept,
                ticktext=[ticks[value] for value in kept],
                title=title("<br>".join(words)),
            ),
            "yaxis": axis(
                range=[low, high],
                ticksuffix=" %",
                dtick=_STEP if high - low <= _FINE else 2 * _STEP,
                title=title(f"{plain(panel)}: {plain(rows[0]['metric'])}{start}"),
            ),
            "annotations": placed(labels, self.frame, self.taken, self.lines),
            "margin": {"l": _LEFT, "r": _RIGHT, "t": _TOP, "b": bottom},
            "hovermode": "closest",
        }
        traces = sorted(self.traces, key=depth)
        height = int(self.frame.height) + _TOP + bottom
        return figure(traces, layout, height=height, summary=summary)


def _frame(rows: Sequence[Row], places: Sequence[float], columns: int) -> Frame:
    """The plot area: x in powers of ten, y a round range of all values of the benchmark."""
    low, high = math.log10(min(places)), math.log10(max(places))
    margin = max((high - low) * 0.08, 0.1)
    bottom = math.floor((rows[0]["low"] - 1.5) / _STEP) * _STEP
    top = min(math.ceil((rows[0]["high"] + 1.5) / _STEP) * _STEP, 100)
    if bottom < top / 4:
        bottom = 0
    width = _WIDTH.get(columns, _WIDTH[2]) - _LEFT - _RIGHT
    return Frame(
        (low - margin, high + margin), (bottom, top), width, _HEIGHT.get(columns, _HEIGHT[2])
    )


def _groups(rows: Sequence[Row], keys: tuple[str, ...]) -> Iterator[list[Row]]:
    for _, group in groupby(rows, key=lambda row: [row[key] for key in keys]):
        yield list(group)


def _name(row: Row, many: bool) -> str:
    words = f"{row['selector']} → {row['model']}" if many else row["selector"]
    return "<br>".join(plain(line) for line in textwrap.wrap(words, 24))


def _readable(ink: str) -> str:
    return MUTED if ink == FAINT else ink


def _uncounted(number: int) -> list[str]:
    if not number:
        return []
    return [f"not drawn: {number} value{'s' if number > 1 else ''} without a number of samples"]
