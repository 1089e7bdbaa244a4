"""The other benchmarks of the same runs, a small panel each."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import INK, MUTED
from reasonboard.charts.grid import Grid, named_panel, on, page_width, suffix
from reasonboard.charts.theme import Figure, empty, figure, plain
from reasonboard.charts.ticks import round_ticks
from reasonboard.charts.traces import note
from reasonboard.core.findings.words import FRACTION, change, number_words
from reasonboard.studies.history.charts import series as parts
from reasonboard.studies.history.charts.layout import Places, x_axis
from reasonboard.studies.history.points import NIGHT, points
from reasonboard.studies.history.rows import Row, Series, all_series
from reasonboard.studies.history.sentences import by_importance, chosen, nothing_found
from reasonboard.studies.history.words import way

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
    others = [series for series in by_importance(every) if series is not main][:_MOST]
    drawn_of = {
        series.benchmark: points(
            series, runs=NIGHT if runs == "each" else runs, axis=axis, since=since
        )
        for series in others
    }
    others = [series for series in others if drawn_of[series.benchmark]]
    if not others:
        return empty("These runs have no other benchmark.")
    grid = _grid(len(others), columns)
    layout: dict[str, Any] = grid.layout(hovermode="closest")
    if columns > 1:
        layout["margin"] = layout["margin"] | {"r": _RIGHT}
    traces: list[dict[str, Any]] = []
    for index, series in enumerate(others):
        places = Places(series, drawn_of[series.benchmark], index)
        traces += _panel(layout, grid, places, axis, columns, with_intervals=intervals == "on")
    return figure(
        traces, layout, height=grid.height, summary=_summary(others), panels=[
            named_panel(series.benchmark, index) for index, series in enumerate(others)
        ],
        uncertainty=_KEY,
    )  # fmt: skip


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


def _panel(
    layout: dict[str, Any],
    grid: Grid,
    places: Places,
    axis: str,
    columns: int,
    *,
    with_intervals: bool,
) -> list[dict[str, Any]]:
    """The traces of a panel; its axes, title and shapes go into the layout."""
    series, drawn, index = places.series, places.drawn, places.index
    start, end = grid.x_domain(index)
    width = int((page_width(columns) - 56) * (end - start))
    low, high = places.y_range(with_intervals)
    x = x_axis(drawn, axis, width, with_builds=False)
    unit = "%" if series.unit == FRACTION else ""
    ticks = round_ticks(low, high, unit=unit, most=3)
    layout |= grid.axes(index, x, ticks | {"range": [low, high]})
    layout[f"yaxis{suffix(index)}"] |= {"showticklabels": columns > 1}
    layout["annotations"] += _words(grid, places, width, is_wide=columns > 1)
    layout["shapes"] += places.shapes()
    inks = places.inks()
    return [
        *(parts.bars(drawn, series.times, inks, thin=False, index=index) if with_intervals else []),
        *parts.ticks(drawn, series.times, x["range"][1] - x["range"][0], index),
        *places.level_lines(),
        parts.marks(series, drawn, inks, _SIZE, index),
    ]


def _words(grid: Grid, places: Places, width: int, *, is_wide: bool) -> list[dict[str, Any]]:
    """Title and verdict over a panel, and the newest level beside it; on a phone the verdict is a second line."""
    series, index = places.series, places.index
    words, ink = _verdict(series)
    level = _number(series)
    if not is_wide:
        title = grid.title(index, series.benchmark, room=width // 8) | {"yshift": 3 + _LINE}
        return [title, _beside(grid, index, f"{words} · {level}", ink, is_wide=False)]
    problems = _problems(series) if width > _WIDE else ""
    title = grid.title(index, series.benchmark, problems, room=max(8, width // 7 - len(words)))
    lines = places.levels()
    at = lines[-1][2] if lines else series.marks[-1].value * series.times
    axes = on(index)
    newest = note(
        f"<b>{plain(level)}</b>", grid.x_domain(index)[1], at, size=12, color=ink if ink != MUTED else INK,
        xref="paper", yref=axes["yaxis"], xanchor="left", xshift=4,
    )  # fmt: skip
    return [title, _beside(grid, index, words, ink, is_wide=True), newest]


def _number(series: Series) -> str:
    """Where the series is now: the mean of its last level, '80.1', or the end of a drift."""
    found, level = series.course.newest, series.means[series.course.last_level :]
    now = found.since if found and found.kind == "drift" else sum(level) / len(level)
    return f"{now * 100:.1f}" if series.unit == FRACTION else number_words(now)


def _problems(series: Series) -> str:
    """'198 problems × 4'."""
    if not series.problems:
        return ""
    attempts = series.marks[-1].attempts
    return f"{series.problems:,} problems{f' × {attempts}' if attempts > 1 else ''}"


def _verdict(series: Series) -> tuple[str, str]:
    """What stands at the right over a panel."""
    found = series.course.newest
    if found is None:
        few = series.course.state == "few"
        return (f"{len(series.tested)} runs: too few" if few else "no change"), MUTED
    ink = parts.ink_of(series, found)
    return (
        f"{'' if found.is_certain else 'possibly '}{change(found.change.value, series.unit)}",
        ink,
    )


def _beside(grid: Grid, index: int, words: str, ink: str, *, is_wide: bool) -> dict[str, Any]:
    """The verdict: at the right of the title, or under it."""
    start, end = grid.x_domain(index)
    return note(
        plain(words), end if is_wide else start, grid.top_of(index), size=12, color=ink, xref="paper", yref="paper",
        xanchor="right" if is_wide else "left", yanchor="bottom", yshift=4 if is_wide else 1,
    )  # fmt: skip


def _summary(others: Sequence[Series]) -> str:
    said = []
    for series in others:
        found = series.course.newest
        words = (
            f"{'' if found.is_certain else 'possibly '}{way(found)}"
            if found
            else nothing_found(series)
        )
        said.append(f"{plain(series.benchmark)}: {words}")
    return f"{'; '.join(said)}."
