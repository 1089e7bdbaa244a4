"""Lines of a table as a figure: columns of words, and one of differences with their intervals on one scale."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Unpack

from reasonboard.charts.colors import ACCURACY, FAINT, HAIRLINE, INK, PAPER
from reasonboard.charts.intervals import End, arrowheads, level_lines
from reasonboard.charts.marks import SELECTION, click
from reasonboard.charts.theme import Figure, Trace, Words, axis, figure, plain
from reasonboard.charts.ticks import reach, round_ticks
from reasonboard.charts.traces import dots, ground, marker, note, pen, rule, stroke, texts
from reasonboard.charts.verdict_marks import Sign, look, marker_of

_ROW, _HEAD, _SIZE = 32, 30, 13


class Cell(NamedTuple):
    """A word or number of a line."""

    text: str
    color: str = INK
    bold: bool = False


@dataclass(frozen=True)
class Column:
    """A column of words, at a share of the width."""

    heading: str
    across: float
    cells: Sequence[Cell]
    align: Literal["left", "right"] = "left"


class Bar(NamedTuple):
    """A difference with its interval, in any unit that all bars share."""

    value: float
    ends: tuple[float, float] | None
    verdict: Sign
    hover: str
    ink: str = ACCURACY


@dataclass(frozen=True)
class Bars:
    """The column of differences, between two shares of the width; None for a line without one."""

    left: float
    right: float
    bars: Sequence[Bar | None]
    unit: str = ""
    """Of the last number over the column."""
    scale: tuple[float, float] = field(init=False)

    def __post_init__(self) -> None:
        drawable = [bar for bar in self.bars if bar]
        ends = [bar.ends for bar in drawable if bar.ends]
        object.__setattr__(self, "scale", reach([bar.value for bar in drawable], ends))

    @property
    def lines(self) -> int:
        """How many lines there are down to the last one with a difference."""
        return max((y for y, bar in enumerate(self.bars, 1) if bar), default=0)

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """The numbers over the column and their positions."""
        ticks = round_ticks(*self.scale, unit=self.unit, signed=True, most=5)
        places = [self.across(value) for value in ticks["tickvals"]]
        return list(zip(places, ticks["ticktext"], strict=True))

    def across(self, number: float) -> float:
        """Where a number stands, as a share of the width; one beyond the axis at its end."""
        low, high = self.scale
        share = min(1.0, max(0.0, (number - low) / ((high - low) or 1)))
        return round(self.left + share * (self.right - self.left), 4)

    @property
    def ends(self) -> list[End]:
        """The lines of the intervals with their ends."""
        return [(y + 0.5, *bar.ends) for y, bar in enumerate(self.bars) if bar and bar.ends]


def row_table(
    columns: Sequence[Column],
    bars: Bars | None = None,
    *,
    sets: tuple[str, Sequence[str]] | None = None,
    picked: int = -1,
    **words: Unpack[Words],
) -> Figure:
    """The columns from left to right, their lines from above to below.

    `sets`: the control that a click on a line sets, and its value for each line, "" for none; the line `picked` lies on
    a ground.
    """
    lines = len(columns[0].cells)
    traces = [_words(column) for column in columns]
    if bars:
        traces = [*_intervals(bars, bars.lines), *traces]
    if sets:
        traces.append(_target(*sets))
    rules = [
        rule((0, 1), (y, y), pen(HAIRLINE if y else FAINT, 1), layer="below")
        for y in range(lines + 1)
    ]
    under = [ground((0, 1), (picked, picked + 1), name=SELECTION)] if picked >= 0 else []
    ticks = bars.ticks if bars else []
    drawn = bars.lines if bars else 0
    rules += [rule((x, x), (0, drawn), pen(HAIRLINE, 1), layer="below") for x, _ in ticks]
    layout = {
        "xaxis": axis(range=[0, 1], showgrid=False, showticklabels=False),
        "yaxis": axis(range=[lines + 0.02, -0.9], showgrid=False, showticklabels=False),
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
        "hovermode": "closest",
        "shapes": [*under, *rules],
        "annotations": [
            *(_heading(column) for column in columns),
            *(_tick(*tick) for tick in ticks),
        ],
    }
    return figure(traces, layout, height=_ROW * lines + _HEAD, **words)


def _words(column: Column) -> Trace:
    cells = column.cells
    return texts(
        [column.across] * len(cells),
        [y + 0.5 for y in range(len(cells))],
        [f"<b>{plain(cell.text)}</b>" if cell.bold else plain(cell.text) for cell in cells],
        [cell.color for cell in cells],
        _SIZE,
        textposition="middle right" if column.align == "left" else "middle left",
        cliponaxis=False,
    )


def _heading(column: Column) -> dict[str, object]:
    where = {"yanchor": "middle", "xanchor": column.align}
    return note(plain(column.heading), column.across, -0.45, size=12, **where)


def _tick(x: float, text: str) -> dict[str, object]:
    return note(text, x, -0.45, yanchor="middle", xanchor="center")


def _intervals(bars: Bars, lines: int) -> list[Trace]:
    zero = bars.across(0.0)
    traces = [stroke([zero, zero], [0, lines], FAINT, 1, name="no difference")]
    drawn = [(y, bar) for y, bar in enumerate(bars.bars) if bar]
    for color in dict.fromkeys(bar.ink for _, bar in drawn):
        own = [(y, bar) for y, bar in drawn if bar.ink == color]
        ends = [
            (y + 0.5, bars.across(bar.ends[0]), bars.across(bar.ends[1]))
            for y, bar in own
            if bar.ends
        ]
        if ends:
            traces.append(level_lines(ends, "95% interval", pen(color, 1.6)))
        traces.append(_dots(bars, own, color))
    return [*traces, *arrowheads(bars.ends, bars.scale, bars.across)]


def _dots(bars: Bars, own: Sequence[tuple[int, Bar]], color: str) -> Trace:
    looks = [look(bar.verdict, color) for _, bar in own]
    return dots(
        [bars.across(bar.value) for _, bar in own],
        [y + 0.5 for y, _ in own],
        [bar.hover for _, bar in own],
        marker_of(looks, 8),
    )


def _target(control: str, values: Sequence[str]) -> Trace:
    """A mark for each line that is not seen: a click near it selects the line."""
    lines = [(y + 0.5, value) for y, value in enumerate(values) if value]
    return dots(
        [0.02] * len(lines),
        [y for y, _ in lines],
        [plain(value) for _, value in lines],
        marker(28, PAPER, PAPER, 0) | {"opacity": 0},
        meta=click(control, [value for _, value in lines]),
    )
