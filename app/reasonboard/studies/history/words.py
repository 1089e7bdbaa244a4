"""What the page says of runs, numbers and changes. A sentence has the state of its test."""

from collections.abc import Sequence

from reasonboard.core.findings.words import FRACTION, number_words, percent_range, points_or
from reasonboard.core.headline import in_words
from reasonboard.statistics.series import FEWEST_MEANS
from reasonboard.studies.history.changes import Found
from reasonboard.studies.history.points import day_words, short_builds
from reasonboard.studies.history.rows import Run, Series

_ORDER = {"changed": 0, "possible": 1, "none": 2, "few": 3}


def level_words(value: float, unit: str) -> str:
    """The score at a level, without its unit: '88.5' of fractions, else '5.87'."""
    return f"{value * 100:.1f}" if unit == FRACTION else number_words(value)


def size(number: float, unit: str) -> str:
    """How large a change is, without its sign: '3.0 points' of fractions, else '0.31 perplexity'."""
    return f"{level_words(abs(number), unit)} {points_or(unit)}"


def _size_range(found: Found, unit: str) -> str:
    """The interval of the size of a change, the smaller end first: '1.5 to 4.6', '−0.2 to 3.1'."""
    ends = found.change.low, found.change.high
    sizes = sorted(end * (-1 if found.change.value < 0 else 1) for end in ends)
    return " to ".join(f"{'−' if end < 0 else ''}{level_words(abs(end), unit)}" for end in sizes)


def ends_words(ends: tuple[float, float], unit: str) -> str:
    """The ends of the interval of a score: '84.5–87.3'."""
    if unit == FRACTION:
        return percent_range(*ends, between="–")
    return " to ".join(number_words(end) for end in ends)


def verdict_sign(found: Found, series: Series) -> str:
    """Is the change for the 'better' or for the 'worse'? '' where that is not known."""
    if series.higher_is_better is None:
        return ""
    return "better" if (found.change.value > 0) == series.higher_is_better else "worse"


def since_words(series: Series, found: Found) -> str:
    """'12 Nov', or '12 Nov, 02:14' where another run of that day came before; without dates or times 'run 12'."""
    return day_at(series, series.tested[found.first])


def known_since(series: Series, found: Found) -> str:
    """The day of the run after which a change was certain; of a possible one that the next runs will tell."""
    if found.known_since is None:
        return "the next runs will tell"
    return day_at(series, series.tested[found.known_since])


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


def chosen(every: Sequence[Series], panel: str) -> Series | None:
    """The series of the benchmark `panel`; without one the first by importance."""
    named = [series for series in every if series.benchmark == panel]
    return next(iter(named or by_importance(every)), None)


def by_importance(every: Sequence[Series]) -> list[Series]:
    """Changes for the worse, other changes, possible ones, no changes, too few runs; the clearest of each first."""

    def place(series: Series) -> tuple[int, bool, float, int]:
        found = series.course.newest
        is_worse = found is not None and verdict_sign(found, series) == "worse"
        state = _ORDER[series.course.state]
        return state, not is_worse, found.p if found else 1.0, -len(series.marks)

    return sorted(every, key=place)


def sentence(series: Series) -> str:
    """The sentence on the newest change of a series, or on why there is none."""
    found = series.course.newest
    return f"{upper(nothing_found(series))}." if found is None else change_sentence(series, found)


def change_sentence(series: Series, found: Found) -> str:
    """A change in a sentence, with the state of its test."""
    name, by = series.benchmark, size(found.change.value, series.unit)
    if found.kind == "drift":
        way = "falls" if found.change.value < 0 else "rises"
        may = "" if found.is_certain else "possibly "
        return f"{name} {may}{way} by about {by} over {found.end - found.start} runs."
    since = since_words(series, found)
    if not found.is_certain:
        return f"{name} is {found.verdict} since {since}: the next runs will tell."
    ends = _size_range(found, series.unit)
    return f"{name} has been {found.way} since {since}, by about {by} ({ends})."


def nothing_found(series: Series) -> str:
    """'no change beyond noise in 14 runs', or why nothing can be seen."""
    runs = len(series.tested)
    if series.course.state == "few":
        if runs < series.course.fewest and series.course.fewest < FEWEST_MEANS:
            return f"{in_words(runs).lower()} run{' is' if runs == 1 else 's are'} too few to see a change"
        return f"{runs} runs without answers: their noise is not known yet"
    if series.noise is not None and series.noise.answers == 0 and series.noise.runs == 0:
        return f"all {runs} runs gave the same answers"
    return f"no change beyond noise in {runs} runs"


def course_words(series: Series) -> str:
    """What is over the chart of a series: 'one change, known since 13 Nov'."""
    found = series.course.newest
    if found is None:
        return nothing_found(series)
    if found.kind == "drift" or not found.is_certain:
        words = sentence(series).removesuffix(".").removeprefix(series.benchmark).strip()
        return words.removeprefix("is ")
    certain = sum(one.is_certain for one in series.course.found)
    changes = "one change" if certain == 1 else f"{in_words(certain).lower()} changes"
    return f"{changes}, {'known' if certain == 1 else 'the last known'} since {known_since(series, found)}"


def upper(text: str) -> str:
    """The text with a capital at its beginning."""
    return f"{text[:1].upper()}{text[1:]}"
