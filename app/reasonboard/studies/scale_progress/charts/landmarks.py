"""What the lines of one benchmark share: landmarks, guides, and the words of their intervals."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from reasonboard.charts.colors import INK, MUTED, PAPER
from reasonboard.charts.intervals import NO_UNCERTAINTY
from reasonboard.charts.lines import Line, vertical
from reasonboard.charts.theme import Trace
from reasonboard.charts.traces import dots, level, marker, stroke
from reasonboard.core.findings.uncertainty_words import half_widths
from reasonboard.core.findings.words import signed, signed_range, signed_slope, size_label
from reasonboard.statistics.growth import Step
from reasonboard.statistics.uncertainty import Uncertainty
from reasonboard.studies.scale_progress.rows import Curve, Sizes, Slope, range_words, training_share


def of_training(curve: Curve, places: Mapping[float, float]) -> tuple[list[Trace], list[str]]:
    """Where the picked line has 90% of its gain, with the range of that, and its best point.

    `places` has the place on the axis for each progress.
    """
    traces: list[Trace] = []
    keys: list[str] = []
    if gain := curve.reached:
        value = next(cell.value for cell in curve.cells if cell.progress == gain.x) * 100
        range_ = f" ({range_words(gain)})" if gain.has_range else ""
        words = f"90% of its gain at {training_share(gain.x)} of training{range_}"
        if gain.has_range:
            ends = [gain.low or 0.0, 1.0 if gain.high is None else gain.high]
            across = [places[min(places, key=lambda place: abs(place - end))] for end in ends]
            traces.append(stroke(across, [round(value, 2)] * 2, INK, 2, name="range"))
        traces.append(_mark(places[gain.x], value, "diamond", words))
        keys.append(f"◆ {words}")
    if lost := curve.loss:
        best = lost.best
        words = f"best at {training_share(best.progress)} of training, {lost.size * 100:.1f} points over the last"
        if lost.result is not None:
            words += f" ({lost.result.words})"
        traces.append(_mark(places[best.progress], best.value * 100, "circle-open", words))
        keys.append(f"○ {words}")
    return traces, keys


def fitted(sizes: Sizes) -> tuple[list[Trace], str]:
    """The least-squares line over the sizes, and its slope in words, with its verdict."""
    slope = sizes.slope
    if slope is None:
        return [], ""
    logs = [math.log2(size) for size in sizes.sizes]
    middle, height = sum(logs) / len(logs), sum(row["value"] for row in sizes.rows) / len(logs)
    ends = [min(logs), max(logs)]
    ys = [round((height + slope.value * (log - middle)) * 100, 2) for log in ends]
    words = f"{signed_slope(slope.value, slope.result)} points per doubling{_verdict(slope)}"
    line: Trace = stroke([2**log for log in ends], ys, MUTED, 1, "dash", name="points per doubling")
    return [line], words


def _verdict(slope: Slope) -> str:
    """The 95% interval of a slope in brackets, with its verdict; '' where none is known."""
    if slope.result is None or slope.result.interval is None:
        return ""
    return f" (95% {signed_range(*slope.result.interval)}, {slope.result.words})"


def _ends(step: Step) -> str:
    """The interval of a step in brackets, '' where none is known."""
    if step.low is None or step.high is None:
        return ""
    return f" ({signed_range(step.low, step.high)})"


def smallest(sizes: Sizes) -> tuple[list[Trace], list[str]]:
    """A ring around the smallest size that has the level."""
    if sizes.target is None:
        return [], []
    size = sizes.smallest
    if size is None:
        return [], ["no size reaches it here"]
    value = sizes.rows[sizes.sizes.index(size)]["value"] * 100
    words = f"{size_label(size)} is the smallest size that reaches it"
    return [_mark(size, value, "circle-open", words)], [f"○ {words}"]


def steps_to(sizes: Sizes) -> dict[float, str]:
    """By size, in words: what a doubling brings between the next smaller size and it."""
    return {
        step.larger: f"<br>{signed(step.slope)} points per doubling from "
        f"{size_label(step.smaller)}{_ends(step)}"
        for step in sizes.steps
    }


def level_key(size: float, target: float) -> str:
    """What the dotted line is; the level is a fraction."""
    return f"dotted: 90% of the gain of {size_label(size)}, {target * 100:.1f}%"


def _mark(x: float, y: float, symbol: str, words: str) -> Trace:
    hollow = "open" in symbol
    look = marker(14 if hollow else 11, INK, INK if hollow else PAPER, 1.5, symbol=symbol)
    return dots([x], [round(y, 2)], [words], look, name="landmark")


def interval_template(
    uncertainties: Sequence[Uncertainty | None], *, together: bool = False
) -> tuple[list[Any] | None, str]:
    """What a hover template says of the intervals of a line, and what it needs for it by point."""
    beside, about = half_widths(uncertainties, " points", together=together)
    return beside, about if about == NO_UNCERTAINTY else f"95% interval {about}"


def values_in_sight(lines: Sequence[Line]) -> list[float]:
    """All that has to be in sight: the values, and the intervals of the lines that show theirs."""
    ends = [end for line in lines for pair in line.ends if pair for end in pair]
    return [*(value for line in lines for value in line.y), *ends]


def guides(selected: Sequence[float], target: float | None) -> list[dict[str, Any]]:
    """The upright line of what is picked, and a line at 90% of the gain, a fraction."""
    upright = [vertical(at, MUTED) for at in selected[:1]]
    return upright if target is None else [*upright, level(round(target * 100, 2))]
