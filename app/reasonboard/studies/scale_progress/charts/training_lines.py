"""Accuracy of one benchmark along training, a line per model in the color of its size."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from reasonboard.charts.colors import SEQUENTIAL
from reasonboard.charts.gaps import Restart, restart_marks, restart_words
from reasonboard.charts.intervals import problems
from reasonboard.charts.lines import HOLLOW, MANY, Line, line_chart, padded
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.core.findings.uncertainty_words import in_percent
from reasonboard.core.findings.words import size_label
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.statistics.growth import level
from reasonboard.statistics.uncertainty import interval_methods
from reasonboard.studies.scale_progress.charts.checkpoints import training_axis
from reasonboard.studies.scale_progress.charts.landmarks import (
    guides,
    interval_template,
    level_key,
    of_training,
    values_in_sight,
)
from reasonboard.studies.scale_progress.rows import (
    FEWEST,
    Curve,
    Row,
    missing,
    training_share,
    trainings,
    uncertainty,
    with_value,
)


def accuracy_along_training(
    rows: Sequence[Row],
    *,
    panel: str,
    size: str,
    checkpoint: str,
    intervals: str,
    columns: int,
    source: str = "",
    own: str = "",
    beside: Sequence[Row] = (),
) -> Figure:
    """Accuracy of one benchmark along training, a line per model, the selected one strong with its interval.

    The axis is that of steps, logarithmic and from a ten-thousandth of the last step on, or of the share of the
    training where steps are unknown. On the selected line are marked where it has 90% of its gain, and
    its best checkpoint where that is not the last; the dotted line is 90% of the gain of the largest model.
    Where the rows are the reader's own, `beside` are those of bundled models; with `own` on these are gray.
    """
    known = with_value(rows)
    if not known:
        return empty("No data for this benchmark.")
    at, axis = training_axis(rows, checkpoint, beside)
    groups = [group for group in _by_model(rows) if with_value(group)]
    bundled = _by_model(beside)
    lines = [_bundled(group, panel, axis) for group in bundled]
    lines += [_of_model(group, panel, size, intervals, at) for group in groups]
    if own == "on":
        lines = [_highlighted(line, source if len(groups) == 1 else "") for line in lines]
    else:
        colors = _colors([*bundled, *groups])
        lines = [_colored(*pair) for pair in zip(lines, colors, strict=True)]
    target = _target([with_value(group) for group in groups])
    curves = trainings(rows, panel)
    curve = next((one for one in curves if one.cells[0].model == size), Curve([], {}))
    marks, keys = of_training(curve, at)
    keys += [level_key(*target)] if target else []
    y = padded(values_in_sight(lines))
    restarts = _restarts(groups, at)
    keys += [restart_words(restarts)] if restarts else []
    chart = line_chart(
        lines,
        x=axis,
        y={"range": y, "ticksuffix": "%", "nticks": 5},
        right=56,
        shapes=guides([], target[1] if target else None),
        summary=f"{panel} along training for {len(groups)} models; {size} is highlighted{_among_words(beside)}.",
        heading=_learned(curve, panel, known),
        subtitle=_with_key(_subtitle(axis), own, beside),
        uncertainty=" · ".join([interval_methods([uncertainty(row) for row in known]), *keys]),
    )
    chart["data"] += [*marks, *restart_marks(restarts, y[0])]
    return chart


def _restarts(groups: Sequence[list[Row]], at: Mapping[float, float]) -> list[Restart]:
    """Those of the trainings, each at the first place on the axis that is not before it."""
    return [
        Restart(min(at[progress] for progress in at if progress >= one["at"]), one["lost"])
        for group in groups
        for one in group[0].get("restarts", ())
        if one["at"] <= max(at)
    ]


def _target(groups: Sequence[list[Row]]) -> tuple[float, float] | None:
    """The size of the largest model in billions, and where it has 90% of its gain; None without a gain."""
    largest = next((group for group in reversed(groups) if group[0]["params_b"]), None)
    at_90_percent = level(largest[0]["value"], largest[-1]["value"]) if largest else None
    return (
        (largest[0]["params_b"], at_90_percent) if largest and at_90_percent is not None else None
    )


def _subtitle(axis: Mapping[str, Any]) -> str:
    steps = "training step, log axis" if axis.get("type") == "log" else "share of training"
    return f"Accuracy by {steps}, one line per model size"


def _by_model(rows: Sequence[Row]) -> list[list[Row]]:
    return [list(group) for _, group in groupby(rows, key=lambda row: str(row["model"]))]


def _highlighted(line: Line, run: str) -> Line:
    """An own model's line in the reserved color, under the name of the `run` where it is the only one."""
    if not line.sets:
        return line
    return replace(line, own=True, name=run or line.name, number=0 if run else line.number)


def _among_words(beside: Sequence[Row]) -> str:
    """How many bundled models an own one is drawn among, for a summary."""
    return f", among {len(_by_model(beside))} bundled models in gray" if beside else ""


def _with_key(words: str, own: str, beside: Sequence[Row]) -> str:
    """The subtitle with what tells the lines apart."""
    if own != "on":
        return f"{words}. Bold: selected model.{' With bundled models.' if beside else ''}"
    return f"{words}. {{own:Yours}} in color{', bundled in gray' if beside else ''}."


def _learned(curve: Curve, panel: str, rows: Sequence[Row]) -> str:
    """When the selected model has 90% of its gain, if it gained; "" where no uncertainty is known."""
    if len(curve.cells) < FEWEST or not all(uncertainty(row) for row in rows):
        return ""
    name = size_label(curve.cells[0].params_b)
    if curve.reached is None:
        return f"{panel}: no clear gain for {name}"
    return (
        f"{panel}: {name} reaches 90% of its gain at {training_share(curve.reached.x)} of training"
    )


def _of_model(
    rows: list[Row], panel: str, size: str, intervals: str, at: Mapping[float, float]
) -> Line:
    """The line of one model; the hover names the checkpoint, the size of the benchmark and the kind."""
    gone, rows = missing(rows, lambda row: at[row["progress"]]), with_value(rows)
    model, uncertainties = rows[0]["model"], [uncertainty(row) for row in rows]
    faint = model != size
    beside, words = interval_template(uncertainties, together=faint)
    items = {problems(row["n_items"], row["n_repeats"]) for row in rows}
    last = f"<br>{items.pop()}" if len(items) == 1 and items != {""} else ""
    return Line(
        size_label(rows[0]["params_b"]),
        rows[0]["number"],
        [at[row["progress"]] for row in rows],
        [round(row["value"] * 100, 1 if faint else 2) for row in rows],
        [row["kind"] for row in rows],
        [f"{_checkpoint(row)}, {KIND_WORDS.get(row['kind'], row['kind'])}" for row in rows],
        sets={"size": model},
        along=("checkpoint", [row["checkpoint"] for row in rows]),
        faint=faint,
        ends=in_percent(uncertainties) if intervals == "on" and not faint else [],
        template=f"<b>{plain(panel)}, {plain(model)}</b><br>%{{text}}<br>%{{y:.1f}}%, {words}{last}",
        beside=beside,
        missing=gone,
    )


def _bundled(rows: list[Row], panel: str, axis: Mapping[str, Any]) -> Line:
    """The line of a bundled model beside an own one: nothing is selected by it."""
    steps = axis.get("type") == "log"
    rows = [row for row in rows if row["step"] or not steps]
    return Line(
        size_label(rows[0]["params_b"]),
        rows[0]["number"],
        [float(row["step"]) if steps else row["progress"] for row in rows],
        [round(row["value"] * 100, 1) for row in rows],
        [row["kind"] for row in rows],
        [_checkpoint(row) for row in rows],
        faint=True,
        marked=False,
        template=f"<b>{plain(panel)}, {plain(rows[0]['model'])}</b>, bundled<br>%{{text}}<br>%{{y:.1f}}%",
    )


def _checkpoint(row: Row) -> str:
    return (
        f"{row['progress'] * 100:.3g}% of training"
        if row["step"] is None
        else f"step {row['step']:,}"
    )


_RANGE = (0.28, 0.94)
"""The part of the scale that lines take: its low end is too near the paper."""
_FEW = 3
"""The most points of a line with markers."""


def _colors(groups: Sequence[list[Row]]) -> list[str]:
    """The color of each model by the place of its size among all, from 28 to 94% of the scale.

    Stops of the scale, as the browser has a dark partner for each of these.
    """
    low, high = _RANGE
    by_size = sorted(range(len(groups)), key=lambda at: groups[at][0]["params_b"] or math.inf)
    places = [by_size.index(at) / max(len(groups) - 1, 1) for at in range(len(groups))]
    most = len(SEQUENTIAL) - 1
    return [SEQUENTIAL[round((low + (high - low) * place) * most)] for place in places]


def _colored(line: Line, color: str) -> Line:
    """The line in the color of its size. Markers stay if it is short, or if a number was not printed."""
    is_open = len(line.x) <= MANY and not HOLLOW.isdisjoint(line.kinds)
    marked = line.marked and (len(line.x) <= _FEW or is_open)
    return replace(line, color=color, width=1.7 if line.faint else 2.6, marked=marked)
