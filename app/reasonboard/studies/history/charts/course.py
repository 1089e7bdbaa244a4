"""One benchmark over its runs: each with its intervals, the levels before and since a change, and its size."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from reasonboard.charts.colors import INK, MUTED
from reasonboard.charts.grid import page_width
from reasonboard.charts.theme import Figure, Trace, empty, figure, plain
from reasonboard.charts.theme import axis as plot_axis
from reasonboard.charts.ticks import round_ticks
from reasonboard.charts.traces import note, paper_note
from reasonboard.core.findings.words import FRACTION, change
from reasonboard.core.headline import counted
from reasonboard.studies.history.charts import series as parts
from reasonboard.studies.history.charts.layout import Places, x_axis
from reasonboard.studies.history.points import Point, points
from reasonboard.studies.history.rows import Row, Series, all_series
from reasonboard.studies.history.sentences import chosen, course_words
from reasonboard.studies.history.words import since_words, value_words

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
    chart = Places(series, drawn)
    has_bars = intervals == "on"
    scale = chart.y_range(has_bars)
    layout = _layout(chart, scale, axis, run, columns)
    low, high = layout["xaxis"]["range"]
    inks = chart.inks()
    picked = [point for point in drawn if run in {mark.run.key for mark in point.marks}]
    traces: list[Trace] = [
        *(parts.bars(drawn, series.times, inks, thin=True) if has_bars else []),
        *parts.ticks(drawn, series.times, high - low),
        *chart.level_lines(),
        parts.marks(series, drawn, inks, 8),
        *(parts.ring(point, series.times) for point in picked),
    ]
    words = course_words(series)
    return figure(
        traces,
        layout,
        height=_HEIGHT + (0 if columns > 1 else _OVER),
        summary=f"{plain(series.benchmark)}: {words}.",
        uncertainty=_uncertainty(series, drawn),
        heading=f"{series.benchmark}: {words}",
        subtitle=_subtitle(series, runs, drawn),
    )


def _layout(
    chart: Places, scale: tuple[float, float], axis: str, run: str, columns: int
) -> dict[str, Any]:
    """Axes, levels and the line at a change; on a phone the levels are named over the chart."""
    is_wide = columns > 1
    right, top = (_RIGHT, _TOP) if is_wide else (_OVER, _TOP + _OVER)
    width = page_width(columns) - _LEFT - right
    with_builds = is_wide and axis == "date"
    x = x_axis(chart.drawn, axis, width, with_builds=with_builds, picked=run)
    unit = "%" if chart.series.unit == FRACTION else ""
    return {
        "xaxis": plot_axis(**x),
        "yaxis": plot_axis(**round_ticks(*scale, unit=unit), range=list(scale)),
        "margin": {"l": _LEFT, "r": right, "t": top, "b": _BOTTOM},
        "hovermode": "closest",
        "shapes": chart.shapes(),
        "annotations": _notes(chart, scale, is_wide=is_wide),
    }


NOTHING = "None of your runs has a score here. Load results: reasonboard load RESULTS."


def _notes(places: Places, scale: tuple[float, float], *, is_wide: bool) -> list[dict[str, Any]]:
    """What both levels are, beside them; on a phone over the chart."""
    series, found = places.series, places.found
    times, unit = series.times, series.unit
    if found is None or found.kind == "drift":
        mean = float(np.mean(series.means)) * times if series.means else 0.0
        words = f"<b>{_number(mean, unit)}</b> mean"
        return [_beside(words, mean, MUTED)] if is_wide and len(places.drawn) > 1 else []
    ink = parts.ink_of(series, found)
    before, since = found.before * times, found.since * times
    day = since_words(series, found)
    if not is_wide:
        top = {"y": 1, "yref": "paper", "yanchor": "bottom", "yshift": 4}
        sides = [
            paper_note(f"<b>{_number(before, unit)} before</b>", 0, 1, color=INK) | top,
            paper_note(
                f"<b>{change(found.change.value, unit)} to {_number(since, unit)}</b>", 1, 1, color=ink, xanchor="right"
            ) | top,
        ]  # fmt: skip
        return sides
    height = _HEIGHT - _TOP - _BOTTOM
    apart = abs(before - since) / (scale[1] - scale[0]) * height
    shift = max(0.0, (14 - apart) / 2) * (1 if before > since else -1)
    between = "<br>" if "," in day else " "
    # Two lines grow away from the arrow.
    lift = (7 if since > before else -7) if "," in day else 0
    notes = [
        _beside(f"<b>{_number(before, unit)} before</b>", before, INK, shift),
        _beside(
            f"<b>{_number(since, unit)} since{between}{plain(day)}</b>", since, ink, lift - shift
        ),
    ]
    if apart > _NEAR:
        notes += _arrow(before, since, change(found.change.value, unit), ink)
    return notes


def _number(value: float, unit: str) -> str:
    """A score as it stands at its level: '88.5', without the unit of the axis."""
    return f"{value:.1f}" if unit == FRACTION else value_words(value, "").strip()


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
