"""By which iteration 90% of a benchmark's gain was there: a diamond with its range."""

from reasonboard.charts.colors import ACCURACY, INK, PAPER
from reasonboard.charts.theme import Trace
from reasonboard.charts.traces import marker, scatter, stroke
from reasonboard.statistics.trajectory import GainPlace
from reasonboard.studies.iterations.charts.panels import Frame
from reasonboard.studies.iterations.charts.x_axis import XAxis
from reasonboard.studies.iterations.curve import range_words
from reasonboard.studies.iterations.family import curves
from reasonboard.studies.iterations.rows import PHASE, Row, points, with_both

_ROOM = 0.25
_AT = (0.06, 0.94)
"""Low or high in the panel, as shares of its height: where no curve is."""


def gain_mark(frame: Frame, index: int) -> list[Trace]:
    """The diamond and its range along the x axis; in the phase form a diamond on the path."""
    curve = curves([frame.rows[index]])[0]
    gain = curve.ninety_percent
    if gain is None:
        return []
    x, y, _ = frame.names(index)
    traces = (
        _on_path(frame, index, gain)
        if frame.form == PHASE
        else _along(frame, index, _placed(gain, frame.placed[index]))
    )
    return [trace | {"xaxis": x, "yaxis": y} for trace in traces]


def _placed(gain: GainPlace, row: Row) -> GainPlace | None:
    """The place of the gain on the x axis of a row; None where the row has no x for its iteration."""
    places = dict(zip(row["iteration"], row["x"], strict=True))
    if gain.x not in places:
        return None
    ends = gain.range and gain.range._replace(
        low=places.get(gain.range.low), high=places.get(gain.range.high)
    )
    return GainPlace(places[gain.x], ends)


def _label(gain: GainPlace, x: XAxis) -> str:
    """The mark in words: '90% of the gain: 76 (24 to 156)', '90% of the gain: 12 h (4 h to never)'."""
    words = range_words(gain, x.short)
    return f"90% of the gain: {x.short(gain.x)}" + (f" ({words})" if words else "")


def _along(frame: Frame, index: int, gain: GainPlace | None) -> list[Trace]:
    """The diamond and its range where no curve is, its words clear of the panel's sides."""
    if gain is None:
        return []
    row, (low, high) = frame.placed[index], frame.accuracy_range(index)
    lowest = min(value for _, value, _ in points(row, "accuracy"))
    above = lowest > low + 0.25 * (high - low)
    y = low + _AT[not above] * (high - low)
    first, last = row["x"][0], row["x"][-1]
    sides = [frame.x.between(first, last, share) for share in (_ROOM, 1 - _ROOM)]
    clear = min(max(gain.x, sides[0]), sides[1])
    position = "top center" if above else "bottom center"
    words = _diamond([gain.x, clear], [y, y], _label(gain, frame.x), position)
    if gain.range is None or gain.range.low is None:
        return [words]
    # A range without an end goes on to the last iteration.
    ends = [gain.range.low, gain.range.high or last]
    name = "95% range of 90% of the gain"
    return [stroke(ends, [y, y], ACCURACY, 1.6, name=name, cliponaxis=False), words]


def _on_path(frame: Frame, index: int, gain: GainPlace) -> list[Trace]:
    """The diamond on the path; its words at the left, above or below where the path leaves room."""
    path, (low, high) = with_both(frame.rows[index]), frame.accuracy_range(index)
    if gain.x not in path["iteration"]:
        return []
    index_of_gain = path["iteration"].index(gain.x)
    below = path["accuracy"][0] > low + 0.6 * (high - low)
    x = [path["tokens"][index_of_gain], frame.tokens_range(index)[0]]
    y = [path["accuracy"][index_of_gain], low if below else high]
    return [_diamond(x, y, f"◇ {_label(gain, XAxis())}", "top right" if below else "bottom right")]


def _diamond(x: list[float], y: list[float], words: str, position: str) -> Trace:
    """The diamond at the first place, its words at the second."""
    look = marker([9, 9], PAPER, ACCURACY, 1.8, symbol="diamond")
    return scatter(
        "markers+text",
        x,
        y,
        name="90% of the gain",
        text=["", words],
        textposition=position,
        textfont={"size": 11, "color": INK},
        hoverinfo="skip",
        cliponaxis=False,
        marker=look | {"opacity": [1, 0]},
    )
