"""The selected run in the strip over the charts: its score, and what it is against the run before."""

from urllib.parse import urlencode

import numpy as np

from reasonboard.core.control import Values
from reasonboard.core.findings.words import change, change_range
from reasonboard.core.selected import Selected
from reasonboard.core.study import Study
from reasonboard.statistics.series import flips, last_against
from reasonboard.studies.history.rows import Series, all_series
from reasonboard.studies.history.words import ends_words, unit_words, value_words


def selected(study: Study, values: Values) -> Selected | None:
    """The score with its interval, the difference to the run before with its own, and how many answers differ."""
    main = next(view for view in study.views if view.place == "main")
    every = all_series(study.view_rows(main, values | {"benchmark": []}))
    series = next((one for one in every if one.benchmark == values["panel"]), None)
    place = series.place(str(values["run"])) if series else None
    if series is None or place is None:
        return Selected(words="Select a run in a chart, or here")
    mark = series.marks[place]
    number, _, unit = value_words(mark.value, series.unit).partition(" ")
    return Selected(
        value=number,
        interval=ends_words(mark.interval, series.unit) if mark.interval else "",
        unit=unit,
        words="; ".join(filter(None, [against_before(series, place), flip_words(series, place)])),
        pages=_pages(series, place),
    )


def against_before(series: Series, place: int) -> str:
    """'−3.3 (−5.3 to −1.2) points against the run before'."""
    if not place:
        return "the first run"
    mark, before = series.marks[place], series.marks[place - 1]
    columns = [series.column(place - 1), series.column(place)]
    unit, points = series.unit, unit_words(series.unit)
    if columns[0] is None or columns[1] is None:
        return f"{change(mark.value - before.value, unit)} {points} against the run before"
    found = last_against(np.array(columns).T, min(mark.attempts, before.attempts))
    if found is None:
        return ""
    ends = change_range(found.low, found.high, unit)
    return f"{change(found.value, unit)} ({ends}) {points} against the run before"


def flip_words(series: Series, place: int) -> str:
    """'191 of 1,319 answers differ, between earlier runs 150 to 182'."""
    if series.table is None or place not in series.tested:
        return ""
    at = series.tested.index(place)
    if not at or series.tested[at - 1] != place - 1:
        return ""
    *earlier, last = flips(series.table[:, : at + 1])
    words = f"{last:,} of {len(series.table):,} answers differ"
    if not earlier:
        return words
    low, high = min(earlier), max(earlier)
    return f"{words}, between earlier runs {low:,}{f' to {high:,}' if high > low else ''}"


def _pages(series: Series, place: int) -> dict[str, str]:
    """The page of it and the run before, from which the flipped problems are listed."""
    mark = series.marks[place]
    if not place or not mark.run.pair or not series.marks[place - 1].run.pair:
        return {}
    if mark.run.pair == series.marks[place - 1].run.pair:
        return {}
    chosen = {"a": mark.run.pair, "b": series.marks[place - 1].run.pair, "panel": series.benchmark}
    return {
        "Open the pair": f"/pair?{urlencode(chosen)}",
        "Flipped problems": f"/pair?{urlencode(chosen | {'items': 'flipped'})}#problems",
    }
