"""By which iteration 90 % of a benchmark's gain was there: a diamond with its range."""

from reasonboard.charts.colors import ACCURACY, INK, PAPER
from reasonboard.charts.theme import Trace
from reasonboard.charts.traces import scatter, stroke
from reasonboard.statistics.trajectory import GainPlace
from reasonboard.studies.iterations.charts.panels import PHASE, Frame
from reasonboard.studies.iterations.rows import Row, both, curves, points, range_words

_ROOM = 0.25
_AT = (0.06, 0.94)
"""Low or high in the panel, as shares of its height: where no curve is."""


def gain_mark(frame: Frame, index: int) -> list[Trace]:
    """The diamond and its range along the axis of iterations; in the phase form a diamond on the path."""
    row = frame.rows[index]
    gain = curves([row])[0].ninety_percent
    if gain is None:
        return []
    x, y, _ = frame.names(index)
    axes = {"xaxis": x, "yaxis": y}
    if frame.form == PHASE:
        return [trace | axes for trace in _on_path(frame, index, gain)]
    low, high = frame.accuracy_range(index)
    lowest = min(value for _, value, _ in points(row, "accuracy"))
    above = lowest > low + 0.25 * (high - low)
    at = low + _AT[not above] * (high - low)
    return [trace | axes for trace in _along(row, gain, at, above)]


def _label(gain: GainPlace) -> str:
    """The mark in words: '90 % of the gain: 76 (24 to 156)'."""
    words = range_words(gain)
    return f"90 % of the gain: {gain.x:.0f}" + (f" ({words})" if words else "")


def _along(row: Row, gain: GainPlace, at: float, above: bool) -> list[Trace]:
    words = _diamond(gain.x, at, _label(gain), "top center" if above else "bottom center")
    first, last = row["iteration"][0], row["iteration"][-1]
    # The words keep clear of the panel's sides.
    clear = min(max(gain.x, first + _ROOM * (last - first)), last - _ROOM * (last - first))
    words["x"] = [gain.x, round(clear, 1)]
    if gain.range is None or gain.range.low is None:
        return [words]
    # A range without an end goes on to the last iteration.
    ends = [gain.range.low, gain.range.high or last]
    name = "95 % range of 90 % of the gain"
    return [stroke(ends, [at, at], ACCURACY, 1.6, name=name, cliponaxis=False), words]


def _on_path(frame: Frame, index: int, gain: GainPlace) -> list[Trace]:
    """The diamond on the path; its words at the left, above or below where the path leaves room."""
    whole = both(frame.rows[index])
    if gain.x not in whole["iteration"]:
        return []
    at = whole["iteration"].index(gain.x)
    words = _diamond(
        whole["tokens"][at], whole["accuracy"][at], f"◇ {_label(gain)}", "bottom right"
    )
    low, high = frame.accuracy_range(index)
    below = whole["accuracy"][0] > low + 0.6 * (high - low)
    words["x"][1], words["y"][1] = frame.tokens_range(index)[0], low if below else high
    if below:
        words["textposition"] = "top right"
    return [words]


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
