"""By which iteration 90 % of a benchmark's gain was there: a diamond with its range."""

from reasonboard.charts.colors import ACCURACY, INK, PAPER
from reasonboard.charts.theme import Trace
from reasonboard.charts.traces import scatter, stroke
from reasonboard.statistics.trajectory import GainPlace, gain_place
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.iterations.charts.curves import points
from reasonboard.studies.iterations.charts.panels import PHASE, Frame, Row
from reasonboard.studies.iterations.charts.phase import both

_FEWEST = 3
_ROOM = 0.25
_AT = (0.06, 0.94)
"""Low or high in the panel, as shares of its height: where no curve is."""


def gain_mark(frame: Frame, index: int) -> list[Trace]:
    """The diamond and its range along the axis of iterations; in the phase form a diamond on the path."""
    row = frame.rows[index]
    place = _place(row)
    if place is None:
        return []
    x, y, _ = frame.names(index)
    axes = {"xaxis": x, "yaxis": y}
    if frame.form == PHASE:
        return [trace | axes for trace in _on_path(frame, index, place)]
    low, high = frame.accuracy_range(index)
    lowest = min(value for _, value, _ in points(row, "accuracy"))
    above = lowest > low + 0.25 * (high - low)
    at = low + _AT[not above] * (high - low)
    return [trace | axes for trace in _along(row, place, at, above)]


def said(place: GainPlace) -> str:
    """The mark in words: '90 % of the gain: 76 (24 to 156)'."""
    words = f"90 % of the gain: {place.x:.0f}"
    if place.range is None:
        return words
    low, high = ("never" if end is None else f"{end:.0f}" for end in place.range[:2])
    return f"{words} ({low} to {high})"


def _place(row: Row) -> GainPlace | None:
    found = points(row, "accuracy")
    if len(found) < _FEWEST:
        return None
    answers = Measured(0, row["n_items"], row["n_repeats"], row["n_seeds"]).answers
    return gain_place([x for x, _, _ in found], [y / 100 for _, y, _ in found], answers or None)


def _along(row: Row, place: GainPlace, at: float, above: bool) -> list[Trace]:
    words = _diamond(place.x, at, said(place), "top center" if above else "bottom center")
    first, last = row["iteration"][0], row["iteration"][-1]
    # The words keep clear of the panel's sides.
    clear = min(max(place.x, first + _ROOM * (last - first)), last - _ROOM * (last - first))
    words["x"] = [place.x, round(clear, 1)]
    if place.range is None or place.range.low is None:
        return [words]
    # A range without an end goes on to the last iteration.
    return [_range([place.range.low, place.range.high or last], [at, at]), words]


def _on_path(frame: Frame, index: int, place: GainPlace) -> list[Trace]:
    """The diamond on the path; its words at the left, above or below where the path leaves room."""
    whole = both(frame.rows[index])
    if place.x not in whole["iteration"]:
        return []
    at = whole["iteration"].index(place.x)
    words = _diamond(whole["tokens"][at], whole["accuracy"][at], f"◇ {said(place)}", "bottom right")
    low, high = frame.accuracy_range(index)
    below = whole["accuracy"][0] > low + 0.6 * (high - low)
    words["x"][1], words["y"][1] = frame.tokens_range(index)[0], low if below else high
    if below:
        words["textposition"] = "top right"
    return [words]


def _range(x: list[float], y: list[float]) -> Trace:
    return stroke(x, y, ACCURACY, 1.6, name="95 % range of 90 % of the gain", cliponaxis=False)


def _diamond(x: float, y: float, words: str, place: str) -> Trace:
    return scatter(
        "markers+text",
        [x, x],
        [y, y],
        name="90 % of the gain",
        text=["", words],
        textposition=place,
        textfont={"size": 11, "color": INK},
        hoverinfo="skip",
        cliponaxis=False,
        marker={
            "symbol": "diamond",
            "size": [9, 9],
            "opacity": [1, 0],
            "color": PAPER,
            "line": {"color": ACCURACY, "width": 1.8},
        },
    )
