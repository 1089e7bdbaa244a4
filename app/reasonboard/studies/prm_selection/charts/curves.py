"""Accuracy of a student by who selected its training data: over samples, over selector size; what more gives."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from reasonboard.charts.colors import INK, MUTED
from reasonboard.charts.gaps import Missing
from reasonboard.charts.labeled_chart import LabeledChart, level_line
from reasonboard.charts.labels import Anchor, Label
from reasonboard.charts.lines import missing_in
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.charts.traces import marker, pen
from reasonboard.core.findings.words import SIGNS, UNKNOWN, short_count, signed_range, with_sign
from reasonboard.core.headline import counted, part_in_words
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.uncertainty import interval_methods
from reasonboard.studies.prm_selection.charts.marks import (
    extent,
    kinds_of_mark,
    labeled_chart,
    problems,
    same_samples,
    series_line,
)
from reasonboard.studies.prm_selection.rows import (
    CORRECTION,
    FAMILY,
    INTERVALS,
    Comparison,
    Row,
    compared,
    frontiers,
    is_measured,
    larger_reference,
    measured_only,
    steps,
    uncertainty,
)

_MOST_COLORED = 5
"""Of more selectors all are gray but the highest."""


def accuracy_by_samples(
    rows: Sequence[Row], *, panel: str, selector: str, samples: str, intervals: str, columns: int
) -> Figure:
    """Accuracy (percent) against training samples, log x: a curve per selector and place.

    Rows are values with `train_samples`; those with the same `selector`, `model` and `place` are
    joined, each step labeled with its gain per doubling. Rows of a `reference` are a line through
    the chart and a marker, a bracket says how many times the samples they need. `selector` is
    strong, and its marks with `samples` are ringed.
    """
    if not rows:
        return empty(f"No data: the source gives no sample sizes for {panel}.")
    strong = _strong(rows, selector)
    keys = ("reference", "selector", "model", "place")
    chart, groups = labeled_chart(rows, keys, "train_samples", selector, intervals, columns)
    counts = sorted({row["train_samples"] for row in rows})
    gained = compared([step for group in groups for step in steps(measured_only(group))])
    for step in gained:
        step.first["gained"] = step_words(step)
    for group in groups:
        if group[0]["reference"]:
            chart.level(series_line(group, rows, strong), _counts(group), marked=True)
        else:
            gone = [Missing(at["samples"], at["words"]) for at in group[0].get("missing", [])]
            chart.curve(replace(series_line(group, rows, strong), missing=gone))
    chart.labels += [step_label(step) for step in gained if step.first["selector"] in strong]
    every = list(chain.from_iterable(groups))
    for group in groups:
        if group[0]["selector"] in strong and sum(map(is_measured, group)) > 1:
            _bracket(chart, group, every)
    picked = (selector, samples)
    ringed = [row for row in every if (row["selector"], str(row["train_samples"])) == picked]
    chart.ring([row["x"] for row in ringed], [row["value"] for row in ringed])
    uncounted = rows[0]["uncounted"]
    values = f"{uncounted} value{'s' if uncounted > 1 else ''}"
    not_drawn = f"not drawn: {values} without a number of samples" if uncounted else ""
    notes = _notes(rows, not_drawn, missing_in(chart.curves))
    return chart.figure(
        ticks=_named_last({count: short_count(count) for count in counts}, " samples", columns),
        heading=_samples_heading(gained, panel),
        subtitle=f"{_metric(panel, rows)} by training samples",
        summary=(
            f"{panel}: {extent(rows)} with {', '.join(map(short_count, counts))} training samples, "
            f"for {len({row['selector'] for row in rows})} selectors."
        ),
        uncertainty=_methods(
            rows, chart, *notes, TEST if any(step.result for step in gained) else ""
        ),
    )


def accuracy_by_selector(
    rows: Sequence[Row], *, panel: str, selector: str, intervals: str, columns: int
) -> Figure:
    """Accuracy (percent) against the size of the selector (`params_b`, log x), every point named.

    Rows are values made with the same number of samples. Several values of one selector are
    joined by an upright line, the interval is that of the most trusted. Selectors without a size
    are lines through the chart. Steps are the frontier of size and accuracy of each place.
    """
    sized = [row for row in rows if row["params_b"]]
    if not sized:
        return empty(f"No data: the source gives no selector sizes for {panel}.")
    sizes = sorted({row["params_b"] for row in sized})
    strong = _strong(rows, selector)
    keys = ("selector", "model")
    chart, groups = labeled_chart(rows, keys, "params_b", selector, intervals, columns)
    every = chain.from_iterable(groups)
    edges = frontiers(row for row in every if row["params_b"] and row["kind"] != "extrapolated")
    for place, edge, _ in edges:
        names = ", ".join(plain(row["selector"]) for row in edge)
        words = f"<b>frontier of size and accuracy</b><br>{plain(place)}<br>{names}"
        label = f"frontier{f', {plain(place)}' if place else ''}"
        chart.frontier([row["x"] for row in edge], [row["value"] for row in edge], words, label)
    for group in groups:
        if group[0]["params_b"]:
            chart.range(series_line(group, rows, strong))
        else:
            chart.level(series_line(group, rows, strong), _counts(group), marked=False)
    beside = chart.intervals and len({group[0]["params_b"] for group in groups}) < len(groups)
    notes = _notes(
        rows,
        *same_samples(rows),
        "frontier: no smaller selector is better" if edges else "",
        "selectors of the same size are drawn side by side" if beside else "",
    )
    return chart.figure(
        ticks=_named_last({size: f"{size:g}B" for size in sizes}, " parameters", columns),
        heading=_sizes_heading(sized),
        subtitle=f"{_metric(panel, rows)} by selector size",
        summary=(
            f"{panel}: {extent(sized)} for {len({row['selector'] for row in sized})} selectors "
            f"from {sizes[0]:g}B to {sizes[-1]:g}B parameters."
        ),
        uncertainty=_methods(rows, chart, *notes),
    )


def _samples_heading(gained: Sequence[Comparison], panel: str) -> str:
    """How many of the steps to more samples are a significant gain."""
    tested = [step for step in gained if step.verdict]
    up = sum(step.verdict is Verdict.BETTER for step in tested)
    untested = len(gained) - len(tested)
    if not tested:
        return f"More samples: not tested on {panel}" if gained else ""
    if up:
        where = part_in_words(up, len(tested), "step", untested)
        return f"More samples: a significant gain in {where}"
    where = f" in the {counted(len(tested), 'step')} tested" if untested else ""
    return f"More samples: no significant gain on {panel}{where}"


def _sizes_heading(sized: Sequence[Row]) -> str:
    """Is the largest selector the highest?"""
    known = measured_only(sized)
    if len({row["params_b"] for row in known}) < 2:  # noqa: PLR2004 - a larger one needs a smaller one
        return ""
    # Of several as high the largest.
    best = max(known, key=lambda row: (float(row["value"]), row["params_b"]))
    most = max(row["params_b"] for row in known)
    if best["params_b"] == most:
        return f"The largest selector is the best: {best['selector']}"
    return f"The best selector is {best['params_b']:g}B, not the largest ({most:g}B)"


def _strong(rows: Sequence[Row], picked: str) -> set[str]:
    """The selectors that are not gray: the picked one, else all if they are few, else the highest."""
    names = {row["selector"] for row in rows}
    if picked:
        return {picked}
    if len(names) <= _MOST_COLORED:
        return names
    sized = [row for row in rows if row["params_b"]] or list(rows)
    best = str(max(sized, key=lambda row: float(row["value"]))["selector"])
    return {best, *(row["selector"] for row in rows if not row["params_b"])}


def _named_last(ticks: dict[float, str], unit: str, columns: int) -> dict[float, str]:
    """The ticks, the last with its unit where there is room for it."""
    if columns == 1:
        return ticks
    last = max(ticks)
    return {at: text + unit if at == last else text for at, text in ticks.items()}


def _counts(rows: Sequence[Row]) -> str:
    """With how many samples a reference was trained, to go on with its name."""
    counts = sorted({row["train_samples"] for row in rows if row["train_samples"]})
    return f" · {', '.join(map(short_count, counts))} samples" if counts else ""


def _metric(panel: str, rows: Sequence[Row]) -> str:
    return f"{panel}: {rows[0]['metric']} in %"


def _notes(rows: Sequence[Row], *words: str) -> list[str]:
    """How many problems the values are over, `words` of the chart, and what open marks mean."""
    items = sorted({row["n_items"] for row in rows if row["n_items"]})
    kinds = kinds_of_mark("open", (row["kind"] for row in rows))
    return [part for part in (*map(problems, items), *words, *kinds) if part]


def _methods(rows: Sequence[Row], chart: LabeledChart, *more: str) -> str:
    """How the intervals that are drawn were made, and what else is known."""
    methods = interval_methods([uncertainty(row) for row in rows]) if chart.intervals else ""
    return "; ".join(filter(None, [methods, *more]))


TEST = f"▲ ▼ significant, ≈ not: {CORRECTION} over all {FAMILY}, {INTERVALS}"
_RELATIONS = {"=": "=", ">": ">", "<=": "≤"}
_POINTS = 9
"""Points of a bracket: a pointer meets points only."""


def step_label(step: Comparison) -> Label:
    """The gain per doubling of the data beside the middle of the step of a curve."""
    sign = SIGNS[step.verdict] if step.verdict else ""
    words = f"{with_sign(_per_doubling(step))} per doubling {sign}".rstrip()
    start, end = step.other, step.first
    x = math.log10(start["train_samples"] * end["train_samples"]) / 2
    y = (start["value"] + end["value"]) / 2
    anchors = tuple(Anchor(x, y, side) for side in ("right", "left"))
    return Label(words, anchors, MUTED, (-12.0, 12.0))


def step_words(step: Comparison) -> str:
    """The same for a hover, with its interval."""
    since = short_count(step.other["train_samples"])
    interval = _interval(step, step.per_doubling)
    return f"{with_sign(_per_doubling(step))} points per doubling since {since} ({interval})"


def _bracket(chart: LabeledChart, curve: Sequence[Row], rows: Sequence[Row]) -> None:
    """How many times the samples of a curve's first point the largest reference needs for its accuracy.

    A level line from one number of samples to the other, if there is such a reference. It has one number of samples,
    so this is a bound only.
    """
    pair = larger_reference(curve, [row for row in rows if row["reference"]])
    if pair is None or (multiplier := pair.multiplier) is None:
        return
    first, other = pair.first, pair.other
    low, high = ends = (math.log10(first["train_samples"]), math.log10(other["train_samples"]))
    words = f"{_RELATIONS[multiplier.relation]} {multiplier.times:.3g}"
    hovertext = (
        f"<b>{plain(other['selector'])}</b> needs {words} times<br>"
        f"the samples of {plain(first['selector'])} for {first['value']:g}%:<br>"
        f"{short_count(first['train_samples'])} against {short_count(other['train_samples'])} samples are "
        f"{with_sign(first['value'] - other['value'])} points<br>({_interval(pair)})"
    )
    line_ends = marker([9, *[0] * (_POINTS - 2), 9], INK, INK, 1, symbol="line-ns")
    look = {"mode": "lines+markers", "line": pen(INK, 1), "marker": line_ends}
    line = level_line("data multiplier", first["value"], ends, _POINTS, hovertext, **look)
    chart.traces.append(line)
    chart.lines += chart.frame.segment((low, first["value"]), (high, first["value"]))
    anchors = tuple(
        Anchor(low + (high - low) * share, first["value"], side)
        for share in (0.5, 0.6, 0.7, 0.4, 0.8, 0.3)
        for side in ("right", "left")
    )
    words = f"{words} × the samples"
    chart.labels.append(Label(words, anchors, INK, (-9.0, 9.0), movable=False))


def _per_doubling(step: Comparison) -> float:
    """In points."""
    return step.difference * step.per_doubling * 100


def _interval(pair: Comparison, times: float = 1.0) -> str:
    if pair.ends is None:
        return UNKNOWN
    low, high = pair.ends
    return signed_range(low * times, high * times)
