"""The intervals of a panel's accuracies: as a band, as whiskers, and in hovers."""

from collections.abc import Sequence
from itertools import pairwise

from reasonboard.charts.colors import ACCURACY, ACCURACY_BAND
from reasonboard.charts.intervals import band, interval_words, whisker
from reasonboard.charts.theme import Trace
from reasonboard.studies.iterations.charts.panels import Row, uncertainty

SPARSE = 2
"""So few points are a start and an end, no curve."""


def interval_template(row: Row, alone: bool) -> str:
    """How the hover of a point says its interval; the words that hold for all points stand in it."""
    methods = {one.method for one in uncertainty(row) if one}
    if methods and not alone:
        return "±%{customdata} points (95 %)"
    if not methods:
        return interval_words(None, 100, " %")
    if len(methods) > 1:
        return "%{customdata}"
    return f"95 % interval %{{customdata}} % ({methods.pop()})"


def interval_hovers(row: Row, alone: bool) -> list[str] | list[float | str]:
    """What the template of `interval_template` gets for each point; nothing where no point has one.

    The small panels of a grid get half the width, which is short; one that is alone gets both ends.
    """
    found = uncertainty(row)
    if not alone:
        halves = [(one.high - one.low) * 50 if one else None for one in found]
        digits = 0 if min((half for half in halves if half is not None), default=0) > 5 else 1  # noqa: PLR2004
        told = ["unknown" if half is None else round(half, digits or None) for half in halves]
        return told if any(found) else []
    methods = {one.method for one in found if one}
    if not methods:
        return []
    if len(methods) > 1:
        return [interval_words(one, 100, " %") for one in found]
    return [f"{one.low * 100:.1f} to {one.high * 100:.1f}" if one else "unknown" for one in found]


def interval(row: Row, digits: int | None, *, edged: bool) -> list[Trace]:
    """A band behind the accuracies that have an interval; whiskers where they are no curve.

    In a small panel whole percents are as exact as pixels. The band has thin edges where it lies on
    that of the responses.
    """
    ends = [
        (iteration, round(found.low * 100, digits), round(found.high * 100, digits))
        for iteration, found in zip(row["iteration"], uncertainty(row), strict=True)
        if found
    ]
    if len(ends) > SPARSE:
        name = "95 % interval of the accuracy"
        found = between(ends, ACCURACY_BAND, name) or [band(ends, ACCURACY, name)]
        edge = {"line": {"color": ACCURACY, "width": 0.7}} if edged else {}
        return [one | edge for one in found]
    return [whisker(x, low, high, ACCURACY) for x, low, high in ends]


def between(ends: Sequence[tuple[float, float, float]], fill: str, name: str) -> list[Trace]:
    """The area between two lines over even distances of x, which take half of the bytes of an outline."""
    distances = {after - before for (before, *_), (after, *_) in pairwise(ends)}
    if len(distances) != 1:
        return []
    edge: Trace = {
        "type": "scatter",
        "mode": "lines",
        "x0": ends[0][0],
        "dx": distances.pop(),
        "line": {"width": 0},
        "hoverinfo": "skip",
    }
    low, high = [low for _, low, _ in ends], [high for *_, high in ends]
    area = {"y": high, "fill": "tonexty", "fillcolor": fill, "name": name}
    return [edge | {"y": low}, edge | area]
