"""The other benchmarks of the same runs, a small panel each."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import MUTED
from reasonboard.charts.grid import Grid, named_panel, suffix
from reasonboard.charts.page_width import page_width
from reasonboard.charts.theme import Figure, empty, figure, plain
from reasonboard.charts.ticks import round_ticks
from reasonboard.charts.traces import note
from reasonboard.core.findings.words import FRACTION, change
from reasonboard.studies.history.charts import series as parts
from reasonboard.studies.history.charts.axis import x_axis
from reasonboard.studies.history.charts.layout import Places
from reasonboard.studies.history.points import points
from reasonboard.studies.history.rows import Row, Series, all_series
from reasonboard.studies.history.sentences import by_importance, chosen, nothing_found
from reasonboard.studies.history.words import way

_PANEL, _FEW, _BETWEEN, _TOP = 100, 160, 62, 30
"""Pixels of a panel, of one of two at most, between two lines of panels and over the first."""
_WIDE = 260
"""Pixels of a panel with room for its number of problems."""
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
        series.benchmark: points(series, runs=runs, axis=axis, since=since) for series in others
    }
    others = [series for series in others if drawn_of[series.benchmark]]
    if not others:
        return empty("The runs have no other benchmark.")
    few = columns > 1 and len(others) < 3  # noqa: PLR2004
    across = 2 if few or columns == 1 else min(3, columns)
    grid = Grid(
        max(len(others), across),
        across,
        _FEW if few else _PANEL,
        left=40,
        between=_BETWEEN,
        gap=0.085,
        every_x=True,
        top=_TOP,
        bottom=30,
    )
    layout: dict[str, Any] = grid.layout(hovermode="closest")
    traces: list[dict[str, Any]] = []
    share = grid.x_domain(0)[1] - grid.x_domain(0)[0]
    width = int((page_width(columns) - 56) * share)
    for index, series in enumerate(others):
        places = Places(series, drawn_of[series.benchmark], index)
        traces += _panel(layout, grid, places, axis, width, with_intervals=intervals == "on")
    return figure(
        traces, layout, height=grid.height, summary=_summary(others), panels=[
            named_panel(series.benchmark, index) for index, series in enumerate(others)
        ],
        uncertainty="bars: 95 % intervals for these problems where runs repeat them, else for problems like these",
    )  # fmt: skip


def _panel(
    layout: dict[str, Any],
    grid: Grid,
    places: Places,
    axis: str,
    width: int,
    *,
    with_intervals: bool,
) -> list[dict[str, Any]]:
    """The traces of a panel; its axes, title and shapes go into the layout."""
    series, drawn, index = places.series, places.drawn, places.index
    low, high = places.y_range(with_intervals)
    x = x_axis(drawn, axis, width - 40, with_builds=False)
    unit = " %" if series.unit == FRACTION else ""
    layout |= grid.axes(
        index, x, round_ticks(low, high, unit=unit, most=3) | {"range": [low, high]}
    )
    layout[f"yaxis{suffix(index)}"] |= {"showticklabels": True}
    words, ink = _verdict(series)
    layout["annotations"] += [
        grid.title(
            index,
            series.benchmark,
            _problems(series) if width > _WIDE else "",
            room=max(8, width // 9 - len(words)),
        ),
        _right(grid, index, words, ink),
    ]
    layout["shapes"] += places.shapes()
    inks = places.inks()
    return [
        *(parts.bars(drawn, series.times, inks, thin=False, index=index) if with_intervals else []),
        *parts.ticks(drawn, series.times, x["range"][1] - x["range"][0], index),
        *places.level_lines(),
        parts.marks(series, drawn, inks, _SIZE, index),
    ]


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


def _right(grid: Grid, index: int, words: str, ink: str) -> dict[str, Any]:
    return note(
        plain(words), grid.x_domain(index)[1], grid.top_of(index), size=12, color=ink, xref="paper", yref="paper",
        xanchor="right", yanchor="bottom", yshift=4,
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
