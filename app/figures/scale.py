"""Accuracy over model size and training progress."""

import math
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from app.figures.cells import Axis, Panel
from app.figures.heatmap import heatmap_grid
from app.figures.lines import Line, line_chart, padded, vertical
from app.figures.theme import ACCENT, Figure, empty, plain
from app.statistics.means import macro_mean

Row = dict[str, Any]

_UNITS = {"accuracy": "%", "gain": "points", "size": "points"}
_SMALLEST_IN_BILLIONS = 0.5
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


def accuracy_grid(
    rows: Sequence[Row], *, mode: str, spacing: str, size: str, checkpoint: str, columns: int
) -> Figure:
    """One heatmap per benchmark: models by size (largest on top) over training progress.

    Rows are one per benchmark and model, with `progress`, `checkpoint` and `shown` (percent or points) as
    equally long lists. `size` and `checkpoint` are the model and the checkpoint that are outlined.
    """
    places = sorted(
        {(p, c) for row in rows for p, c in zip(row["progress"], row["checkpoint"], strict=True)}
    )
    if not places:
        return empty("No data: the source has no values along training for this choice.")
    rows = [*rows, *_means(rows, [checkpoint for _, checkpoint in places])]
    measured = sorted((row for row in rows if row["model"]), key=_by_size)
    models = list(dict.fromkeys((row["params_b"], row["model"]) for row in measured))
    x = _progress_axis(places, spacing, 6 if columns > 1 else 8)
    y = Axis("", [_size_label(params) for params, _ in models], [model for _, model in models])
    panels = [
        _panel(benchmark, list(of), x.values, y.values, mode)
        for benchmark, of in groupby(rows, key=lambda row: row["benchmark"])
    ]
    found = size in y.values and checkpoint in x.values
    return heatmap_grid(
        panels,
        x=("checkpoint", x),
        y=("size", y),
        columns=columns,
        unit=_UNITS[mode],
        centred=mode != "accuracy",
        marked=(y.values.index(size), x.values.index(checkpoint)) if found else None,
        summary=_summary(panels, x, y, _UNITS[mode]),
    )


def accuracy_along_training(
    rows: Sequence[Row], *, panel: str, size: str, checkpoint: str, columns: int
) -> Figure:
    """Accuracy of one benchmark against training progress, a line per model, the picked one strong."""
    if not rows:
        return empty("No data for this benchmark.")
    lines = []
    for model, group in groupby(rows, key=lambda row: row["model"]):
        of = list(group)
        lines.append(
            Line(
                _size_label(of[0]["params_b"]),
                of[0]["number"],
                [round(row["progress"], 5) for row in of],
                [round(row["value"] * 100, 2) for row in of],
                [row["kind"] for row in of],
                [_hover(model, row) for row in of],
                sets={"size": model},
                along=("checkpoint", [row["checkpoint"] for row in of]),
                faint=model != size,
            )
        )
    places = [row["progress"] for row in rows if row["checkpoint"] == checkpoint]
    return line_chart(
        lines,
        x={"range": [-0.02, 1.02]},
        y={"range": padded([value for line in lines for value in line.y]), "ticksuffix": " %"},
        x_title="training progress",
        y_title="",
        right=56,
        shapes=[vertical(places[0], ACCENT)] if places else [],
        summary=f"{panel} against training progress for {len(lines)} models; {size} is highlighted.",
    )


def accuracy_along_size(
    rows: Sequence[Row], *, panel: str, size: str, checkpoint: str, columns: int
) -> Figure:
    """Accuracy of one benchmark against model size (log axis), at the picked and the first checkpoint."""
    rows = [row for row in rows if row["params_b"]]
    if not rows:
        return empty("No data for this checkpoint.")
    lines = []
    for first, group in groupby(
        sorted(rows, key=lambda row: not row["first"]), key=lambda row: row["first"]
    ):
        of = list(group)
        lines.append(
            Line(
                f"at {of[0]['progress']:.3g}",
                0,
                [row["params_b"] for row in of],
                [round(row["value"] * 100, 2) for row in of],
                [row["kind"] for row in of],
                [_hover(row["model"], row) for row in of],
                sets={},
                along=("size", [row["model"] for row in of]),
                faint=first,
            )
        )
    sizes = sorted({row["params_b"] for row in rows})
    chosen = [row["params_b"] for row in rows if row["model"] == size]
    return line_chart(
        lines,
        x={
            "type": "log",
            "range": [math.log10(sizes[0]) - 0.12, math.log10(sizes[-1]) + 0.12],
            "tickvals": _apart(sizes),
            "ticktext": [_size_label(params) for params in _apart(sizes)],
        },
        y={"range": padded([value for line in lines for value in line.y]), "ticksuffix": " %"},
        x_title="model size (parameters, log axis)",
        y_title="",
        right=56,
        shapes=[vertical(chosen[0], ACCENT)] if chosen else [],
        summary=f"{panel} against model size for {len(sizes)} sizes at checkpoint {checkpoint}.",
    )


def _means(rows: Sequence[Row], checkpoints: list[str]) -> list[Row]:
    """Rows of the mean over the benchmarks, unless there is one benchmark or the source has its own mean."""
    measured = [row for row in rows if row["model"]]
    benchmarks = {row["benchmark"] for row in measured}
    if len(benchmarks) == 1 or any(row["aggregate"] for row in measured):
        return []
    values = {
        (row["benchmark"], row["model"], place): value
        for row in measured
        for place, value in zip(row["checkpoint"], row["shown"], strict=True)
    }
    models = {row["model"]: row["params_b"] for row in measured}
    return [
        {
            "benchmark": f"Mean of {len(benchmarks)} benchmarks", "aggregate": True, "model": model,
            "params_b": params, "n_items": None, "checkpoint": checkpoints, "low": None, "high": None,
            "shown": [
                macro_mean([values.get((benchmark, model, place)) for benchmark in benchmarks])
                for place in checkpoints
            ],
            "ambiguous": [False] * len(checkpoints),
        }
        for model, params in models.items()
    ]  # fmt: skip


def _progress_axis(places: list[tuple[float, str]], spacing: str, most: int) -> Axis:
    """The checkpoints in true spacing, or evenly spaced with at most so many of them labelled."""
    progress = [place for place, _ in places]
    labels = [f"{place:.3g}" for place in progress]
    checkpoints = [checkpoint for _, checkpoint in places]
    if spacing == "true":
        ticks = [place for place in progress if place in _TICKS]
        return Axis("training progress", labels, checkpoints, progress, ticks)
    return Axis("training progress", _thinned(labels, most), checkpoints)


def _panel(
    benchmark: str, rows: list[Row], checkpoints: list[str], models: list[str], mode: str
) -> Panel:
    values: dict[tuple[str, str], float | None] = {}
    disputed = set()
    for row in rows:
        for place, value, ambiguous in zip(
            row["checkpoint"], row["shown"], row["ambiguous"], strict=True
        ):
            values[row["model"], place] = None if value is None else round(value, 1)
            if ambiguous:
                disputed.add((models.index(row["model"]), checkpoints.index(place)))
    return Panel(
        benchmark,
        _detail(rows, mode),
        [[values.get((model, place)) for place in checkpoints] for model in models],
        sets={"panel": benchmark} if values and not rows[0]["aggregate"] else {},
        disputed=frozenset(disputed),
    )


def _detail(rows: list[Row], mode: str) -> str:
    """The number of items, and the range that the source states, which is no curve."""
    items = {row["n_items"] for row in rows if row["n_items"]}
    low, high = rows[0]["low"], rows[0]["high"]
    words = [f"n {min(items):,}"] if len(items) == 1 else []
    if low is not None and high is not None and mode == "accuracy":
        words.append(f"stated range {low:g} to {high:g} %")
    return " · ".join(words)


def _summary(panels: list[Panel], x: Axis, y: Axis, unit: str) -> str:
    shown = [
        value for panel in panels for line in panel.values for value in line if value is not None
    ]
    ends = f"from {min(shown):.1f} to {max(shown):.1f} {unit}" if shown else "none"
    return f"{len(panels)} heatmaps of {len(y.values)} models by {len(x.values)} checkpoints; values {ends}."


def _hover(model: str, row: Row) -> str:
    step = f" (step {row['step']:,})" if row["step"] is not None else ""
    stderr = f" ± {row['stderr'] * 100:.1f}" if row["stderr"] else ""
    return f"{plain(model)} at {row['progress']:.3g}{step}<br>{row['value'] * 100:.1f}{stderr} %, {row['kind']}"


def _size_label(params: float | None) -> str:
    if params is None:
        return "size unknown"
    return f"{params * 1000:.0f}M" if params < _SMALLEST_IN_BILLIONS else f"{params:g}B"


def _by_size(row: Row) -> tuple[float, str]:
    return row["params_b"] or 0.0, row["model"]


def _thinned(labels: list[str], most: int) -> list[str]:
    every = max(1, -(-len(labels) // most))
    return [label if index % every == 0 else "" for index, label in enumerate(labels)]


def _apart(sizes: list[float]) -> list[float]:
    """Sizes whose labels do not run into each other on a log axis."""
    kept = [sizes[-1]]
    for size in reversed(sizes[:-1]):
        if kept[-1] / size > 1.35:  # noqa: PLR2004
            kept.append(size)
    return kept[::-1]
