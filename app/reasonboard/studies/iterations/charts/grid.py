"""Accuracy and token length over the iterations of RL, a panel per benchmark."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from reasonboard.charts.colors import ACCURACY, FAINT, INK, MUTED, SOFT
from reasonboard.charts.grid import Grid, cut
from reasonboard.charts.overlay import overlaid
from reasonboard.charts.stated_once import traces_said_once
from reasonboard.charts.theme import Figure, Trace, empty, figure, plain
from reasonboard.charts.traces import paper_note, pen, rule
from reasonboard.core.findings.words import join_names, with_sign
from reasonboard.statistics.uncertainty import Uncertainty, interval_methods
from reasonboard.studies.iterations.charts.accuracy_intervals import SPARSE
from reasonboard.studies.iterations.charts.curves import curves
from reasonboard.studies.iterations.charts.gain_mark import gain_mark
from reasonboard.studies.iterations.charts.panels import (
    DUAL,
    PHASE,
    STRIPS,
    Frame,
    count_words,
)
from reasonboard.studies.iterations.charts.phase import path
from reasonboard.studies.iterations.rows import Curve, Row, accuracy_intervals, both, points

_HEIGHTS = {STRIPS: 117, DUAL: 150, PHASE: 176}
_SMALL, _LARGE = 81, 260
_HEAD = 6
_ROOM = {4: 34, 2: 48, 1: 22}
"""Characters of name and details over a panel, by the columns that fit on the page; over a small one there is less."""
_SMALL_ROOM = 20
_SUBTITLES = {
    STRIPS: "{accuracy:Accuracy} in %{interval} and {tokens:mean response length} in tokens by iteration.",
    DUAL: "{accuracy:Accuracy} (left, %{interval}), {tokens:mean response length} (right, tokens), by iteration.",
    PHASE: "{accuracy:Accuracy} in %{interval} against mean response length: ○ first, ■ last iteration.",
}


def iterations_grid(
    rows: Sequence[Row],
    *,
    form: str,
    scales: str,
    panel: str,
    iteration: str,
    intervals: str,
    columns: int,
    spread: str = "off",
    beside: Sequence[Row] = (),
) -> Figure:
    """One panel per row of sql/grid.sql: accuracy (percent) and tokens by iteration.

    `form` is strips (one over the other), dual (two y axes) or phase (accuracy against tokens);
    `scales` shared or free; `spread` adds the range of 95 % of the responses. Benchmark `panel` stands on a soft
    ground, and `iteration` is marked in every panel. Where the rows are the reader's own, `beside` are the curves of
    bundled models, in grey.
    """
    if not rows:
        return empty("No data: the source has no iterations for this choice.")
    small = columns == 1 and form == STRIPS and len(rows) > 1
    grid = _grid(len(rows), columns, form, scales, small=small)
    frame = Frame(
        grid, form, scales == "shared", rows, intervals == "on", spread == "on", small, beside
    )
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
    spread: str = "off",
    beside: Sequence[Row] = (),
) -> Figure:
    """The picked benchmark large, with every point; a panel per model where there are several."""
    if not rows:
        return empty(f"No data for {panel}." if panel else "No benchmark is picked.")
    grid = _grid(len(rows), 1, form, scales, small=False)
    if len(rows) == 1:
        grid = replace(grid, panel=_LARGE + _HEAD)
    shared = scales == "shared"
    frame = Frame(grid, form, shared, rows, intervals == "on", spread == "on", beside=beside)
    return _drawn(frame, iteration, "", alone=True)


def _grid(count: int, columns: int, form: str, scales: str, *, small: bool) -> Grid:
    """The panels: on a phone two small strips side by side, whose titles have two lines."""
    if small:
        return Grid(count, 2, _SMALL + _HEAD, 6, 69 - _HEAD, 0.154, top=44 - _HEAD, head=_HEAD)
    gap = {4: 0.05, 2: 0.09}.get(columns, 0.09)
    if scales != "shared":
        gap += 0.025
    between = 70 if form == PHASE and scales != "shared" else 54
    left = 44 if form == STRIPS else 52
    return Grid(
        count, columns, _HEIGHTS[form] + _HEAD, left, between - _HEAD, gap, top=20, head=_HEAD
    )


def _drawn(frame: Frame, iteration: str, picked: str, *, alone: bool) -> Figure:
    """The panels on their axes, with titles and the marked iteration; the panel `picked` on a soft ground."""
    grid, rows, phase = frame.grid, frame.rows, frame.form == PHASE
    panels = range(len(rows))
    margin = {
        "l": grid.left,
        "r": 56 if frame.form == DUAL else 44,
        "t": grid.top,
        "b": 46 if phase else 26,
    }
    layout = frame.layout() | {
        "margin": margin,
        "annotations": [],
        "shapes": [
            *(_ground(frame, index) for index in panels if rows[index]["benchmark"] == picked),
            *(_marked(frame, iteration) if iteration and not phase else []),
        ],
        "hovermode": "closest" if phase else "x",
    }
    drawn = figure(
        _traces(frame, iteration, alone),
        layout,
        height=grid.inner + margin["t"] + margin["b"],
        summary=_summary(frame),
        uncertainty=_foot(frame, alone),
    )
    drawn["layout"]["meta"] |= {
        "subtitle": _subtitle(frame, alone),
        "linked": "iteration",
        "along": "text" if phase else "x",
    }
    titles = [note for index in panels for note in _titles(frame, index, alone)]
    return traces_said_once(overlaid(drawn, titles))


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


def _subtitle(frame: Frame, alone: bool) -> str:
    """What is drawn, with its units; the coloured words are the key."""
    shown = frame.intervals and any(_intervals(frame))
    words = _SUBTITLES[frame.form].replace("{interval}", " with 95 % interval" if shown else "")
    gains = [curve.tested_gain for curve in frame.curves]
    sure = any(gain and gain.significant for gain in gains) and not alone
    if names := [
        row["run"] or "" for index in range(len(frame.rows)) for row in frame.bundled(index)
    ]:
        words += f" Grey: {join_names(names, 2)}, bundled."
    return f"{words} ▲ significant." if sure and frame.form == STRIPS else words


def _foot(frame: Frame, alone: bool) -> str:
    """How intervals and verdicts were made, and what the rarer marks mean."""
    rows, parts = frame.rows, []
    known = [any(accuracy_intervals(row)) for row in rows if points(row, "accuracy")]
    methods, without = (
        interval_methods([one for one in _intervals(frame) if one]),
        known.count(False),
    )
    parts.append(
        methods if frame.intervals or not any(known) else "95 % intervals are switched off"
    )
    if frame.intervals and without and any(known):
        have = "1 panel has" if without == 1 else f"{without} panels have"
        parts.append(f"{have} none: number of problems unknown")
    tests = [gain.tests for curve in frame.curves if (gain := curve.tested_gain)]
    if tests and not alone:
        parts.append(f"▲ ▼ significant after Holm's correction over {tests[0]} gains")
    if frame.spread and any(value is not None for row in rows for value in row["tokens_high"]):
        parts.append("dotted outline: range of 95 % of responses, not an interval of their mean")
    if any(row["accuracy_from"] is not None or row["accuracy_to"] is not None for row in rows):
        parts.append("dashed: range given in text, no curve")
    if any(_sparse(frame, row) for row in rows):
        parts.append("○┈□ start and end only")
    if not frame.shared:
        parts.append("own scales: panels cannot be compared" if len(rows) > 1 else "own scales")
    return "; ".join(parts)


def _titles(frame: Frame, index: int, alone: bool) -> list[dict[str, Any]]:
    """The name of a panel with its number of problems, and at the right its gain; on a phone below the name."""
    row, (left, right) = frame.rows[index], frame.grid.x_domain(index)
    room = _SMALL_ROOM if frame.small else _ROOM.get(frame.grid.columns, 34)
    text, details = row["benchmark"], _details(frame, row)
    shown = cut(text, room)
    beside = "" if frame.small else cut(details, room - len(text))
    if frame.grid.columns == 1 and beside != details:  # less than all says nothing there
        beside = ""
    words = f"<b>{plain(shown)}</b>"
    if beside:
        words += f'  <span style="color:{MUTED};font-size:11.5px">{plain(beside)}</span>'
    gain = "" if alone and frame.form == PHASE else _gain_words(frame.curves[index], frame.small)
    place: dict[str, Any] = {"size": 13, "color": INK, "yanchor": "bottom", "yshift": 3}
    top = frame.grid.y_domain(index)[1] if frame.grid.head == 0 else _top(frame.grid, index)
    if frame.small:
        words += f"<br>{gain or ' '}"
        gain = ""
    cut_words = (
        {"hovertext": plain(f"{text} {details}")}
        if (shown, beside) != (text, details) and not frame.small
        else {}
    )
    notes = [cut_words | paper_note(words, left, top, align="left", **place)]
    if gain:
        notes.append(paper_note(gain, right, top, **place | {"xanchor": "right", "align": "right"}))
    return notes


def _top(grid: Grid, index: int) -> float:
    """Where the title of a panel stands, a little over its plot, as a share of the whole plot area."""
    top: float = grid.title(index, "")["y"]
    return top


def _details(frame: Frame, row: Row) -> str:
    run = row["run"] if len({other["run"] for other in frame.rows}) > 1 else ""
    unknown = "aggregate" if row["aggregate"] else ""
    items = count_words(row["n_items"], repeats=row["n_repeats"]) if row["n_items"] else unknown
    return " · ".join(
        filter(None, [run, items, "start and end only" if _sparse(frame, row) else ""])
    )


def _gain_words(curve: Curve, small: bool) -> str:
    """'▲ +38.9' in the colour of accuracy where it is significant, '+26.7' muted where not."""
    if curve.change is None:
        return ""
    result, change = curve.tested_gain, curve.change * 100
    number = with_sign(change)
    if result and result.significant:
        sign = "▲" if change > 0 else "▼"
        return f'<span style="color:{ACCURACY}"><b>{sign} {number}</b></span>'
    return f'<span style="color:{MUTED}">{number}{" n.s." if small and result else ""}</span>'


def _marked(frame: Frame, iteration: str) -> list[dict[str, Any]]:
    """The picked iteration as one upright line through the whole of every panel."""
    x, line = (int(iteration), int(iteration)), pen(FAINT, 1.2, "dot")
    panels = [
        (frame.names(index)[0], frame.grid.y_domain(index)) for index in range(len(frame.rows))
    ]
    return [rule(x, y, line, xref=xref, yref="paper", layer="below") for xref, y in panels]


def _ground(frame: Frame, index: int) -> dict[str, Any]:
    """The soft ground of the panel that is picked, under its title and its labels too."""
    grid, (left, right) = frame.grid, frame.grid.x_domain(index)
    low, high = grid.y_domain(index)
    wide = 286 if frame.small else 1250 if grid.columns > 2 else 640  # noqa: PLR2004 - about the pixels of the plot area
    beside = (4, 40) if frame.small else (10, 42)
    return {
        "type": "rect", "xref": "paper", "yref": "paper", "layer": "below", "fillcolor": SOFT, "line": {"width": 0},
        "x0": left - beside[0] / wide, "x1": right + beside[1] / wide,
        "y0": low - 8 / grid.inner, "y1": high + (grid.top + grid.head - 2) / grid.inner,
    }  # fmt: skip


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
        highest = f" to {with_sign(max(gains))}" if len(gains) > 1 else ""
        gained = f"; accuracy changes by {with_sign(min(gains))}{highest} points"
    if frame.form == PHASE:
        lost = sum(len(both(row)["iteration"]) < len(row["iteration"]) for row in rows)
        missing = f"; {lost} have iterations without both values" if lost else ""
    return f"{what} of {names}{along}{gained}{missing}."
