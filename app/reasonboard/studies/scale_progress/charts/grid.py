"""Accuracy over model size and training progress, a heatmap per benchmark."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.cells import (
    CUSTOM,
    NOT_SIGNIFICANT,
    UNTESTED,
    Axis,
    Cell,
    Panel,
    Roles,
    extent,
)
from reasonboard.charts.heatmap import heatmap_grid
from reasonboard.charts.intervals import NO_UNCERTAINTY, detects, problems
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.core.findings.result import Result
from reasonboard.core.findings.uncertainty_words import alike, half, half_widths
from reasonboard.core.findings.words import size_label, with_sign
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.uncertainty import detectable, interval_methods
from reasonboard.studies.scale_progress.benchmarks import Benchmark, mean_rows
from reasonboard.studies.scale_progress.charts.checkpoints import names, progress_axis
from reasonboard.studies.scale_progress.rows import FAMILIES, Row

_ROLES = Roles(x="checkpoint", y="model", panel="benchmark", value="shown", disputed="ambiguous")
_UNITS = {"accuracy": "%", "gain": "points", "size": "points", "chance": "%"}
_HEADINGS = {
    "accuracy": "Accuracy at every size and checkpoint",
    "gain": "Gain since the first checkpoint",
    "size": "Gain over the next smaller model",
    "chance": "Accuracy above chance at every size and checkpoint",
}
_SUBTITLES = {
    "accuracy": "In %. Rows: model size. Columns: checkpoints{}. Each panel has its own color scale.",
    "chance": "0% is guessing, 100% all correct. Rows: model size. Columns: checkpoints{}.",
}
_OF_DIFFERENCES = (
    "In points. Rows: model size. Columns: checkpoints{}. Each panel has its own color scale."
)
_CHANCE = "above chance: (accuracy − chance level) / (1 − chance level), means of the benchmarks with a known one"
_UNKNOWN_CHANCE = "chance level unknown"
_SPANS = "color range: 2nd to 98th percentile of a benchmark, at least its detectable difference"
_DIFFERENCES = ("gain", "size")
_MOST_COLUMNS = 5
"""Heatmaps without numbers side by side, where others are four."""


def accuracy_grid(
    rows: Sequence[Row],
    *,
    mode: str,
    spacing: str,
    panel: str,
    size: str,
    checkpoint: str,
    columns: int,
) -> Figure:
    """One heatmap per benchmark: models by size (largest on top) over training progress.

    Rows are one per benchmark and model, with `progress`, `checkpoint`, `shown` (percent or points),
    `measured` (see sql/grid.sql) and, of differences, `base` as equally long
    lists. The mean over the benchmarks comes first, then those whose sizes end farthest apart. The cell
    of `size` and `checkpoint` has a frame in the heatmap `panel`. Differences that are not significant
    or not tested have no color. Above `chance` is the share of the way from guessing to all right; nothing is shown
    of a benchmark whose chance level is not known.
    """
    places = sorted(
        {(p, c) for row in rows for p, c in zip(row["progress"], row["checkpoint"], strict=True)}
    )
    if not places:
        return empty("No data: the source has no values along training for this choice.")
    over_all = mean_rows(rows, [checkpoint for _, checkpoint in places], mode)
    rows = [*over_all, *rows]
    measured = sorted((row for row in rows if row["model"]), key=_by_size)
    models = list(dict.fromkeys((row["params_b"], row["model"]) for row in measured))
    x = progress_axis(places, spacing)
    y = Axis("size", "", [size_label(params) for params, _ in models], [name for _, name in models])
    groups = sorted((Benchmark(group) for group in _ROLES.groups(rows)), key=_order)
    panels = [_panel(group, mode, names(places)) for group in groups]
    # A mean over benchmarks has its interval from theirs: it has no method of its own.
    tested = [group for group in groups if not (over_all and group.rows[0]["aggregate"])]
    even = "" if spacing == "true" else ", evenly spaced"
    return heatmap_grid(
        panels,
        x,
        y,
        columns=columns if columns < 4 else _MOST_COLUMNS,  # noqa: PLR2004
        page=columns,
        unit=_UNITS[mode],
        centred=mode in _DIFFERENCES,
        low_end=0.0 if mode == "chance" else None,
        own_scales=True,
        row_height=16,
        labelled=False,
        marked=(checkpoint, size),
        chosen=panel,
        summary=_summary(panels, x, y, _UNITS[mode]),
        uncertainty=" · ".join(
            [_methods(tested, mode), *([_CHANCE] if mode == "chance" else []), _SPANS]
        ),
        heading=_HEADINGS[mode],
        subtitle=_SUBTITLES.get(mode, _OF_DIFFERENCES).format(even),
    )


def _order(benchmark: Benchmark) -> tuple[bool, float]:
    """Means first, then by the distance of the lowest and the highest last value."""
    ends = [last["value"] for row in benchmark.rows for last in row["measured"][-1:] if last]
    return not benchmark.rows[0]["aggregate"], min(ends, default=0.0) - max(ends, default=0.0)


def _panel(benchmark: Benchmark, mode: str, columns: tuple[list[float], str]) -> Panel:
    shown = [cell for cell in _ROLES.cells(benchmark.rows) if cell.value is not None]
    words = _differences if mode in _DIFFERENCES else _accuracies
    cells, about, blank = words(benchmark, shown, mode)
    least = detectable(benchmark.measured)
    if mode == "chance" and least is not None and benchmark.chance is not None:
        least /= 1 - benchmark.chance
    kinds = {kind for row in benchmark.rows for kind in row.get("kinds", ())}
    last = [
        _size(benchmark.rows, least),
        ", ".join(KIND_WORDS.get(kind, kind) for kind in sorted(kinds)),
    ]
    lines = [
        f"<b>{plain(benchmark.name)}, %{{y}}, {columns[1]}</b>",
        about,
        *map(plain, filter(None, last)),
    ]
    return Panel(
        benchmark.name,
        "",
        cells,
        {"panel": benchmark.name} if cells and not benchmark.rows[0]["aggregate"] else {},
        note=_stated_range(benchmark.rows, mode),
        template="<br>".join(lines),
        blank=blank,
        columns=columns[0],
        empty=_UNKNOWN_CHANCE if mode == "chance" and benchmark.chance is None else "",
        detects=0.0 if least is None else least * 100,
    )


def _accuracies(
    benchmark: Benchmark, cells: list[Cell], mode: str
) -> tuple[list[Cell], str, str | None]:
    """The cells with the half of their intervals, what their hovers share, and the words of a gap."""
    above = mode == "chance"
    words, about = half_widths(
        benchmark.above_chance if above else benchmark.intervals, together=True
    )
    each = [None] * len(cells) if words is None else words
    worded = [_worded(cell, words_) for cell, words_ in zip(cells, each, strict=True)]
    value, between = "%{z:.1f}%", " "
    if above:
        level = (
            ""
            if benchmark.chance is None or benchmark.rows[0]["aggregate"]
            else f" ({benchmark.chance * 100:g}%)"
        )
        value, between = f"%{{z:.1f}}% of the way from chance{level} to 100%", "<br>"
    if about in (NO_UNCERTAINTY, CUSTOM):
        return worded, f"{value}<br>{about}", NO_UNCERTAINTY
    return worded, f"{value}{between}{about if words else f'({about})'}", None


def _differences(benchmark: Benchmark, cells: list[Cell], mode: str) -> tuple[list[Cell], str, str]:
    """The cells with the half of their intervals and their verdicts, what their hovers share, and no words."""
    results = benchmark.differences(mode)
    tests = [test for test in results if test]
    complete = len(tests) == sum(base is not None for base in benchmark.bases)
    most = alike([_half(test) for test in tests]) if complete else None
    together = zip(cells, benchmark.bases, results, strict=True)
    worded = [
        _worded(cell, _words(cell, base is None, test, most), _mark(base is None, test))
        for cell, base, test in together
    ]
    return worded, f"{CUSTOM} points" if most is None else f"{CUSTOM} points (±{most} at most)", ""


def _worded(cell: Cell, words: Any, mark: str = "") -> Cell:
    """The cell to a tenth, with its words."""
    value, marks = round(cell.value or 0.0, 1), cell.marks
    return Cell(cell.x, cell.y, value, marks=[*marks, mark] if mark else marks, words=words)


def _words(cell: Cell, is_base: bool, test: Result | None, most: float | None) -> str:
    """A difference as its hover says it; short, as there is one for every cell."""
    points = with_sign(cell.value or 0.0)
    if is_base:
        return points
    if test is None:
        return f"{points}<br>{UNTESTED}, {NO_UNCERTAINTY}"
    about = "" if most is not None else f" ±{_half(test)}"
    return f"{points}{about}{f', {test.words}' if _noise(test) else ''}"


def _mark(is_base: bool, test: Result | None) -> str:
    """Why a difference has no color; "" if it has one."""
    if test is None:
        return "" if is_base else UNTESTED
    return NOT_SIGNIFICANT if _noise(test) else ""


def _noise(test: Result | None) -> bool:
    return test is not None and test.verdict is Verdict.NOT_SIGNIFICANT


def _half(test: Result) -> float:
    return half(test.low or 0.0, test.high or 0.0)


def _methods(groups: Sequence[Benchmark], mode: str) -> str:
    """For under the chart: the methods of the intervals, or how differences were tested."""
    if mode not in _DIFFERENCES:
        return interval_methods([interval for group in groups for interval in group.intervals])
    tests = [test for group in groups for test in group.differences(mode) if test]
    if not tests:
        return f"no color: {UNTESTED}, {NO_UNCERTAINTY}"
    methods = ", ".join(sorted({test.test for test in tests}))
    return (
        f"no color: not significant or not tested ({methods}; unpaired, Bonferroni over all "
        f"{tests[0].tests:,} {FAMILIES[mode]} of this source and metric); 95% intervals"
    )


def _size(rows: Sequence[Row], least: float | None) -> str:
    """The number of problems, and the smallest difference, a fraction, that the benchmark detects."""
    known = {
        (cell["n_items"], cell["n_repeats"]) for row in rows for cell in row["measured"] if cell
    } - {(None, None)}
    size = problems(*known.pop()) if len(known) == 1 else ""
    if not size and rows[0]["model"] and not rows[0]["aggregate"]:
        size = "number of problems unknown"
    words = "" if least is None else detects(least * 100)
    return ", ".join(filter(None, [size, words]))


def _stated_range(rows: Sequence[Row], mode: str) -> str:
    """The range that the source states, which is no curve."""
    low, high = rows[0]["low"], rows[0]["high"]
    stated = low is not None and high is not None and mode == "accuracy"
    return f"stated range {low:g} to {high:g}%" if stated else ""


def _summary(panels: list[Panel], x: Axis, y: Axis, unit: str) -> str:
    shown = [panel for panel in panels if not panel.empty]
    unclear = sum(NOT_SIGNIFICANT in cell.marks for panel in shown for cell in panel.cells)
    noise = f"; {unclear} differences are not significant" if unclear else ""
    if len(shown) < len(panels):
        noise += f"; the chance level of {len(panels) - len(shown)} more is unknown"
    return (
        f"{len(shown)} heatmaps of {len(y.values)} models by {len(x.values)} checkpoints; "
        f"values {extent(shown, unit) or 'none'}{noise}."
    )


def _by_size(row: Row) -> tuple[float, str]:
    return row["params_b"] or 0.0, row["model"]
