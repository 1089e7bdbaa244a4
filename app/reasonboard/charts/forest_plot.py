"""A dot and its range for each name, one under the other: numbers that are compared by eye."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from reasonboard.charts.colors import ACCURACY, HAIRLINE, INK, MUTED, OWN, PAPER
from reasonboard.charts.intervals import arrowheads, level_lines
from reasonboard.charts.marks import click
from reasonboard.charts.text_width import Room, fitted_names, text_width
from reasonboard.charts.theme import Figure, Trace, Words, axis, figure, plain
from reasonboard.charts.ticks import round_ticks
from reasonboard.charts.traces import dots, marker, pen, rule, scatter, texts
from reasonboard.charts.verdict_marks import Sign, look, marker_of

_ROW, _AROUND = 26, 50
_NAMES, _NAMES_ON_A_PHONE, _SIZE = 180, 110, 12.0
"""The most pixels of a name, and the size of its letters."""
_GAP = "\u2002"
"""Before a label, so that it does not touch a dot at the right end."""


@dataclass(frozen=True)
class ForestRow:
    """One name with its number, all in axis units."""

    name: str
    x: float
    label: str
    """The number with its sign, as it stands at the right."""
    hover: str
    low: float | None = None
    high: float | None = None
    other: float | None = None
    """A second number beside it: an open square."""
    mark: str = ""
    """What a click picks: a benchmark, a run."""
    verdict: Sign = "significant"
    """How its dot looks."""
    own: bool = False
    """Is it of a run that a reader loaded?"""

    @property
    def ends(self) -> list[tuple[float, float]]:
        """Both ends of its range; [] if one is not known."""
        return [] if self.low is None or self.high is None else [(self.low, self.high)]


def forest_plot(
    rows: Sequence[ForestRow],
    *,
    x: dict[str, Any],
    unit: str = "",
    signed: bool = False,
    picked: str,
    thin: bool = False,
    reference: float | None = None,
    control: str = "panel",
    narrow: bool = False,
    **words: Unpack[Words],
) -> Figure:
    """The rows from above to below; `picked` is the mark that is strong.

    The range is a bar behind the dot (what noise gives), or `thin`: the interval of the dot itself. One that leaves the
    axis ends in an arrowhead. A click sets `control`. `reference` is an x to compare with; `unit` follows the last
    tick, `signed` ones are differences. A `narrow` chart has shorter names and fewer ticks.
    """
    strong = [row.mark == picked for row in rows]
    ticks = round_ticks(*x["range"], unit=unit, signed=signed, most=3 if narrow else 4)
    layout: dict[str, Any] = {
        "xaxis": axis(**ticks, tickangle=0, **x),  # else Plotly turns and cuts narrow ones
        **_names(rows, strong, _NAMES_ON_A_PHONE if narrow else _NAMES),
        "hovermode": "closest",
        "shapes": [],
    }
    if reference is not None:
        line, axes = pen(MUTED, 1, "dot"), {"xref": "x", "yref": "paper"}
        layout["shapes"] = [rule((reference,) * 2, (0, 1), line, layer="below", **axes)]
    traces = [
        *_range_traces(rows, thin, x["range"]),
        *_value_traces(rows, strong, x["range"][1], control),
    ]
    return figure(traces, layout, height=_ROW * len(rows) + _AROUND, **words)


def _names(rows: Sequence[ForestRow], strong: Sequence[bool], room: float) -> dict[str, Any]:
    """The axis with the names of the rows, each at most `room` pixels wide, and the margins beside it."""
    names = fitted_names([Room(row.name, room, _SIZE) for row in rows])
    words = [
        _tick(name, bold, row.own) for name, bold, row in zip(names, strong, rows, strict=True)
    ]
    left = 24 + round(max(text_width(name, _SIZE) for name in names))
    return {
        "yaxis": axis(
            range=[len(rows) - 0.4, -0.6],
            tickvals=list(range(len(rows))),
            ticktext=words,
            showgrid=False,
            ticklabelstandoff=6,
        ),
        "margin": {"l": left, "r": 64, "t": 8, "b": 34},
    }


def _tick(name: str, bold: bool, own: bool) -> str:
    words = f"<b>{plain(name)}</b>" if bold or own else plain(name)
    return f'<span style="color:{OWN}">{words}</span>' if own else words


def _range_traces(rows: Sequence[ForestRow], thin: bool, axis_ends: Sequence[float]) -> list[Trace]:
    """The ranges of the rows that have one, as far as the axis goes, and their second numbers."""
    left, right = axis_ends
    whole = [(y, *ends) for y, row in enumerate(rows) for ends in row.ends]
    ends = [(y, max(left, low), min(right, high)) for y, low, high in whole]
    others = [(row.other, y) for y, row in enumerate(rows) if row.other is not None]
    name = "95% interval" if thin else "95% of noise alone"
    line = {"color": ACCURACY, "width": 1.4} if thin else {"color": HAIRLINE, "width": 11}
    own = [end for end in ends if rows[int(end[0])].own]
    parts = [
        (own, line | ({"color": OWN} if thin else {})),
        ([end for end in ends if end not in own], line),
    ]
    traces = [level_lines(some, name, look) | {"cliponaxis": False} for some, look in parts if some]
    traces += arrowheads(whole, (left, right))
    if others:
        x, y = map(list, zip(*others, strict=True))
        square = marker(7, PAPER, MUTED, 1.5, symbol="square")
        traces.append(scatter("markers", x, y, hoverinfo="skip", cliponaxis=False, marker=square))
    return traces


def _value_traces(
    rows: Sequence[ForestRow], strong: Sequence[bool], right: float, control: str
) -> list[Trace]:
    """The numbers as dots, and their labels beginning at the x `right`."""
    inks = [OWN if row.own else ACCURACY for row in rows]
    looks = [look(row.verdict, ink, own=row.own) for row, ink in zip(rows, inks, strict=True)]
    values = dots(
        [row.x for row in rows],
        list(range(len(rows))),
        [row.hover for row in rows],
        marker_of(looks, [10 if is_strong else 8 for is_strong in strong]),
        meta=click(control, [row.mark for row in rows]),
    )
    labels = texts(
        [right] * len(rows),
        list(range(len(rows))),
        [
            f"{_GAP}<b>{row.label}</b>" if is_strong else f"{_GAP}{row.label}"
            for row, is_strong in zip(rows, strong, strict=True)
        ],
        INK,
        textposition="middle right",
        cliponaxis=False,
    )
    return [values, labels]
