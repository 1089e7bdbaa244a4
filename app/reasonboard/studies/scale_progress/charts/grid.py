"""Accuracy over model size and training progress, a heatmap per benchmark."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from reasonboard.charts.cells import Axis, Panel
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.intervals import counted
from reasonboard.charts.theme import Figure, empty
from reasonboard.studies.scale_progress.charts.cells import (
    Cells,
    Marks,
    grid_of,
    means,
    of_accuracies,
    of_differences,
    said_of,
)
from reasonboard.studies.scale_progress.charts.rows import size_label

Row = dict[str, Any]

_UNITS = {"accuracy": "%", "gain": "points", "size": "points"}
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


def accuracy_grid(
    rows: Sequence[Row], *, mode: str, spacing: str, size: str, checkpoint: str, columns: int
) -> Figure:
    """One heatmap per benchmark: models by size (largest on top) over training progress.

    Rows are one per benchmark and model, with `progress`, `checkpoint`, `shown` (percent or points),
    `measured` (see sql/grid.sql) and, of differences, `base` as equally long
    lists. `size` and `checkpoint` are the model and the checkpoint that are outlined. Differences
    that are not resolved have no colour.
    """
    places = sorted(
        {(p, c) for row in rows for p, c in zip(row["progress"], row["checkpoint"], strict=True)}
    )
    if not places:
        return empty("No data: the source has no values along training for this choice.")
    over_all = means(rows, [checkpoint for _, checkpoint in places])
    own = {row["benchmark"] for row in over_all}
    rows = [*rows, *over_all]
    measured = sorted((row for row in rows if row["model"]), key=_by_size)
    models = list(dict.fromkeys((row["params_b"], row["model"]) for row in measured))
    x = _progress_axis(places, spacing, 6 if columns > 1 else 8)
    y = Axis("", [size_label(params) for params, _ in models], [model for _, model in models])
    panels, marks = [], []
    for benchmark, of in groupby(rows, key=lambda row: row["benchmark"]):
        of_panel = list(of)
        cells = grid_of(of_panel, y.values, x.values)
        mark = (of_accuracies if mode == "accuracy" else of_differences)(benchmark, cells)
        panels.append(_panel(benchmark, of_panel, cells, mark, mode))
        # A mean over benchmarks has its interval from theirs: it has no method of its own.
        marks += [] if of_panel[0]["benchmark"] in own else [mark]
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
        uncertainty=said_of(marks, mode),
    )


def _panel(benchmark: str, rows: list[Row], cells: Cells, marks: Marks, mode: str) -> Panel:
    return Panel(
        benchmark,
        _detail(rows, mode),
        [[None if cell is None else cell.shown for cell in line] for line in cells],
        sets={"panel": benchmark} if any(map(any, cells)) and not rows[0]["aggregate"] else {},
        disputed=frozenset(
            (row, column)
            for row, line in enumerate(cells)
            for column, cell in enumerate(line)
            if cell and cell.ambiguous
        ),
        unresolved=marks.unresolved,
        beside=marks.beside,
        template=marks.template,
    )


def _detail(rows: list[Row], mode: str) -> str:
    """The number of items, and the range that the source states, which is no curve."""
    known = {
        (one["n_items"], one["n_repeats"]) for row in rows for one in row["measured"] if one
    } - {(None, None)}
    low, high = rows[0]["low"], rows[0]["high"]
    stated = low is not None and high is not None and mode == "accuracy"
    words = [f"stated range {low:g} to {high:g} %"] if stated else []
    if len(known) == 1:
        words.insert(0, counted(*known.pop()))
    elif not known and not stated and rows[0]["model"] and not rows[0]["aggregate"]:
        words.append(counted(None))
    return " · ".join(words)


def _progress_axis(places: list[tuple[float, str]], spacing: str, most: int) -> Axis:
    """The checkpoints in true spacing, or evenly spaced with a limited number of labels."""
    progress = [place for place, _ in places]
    labels = [f"{place:.3g}" for place in progress]
    checkpoints = [checkpoint for _, checkpoint in places]
    if spacing == "true":
        ticks = [place for place in progress if place in _TICKS]
        return Axis("training progress", labels, checkpoints, progress, ticks)
    return Axis("training progress", _thinned(labels, most), checkpoints)


def _summary(panels: list[Panel], x: Axis, y: Axis, unit: str) -> str:
    shown = [
        value for panel in panels for line in panel.values for value in line if value is not None
    ]
    ends = f"from {min(shown):.1f} to {max(shown):.1f} {unit}" if shown else "none"
    unresolved = sum(len(panel.unresolved) for panel in panels)
    noise = f"; {unresolved} differences are not resolved" if unresolved else ""
    return f"{len(panels)} heatmaps of {len(y.values)} models by {len(x.values)} checkpoints; values {ends}{noise}."


def _by_size(row: Row) -> tuple[float, str]:
    return row["params_b"] or 0.0, row["model"]


def _thinned(labels: list[str], most: int) -> list[str]:
    every = max(1, -(-len(labels) // most))
    return [label if index % every == 0 else "" for index, label in enumerate(labels)]
