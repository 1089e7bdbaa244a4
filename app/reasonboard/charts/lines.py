"""Lines over a numeric axis, with labels at their ends instead of a legend."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import Any

from reasonboard.charts.colors import FAINT, MUTED, OWN, PAPER, SERIES_TEXT
from reasonboard.charts.grid import on
from reasonboard.charts.intervals import End, band, whisker
from reasonboard.charts.labels import moved_apart
from reasonboard.charts.own import MARK, WIDTH
from reasonboard.charts.text_width import cut_apart
from reasonboard.charts.theme import Figure, Trace, axis, dash, figure, plain, symbol, title
from reasonboard.charts.theme import colour as colour_of
from reasonboard.charts.traces import marker, note, pen, rule, scatter, stroke

HOLLOW = frozenset({"approximate", "read_off", "extrapolated", "illustrative"})
"""Kinds of number that are drawn as open markers: none of them was printed by its source."""
_PALE = 0.3
"""The opacity of the marks whose average is drawn."""
_HEIGHT = 300
"""Pixels of a chart of one panel."""
_LETTER = 6.2
"""About how many pixels a letter of a label is wide."""


@dataclass(frozen=True)
class Line:
    """One series: points in the order in which they are joined."""

    name: str
    number: int
    x: list[float]
    y: list[float]
    kinds: list[str]
    hover: list[str]
    sets: dict[str, str] = field(default_factory=dict)
    """The controls that a click on any of the points sets."""
    along: tuple[str, list[str]] | None = None
    """The control that a click on a point sets, and to what for each."""
    faint: bool = False
    own: bool = False
    """Is it a run of the reader, in the reserved colour over all others?"""
    joined: bool = True
    ends: list[tuple[float, float] | None] = field(default_factory=list)
    """The interval of each point, where they are drawn."""
    template: str = ""
    """What all hovers have in common, if not `hover` says all: shorter than a sentence for each point."""
    beside: list[Any] | None = None
    """What %{customdata} stands for in the template."""
    label: str = ""
    """Its name beside its marks, where that is another."""

    @property
    def ink(self) -> str:
        """Its colour."""
        return OWN if self.own else FAINT if self.faint else colour_of(self.number)

    @property
    def meta(self) -> dict[str, Any]:
        """What a click sets (see marks.py)."""
        return {"sets": self.sets} | (
            {"x": self.along[0], "xs": self.along[1]} if self.along else {}
        )

    def only(self, kept: Sequence[bool]) -> "Line":
        """The line with some of its points, without intervals."""
        return replace(
            self,
            x=list(compress(self.x, kept)),
            y=list(compress(self.y, kept)),
            kinds=list(compress(self.kinds, kept)),
            hover=list(compress(self.hover, kept)),
            along=self.along and (self.along[0], list(compress(self.along[1], kept))),
            ends=[],
        )


def line_chart(
    lines: Sequence[Line],
    *,
    x: dict[str, Any],
    y: dict[str, Any],
    x_title: str = "",
    summary: str,
    uncertainty: str = "",
    right: int = 110,
    shapes: Sequence[dict[str, Any]] = (),
    annotations: Sequence[dict[str, Any]] = (),
) -> Figure:
    """All lines in one panel; faint ones lie under the others, own ones over them."""
    ordered = sorted(lines, key=lambda line: (line.own, not line.faint))
    layout = {
        "xaxis": axis(title=title(x_title), **x),
        "yaxis": axis(title=title(""), **y),
        "shapes": list(shapes),
        "annotations": [
            *annotations,
            *end_labels(ordered, y, _HEIGHT - 72, int((right - 8) / _LETTER)),
        ],
        "margin": {"l": 52, "r": right, "t": 24, "b": 48},
        "hovermode": "closest",
    }
    bands = [
        interval
        for line in ordered
        if not line.faint
        for interval in uncertain(line, f"95 % interval of {plain(line.name)}")
    ]
    traces = [*bands, *(trace(line) for line in ordered)]
    return figure(traces, layout, height=_HEIGHT, summary=summary, uncertainty=uncertainty or None)


def uncertain(line: Line, name: str) -> list[Trace]:
    """The intervals of a line: a band behind it, or whiskers where it is no line."""
    ends = [(x, *end) for x, end in zip(line.x, line.ends, strict=False) if end]
    ink = line.ink
    if line.joined and len(ends) > 1:
        return [band(ends, ink, name)]
    return [whisker(*end, ink) for end in ends]


def trace(line: Line) -> Trace:
    """The line as a Plotly trace; open markers for numbers that their source did not print."""
    colour = line.ink
    many = len(line.x) > 24  # noqa: PLR2004
    inks = [colour] * len(line.kinds) if many else fills(line.kinds, colour)
    return scatter(
        "lines+markers" if line.joined else "markers",
        line.x,
        line.y,
        name=plain(line.name),
        **{"text": line.hover} if line.hover else {},
        **{"customdata": line.beside} if line.beside else {},
        hovertemplate=f"{line.template or '%{text}'}<extra></extra>",
        line=pen(
            colour,
            WIDTH if line.own else 1.2 if line.faint else 2,
            "solid" if line.faint else dash(line.number),
        ),
        marker=marker(
            MARK if line.own else 4 if many or line.faint else 8,
            inks if len(set(inks)) > 1 else inks[0] if inks else colour,
            colour,
            1.5 if not line.faint else 1,
            symbol=symbol(line.number),
        ),
        cliponaxis=False,
        meta=line.meta,
    )


def smoothed(
    line: Trace, averages: Sequence[float | None], ink: str, name: str, width: float
) -> list[Trace]:
    """A line's trace with its marks pale, and the averages at its points over them; a gap where one is None."""
    return [line | {"opacity": _PALE}, stroke(line["x"], averages, ink, width, name=name)]


def end_labels(
    lines: Sequence[Line], y: dict[str, Any], height: int, most: int = 24
) -> list[dict[str, Any]]:
    """Each line's name in the margin at the height of its last point, moved apart where they would overlap.

    It is cut to `most` characters, and bold where it is the reader's own.

    `labels.place_labels` would set them beside their points, inside the plot area, where lines run.
    """
    low, high = y["range"]
    last = sorted(((line.y[-1], line) for line in lines if line.x), key=lambda pair: pair[0])
    least = 14 * ((high - low) / max(height, 1))
    heights = moved_apart([value for value, _ in last], least, high)
    names = cut_apart([line.name for _, line in last], most)
    return [
        note(
            f"<b>{plain(names[line.name])}</b>" if line.own else plain(names[line.name]),
            1.0,
            y_of_label,
            color=MUTED if line.faint else SERIES_TEXT.get(line.ink, line.ink),
            xref="paper",
            yref="y",
            xanchor="left",
            yanchor="middle",
            xshift=6,
        )
        for y_of_label, (_, line) in zip(heights, last, strict=True)
    ]


def fills(kinds: Sequence[str | None], inks: str | Sequence[str]) -> list[str]:
    """The fill of each marker: its ink, or the paper's where its source did not print the number."""
    each = [inks] * len(kinds) if isinstance(inks, str) else inks
    return [PAPER if kind in HOLLOW else ink for kind, ink in zip(kinds, each, strict=True)]


def upright_lines(ends: Sequence[End], colour: str, **more: Any) -> Trace:
    """The intervals of several marks as upright lines in one trace."""
    xs = [x for center, _, _ in ends for x in (center, center, None)]
    ys = [y for _, low, high in ends for y in (low, high, None)]
    return stroke(xs, ys, colour, 1, **more)


def vertical(x: float, colour: str, axes: Mapping[str, str] | None = None) -> dict[str, Any]:
    """A thin upright line through the whole height of a panel; its `axes` as traces name them."""
    axes = axes or on(0)
    return rule(
        (x, x),
        (0, 1),
        pen(colour, 1, "dot"),
        xref=axes["xaxis"],
        yref=f"{axes['yaxis']} domain",
        layer="below",
    )


def padded(
    values: Sequence[float],
    share: float = 0.06,
    floor: float | None = None,
    ceiling: float | None = None,
) -> list[float]:
    """A range that holds all values with a margin, not beyond floor and ceiling."""
    if not values:
        return [0.0, 1.0]
    low, high = min(values), max(values)
    margin = (high - low) * share or 1.0
    start = low - margin if floor is None else max(low - margin, floor)
    end = high + margin if ceiling is None else min(high + margin, ceiling)
    return [start, end]
