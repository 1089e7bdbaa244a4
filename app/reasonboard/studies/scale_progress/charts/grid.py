"""Accuracy over model size and training progress, a heatmap per benchmark."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.cells import CUSTOM, NOT_RESOLVED, Axis, Cell, Panel, Roles, extent
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.intervals import NO_UNCERTAINTY, alike, counted, half, half_widths
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.core.findings.result import Result
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.uncertainty import said
from reasonboard.studies.scale_progress.rows import Benchmark, mean_rows, size_label

Row = dict[str, Any]

_ROLES = Roles(x="checkpoint", y="model", panel="benchmark", value="shown", disputed="ambiguous")
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
    over_all = mean_rows(rows, [checkpoint for _, checkpoint in places])
    rows = [*rows, *over_all]
    measured = sorted((row for row in rows if row["model"]), key=_by_size)
    models = list(dict.fromkeys((row["params_b"], row["model"]) for row in measured))
    x = _progress_axis(places, spacing, 6 if columns > 1 else 8)
    y = Axis("size", "", [size_label(params) for params, _ in models], [one for _, one in models])
    groups = [Benchmark(of) for of in _ROLES.groups(rows)]
    panels = [_panel(one, mode) for one in groups]
    # A mean over benchmarks has its interval from theirs: it has no method of its own.
    own = {row["benchmark"] for row in over_all}
    return heatmap_grid(
        panels,
        x,
        y,
        columns=columns,
        unit=_UNITS[mode],
        centred=mode != "accuracy",
        marked=(checkpoint, size),
        summary=_summary(panels, x, y, _UNITS[mode]),
        uncertainty=_methods([one for one in groups if one.name not in own], mode),
    )


def _panel(of: Benchmark, mode: str) -> Panel:
    shown = [cell for cell in _ROLES.cells(of.rows) if cell.value is not None]
    cells, about, blank = (_accuracies if mode == "accuracy" else _differences)(of, shown)
    return Panel(
        of.name,
        _detail(of.rows, mode),
        cells,
        {"panel": of.name} if cells and not of.rows[0]["aggregate"] else {},
        template=f"<b>{plain(of.name)}</b><br>{about}",
        blank=blank,
    )


def _accuracies(of: Benchmark, cells: list[Cell]) -> tuple[list[Cell], str, str | None]:
    """The cells with the half of their intervals, what their hovers share, and the words of a gap."""
    words, about = half_widths(of.intervals, together=True)
    each = [None] * len(cells) if words is None else words
    worded = [_worded(cell, one) for cell, one in zip(cells, each, strict=True)]
    if about in (NO_UNCERTAINTY, CUSTOM):
        return worded, f"%{{z:.1f}} %<br>{about}", NO_UNCERTAINTY
    return worded, f"%{{z:.1f}} % {about if words else f'({about})'}", None


def _differences(of: Benchmark, cells: list[Cell]) -> tuple[list[Cell], str, str]:
    """The cells with the half of their intervals and their verdicts, what their hovers share, and no words."""
    tests = [test for test in of.differences if test]
    complete = len(tests) == sum(base is not None for base in of.bases)
    most = alike([_half(test) for test in tests]) if complete else None
    together = zip(cells, of.bases, of.differences, strict=True)
    worded = [
        _worded(cell, _words(cell, base is None, test, most), noise=_noise(test))
        for cell, base, test in together
    ]
    return worded, CUSTOM if most is None else f"{CUSTOM} (±{most} at most)", ""


def _worded(cell: Cell, words: Any, *, noise: bool = False) -> Cell:
    """The cell to a tenth, with its words."""
    value, marks = round(cell.value or 0.0, 1), cell.marks
    return Cell(
        cell.x, cell.y, value, marks=[*marks, NOT_RESOLVED] if noise else marks, words=words
    )


def _words(cell: Cell, is_base: bool, test: Result | None, most: float | None) -> str:
    """A difference as its hover says it; short, as there is one for every cell."""
    points = f"{round(cell.value or 0.0, 1):+.1f}"
    if is_base:
        return points
    if test is None:
        return f"{points}<br>{NO_UNCERTAINTY}"
    about = "" if most is not None else f" ±{_half(test)}"
    return f"{points}{about}{' ≈' if _noise(test) else ''}"


def _noise(test: Result | None) -> bool:
    return test is not None and test.verdict is Verdict.NOT_RESOLVED


def _half(test: Result) -> float:
    return half(test.low or 0.0, test.high or 0.0)


def _methods(groups: Sequence[Benchmark], mode: str) -> str:
    """For under the chart: the methods of the intervals, or how differences were tested."""
    if mode == "accuracy":
        return said([one for of in groups for one in of.intervals])
    tests = sorted({test.test for of in groups for test in of.differences if test})
    if not tests:
        return NO_UNCERTAINTY
    return f"no colour, ≈: not resolved ({', '.join(tests)}; unpaired, Benjamini-Hochberg over each panel)"


def _detail(rows: Sequence[Row], mode: str) -> str:
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
        errors = [one.get("stderr") or 0 for row in rows for one in row["measured"] if one]
        words.append(counted(None, stderr=max(errors, default=0)))
    return " · ".join(words)


def _progress_axis(places: list[tuple[float, str]], spacing: str, most: int) -> Axis:
    """The checkpoints in true spacing, or evenly spaced with a limited number of labels."""
    progress = [place for place, _ in places]
    labels = [f"{place:.3g}" for place in progress]
    checkpoints = [checkpoint for _, checkpoint in places]
    if spacing == "true":
        ticks = [place for place in progress if place in _TICKS]
        return Axis("checkpoint", "training progress", labels, checkpoints, progress, ticks)
    return Axis("checkpoint", "training progress", _thinned(labels, most), checkpoints)


def _summary(panels: list[Panel], x: Axis, y: Axis, unit: str) -> str:
    unresolved = sum(NOT_RESOLVED in cell.marks for panel in panels for cell in panel.cells)
    noise = f"; {unresolved} differences are not resolved" if unresolved else ""
    return (
        f"{len(panels)} heatmaps of {len(y.values)} models by {len(x.values)} checkpoints; "
        f"values {extent(panels, unit) or 'none'}{noise}."
    )


def _by_size(row: Row) -> tuple[float, str]:
    return row["params_b"] or 0.0, row["model"]


def _thinned(labels: list[str], most: int) -> list[str]:
    every = max(1, -(-len(labels) // most))
    return [label if index % every == 0 else "" for index, label in enumerate(labels)]
