"""What the page says of a series: its sentence, and the words over its chart. A sentence has the state of its test."""

from collections.abc import Sequence

from reasonboard.core.headline import in_words
from reasonboard.statistics.series import FEWEST_MEANS
from reasonboard.studies.history.changes import Found
from reasonboard.studies.history.rows import Series
from reasonboard.studies.history.words import (
    since_words,
    size,
    size_range,
    unit_words,
    verdict_sign,
    way,
)

_ORDER = {"changed": 0, "possible": 1, "none": 2, "few": 3}


def chosen(every: Sequence[Series], panel: str) -> Series | None:
    """The series of the benchmark `panel`; without one the first by importance."""
    named = [series for series in every if series.benchmark == panel]
    return next(iter(named or by_importance(every)), None)


def by_importance(every: Sequence[Series]) -> list[Series]:
    """Changes for the worse, other changes, possible ones, no changes, too few runs; the clearest of each first."""

    def place(series: Series) -> tuple[int, bool, float, int]:
        found = series.course.newest
        is_worse = found is not None and verdict_sign(found, series) == "worse"
        return (
            _ORDER[series.course.state],
            not is_worse,
            found.p if found else 1.0,
            -len(series.marks),
        )

    return sorted(every, key=place)


def sentence(series: Series) -> str:
    """The sentence on the newest change of a series, or on why there is none."""
    found = series.course.newest
    return f"{upper(nothing_found(series))}." if found is None else change_sentence(series, found)


def change_sentence(series: Series, found: Found) -> str:
    """A change in a sentence, with the state of its test."""
    unit = unit_words(series.unit)
    if found.kind == "drift":
        way_words = "falls" if found.change.value < 0 else "rises"
        may = "" if found.is_certain else "possibly "
        by = f"{size(found.change.value, series.unit)} {unit}"
        runs = found.end - found.start
        return f"{series.benchmark} {may}{way_words} by about {by} over {runs} runs."
    since = since_words(series, found)
    if not found.is_certain:
        return (
            f"{series.benchmark} is possibly {way(found)} since {since}: the next runs will tell."
        )
    by = f"{size(found.change.value, series.unit)} {unit} ({size_range(found, series.unit)})"
    return f"{series.benchmark} has been {way(found)} since {since}, by about {by}."


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


def known_since(series: Series, found: Found) -> str:
    """The day of the run after which a change was certain; of a possible one that the next runs will tell."""
    if found.known_since is None:
        return "the next runs will tell"
    return since_words(series, found._replace(first=found.known_since))


def upper(text: str) -> str:
    """The text with a capital at its beginning."""
    return f"{text[:1].upper()}{text[1:]}"
