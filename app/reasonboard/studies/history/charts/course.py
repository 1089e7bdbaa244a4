"""One benchmark over its runs: each with its intervals, the levels before and since a change, and its size."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import INK, MUTED
from reasonboard.charts.grid import page_width
from reasonboard.charts.theme import Figure, empty, figure, plain
from reasonboard.charts.theme import axis as plot_axis
from reasonboard.charts.ticks import round_ticks
from reasonboard.charts.traces import note, paper_note
from reasonboard.core.findings.words import FRACTION, change
from reasonboard.core.headline import counted
from reasonboard.studies.history.charts.series import SeriesPanel
from reasonboard.studies.history.points import Point, points
from reasonboard.studies.history.rows import Row, Series, all_series
from reasonboard.studies.history.words import chosen, course_words, level_words, since_words

_HEIGHT, _OVER = 262, 18
"""Pixels of the chart, and more of it on a phone."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 128, 8, 42
_NEAR = 30
"""Pixels between two levels under which there is no room for an arrow."""


def course_chart(
    rows: Sequence[Row],
    *,
    columns: int,
    panel: str,
    run: str,
    since: str,
    axis: str,
    runs: str,
    intervals: str,
) -> Figure:
    """The benchmark `panel`, or the one that changed; the run `run` has a circle."""
    series = chosen(all_series(rows), panel)
    if series is None:
        return empty(NOTHING)
    drawn = points(series, runs=runs, axis=axis, since=since)
    if not drawn:
        return empty(f"No run since {since}.")
    chart = SeriesPanel(series, drawn, has_bars=intervals == "on")
    picked = [point for point in drawn if run in {mark.run.key for mark in point.marks}]
    words = course_words(series)
    return figure(
        [*chart.traces(8, both_bars=True), *map(chart.ring, picked)],
        _layout(chart, axis, run, columns),
        height=_HEIGHT + (0 if columns > 1 else _OVER),
        summary=f"{plain(series.benchmark)}: {words}.",
        uncertainty=_uncertainty(series, drawn),
        heading=f"{series.benchmark}: {words}",
        subtitle=_subtitle(series, runs, drawn),
    )


def _layout(chart: SeriesPanel, axis: str, run: str, columns: int) -> dict[str, Any]:
    """Axes, levels and the line at a change; on a phone the levels are named over the chart."""
    is_wide = columns > 1
    right, top = (_RIGHT, _TOP) if is_wide else (_OVER, _TOP + _OVER)
    width = page_width(columns) - _LEFT - right
    x = chart.x_axis(axis, width, with_builds=is_wide and axis == "date", picked=run)
    low, high = chart.y_range
    unit = "%" if chart.series.unit == FRACTION else ""
    return {
        "xaxis": plot_axis(**x),
        "yaxis": plot_axis(**round_ticks(low, high, unit=unit), range=[low, high]),
        "margin": {"l": _LEFT, "r": right, "t": top, "b": _BOTTOM},
        "hovermode": "closest",
        "shapes": chart.shapes(),
        "annotations": _notes(chart, high - low, is_wide=is_wide),
    }


NOTHING = "None of your runs has a score here. Load results: reasonboard load RESULTS."


def _notes(chart: SeriesPanel, span: float, *, is_wide: bool) -> list[dict[str, Any]]:
    """The labels of both levels, next to them on a y axis over `span`; on a phone above the chart."""
    series, found, ink = chart.series, chart.found, chart.ink
    times, unit = series.times, series.unit
    if found is None or found.kind == "drift":
        mean = sum(series.means) / len(series.means)
        words = f"<b>{level_words(mean, unit)}</b> mean"
        return [_beside(words, mean * times, MUTED)] if is_wide and len(chart.drawn) > 1 else []
    before, since = found.before * times, found.since * times
    before_words = f"<b>{level_words(found.before, unit)} before</b>"
    size, since_level = change(found.change.value, unit), level_words(found.since, unit)
    if not is_wide:
        sides = [
            paper_note(before_words, 0, 1, color=INK),
            paper_note(f"<b>{size} to {since_level}</b>", 1, 1, color=ink, xanchor="right"),
        ]
        return [side | {"yanchor": "bottom", "yshift": 4} for side in sides]
    day = since_words(series, found)
    apart = abs(before - since) / span * (_HEIGHT - _TOP - _BOTTOM)
    shift = max(0.0, (14 - apart) / 2) * (1 if before > since else -1)
    between = "<br>" if "," in day else " "
    # Two lines grow away from the arrow.
    lift = (7 if since > before else -7) if "," in day else 0
    day_words = f"<b>{since_level} since{between}{plain(day)}</b>"
    return [
        _beside(before_words, before, INK, shift),
        _beside(day_words, since, ink, lift - shift),
        *(_arrow(before, since, size, ink) if apart > _NEAR else []),
    ]


def _beside(words: str, y: float, color: str, shift: float = 0) -> dict[str, Any]:
    return note(
        words, 1, y, size=12, color=color, xref="paper", yref="y", xanchor="left", yanchor="middle", xshift=6,
        yshift=shift, align="left",
    )  # fmt: skip


def _arrow(before: float, since: float, words: str, ink: str) -> list[dict[str, Any]]:
    """From one level to the other, with the size of the change."""
    gap = (before - since) * 0.17
    arrow = {
        "x": 1, "y": since + gap, "ax": 0, "ay": before - gap, "xref": "paper", "yref": "y",
        "ayref": "y", "axref": "pixel", "xshift": 24, "showarrow": True, "arrowhead": 2, "arrowsize": 1,
        "arrowwidth": 1.4, "arrowcolor": ink, "text": "",
    }  # fmt: skip
    middle = _beside(f"<b>{words}</b>", (before + since) / 2, ink) | {"xshift": 32}
    return [arrow, middle]


def _subtitle(series: Series, runs: str, drawn: Sequence[Point]) -> str:
    one = "build, the mean of its runs; ticks: single runs" if runs == "build" else "run"
    n = series.problems
    problems = f"these {n:,} problems" if n else "these problems"
    unit = "Score in %" if series.unit == FRACTION else f"Score in {series.unit}"
    thick = f"; thick: for {problems}" if any(point.here for point in drawn) else ""
    return f"{unit}. One mark per {one}. Thin bar: for problems like these{thick}."


def _uncertainty(series: Series, drawn: Sequence[Point]) -> str:
    dated = {mark.run.made_from for point in drawn for mark in point.marks}
    said = []
    if "file time" in dated:
        said.append("some dates are file times")
    if "load order" in dated:
        said.append("runs without a date are in load order")
    if series.left_out:
        said.append(f"not tested: {counted(len(series.left_out), 'run')} with other problems")
    said.append("bars: 95% intervals; lines: mean of each level")
    return " · ".join(said)
