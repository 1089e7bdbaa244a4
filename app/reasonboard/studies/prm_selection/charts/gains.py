"""What more data, better chosen data and larger selectors bring, drawn into the charts of accuracies."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.charts.colors import INK, MUTED
from reasonboard.charts.labeled_chart import level_line
from reasonboard.charts.labels import Anchor, Label
from reasonboard.charts.theme import Trace, plain
from reasonboard.charts.traces import marker, pen
from reasonboard.core.findings.words import SIGNS, UNKNOWN, short_count, signed_range, with_sign
from reasonboard.studies.prm_selection.rows import (
    CORRECTION,
    FAMILY,
    INTERVALS,
    Comparison,
    Row,
    larger_reference,
)

TEST = f"▲ ▼ significant, ≈ not: {CORRECTION} over all {FAMILY}, {INTERVALS}"
_RELATIONS = {"=": "=", ">": ">", "<=": "≤"}
_POINTS = 9
"""Points of a bracket: a pointer meets points only."""


def step_label(step: Comparison) -> Label:
    """The gain per doubling of the data beside the middle of the step of a curve."""
    sign = SIGNS[step.verdict] if step.verdict else ""
    words = f"{with_sign(_per_doubling(step))} per doubling {sign}".rstrip()
    y = (step.other["value"] + step.first["value"]) / 2
    return Label(words, _in_the_middle(step, y), MUTED, (-12.0, 12.0))


def step_words(step: Comparison) -> str:
    """The same for a hover, with its interval."""
    since = short_count(step.other["train_samples"])
    interval = _interval(step, step.per_doubling)
    return f"{with_sign(_per_doubling(step))} points per doubling since {since} ({interval})"


class Bracket(NamedTuple):
    """A level line between two numbers of samples, `ends` in powers of ten, with its label."""

    trace: Trace
    ends: tuple[float, float]
    y: float
    label: Label


def bracket(curve: Sequence[Row], references: Sequence[Row]) -> Bracket | None:
    """How many times the samples of a curve's first point the largest reference needs for its accuracy.

    A level line from one number of samples to the other. A reference has one number of samples, so
    this is a bound only.
    """
    pair = larger_reference(curve, references)
    if pair is None or (multiplier := pair.multiplier) is None:
        return None
    first, other = pair.first, pair.other
    low, high = (math.log10(row["train_samples"]) for row in (first, other))
    words = f"{_RELATIONS[multiplier.relation]} {multiplier.times:.3g}"
    hovertext = (
        f"<b>{plain(other['selector'])}</b> needs {words} times<br>"
        f"the samples of {plain(first['selector'])} for {first['value']:g}%:<br>"
        f"{short_count(first['train_samples'])} against {short_count(other['train_samples'])} samples are "
        f"{with_sign(first['value'] - other['value'])} points<br>({_interval(pair)})"
    )
    ends = marker([9, *[0] * (_POINTS - 2), 9], INK, INK, 1, symbol="line-ns")
    look = {"mode": "lines+markers", "line": pen(INK, 1), "marker": ends}
    line = level_line("data multiplier", first["value"], (low, high), _POINTS, hovertext, **look)
    shares = (0.5, 0.6, 0.7, 0.4, 0.8, 0.3)
    anchors = tuple(
        Anchor(low + (high - low) * share, first["value"], side)
        for share in shares
        for side in ("right", "left")
    )
    label = Label(f"{words} × the samples", anchors, INK, (-9.0, 9.0), movable=False)
    return Bracket(line, (low, high), first["value"], label)


def _per_doubling(step: Comparison) -> float:
    """In points."""
    return step.difference * step.per_doubling * 100


def _in_the_middle(pair: Comparison, y: float) -> tuple[Anchor, ...]:
    first, last = (math.log10(row["train_samples"]) for row in (pair.other, pair.first))
    return tuple(Anchor((first + last) / 2, y, side) for side in ("right", "left"))


def _interval(pair: Comparison, times: float = 1.0) -> str:
    if pair.ends is None:
        return UNKNOWN
    low, high = pair.ends
    return signed_range(low * times, high * times)
