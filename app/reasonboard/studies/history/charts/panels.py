"""The other benchmarks of the same runs, a small panel each."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import INK, MUTED
from reasonboard.charts.grid import Grid, named_panel, on, page_width, suffix
from reasonboard.charts.theme import Figure, empty, figure, plain
from reasonboard.charts.ticks import round_ticks
from reasonboard.charts.traces import note
from reasonboard.core.findings.words import FRACTION, change
from reasonboard.studies.history.charts.series import SeriesPanel
from reasonboard.studies.history.points import NIGHT, points
from reasonboard.studies.history.rows import Row, Series, all_series
from reasonboard.studies.history.words import by_importance, chosen, level_words, nothing_found

_PANEL, _FEW, _BETWEEN, _TOP = 100, 160, 62, 30
_LINE, _RIGHT = 17, 44
"""Pixels of a panel, of one of two at most, between two lines of panels and over the first."""
_WIDE = 260
"""Pixels of a panel with room for its number of problems."""
_KEY = (
    "bars: 95% intervals, for these problems if runs repeat them, else for problems like "
    "these; ticks: repeats"
)
_MOST = 30
"""Panels that are drawn."""
_SIZE = 5


def panels_chart(
    rows: Sequence[Row],
    *,
    columns: int,
    panel: str,
    since: str,
    axis: str,
    runs: str,
    intervals: str,
) -> Figure:
    """All benchmarks but the one over them, those that changed first; a click on a mark shows its benchmark there."""
    every = all_series(rows)
    main = chosen(every, panel)
    by = NIGHT if runs == "each" else runs
    others = [
        (series, drawn)
        for series in [series for series in by_importance(every) if series is not main][:_MOST]
        if (drawn := points(series, runs=by, axis=axis, since=since))
    ]
    if not others:
        return empty("These runs have no other benchmark.")
    grid = _grid(len(others), columns)
    layout: dict[str, Any] = grid.layout(hovermode="closest")
    if columns > 1:
        layout["margin"] = layout["margin"] | {"r": _RIGHT}
    traces: list[dict[str, Any]] = []
    for index, (series, drawn) in enumerate(others):
        small = SeriesPanel(series, drawn, index, has_bars=intervals == "on")
        _add(layout, grid, small, axis, columns)
        traces += small.traces(_SIZE)
    return figure(
        traces,
        layout,
        height=grid.height,
        summary=_summary([series for series, _ in others]),
        panels=[named_panel(series.benchmark, index) for index, (series, _) in enumerate(others)],
        uncertainty=_KEY,
    )


def _grid(count: int, columns: int) -> Grid:
    """Three panels across, two where there are no more; on a phone two without labels at their left."""
    if columns == 1:
        return Grid(
            max(count, 2), 2, _PANEL, left=14, between=_BETWEEN + _LINE, gap=0.13, every_x=True,
            top=_TOP + _LINE, bottom=30,
        )  # fmt: skip
    across = 2 if count < 3 else min(3, columns)  # noqa: PLR2004
    height = _FEW if across == 2 and count < 3 else _PANEL  # noqa: PLR2004
    return Grid(
        max(count, across), across, height, left=40, between=_BETWEEN, gap=0.09, every_x=True, top=_TOP,
        bottom=30,
    )  # fmt: skip


def _add(layout: dict[str, Any], grid: Grid, small: SeriesPanel, axis: str, columns: int) -> None:
    """Add the axes, the title and the shapes of a panel to the layout."""
    index, (start, end), (low, high) = small.index, grid.x_domain(small.index), small.y_range
    width = int((page_width(columns) - 56) * (end - start))
    unit = "%" if small.series.unit == FRACTION else ""
    ticks = round_ticks(low, high, unit=unit, most=3)
    layout |= grid.axes(index, small.x_axis(axis, width), ticks | {"range": [low, high]})
    layout[f"yaxis{suffix(index)}"] |= {"showticklabels": columns > 1}
    layout["annotations"] += _words(grid, small, width, is_wide=columns > 1)
    layout["shapes"] += small.shapes()


def _words(grid: Grid, small: SeriesPanel, width: int, *, is_wide: bool) -> list[dict[str, Any]]:
    """Title and verdict over a panel, and the newest level beside it; on a phone the verdict is a second line."""
    series, index = small.series, small.index
    words, ink = _verdict(small)
    level = _level(series)
    if not is_wide:
        title = grid.title(index, series.benchmark, room=width // 8) | {"yshift": 3 + _LINE}
        return [title, _beside(grid, index, f"{words} · {level}", ink, is_wide=False)]
    problems = _problems(series) if width > _WIDE else ""
    title = grid.title(index, series.benchmark, problems, room=max(8, width // 7 - len(words)))
    lines = small.levels()
    at = lines[-1][2] if lines else series.marks[-1].value * series.times
    axes = on(index)
    newest = note(
        f"<b>{plain(level)}</b>", grid.x_domain(index)[1], at, size=12, color=ink if ink != MUTED else INK,
        xref="paper", yref=axes["yaxis"], xanchor="left", xshift=4,
    )  # fmt: skip
    return [title, _beside(grid, index, words, ink, is_wide=True), newest]


def _level(series: Series) -> str:
    """Where the series is now: the mean of its last level, '80.1', or the end of a drift."""
    found, level = series.course.newest, series.means[series.course.last_level :]
    now = found.since if found and found.kind == "drift" else sum(level) / len(level)
    return level_words(now, series.unit)


def _problems(series: Series) -> str:
    """'198 problems × 4'."""
    if not series.problems:
        return ""
    attempts = series.marks[-1].attempts
    return f"{series.problems:,} problems{f' × {attempts}' if attempts > 1 else ''}"


def _verdict(small: SeriesPanel) -> tuple[str, str]:
    """The text at the top right of a panel, and its color."""
    series, found = small.series, small.found
    if found is None:
        few = series.course.state == "few"
        return (f"{len(series.tested)} runs: too few" if few else "no change"), MUTED
    may = "" if found.is_certain else "possibly "
    return f"{may}{change(found.change.value, series.unit)}", small.ink


def _beside(grid: Grid, index: int, words: str, ink: str, *, is_wide: bool) -> dict[str, Any]:
    """The verdict: at the right of the title, or under it."""
    start, end = grid.x_domain(index)
    return note(
        plain(words), end if is_wide else start, grid.top_of(index), size=12, color=ink, xref="paper", yref="paper",
        xanchor="right" if is_wide else "left", yanchor="bottom", yshift=4 if is_wide else 1,
    )  # fmt: skip


def _summary(others: Sequence[Series]) -> str:
    words = [f"{plain(series.benchmark)}: {_newest(series)}" for series in others]
    return f"{'; '.join(words)}."


def _newest(series: Series) -> str:
    return series.course.newest.verdict if series.course.newest else nothing_found(series)
