"""The intervals of a panel's accuracies: as a band, as whiskers, and in hovers."""

from typing import Any

from reasonboard.charts.colors import ACCURACY, ACCURACY_BAND
from reasonboard.charts.gaps import unbroken
from reasonboard.charts.intervals import End, band, whisker
from reasonboard.charts.theme import Trace
from reasonboard.core.findings.uncertainty_words import interval_words
from reasonboard.core.findings.words import percent_range
from reasonboard.studies.iterations.rows import Row, accuracy_intervals

SPARSE = 2
"""So few points are a start and an end, no curve."""


def hovered_interval(row: Row, alone: bool) -> tuple[str, list[Any]]:
    """How the hovers of a panel say the interval: the words for all points, and `%{customdata}` of each.

    The small panels of a grid get half the width, which is short; one that is alone gets both ends.
    """
    uncertainties = accuracy_intervals(row)
    methods = {uncertainty.method for uncertainty in uncertainties if uncertainty}
    if not methods:
        return interval_words(None, 100, "%"), []
    if not alone:
        halves = [
            (uncertainty.high - uncertainty.low) * 50 if uncertainty else None
            for uncertainty in uncertainties
        ]
        digits = 0 if min(half for half in halves if half is not None) > 5 else 1  # noqa: PLR2004
        rounded = ["unknown" if half is None else round(half, digits or None) for half in halves]
        return "± %{customdata} points", rounded
    if len(methods) > 1:
        return "%{customdata}", [
            interval_words(uncertainty, 100, "%") for uncertainty in uncertainties
        ]
    ends = [
        percent_range(uncertainty.low, uncertainty.high) if uncertainty else "unknown"
        for uncertainty in uncertainties
    ]
    return f"95% interval %{{customdata}}% ({methods.pop()})", ends


def percent_ends(row: Row, x: str, digits: int | None) -> list[End]:
    """Where on the row's `x` the interval of an accuracy stands, and its rounded ends in percent."""
    return [end for end in _each_end(row, x, digits) if end]


def _each_end(row: Row, x: str, digits: int | None) -> list[End | None]:
    """That of each accuracy, None where there is none."""
    return [
        (at, round(known.low * 100, digits), round(known.high * 100, digits)) if known else None
        for at, known in zip(row[x], accuracy_intervals(row), strict=True)
    ]


def interval(row: Row, digits: int | None, *, edged: bool) -> list[Trace]:
    """A band behind the accuracies that have an interval, with the gaps of the line; whiskers where they are no curve.

    In a small panel whole percents are as exact as pixels. The band has thin edges where it lies on
    that of the responses.
    """
    parts = unbroken(_each_end(row, "x", digits))
    name = "95% interval of the accuracy"
    look: Trace = {"fillcolor": ACCURACY_BAND, "opacity": 1, "cliponaxis": False}
    look |= {"line": {"color": ACCURACY, "width": 0.7}} if edged else {}
    traces: list[Trace] = []
    for ends in parts:
        if len(ends) == 1 or sum(map(len, parts)) <= SPARSE:
            traces += [whisker(*end, ACCURACY) for end in ends]
        else:
            traces.append(band(ends, ACCURACY, name) | look)
    return traces
