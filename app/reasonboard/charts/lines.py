"""Lines over a numeric axis, with labels at their ends instead of a legend."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import Any, Unpack

from reasonboard.charts.colors import FAINT, INK, MUTED, OWN, PAPER, SERIES_TEXT
from reasonboard.charts.gaps import (
    Missing,
    fields,
    gaps_of,
    missing_words,
    unbroken,
    with_gaps,
    words_in,
)
from reasonboard.charts.grid import on
from reasonboard.charts.intervals import End, band, whisker
from reasonboard.charts.labels import moved_apart
from reasonboard.charts.own import MARK, WIDTH
from reasonboard.charts.text_width import cut_apart
from reasonboard.charts.theme import Figure, Trace, Words, axis, dash, figure, plain, symbol, title
from reasonboard.charts.theme import color as color_of
from reasonboard.charts.traces import marker, note, pen, rule, scatter, stroke

HOLLOW = frozenset({"approximate", "read_off", "extrapolated", "illustrative"})
"""Kinds of number that are drawn as open markers: none of them was printed by its source."""
_PALE = 0.3
"""The opacity of the marks whose average is drawn."""
_HEIGHT = 300
"""Pixels of a chart of one panel."""
_LETTER = 6.2
"""About how many pixels a letter of a label is wide."""
MANY = 24
"""Of a line with more points the markers are small, and none is open."""


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
    """Is it a run of the reader, in the reserved color over all others?"""
    joined: bool = True
    ends: list[tuple[float, float] | None] = field(default_factory=list)
    """The interval of each point, where they are drawn."""
    template: str = ""
    """What all hovers have in common, if not `hover` says all: shorter than a sentence for each point."""
    beside: list[Any] | None = None
    """What %{customdata} stands for in the template."""
    label: str = ""
    """Its name beside its marks, where that is another."""
    missing: list[Missing] = field(default_factory=list)
    """Where its file has no number: the line and its intervals have gaps there."""
    color: str = ""
    """Its color on a scale, if lines are ordered: then labels have the color of text."""
    width: float = 0.0
    """In pixels, if it does not follow from what the line is."""
    marked: bool = True
    """Has it markers?"""

    @property
    def ink(self) -> str:
        """Its color."""
        return OWN if self.own else self.color or (FAINT if self.faint else color_of(self.number))

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
    right: int = 110,
    shapes: Sequence[dict[str, Any]] = (),
    annotations: Sequence[dict[str, Any]] = (),
    **words: Unpack[Words],
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
        for interval in uncertain(line, f"95% interval of {plain(line.name)}")
    ]
    traces = [*missing_fields(lines, x, y), *bands, *(trace(line) for line in ordered)]
    if missing := missing_in(lines):
        words["summary"] = f"{words['summary'].removesuffix('.')}; {missing}."
        words["uncertainty"] = " · ".join(filter(None, [words.get("uncertainty"), missing]))
    return figure(traces, layout, height=_HEIGHT, **words)


def missing_in(lines: Iterable[Line]) -> str:
    """How many values of the lines are missing; "" where none is."""
    words = [place.words for line in lines for place in line.missing]
    return missing_words(len(words), words)


def missing_fields(
    lines: Sequence[Line], x: Mapping[str, Any], y: Mapping[str, Any]
) -> list[Trace]:
    """Gray fields at the gaps of a panel with one line, on axes with these settings.

    Where there are several, but for those behind on which nothing can be selected, a field would speak of all of them:
    each has the words in its own gaps.
    """
    every = [(line, gaps_of(trace(line), line.missing)) for line in lines]
    if not any(gaps for _, gaps in every):
        return []
    is_log = x.get("type") == "log"
    if sum(bool(line.sets) or not line.faint for line in lines) == 1:
        ranges = x["range"], y["range"]
        return [part for _, gaps in every for part in fields(gaps, *ranges, logarithmic=is_log)]
    return [
        part
        for line, gaps in every
        if not line.faint
        for part in words_in(gaps, x["range"], _readable(line.ink), logarithmic=is_log)
    ]


def uncertain(line: Line, name: str) -> list[Trace]:
    """The intervals of a line: a band behind it with the gaps of the line, or whiskers where it is no line."""
    places: list[tuple[float, End | None]] = [
        (x, end and (x, *end)) for x, end in zip(line.x, line.ends, strict=False)
    ]
    if line.missing:
        gone = [(place.x, None) for place in line.missing]
        places = sorted([*places, *gone], key=lambda place: place[0])
    ends = [end for _, end in places]
    parts = unbroken(ends) if line.joined else [[end] for end in ends if end]
    return [
        trace
        for part in parts
        for trace in (
            [band(part, line.ink, name)] if len(part) > 1 else [whisker(*part[0], line.ink)]
        )
    ]


def trace(line: Line) -> Trace:
    """The line as a Plotly trace; open markers for numbers that their source did not print."""
    color = line.ink
    many = len(line.x) > MANY
    inks = [color] * len(line.kinds) if many else fills(line.kinds, color)
    look = marker(
        MARK if line.own else 4 if many or line.faint else 8,
        inks if len(set(inks)) > 1 else inks[0] if inks else color,
        color,
        1.5 if not line.faint else 1,
        symbol=symbol(line.number),
    )
    points = scatter(
        "lines" if not line.marked else "lines+markers" if line.joined else "markers",
        line.x,
        line.y,
        name=plain(line.name),
        **{"text": line.hover} if line.hover else {},
        **{"customdata": line.beside} if line.beside else {},
        hovertemplate=f"{line.template or '%{text}'}<extra></extra>",
        line=pen(
            color,
            WIDTH if line.own else line.width or (1.2 if line.faint else 2),
            "solid" if line.faint or line.color else dash(line.number),
        ),
        **{"marker": look} if line.marked else {},
        cliponaxis=False,
        meta=line.meta,
    )
    return with_gaps(points, line.missing)


def smoothed(
    line: Trace, averages: Sequence[float | None], ink: str, name: str, width: float
) -> list[Trace]:
    """A line's trace with its marks pale, and the averages at its points over them; a gap where one is None."""
    return [
        line | {"opacity": _PALE},
        stroke(line["x"], averages, ink, width, name=name, cliponaxis=False),
    ]


def end_labels(
    lines: Sequence[Line], y: dict[str, Any], height: int, most: int = 24
) -> list[dict[str, Any]]:
    """Each line's name in the margin at the height of its last point, moved apart where they would overlap.

    It is cut to `most` characters, and bold if it is the reader's own or the strong one of a scale.

    `labels.place_labels` would set them beside their points, inside the plot area, where lines run.
    """
    low, high = y["range"]
    last = sorted(((line.y[-1], line) for line in lines if line.x), key=lambda pair: pair[0])
    least = 14 * ((high - low) / max(height, 1))
    heights = moved_apart([value for value, _ in last], least, high)
    names = cut_apart([line.name for _, line in last], most)
    return [
        note(
            f"<b>{plain(names[line.name])}</b>"
            if line.own or (line.color and not line.faint)
            else plain(names[line.name]),
            1.0,
            y_of_label,
            size=12 if line.color else 11,
            color=MUTED if line.faint else INK if line.color else _readable(line.ink),
            xref="paper",
            yref="y",
            xanchor="left",
            yanchor="middle",
            xshift=6,
        )
        for y_of_label, (_, line) in zip(heights, last, strict=True)
    ]


def _readable(ink: str) -> str:
    """The darker color of a text beside a mark of this ink, where that is too light to be read."""
    return SERIES_TEXT.get(ink, ink)


def fills(kinds: Sequence[str | None], inks: str | Sequence[str]) -> list[str]:
    """The fill of each marker: its ink, or the paper's where its source did not print the number."""
    each = [inks] * len(kinds) if isinstance(inks, str) else inks
    return [PAPER if kind in HOLLOW else ink for kind, ink in zip(kinds, each, strict=True)]


def upright_lines(ends: Sequence[End], color: str, **more: Any) -> Trace:
    """The intervals of several marks as upright lines in one trace."""
    xs = [x for center, _, _ in ends for x in (center, center, None)]
    ys = [y for _, low, high in ends for y in (low, high, None)]
    return stroke(xs, ys, color, 1, **more)


def vertical(x: float, color: str, axes: Mapping[str, str] | None = None) -> dict[str, Any]:
    """A thin upright line through the whole height of a panel; its `axes` as traces name them."""
    axes = axes or on(0)
    return rule(
        (x, x),
        (0, 1),
        pen(color, 1, "dot"),
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
