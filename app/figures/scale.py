"""Accuracy over model size and training progress."""

import math
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from app.figures.heatmap import Axis, Panel, heatmap_grid
from app.figures.lines import Line, line_chart, padded, vertical
from app.figures.theme import ACCENT, Figure, empty, plain

Row = dict[str, Any]

_UNITS = {"accuracy": "%", "gain": "points", "size": "points"}
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


def accuracy_grid(
    rows: Sequence[Row], *, mode: str, spacing: str, size: str, checkpoint: str, columns: int
) -> Figure:
    """One heatmap per benchmark: models by size (largest on top) over training progress.

    Rows are one per benchmark and model, with `progress`, `checkpoint` and `shown` (percent or points) as
    equally long lists. `size` and `checkpoint` are the model and the checkpoint that are outlined.
    """
    if not rows:
        return empty("No data: the source has no values along training for this choice.")
    places = sorted(
        {(p, a) for row in rows for p, a in zip(row["progress"], row["checkpoint"], strict=True)}
    )
    models = list(
        dict.fromkeys((row["params_b"], row["model"]) for row in sorted(rows, key=_by_size))
    )
    x = Axis(
        "training progress",
        [f"{progress:.3g}" for progress, _ in places],
        [place for _, place in places],
        [progress for progress, _ in places] if spacing == "true" else None,
        [p for p, _ in places if p in _TICKS] if spacing == "true" else None,
    )
    if spacing == "even":
        x = x._replace(labels=_thinned(x.labels, 6 if columns > 1 else 8))
    y = Axis("", [_size_label(params) for params, _ in models], [model for _, model in models])
    panels = [
        _panel(benchmark, list(of), places, [model for _, model in models])
        for benchmark, of in groupby(rows, key=lambda row: row["benchmark"])
    ]
    row_of, column_of = (
        {m: i for i, (_, m) in enumerate(models)},
        {a: i for i, (_, a) in enumerate(places)},
    )
    marked = (
        (row_of[size], column_of[checkpoint])
        if size in row_of and checkpoint in column_of
        else None
    )
    shown = [
        value for panel in panels for line in panel.values for value in line if value is not None
    ]
    return heatmap_grid(
        panels,
        x=("checkpoint", x),
        y=("size", y),
        columns=columns,
        unit=_UNITS[mode],
        centred=mode != "accuracy",
        marked=marked,
        summary=(
            f"{len(panels)} heatmaps of {len(models)} models by {len(places)} checkpoints; "
            + (
                f"values from {min(shown):.1f} to {max(shown):.1f} {_UNITS[mode]}."
                if shown
                else "no values."
            )
        ),
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


def _panel(
    benchmark: str, rows: list[Row], places: list[tuple[float, str]], models: list[str]
) -> Panel:
    values: dict[tuple[str, str], float | None] = {}
    disputed = set()
    column = {place: index for index, (_, place) in enumerate(places)}
    for row in rows:
        for place, value, ambiguous in zip(
            row["checkpoint"], row["shown"], row["ambiguous"], strict=True
        ):
            values[row["model"], place] = value
            if ambiguous:
                disputed.add((models.index(row["model"]), column[place]))
    items = {row["n_items"] for row in rows if row["n_items"]}
    return Panel(
        benchmark,
        f"n {min(items):,}" if len(items) == 1 else "",
        [[values.get((model, place)) for _, place in places] for model in models],
        sets={} if rows[0]["aggregate"] else {"panel": benchmark},
        disputed=frozenset(disputed),
    )


def _hover(model: str, row: Row) -> str:
    step = f" (step {row['step']:,})" if row["step"] is not None else ""
    stderr = f" ± {row['stderr'] * 100:.1f}" if row["stderr"] else ""
    return f"{plain(model)} at {row['progress']:.3g}{step}<br>{row['value'] * 100:.1f}{stderr} %, {row['kind']}"


def _size_label(params: float | None) -> str:
    if params is None:
        return "size unknown"
    return f"{params * 1000:.0f}M" if params < 1 else f"{params:g}B"


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
