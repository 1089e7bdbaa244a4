"""Accuracy of one benchmark over model size, at the picked and at the first checkpoint."""

import math
from collections.abc import Sequence
from itertools import chain, groupby
from typing import Any

from reasonboard.charts.lines import Line, line_chart, padded
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.charts.traces import paper_note
from reasonboard.core.findings.uncertainty_words import in_percent
from reasonboard.core.findings.words import size_label
from reasonboard.statistics.uncertainty import interval_methods
from reasonboard.studies.scale_progress.charts.landmarks import (
    fitted,
    guides,
    interval_template,
    level_key,
    smallest,
    steps_to,
    values_in_sight,
)
from reasonboard.studies.scale_progress.rows import (
    Row,
    Sizes,
    missing,
    training_share,
    uncertainty,
    with_value,
)


def accuracy_along_size(
    rows: Sequence[Row], *, panel: str, size: str, checkpoint: str, intervals: str, columns: int
) -> Figure:
    """Accuracy of one benchmark against model size (log axis), at the picked and the first checkpoint.

    With the least-squares line over the sizes at the picked one, and its points per doubling. The dotted line is 90%
    of the gain of the largest model, ringed the smallest size that has it.
    """
    sized = [row for row in rows if row["params_b"]]
    rows = with_value(sized)
    if not rows:
        return empty("No data for this checkpoint.")
    halves = groupby(sorted(sized, key=lambda row: not row["first"]), key=lambda row: row["first"])
    lines = [
        _over_sizes(group, first, intervals)
        for first, half in halves
        if with_value(group := list(half))
    ]
    params = sorted({row["params_b"] for row in rows})
    chosen = [row["params_b"] for row in rows if row["model"] == size]
    sizes = Sizes([row for row in rows if not row["first"]] or rows)
    fit, words = fitted(sizes)
    ring, key = smallest(sizes)
    of_all = [level_key(max(sizes.sizes), sizes.target)] if sizes.target is not None else []
    keys = [*of_all, *key]
    chart = line_chart(
        lines,
        x=_sizes_axis(params, 1.35 if columns > 1 else 2.1),
        y={
            "range": padded([*values_in_sight(lines), *chain(*(trace["y"] for trace in fit))]),
            "ticksuffix": "%",
        },
        x_title="model size (parameters, log axis)",
        right=56,
        shapes=guides(chosen, sizes.target),
        annotations=[paper_note(words, 0.01, 1, size=12, yanchor="bottom")] if words else [],
        summary=f"{panel} against model size for {len(params)} sizes at checkpoint {checkpoint}"
        + (f": {words}." if words else "."),
        uncertainty=" · ".join([interval_methods([uncertainty(row) for row in rows]), *keys]),
    )
    chart["data"] += [*fit, *ring]
    if words and columns == 1:
        chart["layout"]["annotations"][0]["text"] = words.replace(" (", "<br>(")
        chart["layout"]["margin"] |= {"t": 44}
    return chart


def _over_sizes(rows: list[Row], first: bool, intervals: str) -> Line:
    gone, rows = missing(rows, lambda row: row["params_b"]), with_value(rows)
    uncertainties = [uncertainty(row) for row in rows]
    beside, words = interval_template(uncertainties)
    local = steps_to(Sizes(rows))
    place = f"{training_share(rows[0]['progress'])} of training"
    return Line(
        f"at {place}",
        0,
        [row["params_b"] for row in rows],
        [round(row["value"] * 100, 2) for row in rows],
        [row["kind"] for row in rows],
        [
            f"{plain(row['model'])}, {row['kind']}{'' if first else local.get(row['params_b'], '')}"
            for row in rows
        ],
        sets={},
        along=("size", [row["model"] for row in rows]),
        faint=first,
        ends=in_percent(uncertainties) if intervals == "on" and not first else [],
        template=f"%{{text}}<br>%{{y:.1f}}% at {place}, {words}",
        beside=beside,
        missing=gone,
    )


def _sizes_axis(sizes: list[float], apart: float) -> dict[str, Any]:
    ticks = _spaced(sizes, apart)
    return {
        "type": "log",
        "range": [math.log10(sizes[0]) - 0.12, math.log10(sizes[-1]) + 0.12],
        "tickvals": ticks,
        "ticktext": [size_label(params) for params in ticks],
    }


def _spaced(sizes: list[float], apart: float) -> list[float]:
    """Sizes whose labels do not run into each other on a log axis: each `apart` times the next smaller."""
    kept = [sizes[-1]]
    for size in reversed(sizes[:-1]):
        if kept[-1] / size > apart:
            kept.append(size)
    return kept[::-1]
