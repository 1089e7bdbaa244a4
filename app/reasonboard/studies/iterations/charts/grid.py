"""Accuracy and token length over the iterations of RL, a panel per benchmark."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import ACCENT, ACCURACY, ACCURACY_BAND, MUTED, TOKENS, TOKENS_BAND
from reasonboard.charts.grid import Grid
from reasonboard.charts.intervals import counted
from reasonboard.charts.overlay import overlaid
from reasonboard.charts.stated_once import traces_said_once
from reasonboard.charts.theme import Figure, Trace, empty, figure, title
from reasonboard.charts.traces import paper_note, pen, rule
from reasonboard.statistics.uncertainty import Uncertainty, said
from reasonboard.studies.iterations.charts.accuracy_intervals import SPARSE
from reasonboard.studies.iterations.charts.curves import curves
from reasonboard.studies.iterations.charts.gain_mark import gain_mark
from reasonboard.studies.iterations.charts.panels import DUAL, PHASE, STRIPS, Frame
from reasonboard.studies.iterations.charts.phase import path
from reasonboard.studies.iterations.rows import Row, accuracy_intervals, both, points

_HEIGHTS = {STRIPS: 184, DUAL: 150, PHASE: 176}
_LARGE = 300
_HEAD = 4


def iterations_grid(
    rows: Sequence[Row],
    *,
    form: str,
    scales: str,
    panel: str,
    iteration: str,
    intervals: str,
    columns: int,
) -> Figure:
    """One panel per row of sql/grid.sql: accuracy (percent) and tokens by iteration.

    `form` is strips (one over the other), dual (two y axes) or phase (accuracy against tokens);
    `scales` shared or free. Benchmark `panel` has a rule over it, and `iteration` is marked in
    every panel.
    """
    if not rows:
        return empty("No data: the source has no iterations for this choice.")
    between = 64 if form == PHASE and scales == "free" else 44
    grid = _grid(len(rows), columns, _HEIGHTS[form], between, _gap(form, scales), narrow=False)
    frame = Frame(grid, form, scales == "shared", rows, intervals == "on")
    return _drawn(frame, iteration, panel if len(rows) > 1 else "", alone=False)


def iteration_detail(
    rows: Sequence[Row],
    *,
    form: str,
    scales: str,
    panel: str,
    iteration: str,
    intervals: str,
    columns: int,
) -> Figure:
    """The picked benchmark large, with every point; a panel per model where there are several."""
    if not rows:
        return empty(f"No data for {panel}." if panel else "No benchmark is picked.")
    height = _LARGE if len(rows) == 1 else _HEIGHTS[form]
    across = min(columns, 2) if len(rows) > 1 else 1
    grid = _grid(len(rows), across, height, 44, _gap(form, scales), narrow=True)
    frame = Frame(grid, form, scales == "shared", rows, intervals == "on")
    return _drawn(frame, iteration, "", alone=True)


def _grid(count: int, columns: int, height: int, between: int, gap: float, *, narrow: bool) -> Grid:
    panel, between, top = height + _HEAD, between - _HEAD, Grid.top - _HEAD
    return Grid(count, columns, panel, 52, between, gap, narrow=narrow, top=top, head=_HEAD)


def _drawn(frame: Frame, iteration: str, picked: str, *, alone: bool) -> Figure:
    """The panels on their axes, with titles, legend and the marked iteration; the panel `picked` has a rule over it."""
    grid, rows, phase = frame.grid, frame.rows, frame.form == PHASE
    panels = range(len(rows))
    legend, lines = _legend(frame)
    lines = 18 * lines + 8
    layout = frame.layout() | {
        "margin": grid.margin | {"t": grid.margin["t"] + lines},
        "annotations": [legend],
        "shapes": [
            *(_marked(frame, iteration) if iteration and not phase else []),
            *(_rule_over(grid, index) for index in panels if rows[index]["benchmark"] == picked),
        ],
        "hovermode": "closest" if phase else "x",
    }
    if frame.form == DUAL:
        layout["margin"]["r"] = 56
        if grid.across == 1:
            layout["yaxis"]["title"] = _axis_title("accuracy, %", ACCURACY)
            layout["yaxis2"]["title"] = _axis_title("mean tokens", TOKENS)
    drawn = figure(
        _traces(frame, iteration, alone),
        layout,
        height=grid.height + lines,
        summary=_summary(frame),
        uncertainty=said(_intervals(frame)),
    )
    # Where assets/link.js finds the iteration of a point.
    drawn["layout"]["meta"] |= {"linked": "iteration", "along": "text" if phase else "x"}
    return traces_said_once(overlaid(drawn, [_title(frame, index) for index in panels]))


def _traces(frame: Frame, iteration: str, alone: bool) -> list[Trace]:
    panels = range(len(frame.rows))
    drawn = [
        path(frame, index, iteration=iteration, alone=alone)
        if frame.form == PHASE
        else curves(frame, index, alone=alone)
        for index in panels
    ]
    if alone and frame.intervals:
        drawn += [gain_mark(frame, index) for index in panels]
    return [trace for traces in drawn for trace in traces]


def _intervals(frame: Frame) -> list[Uncertainty | None]:
    """The interval of every accuracy of the figure, None for one without."""
    return [
        known
        for row in frame.rows
        for known, value in zip(accuracy_intervals(row), row["accuracy"], strict=True)
        if value is not None
    ]


def _axis_title(words: str, colour: str) -> dict[str, Any]:
    return title(words) | {"font": {"size": 11, "color": colour}}


def _title(frame: Frame, index: int) -> dict[str, Any]:
    row = frame.rows[index]
    run = row["run"] if len({other["run"] for other in frame.rows}) > 1 else ""
    unknown = row["aggregate"] and not row["n_items"]
    items = "aggregate" if unknown else counted(row["n_items"], row["n_repeats"])
    details = [run, items, "start and end only" if _sparse(frame, row) else ""]
    return frame.grid.title(index, row["benchmark"], " · ".join(filter(None, details)))


def _legend(frame: Frame) -> tuple[dict[str, Any], int]:
    """One legend for the whole figure, and its number of lines."""
    rows = frame.rows
    wide = frame.grid.across > 2  # noqa: PLR2004
    between = "   " if wide else "<br>"
    entries = [_key("○", ACCURACY, "first iteration"), _key("■", ACCURACY, "last iteration")]
    if frame.form != PHASE:
        dash = "╌╌" if frame.form == DUAL else "━━"
        left, right = (" (left axis)", " (right axis)") if frame.form == DUAL else ("", "")
        entries = [
            _key("━━", ACCURACY, f"accuracy, %{left}"),
            _key(dash, TOKENS, f"mean tokens per response{right}"),
        ]
        if any(value is not None for row in rows for value in row["tokens_high"]):
            words = ", " if wide else ",<br>"
            words = f"95 % of single responses{words}not a confidence interval"
            entries.append(_key("▆▆", TOKENS_BAND, words))
    if frame.intervals and any(_intervals(frame)):
        glyph, colour = ("│", ACCURACY) if frame.form == PHASE else ("▆▆", ACCURACY_BAND)
        entries.append(_key(glyph, colour, "95 % interval of the accuracy"))
    if any(row["accuracy_from"] is not None or row["accuracy_to"] is not None for row in rows):
        entries.append(_key("▆▆", ACCURACY_BAND, "range stated, no curve"))
    if any(_sparse(frame, row) for row in rows):
        entries.append(_key("○┈□", MUTED, "start and end only"))
    if not frame.shared:
        entries.append("own scales: panels cannot be compared" if len(rows) > 1 else "own scales")
    text = between.join(entries)
    legend = paper_note(text, 0, 1, size=12, yanchor="bottom", yshift=29, align="left")
    return legend, 1 + text.count("<br>")


def _key(glyph: str, colour: str, words: str) -> str:
    return f'<span style="color:{colour}">{glyph}</span> {words}'


def _marked(frame: Frame, iteration: str) -> list[dict[str, Any]]:
    """The picked iteration as one upright line through the whole of every panel."""
    x, line = (int(iteration), int(iteration)), pen(ACCENT, 1.2, "dot")
    panels = [
        (frame.names(index)[0], frame.grid.y_domain(index)) for index in range(len(frame.rows))
    ]
    return [rule(x, y, line, xref=xref, yref="paper", layer="below") for xref, y in panels]


def _rule_over(grid: Grid, index: int) -> dict[str, Any]:
    """A rule over the title of the panel that is picked."""
    (left, right), top = grid.x_domain(index), grid.y_domain(index)[1] + 21 / grid.inner
    return rule((left, right), (top, top), pen(ACCENT, 2), xref="paper", yref="paper")


def _gap(form: str, scales: str) -> float:
    if scales == "shared":
        return 0.03
    return 0.07 if form == DUAL else 0.05


def _sparse(frame: Frame, row: Row) -> bool:
    """Has the panel no curve, only a start and an end?"""
    if frame.form == PHASE:
        return 0 < len(both(row)["iteration"]) <= SPARSE
    return 0 < max(len(points(row, part)) for part in ("accuracy", "tokens")) <= SPARSE


def _summary(frame: Frame) -> str:
    rows = frame.rows
    what = "Accuracy against token length" if frame.form == PHASE else "Accuracy and token length"
    values = [[value for _, value, _ in points(row, "accuracy")] for row in rows]
    gains = [known[-1] - known[0] for known in values if len(known) > 1]
    every = [iteration for row in rows for iteration in row["iteration"]]
    names = rows[0]["benchmark"] if len(rows) == 1 else f"{len(rows)} benchmarks"
    along = f" over iterations {min(every)} to {max(every)}" if every else ""
    gained = missing = ""
    if gains:
        highest = f" to {max(gains):+.1f}" if len(gains) > 1 else ""
        gained = f"; accuracy changes by {min(gains):+.1f}{highest} points"
    if frame.form == PHASE:
        lost = sum(len(both(row)["iteration"]) < len(row["iteration"]) for row in rows)
        missing = f"; {lost} have iterations without both values" if lost else ""
    return f"{what} of {names}{along}{gained}{missing}."
