"""Recipes in one panel per benchmark: the mean over their seeds with its band, and their difference at equal step."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.gaps import Restart, restart_words
from reasonboard.charts.grid import Grid, named_panel, page_width
from reasonboard.charts.theme import Figure, Trace, figure
from reasonboard.core.headline import counted
from reasonboard.studies.iterations.charts.recipe_panel import Panel, x_name, y_name
from reasonboard.studies.iterations.charts.recipe_words import foot, heading, subtitle, summary
from reasonboard.studies.iterations.recipes import Recipes
from reasonboard.studies.iterations.rows import SEEDS

_CURVES, _LARGE, _STRIP, _BETWEEN = 176, 260, 62, 46
"""Pixels of the curves, of those of a panel that is alone, of the differences under them, and between both."""
_HEAD = 16
"""Pixels of the second line of a title, on a phone."""
_MOST_PANELS = 3


def recipes_chart(
    recipes: Recipes,
    shown: Sequence[tuple[str, str]],
    *,
    form: str,
    columns: int,
    iteration: str,
    intervals: bool,
    alone: bool,
) -> Figure:
    """A panel for each benchmark: the recipes along the steps, and under them what tells them apart at equal step.

    `shown` are the benchmarks and runs that are not filtered out. With the form `seeds` each seed has a line of its
    own, without mean and band. The benchmark that is `alone` is larger.
    """
    chosen = {
        name: [one for one in all_of if (name, one.run) in shown]
        for name, all_of in recipes.benchmarks.items()
    }
    panels = [Panel(recipes, name, some, form, intervals) for name, some in chosen.items() if some]
    traces, layout, height = _drawn(panels, columns, _LARGE if alone else _CURVES, iteration)
    each = [panel.recipes for panel in panels]
    has_strip = any(panel.strip for panel in panels)
    words = foot(each, has_strip=has_strip, is_band=form != SEEDS and intervals)
    chart = figure(
        traces,
        layout,
        height=height,
        summary=summary(recipes, each),
        uncertainty=words + _restart_words(panels) + _crowded_words(panels),
        panels=[
            named_panel(panel.name, axes=[f"{x_name(index)}{y_name(index)}"])
            for index, panel in enumerate(panels)
        ],
        heading="" if alone else heading(each),
        subtitle=subtitle(each, form, intervals=intervals),
    )
    chart["layout"]["meta"] |= {"linked": "iteration", "along": "x"}
    return chart


def _drawn(
    panels: Sequence[Panel], columns: int, upper: int, iteration: str
) -> tuple[list[Trace], dict[str, Any], int]:
    """The traces of all panels, whose curves are `upper` pixels high; their layout, and the height of the chart."""
    room = max(panel.label_width for panel in panels)
    grid = _grid(len(panels), columns, upper, room, has_strip=any(panel.strip for panel in panels))
    share = (upper / grid.panel, _STRIP / grid.panel)
    layout: dict[str, Any] = {
        "margin": {"l": grid.left, "r": room, "t": grid.top, "b": grid.bottom},
        "annotations": [],
        "shapes": [],
        "hovermode": "closest",
    }
    traces = [
        trace
        for index, panel in enumerate(panels)
        for trace in panel.draw(layout, grid, index, share, iteration)
    ]
    return traces, layout, grid.inner + grid.top + grid.bottom


def _grid(count: int, columns: int, upper: int, room: int, *, has_strip: bool) -> Grid:
    """The panels, with `room` pixels for the names at the ends of lines; on a phone their titles have a second line."""
    height = upper + (_STRIP + _BETWEEN) * has_strip
    head = _HEAD * (columns == 1 and has_strip)
    most = min(columns, _MOST_PANELS)
    left = 44
    gap = (room + left) / (page_width(columns) - left - room) if min(most, count) > 1 else 0
    return Grid(count, most, height, left, 58 + head, gap, top=28 + head, bottom=28)


def _restart_words(panels: Sequence[Panel]) -> str:
    trainings = {one.run: one for panel in panels for one in panel.recipes if one.row["restarts"]}
    lost = [Restart(0, each["lost"]) for one in trainings.values() for each in one.row["restarts"]]
    return f"; {restart_words(lost)}" if lost else ""


def _crowded_words(panels: Sequence[Panel]) -> str:
    """What is not drawn of many recipes."""
    gray = len({one.run for panel in panels for one in panel.gray})
    parts = [f"gray: {counted(gray, 'recipe')} behind these"] * (gray > 0)
    parts += ["bands and seeds are drawn for at most five recipes"] * any(
        panel.is_crowded for panel in panels
    )
    return "".join(f"; {part}" for part in parts)
