"""The selected run in the strip under its chart: its score, and what it is against the baseline or the run before."""

from typing import NamedTuple
from urllib.parse import urlencode

import numpy as np

from reasonboard.core.control import Values
from reasonboard.core.findings.words import change, change_range, points_or, score
from reasonboard.core.headline import Selected
from reasonboard.core.study import Study
from reasonboard.statistics.series import flips, last_against
from reasonboard.studies.history.rows import Series, all_series
from reasonboard.studies.history.words import ends_words, run_words


class Other(NamedTuple):
    """The run that the selected one is compared with."""

    place: int
    words: str
    """'the run before', 'the baseline (1 Nov, dev203)'."""
    is_baseline: bool = False


def selected(study: Study, values: Values) -> Selected | None:
    """The score with its interval, the difference to the other run with its own, and how many answers differ."""
    every = all_series(study.view_rows(study.main_view, values | {"benchmark": []}))
    series = next((one for one in every if one.benchmark == values["panel"]), None)
    place = series.place(str(values["run"])) if series else None
    if series is None or place is None:
        return Selected(words="Click a run in a chart, or choose it here")
    baseline = study.comparison_baseline(values) or {}
    other = other_run(series, place, str(baseline.get("run", "")))
    mark = series.marks[place]
    return Selected(
        value=score(mark.value, series.unit),
        interval=ends_words(mark.interval, series.unit) if mark.interval else "",
        words="; ".join(
            filter(None, [against(series, place, other), flip_words(series, place, other)])
        ),
        pages=_pages(series, place, other),
    )


def other_run(series: Series, place: int, baseline: str) -> Other | None:
    """The baseline, if it has a score here, else the run before; None for the first run."""
    pinned = series.place(baseline) if baseline else None
    if pinned is not None:
        words = f"the baseline ({run_words(series, pinned)})"
        return Other(pinned, words, is_baseline=True)
    return Other(place - 1, "the run before") if place else None


def against(series: Series, place: int, other: Other | None) -> str:
    """'−3.3 (−5.3 to −1.2) points against the run before'."""
    if other is None or other.place == place:
        return "the first run" if other is None else "the baseline"
    mark, its = series.marks[place], series.marks[other.place]
    columns = [series.column(other.place), series.column(place)]
    unit, points = series.unit, points_or(series.unit)
    if columns[0] is None or columns[1] is None:
        return f"{change(mark.value - its.value, unit)} {points} against {other.words}"
    found = last_against(np.array(columns).T, min(mark.attempts, its.attempts))
    if found is None:
        return ""
    ends = change_range(found.low, found.high, unit)
    return f"{change(found.value, unit)} ({ends}) {points} against {other.words}"


def flip_words(series: Series, place: int, other: Other | None) -> str:
    """'191 of 1,319 answers differ, between earlier runs 150 to 182'; of a baseline without the earlier runs."""
    if series.table is None or other is None or other.place == place:
        return ""
    if not {place, other.place} <= {*series.tested}:
        return ""
    at, its = series.tested.index(place), series.tested.index(other.place)
    (differ,) = flips(series.table[:, [its, at]])
    words = f"{differ:,} of {len(series.table):,} answers differ"
    earlier = [] if other.is_baseline else flips(series.table[:, :at])
    if not earlier:
        return words
    low, high = min(earlier), max(earlier)
    return f"{words}, between earlier runs {low:,}{f' to {high:,}' if high > low else ''}"


def _pages(series: Series, place: int, other: Other | None) -> dict[str, str]:
    """The page of both runs, from which the flipped problems are listed."""
    if other is None:
        return {}
    a, b = series.marks[place].run.pair, series.marks[other.place].run.pair
    if not a or not b or a == b:
        return {}
    chosen = {"a": a, "b": b, "panel": series.benchmark}
    return {
        "Compare the two": f"/pair?{urlencode(chosen)}",
        "Flipped problems": f"/pair?{urlencode(chosen | {'items': 'flipped'})}#problems",
    }
