"""Recipes in one panel per benchmark: the mean over their seeds with its band, and their difference at equal step."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.gaps import restart_words
from reasonboard.charts.grid import Grid, named_panel, page_width
from reasonboard.charts.theme import Figure, Trace, figure
from reasonboard.core.findings.words import join_names
from reasonboard.core.headline import counted
from reasonboard.studies.iterations.charts.recipe_panel import Panel, x_name, y_name
from reasonboard.studies.iterations.recipe import FEWEST, Recipe
from reasonboard.studies.iterations.recipes import Recipes
from reasonboard.studies.iterations.rows import ITERATION, SEEDS, UNITS, restarts_of, words_of

_CURVES, _LARGE, _STRIP, _BETWEEN = 176, 260, 62, 46
"""Pixels of the curves, of those of a panel that is alone, of the differences under them, and between both."""
_HEAD = 16
"""Pixels of the second line of a title, on a phone."""
_MOST_PANELS = 3


def recipes_chart(
    recipes: Recipes,
    shown: Sequence[Recipe],
    *,
    form: str,
    columns: int,
    iteration: str,
    intervals: bool,
    alone: bool,
) -> Figure:
    """A panel for each benchmark: the recipes along the steps, and under them what tells them apart at equal step.

    `shown` are those that are not filtered out. With the form `seeds` each seed has a line of its
    own, without mean and band. The benchmark that is `alone` is larger.
    """
    keys = {one.key for one in shown}
    panels = [
        Panel(recipes, name, some, form, intervals)
        for name, all_of in recipes.benchmarks.items()
        if (some := [one for one in all_of if one.key in keys])
    ]
    traces, layout, height = _drawn(panels, columns, _LARGE if alone else _CURVES, iteration)
    drawn, along = [one for panel in panels for one in panel.recipes], recipes.along
    has_strip = any(panel.strip for panel in panels)
    has_band = intervals and form != SEEDS and any(one.band for one in drawn)
    foot = _foot(drawn, along, has_strip=has_strip, has_band=has_band)
    restarts = restart_words(restarts_of(one.row for one in drawn))
    chart = figure(
        traces,
        layout,
        height=height,
        summary=_summary(recipes, drawn, len(panels)),
        uncertainty="; ".join(filter(None, [foot, restarts, *_crowded_words(panels)])),
        panels=[
            named_panel(panel.name, axes=[f"{x_name(index)}{y_name(index)}"])
            for index, panel in enumerate(panels)
        ],
        heading="" if alone else _heading(drawn, along),
        subtitle=_subtitle(drawn, along, form, has_band=has_band),
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


def _crowded_words(panels: Sequence[Panel]) -> list[str]:
    """What is not drawn of many recipes."""
    gray = len({one.run for panel in panels for one in panel.gray})
    is_crowded = any(panel.is_crowded for panel in panels)
    return [
        f"gray: {counted(gray, 'recipe')} behind these" if gray else "",
        "bands and seeds are drawn for at most five recipes" if is_crowded else "",
    ]


def _heading(drawn: Sequence[Recipe], along: str) -> str:
    """What the chart is called."""
    by = "step" if along == ITERATION else UNITS[along]
    names = {one.name for one in drawn}
    if len(names) == 1:
        return f"{names.pop()} by {by}, {max(len(one.seeds) for one in drawn)} seeds"
    return f"{'Both recipes' if len(names) == 2 else 'Recipes'} by {by}, and their difference"  # noqa: PLR2004


def _subtitle(drawn: Sequence[Recipe], along: str, form: str, *, has_band: bool) -> str:
    """What the lines are."""
    counts = [len(one.seeds) for one in drawn]
    seeds = " to ".join(dict.fromkeys(f"{count}" for count in (min(counts), max(counts))))
    if form == SEEDS:
        return f"Accuracy in % {words_of(along)}: each of {seeds} seeds."
    band = " with its 95% band for these problems" if has_band else ""
    return f"Accuracy in % {words_of(along)}: mean of {seeds} seeds{band}; thin lines: seeds."


def _foot(drawn: Sequence[Recipe], along: str, *, has_strip: bool, has_band: bool) -> str:
    """The methods of the band and the differences."""
    parts = []
    if has_band:
        parts.append("band: Student's t over seeds at each step, for these problems")
    few = {one.name for one in drawn if 1 < len(one.seeds) < FEWEST}
    if few:
        parts.append(f"{join_names(sorted(few), 2)}: no band of two seeds")
    if has_strip:
        parts.append(
            "differences: filled if significant after Holm's correction. The large one is the "
            "planned test, corrected over benchmarks and pairs of recipes; it uses seeds and "
            "problems if answers are known. The others are tested over seeds and corrected over "
            "all that are drawn"
        )
        if along != ITERATION:
            parts.append(
                "each mean is drawn at the mean cost of its seeds; between two evaluations of a seed, "
                "accuracy is interpolated"
            )
    return "; ".join([*parts, "own scales"])


def _summary(recipes: Recipes, drawn: Sequence[Recipe], panels: int) -> str:
    """The text alternative."""
    steps = [step for one in drawn for step in one.means]
    results = [result for result in recipes.results.values() if result]
    sure = sum(result.significant for result in results)
    tested = f"; {sure} of {counted(len(results), 'difference')} significant" if results else ""
    return (
        f"Accuracy of {join_names([one.name for one in drawn], 4)} on {counted(panels, 'benchmark')} over "
        f"iterations {min(steps)} to {max(steps)}{tested}."
    )
