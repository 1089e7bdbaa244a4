"""Accuracy and token length over the iterations of RL, a panel per benchmark."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from reasonboard.charts.colors import FAINT
from reasonboard.charts.combined import overlaid
from reasonboard.charts.grid import Grid, named_panel
from reasonboard.charts.marks import SELECTION
from reasonboard.charts.theme import Figure, Trace, empty, figure
from reasonboard.charts.traces import ground, pen, rule
from reasonboard.core.smoothing import Smoothing
from reasonboard.studies.iterations.charts.curves import curves
from reasonboard.studies.iterations.charts.gain_mark import gain_mark
from reasonboard.studies.iterations.charts.grid_words import (
    foot,
    heading,
    panel_titles,
    subtitle,
    summary,
)
from reasonboard.studies.iterations.charts.panels import Frame
from reasonboard.studies.iterations.charts.phase import path
from reasonboard.studies.iterations.charts.recipes import recipes_chart
from reasonboard.studies.iterations.charts.x_axis import XAxis
from reasonboard.studies.iterations.family import recipes_of
from reasonboard.studies.iterations.rows import DUAL, ITERATION, PHASE, RECIPES, SEEDS, STRIPS, Row

_HEIGHTS = {STRIPS: 117, DUAL: 150, PHASE: 176}
_SMALL, _LARGE = 81, 260
_HEAD = 6


class GridOptions(NamedTuple):
    """The values of the controls that decide how curves are drawn."""

    form: str
    """strips (one over the other), dual (two y axes) or phase (accuracy against tokens)."""
    scales: str
    """shared or free."""
    intervals: str
    spread: str = "off"
    """Is the range of 95% of the responses drawn?"""
    along: str = ITERATION
    """The x axis of all forms but phase (sql/along_choices.sql) ..."""
    x_scale: str = "linear"
    """... linear or log, ..."""
    smoothing: str = "0"
    """... and how lines are smoothed along it (core/smoothing.py)."""
    others: str = "off"
    """Are the other runs drawn in gray?"""

    @property
    def of_runs(self) -> "GridOptions":
        """The same for rows without a recipe: as strips in place of its forms."""
        return self._replace(form=STRIPS) if self.form in (RECIPES, SEEDS) else self

    def frame(self, grid: Grid, rows: Sequence[Row], beside: Sequence[Row], small: bool) -> Frame:
        """The frame of these rows; an average has no intervals."""
        phase = self.form == PHASE
        smoothing = Smoothing() if phase else Smoothing(self.smoothing)
        return Frame(
            grid,
            self.form,
            self.scales == "shared",
            rows,
            XAxis() if phase else XAxis(self.along, self.x_scale == "log"),
            smoothing,
            self.intervals == "on" and not smoothing,
            self.spread == "on",
            small,
            beside,
            self.others == "on",
        )


def iterations_grid(
    rows: Sequence[Row],
    *,
    panel: str,
    iteration: str,
    columns: int,
    beside: Sequence[Row] = (),
    **options: str,
) -> Figure:
    """One panel per row of sql/grid.sql: accuracy (percent) and tokens by iteration, by the `GridOptions`.

    Benchmark `panel` stands on a soft ground, and `iteration` is marked in every panel. The curves of bundled models
    `beside` own rows stand in gray.
    """
    if not rows:
        return empty(
            "No accuracy or response length by iteration here. See Explore for rewards and other "
            "metrics."
        )
    grid_options = GridOptions(**options)
    if chart := _of_recipes(rows, grid_options, columns, iteration, alone=False):
        return chart
    grid_options = grid_options.of_runs
    small = columns == 1 and grid_options.form == STRIPS and len(rows) > 1
    grid = _grid(len(rows), columns, grid_options, small=small)
    frame = grid_options.frame(grid, rows, beside, small)
    return _chart(frame, iteration, panel if len(rows) > 1 else "", alone=False)


def iteration_detail(
    rows: Sequence[Row],
    *,
    panel: str,
    iteration: str,
    columns: int,
    beside: Sequence[Row] = (),
    **options: str,
) -> Figure:
    """The picked benchmark large, with every point; a panel per model where there are several."""
    if not rows:
        return empty(f"No data for {panel}." if panel else "No benchmark selected.")
    grid_options = GridOptions(**options)
    if chart := _of_recipes(rows, grid_options, columns, iteration, alone=True):
        return chart
    grid_options = grid_options.of_runs
    grid = _grid(len(rows), 1, grid_options, small=False)
    if len(rows) == 1:
        grid = replace(grid, panel=_LARGE + _HEAD)
    return _chart(grid_options.frame(grid, rows, beside, small=False), iteration, "", alone=True)


def _of_recipes(
    rows: Sequence[Row], options: GridOptions, columns: int, iteration: str, *, alone: bool
) -> Figure | None:
    """The chart of recipes, if their form is chosen and one of the rows has a curve."""
    recipes = recipes_of(rows) if options.form in (RECIPES, SEEDS) else None
    shown = recipes.shown(rows)[0] if recipes else []
    if not recipes or not shown:
        return None
    return recipes_chart(
        recipes,
        shown,
        form=options.form,
        columns=columns,
        iteration=iteration,
        intervals=options.intervals == "on",
        alone=alone,
    )


_PAIR, _LOWEST = 2, 190
"""One or two panels are at least so many pixels high."""


def _grid(count: int, columns: int, options: GridOptions, *, small: bool) -> Grid:
    """The panels: on a phone two small strips side by side, whose titles have two lines."""
    if small:
        return Grid(count, 2, _SMALL + _HEAD, 6, 69 - _HEAD, 0.154, top=44 - _HEAD, head=_HEAD)
    is_few = count <= _PAIR < columns
    gap = {4: 0.05, 3: 0.06}.get(columns, 0.09)
    if options.scales != "shared":
        gap += 0.025
    between = 70 if options.form == PHASE and options.scales != "shared" else 54
    left = 44 if options.form == STRIPS else 52
    return Grid(
        count,
        columns,
        max(_HEIGHTS[options.form], _LOWEST if is_few else 0) + _HEAD,
        left,
        between - _HEAD,
        gap,
        top=20,
        head=_HEAD,
        few=columns > _PAIR,
    )


def _chart(frame: Frame, iteration: str, picked: str, *, alone: bool) -> Figure:
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
    chart = figure(
        _traces(frame, iteration, alone),
        layout,
        height=grid.inner + margin["t"] + margin["b"],
        summary=summary(frame),
        uncertainty=foot(frame, alone),
        panels=[named_panel(frame.title(index), axes=frame.pairs(index)) for index in panels],
        heading="" if alone else heading(frame),
        subtitle=subtitle(frame, alone),
    )
    places = "text" if phase else "x" if frame.x.is_iteration else "ids"
    chart["layout"]["meta"] |= {"linked": "iteration", "along": places}
    titles = [note for index in panels for note in panel_titles(frame, index, alone)]
    return overlaid(chart, titles)


def _traces(frame: Frame, iteration: str, alone: bool) -> list[Trace]:
    panels = range(len(frame.rows))
    groups = [
        path(frame, index, iteration=iteration, alone=alone)
        if frame.form == PHASE
        else curves(frame, index, alone=alone)
        for index in panels
    ]
    if alone and frame.intervals:
        groups += [gain_mark(frame, index) for index in panels]
    return [trace for traces in groups for trace in traces]


def _marked(frame: Frame, iteration: str) -> list[dict[str, Any]]:
    """The picked iteration as one upright line through the whole of every panel."""
    line = pen(FAINT, 1.2, "dot")
    return [
        rule(
            (x, x),
            frame.grid.y_domain(index),
            line,
            xref=frame.names(index)[0],
            yref="paper",
            layer="below",
        )
        for index, row in enumerate(frame.placed)
        for at, x in zip(row["iteration"], row["x"], strict=True)
        if str(at) == iteration
    ]


def _ground(frame: Frame, index: int) -> dict[str, Any]:
    """The soft ground of the panel that is picked, under its title and its labels too."""
    grid, (left, right) = frame.grid, frame.grid.x_domain(index)
    low, high = grid.y_domain(index)
    wide = 286 if frame.small else 1250 if grid.columns > 2 else 640  # noqa: PLR2004 - about the pixels of the plot area
    beside = (4, 40) if frame.small else (10, 42)
    x = left - beside[0] / wide, right + beside[1] / wide
    y = low - 8 / grid.inner, high + (grid.top + grid.head - 2) / grid.inner
    return ground(x, y, xref="paper", yref="paper", name=SELECTION)
