"""The color scales of heatmaps, and the signs that need a key, each as it is drawn."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from reasonboard.charts.cells import (
    BEST,
    DISPUTED,
    IMPOSSIBLE,
    NOT_SIGNIFICANT,
    STARRED,
    TOGETHER,
    UNTESTED,
    Cell,
)
from reasonboard.charts.colors import MUTED
from reasonboard.charts.text_width import text_width
from reasonboard.charts.theme import Trace
from reasonboard.charts.traces import paper_note

_FEW = 40
"""Cells below which the ends of a scale are the minimum and the maximum."""
_CUT = 0.02
_WHOLE = 100.0
"""In percent: no score is higher."""
_FINE = 10.0
"""Spans below which the ends are printed with a decimal, in percent or points."""
_PRINTED = 0.5
"""Half of the last digit that most ends are printed with."""
_STRIP, _THICK, _GAP = 34, 7, 5
"""Width and height of a strip and its distance to the numbers, in pixels."""
_SIZE = 11.5


class Span(NamedTuple):
    """The values at the ends of a color scale, and whether there are values beyond them."""

    low: float
    high: float
    below: bool = False
    above: bool = False

    def share(self, value: float) -> float:
        """The place of a value between the ends, 0 to 1."""
        return min(1.0, max(0.0, (value - self.low) / ((self.high - self.low) or 1)))

    def end_texts(self, *, centred: bool, highest: float | None = None) -> tuple[str, str]:
        """Both ends as printed, "≤" or "≥" where values lie beyond; the upper one at most `highest`."""
        high = self.high if highest is None else min(self.high, highest)
        digits = 0 if self.high - self.low >= _FINE else 1
        form = f"{'+' if centred else ''}.{digits}f"
        rounded = (round(end, digits) or 0.0 for end in (self.low, high))
        low, top = (format(end, form).replace("-", "−") for end in rounded)
        return f"{'≤ ' if self.below else ''}{low}", f"{'≥ ' if self.above else ''}{top}"


def span(
    values: Sequence[float],
    detects: float = 0.0,
    *,
    centred: bool = False,
    low_end: float | None = None,
) -> Span:
    """The ends of the scale of these values, in percent or points.

    The 2nd and the 98th percentile, from 40 values on, else the minimum and the maximum; never closer
    than `detects`, the smallest difference that a test would find, so that noise stays pale. `centred`
    scales, those of differences, are symmetric about 0; others start at `low_end` where it is given.
    """
    if not values:
        return Span(0.0, 1.0)
    if centred:
        most = max(_ends([abs(value) for value in values])[1], detects) or 1.0
        return Span(-most, most, _exceeds(-most, min(values)), _exceeds(max(values), most))
    low, high = _ends(values)
    low = low if low_end is None else low_end
    if low == high and not detects:
        return Span(low - 0.5, high + 0.5)
    high = max(high, low + detects)
    return Span(low, high, _exceeds(low, min(values)), _exceeds(max(values), high))


BLOCK = {
    "type": "rect", "xref": "paper", "yref": "paper", "xsizemode": "pixel", "ysizemode": "pixel", "line": {"width": 0},
}  # fmt: skip
"""What the blocks of all strips have in common: the defaults of the figure's shapes."""


def strip(
    ends: Span, colors: Sequence[str], unit: str, x: float, y: float, up: int, *, centred: bool
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], float]:
    """Shapes (without what `BLOCK` says) and notes of "36 [strip] 63%", and its width in pixels.

    Its right end is at `x`, its middle `up` pixels over `y`, both as shares of the plot area. A scale of
    scores that goes beyond 100% is shown up to there.
    """
    highest = _WHOLE if unit == "%" and not centred and ends.low < _WHOLE else None
    low, high = ends.end_texts(centred=centred, highest=highest)
    high = f"{high}%" if unit == "%" else high
    if highest is not None and ends.high > highest:
        colors = colors[: max(2, round(ends.share(highest) * (len(colors) - 1)) + 1)]
    right = text_width(high, _SIZE) + _GAP + 2
    each = _STRIP / len(colors)
    shapes = [
        {
            "xanchor": x, "yanchor": y, "fillcolor": color, "y0": up - _THICK / 2, "y1": up + _THICK / 2,
            "x0": round(index * each - right - _STRIP, 1), "x1": round((index + 1) * each - right - _STRIP, 1),
        }
        for index, color in enumerate(colors)
    ]  # fmt: skip
    beside: dict[str, Any] = {
        "size": _SIZE,
        "color": MUTED,
        "xanchor": "right",
        "yanchor": "middle",
        "yshift": up,
    }
    notes = [
        paper_note(low, x, y, xshift=-round(right + _STRIP + _GAP - 3), **beside),
        paper_note(high, x, y, **beside),
    ]
    return shapes, notes, right + _STRIP + _GAP + text_width(low, _SIZE)


def _ends(values: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(values)
    if len(ordered) < _FEW:
        return ordered[0], ordered[-1]
    return _quantile(ordered, _CUT), _quantile(ordered, 1 - _CUT)


def _quantile(ordered: Sequence[float], share: float) -> float:
    """By linear interpolation between the two nearest values (Hyndman and Fan's type 7)."""
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def _exceeds(above: float, below: float) -> bool:
    """Is the first so far above the second that it would be printed as another number?"""
    return above - below > _PRINTED


class Sign(NamedTuple):
    """A sign over or in cells."""

    look: str
    """In a caption: "outlined"."""
    words: str


SIGNS = {
    BEST: Sign("outlined", "best"),
    TOGETHER: Sign("bold", "tied with the best"),
    NOT_SIGNIFICANT: Sign("no color", "not significant"),
    UNTESTED: Sign("no color", "cannot be tested"),
    "no data": Sign("hatched", "no score"),
    DISPUTED: Sign("red corner", "sources disagree"),
    IMPOSSIBLE: Sign("red corner at the left", "impossible value"),
    STARRED: Sign("star", "cheapest setting within the acceptable loss"),
}
"""By the marks of cells, and the name of the trace of places without one."""
RAMPS = {
    "panel": ("lowest of its panel", "highest"),
    "column": ("lowest of its column", "highest"),
    "shared": ("lowest", "highest"),
    "centred": ("lower", "higher"),
}
"""What the ends of a color scale are called."""


def key(
    cells: Iterable[Cell], traces: Iterable[Trace], *, ramp: str, numbered: bool
) -> dict[str, Any]:
    """What the line over a chart explains: its color scale, and the signs that some cell has.

    The best and those tied with it are seen by their numbers, so only in `numbered` cells.
    """
    drawn = {trace.get("name") for trace in traces}.union(*(cell.marks for cell in cells))
    unseen = set() if numbered else {BEST, TOGETHER}
    return {"ramp": ramp, "signs": [name for name in SIGNS if name in drawn - unseen]}
