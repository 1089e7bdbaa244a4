"""How the page says numbers and changes: points of fractions, else the unit of the score."""

from collections.abc import Sequence

from reasonboard.core.findings.words import FRACTION, change, number_words, percent_range, score
from reasonboard.studies.history.changes import Found
from reasonboard.studies.history.points import day_words, short_builds
from reasonboard.studies.history.rows import Run, Series


def size(number: float, unit: str, decimals: int = 1) -> str:
    """How large a change is, without its sign: '3.0' points of fractions, else '0.31'."""
    return f"{abs(number) * 100:.{decimals}f}" if unit == FRACTION else number_words(abs(number))


def unit_words(unit: str) -> str:
    """What the size of a change is in: 'points', or the unit of the scores."""
    return "points" if unit == FRACTION else unit


def size_range(found: Found, unit: str) -> str:
    """The interval of the size of a change, the smaller end first: '1.5 to 4.6', '−0.2 to 3.1'."""
    ends = found.change.low, found.change.high
    low, high = sorted(end * (-1 if found.change.value < 0 else 1) for end in ends)
    return f"{_signed_size(low, unit)} to {_signed_size(high, unit)}"


def _signed_size(number: float, unit: str) -> str:
    return f"{'−' if number < 0 else ''}{size(number, unit)}"


def range_words(found: Found, unit: str) -> str:
    """The interval of a change with its signs, the lower end first: '−4.6 to −1.5'."""
    return f"{change(found.change.low, unit)} to {change(found.change.high, unit)}"


def value_words(value: float, unit: str) -> str:
    """A score: '85.9%', '5.87 perplexity'."""
    return score(value, unit)


def ends_words(ends: tuple[float, float], unit: str) -> str:
    """The ends of the interval of a score: '84.5–87.3'."""
    if unit == FRACTION:
        return percent_range(*ends, between="–")
    return " to ".join(number_words(end) for end in ends)


def way(found: Found) -> str:
    """'lower' or 'higher'."""
    return "lower" if found.change.value < 0 else "higher"


def verdict_sign(found: Found, series: Series) -> str:
    """Is the change for the 'better' or for the 'worse'? '' where that is not known."""
    if series.higher_is_better is None:
        return ""
    return "better" if (found.change.value > 0) == series.higher_is_better else "worse"


def run_of(series: Series, place: int) -> Run:
    """The run of a tested mark."""
    return series.marks[series.tested[place]].run


def since_words(series: Series, found: Found) -> str:
    """'12 Nov', or '12 Nov, 02:14' where another run of that day came before; without dates or times 'run 12'."""
    return day_at(series, series.tested[found.first])


def run_words(series: Series, place: int) -> str:
    """The run of the mark at this place: '12 Nov, dev236'."""
    builds = short_builds([mark.run.build for mark in series.marks])
    build = builds.get(series.marks[place].run.build, "")
    return ", ".join(filter(None, [day_at(series, place), build]))


def day_at(series: Series, place: int) -> str:
    """The day of the mark at this place, with its time or number where another run of that day came before."""
    run = series.marks[place].run
    if run.made_from == "load order":
        return f"run {place + 1}"
    before = series.marks[place - 1].run if place else None
    newest = series.marks[-1].run.made_at
    day = day_words(run.made_at, year=run.made_at.year != newest.year)
    if before is None or before.day != run.day:
        return day
    is_same_time = f"{before.made_at:%H:%M}" == f"{run.made_at:%H:%M}"
    return f"{day}, run {place + 1}" if is_same_time else f"{day}, {run.made_at:%H:%M}"


def span_words(runs: Sequence[Run]) -> str:
    """'1–14 Nov 2026', '28 Oct to 14 Nov 2026', '14 Nov 2026'."""
    first, last = runs[0].made_at, runs[-1].made_at
    if first.date() == last.date():
        return day_words(last, year=True)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{day_words(last, year=True)}"
    return f"{day_words(first, year=first.year != last.year)} to {day_words(last, year=True)}"
