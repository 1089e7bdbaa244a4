"""What more data and better chosen data bring, drawn into the chart over training samples."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from reasonboard.charts.colors import INK, MUTED
from reasonboard.charts.labels import Anchor, Label
from reasonboard.charts.theme import Trace, plain
from reasonboard.charts.traces import marker, pen, scatter
from reasonboard.statistics import growth
from reasonboard.statistics.contrasts import contrast, verdicts_of_known
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.growth import Multiplier, data_multiplier
from reasonboard.studies.prm_selection.charts.marks import Row, measured, share, short

SIGNS = {Verdict.BETTER: "▲", Verdict.WORSE: "▼", Verdict.NOT_RESOLVED: "≈"}
TEST = "▲ ▼ resolved, ≈ not: two-proportion score test, Holm's correction"
_RELATIONS = {"=": "=", ">": ">", "<=": "≤"}
_PLACES = 9
"""Points of a bracket: a pointer meets points only."""

Step = tuple[Row, Row, growth.Step, str]
"""From one point of a curve to the next, what a doubling brings, and the sign of its verdict."""


def steps(curves: Sequence[list[Row]]) -> list[Step]:
    """All steps of all curves, their verdicts corrected together; "" where none is possible."""
    found = []
    for rows in curves:
        counts = [row["train_samples"] for row in rows]
        if counts == sorted(set(counts)) and all(map(share, rows)):
            gained = growth.steps(counts, [measured(row) for row in rows])
            found += [(*pair, one) for pair, one in zip(pairwise(rows), gained, strict=True)]
    told = verdicts_of_known([one.contrast for *_, one in found])
    return [
        (*step, SIGNS[verdict] if verdict else "")
        for step, verdict in zip(found, told, strict=True)
    ]


def step_label(step: Step) -> Label:
    """The gain per doubling of the data beside the middle of its step."""
    start, end, gained, sign = step
    middle = (math.log10(start["train_samples"]) + math.log10(end["train_samples"])) / 2
    value = (start["value"] + end["value"]) / 2
    words = f"{gained.slope * 100:+.1f} per doubling {sign}".rstrip()
    anchors = (Anchor(middle, value, "right"), Anchor(middle, value, "left"))
    return Label(words, anchors, MUTED, (-12.0, 12.0), opaque=False)


def step_words(step: Step) -> str:
    """The same for a hover, with its interval."""
    start, _, gained, _ = step
    start_count = short(start["train_samples"])
    ends = (
        "no uncertainty available"
        if gained.low is None or gained.high is None
        else f"95 % interval {gained.low * 100:.1f} to {gained.high * 100:.1f}"
    )
    return f"{gained.slope * 100:+.1f} points per doubling since {start_count} ({ends})"


def multiplier(rows: list[Row], references: Sequence[Row]) -> tuple[Trace, Label] | None:
    """A bracket from the first point of a curve to the largest reference with more samples.

    It says how many times the samples the reference needs for the same accuracy: a bound only,
    since a reference has one number of samples. Only values of one place are compared.
    """
    first = rows[0]
    larger = [
        row
        for row in references
        if row["place"] == first["place"]
        and row["model"] == first["model"]
        and row["train_samples"] > first["train_samples"]
    ]
    if not larger:
        return None
    other = max(larger, key=lambda row: (row["train_samples"], row["value"]))
    found = data_multiplier(
        first["train_samples"], first["value"], [other["train_samples"]], [other["value"]]
    )
    if found is None:
        return None
    return _bracket(first, other, found), _label(first, other, found)


def _bracket(first: Row, other: Row, found: Multiplier) -> Trace:
    low, high = (math.log10(row["train_samples"]) for row in (first, other))
    places = [low + (high - low) * step / (_PLACES - 1) for step in range(_PLACES)]
    return scatter(
        "lines+markers",
        [float(f"{10**place:.4g}") for place in places],
        [first["value"]] * _PLACES,
        name="data multiplier",
        hovertext=_words(first, other, found),
        hoverinfo="text",
        line=pen(INK, 1),
        marker=marker([9, *[0] * (_PLACES - 2), 9], INK, INK, 1, symbol="line-ns"),
    )


def _label(first: Row, other: Row, found: Multiplier) -> Label:
    middle = (math.log10(first["train_samples"]) + math.log10(other["train_samples"])) / 2
    words = f"{_RELATIONS[found.relation]} {found.times:.3g} × the samples"
    anchors: Any = (Anchor(middle, first["value"], "right"), Anchor(middle, first["value"], "left"))
    return Label(words, anchors, INK, (-9.0, 9.0), movable=False)


def _words(first: Row, other: Row, found: Multiplier) -> str:
    against = contrast(measured(first), measured(other)) if share(first) and share(other) else None
    gap = first["value"] - other["value"]
    sure = (
        f"95 % interval {against.low * 100:.1f} to {against.high * 100:.1f}"
        if against
        else "no uncertainty available"
    )
    return (
        f"<b>{plain(other['selector'])}</b> needs {_RELATIONS[found.relation]} {found.times:.3g} times<br>"
        f"the samples of {plain(first['selector'])} for {first['value']:g} %:<br>"
        f"{short(first['train_samples'])} against {short(other['train_samples'])} samples are {gap:+.1f} points<br>"
        f"({sure})"
    )
