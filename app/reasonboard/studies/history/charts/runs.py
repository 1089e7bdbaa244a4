"""The runs behind the marks: when, which build, seed and repeat, and the score."""

from collections.abc import Sequence

from reasonboard.charts.colors import MUTED
from reasonboard.charts.row_table import Cell, Column, row_table
from reasonboard.charts.text_width import cut
from reasonboard.charts.theme import Figure, empty
from reasonboard.core.findings.words import FRACTION, score
from reasonboard.core.headline import counted
from reasonboard.studies.history.points import places_since
from reasonboard.studies.history.rows import Mark, Row, Series, all_series
from reasonboard.studies.history.words import chosen, ends_words

_MOST, _BUILD = 40, 18
"""Runs of the table, and letters of a build."""


def runs_table(rows: Sequence[Row], *, columns: int, panel: str, run: str, since: str) -> Figure:
    """The newest runs with a score on the benchmark; a click selects one."""
    series = chosen(all_series(rows), panel)
    if series is None:
        return empty("None of your runs has a score here.")
    marks = [series.marks[place] for place in reversed(places_since(series, since))]
    if not marks:
        return empty(f"No run since {since}.")
    shown = marks[:_MOST]
    last = f", the last {_MOST} shown" if len(marks) > _MOST else ""
    keys = [mark.run.key for mark in shown]
    chart = row_table(
        _columns(series, shown, is_wide=columns > 1),
        sets=("run", keys),
        picked=keys.index(run) if run in keys else -1,
        summary=f"{counted(len(marks), 'run')} on {series.benchmark}, newest first.",
        heading=f"{series.benchmark}: {counted(len(marks), 'run')}{last}",
        subtitle=noise_words(series),
    )
    chart["data"][-1]["meta"]["sets"] = {"panel": series.benchmark}
    return chart


def _columns(series: Series, shown: Sequence[Mark], *, is_wide: bool) -> list[Column]:
    dates = [Cell(f"{mark.run.made_at:%Y-%m-%d %H:%M}", bold=True) for mark in shown]
    scores = [Cell(_score(series, mark)) for mark in shown]
    if not is_wide:
        return [Column("Date", 0.0, dates), Column("Score", 0.45, scores)]
    seeds = [
        Cell(", ".join(filter(None, [mark.run.seed, mark.run.repeat])), MUTED) for mark in shown
    ]
    builds = [Cell(cut(mark.run.build or "unknown", _BUILD)) for mark in shown]
    return [
        Column("Date", 0.0, dates),
        Column("Build", 0.29, builds),
        Column("Seed, repeat", 0.56, seeds),
        Column("Score", 0.73, scores),
    ]


def _score(series: Series, mark: Mark) -> str:
    ends = f" ({ends_words(mark.interval, series.unit)})" if mark.interval else ""
    return f"{score(mark.value, series.unit)}{ends}"


def noise_words(series: Series) -> str:
    """'Standard deviation of a run: problems 0.9 points, answers 0.7, runs 0.'"""
    noise = series.noise
    if noise is None:
        return (
            "The noise of a run cannot be split into its parts: that takes two runs with answers "
            "to the same problems."
        )
    times = series.times
    unit = " points" if series.unit == FRACTION else ""
    problems, answers, runs = (
        f"{number * times:.1f}" for number in (noise.problems, noise.answers, noise.runs)
    )
    words = (
        f"Standard deviation of a run: problems {problems}{unit}, answers {answers}, runs {runs}."
    )
    if noise.p < 0.01:  # noqa: PLR2004
        words += (
            " Runs differ by more than their answers explain, so the intervals of single runs are "
            "too narrow."
        )
    return words
