"""A panel without a curve: the range that a source states in its text, or 'no data'."""

from collections.abc import Sequence

from reasonboard.charts.colors import MUTED
from reasonboard.charts.theme import Trace
from reasonboard.charts.traces import area, hatched, pen, readable, texts
from reasonboard.studies.iterations.charts.panels import PARTS
from reasonboard.studies.iterations.rows import Row


def no_data(x: Sequence[float], y: Sequence[float]) -> list[Trace]:
    """A hatched area that says so: missing is not zero."""
    (left, right), (low, high) = x, y
    hatch = hatched([left, right, right, left, left], [low, low, high, high, low])
    middle = [(left + right) / 2], [(low + high) / 2]
    words = texts(*middle, ["no data"], MUTED, textposition="middle center")
    return [hatch, readable(words, "no data")]


def stated_range(row: Row, part: str, across: Sequence[float]) -> list[Trace]:
    """A range that the source states, or one end of it: a dashed band over the whole panel, no curve in it."""
    low, high = row[f"{part}_from"], row[f"{part}_to"]
    if low is None and high is None:
        return []
    number = "{:,g}%" if part == "accuracy" else "{:,g} tokens"
    words = " to ".join(number.format(end) for end in (low, high) if end is not None)
    if low is None or high is None:
        words = f"{'to' if low is None else 'from'} {words}"
    bottom, top = (high if low is None else low), (low if high is None else high)
    left, right = across
    band = area(
        [left, right, right, left, left],
        [bottom, bottom, top, top, bottom],
        PARTS[part].band,
        hoveron="fills",
        line=pen(PARTS[part].color, 1.2, "dash"),
        text=f"{words}: range given in text, no curve",
        hoverinfo="text",
        name="range given in text, no curve",
    )
    under = bottom > 25 and part == "accuracy"  # noqa: PLR2004
    label = texts(
        [(left + right) / 2],
        # A little off the line, in points of accuracy.
        [bottom - 3 if under else top],
        [f"in text: {words}"],
        MUTED,
        size=10,
        textposition="bottom center" if under else "top center",
        cliponaxis=False,
    )
    return [band, readable(label, f"{words}: range given in text, no curve")]
