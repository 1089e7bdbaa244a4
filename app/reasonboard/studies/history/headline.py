"""Is it getting better or worse, in one sentence and as a small picture."""

from collections.abc import Sequence

from reasonboard.charts.teaser import Teaser, TeaserLine
from reasonboard.core.control import Values
from reasonboard.core.findings.words import FRACTION, number_words
from reasonboard.core.headline import Headline, counted, in_words
from reasonboard.core.study import Study
from reasonboard.statistics.series import FEWEST_MEANS, LONGEST
from reasonboard.studies.history.points import LAST, day_words, places_since, short_builds
from reasonboard.studies.history.rows import Row, Run, Series, all_series
from reasonboard.studies.history.words import (
    by_importance,
    chosen,
    course_words,
    sentence,
    size,
    span_words,
    upper,
)

EMPTY = "No runs loaded yet."
HOW_TO = "Load at least two evaluations: reasonboard load RESULTS."
_TESTED = (
    f"The last {LONGEST} runs of each benchmark are tested, on the problems that all of "
    "them answered. Candidates are every step (mean of the later minus mean of the "
    "earlier runs) and a straight line, each as a difference per problem. The largest is "
    "compared with 20,000 seeded draws of noise with the same correlation. If runs "
    "scatter more than their answers explain, standard errors grow. The p-value is "
    "multiplied by the number of benchmarks on this page. Changed: p ≤ 0.002, so checking "
    "after each of 100 runs raises a false alarm in 5% of series. Possible: p ≤ 0.05. The "
    "interval allows for picking the date. After a change the series starts again. "
    "Without answers, the noise is estimated from the runs themselves, from "
    f"{FEWEST_MEANS} runs on."
)


def headline(study: Study, values: Values) -> Headline | None:
    """What changed for the worse first, then what else changed, may have changed, or did not."""
    rows = study.view_rows(study.main_view, values)
    every = by_importance(all_series(rows))
    if not every:
        return Headline(EMPTY if not values["series"] else "No score by this metric.", HOW_TO)
    runs = _runs(every)
    first, *others = every
    return Headline(
        sentence(first),
        _context(first, others),
        subject=str(rows[0]["model"]),
        extent=f"{_counted(runs, rows)}, {span_words(runs)}{_builds(runs)}",
        tested=_TESTED,
    )


def _runs(every: Sequence[Series]) -> list[Run]:
    runs = {mark.run.key: mark.run for series in every for mark in series.marks}
    return sorted(runs.values(), key=lambda run: run.made_at)


def _counted(runs: Sequence[Run], rows: Sequence[Row]) -> str:
    """'14 runs'; 'the last 400 of 1,000 runs' of a series that is too long to be drawn."""
    most = max(int(row["all_runs"]) for row in rows)
    words = counted(max(most, len(runs)), "run")
    return f"the last {len(runs):,} of {words}" if len(runs) < most else words


def _builds(runs: Sequence[Run]) -> str:
    """', builds dev203 to dev242'; '' where none is known."""
    names = list(dict.fromkeys(run.build for run in runs if run.build))
    if not names:
        return ""
    short = short_builds(names)
    if len(names) == 1:
        return f", build {names[0]}"
    return f", builds {short[names[0]]} to {short[names[-1]]}"


def _context(first: Series, others: Sequence[Series]) -> str:
    """What the other series say; of a page without a change, what would have been detected."""
    sentences = [
        sentence(series).removesuffix(".") for series in others if series.course.state == "changed"
    ]
    sentences += [
        f"{series.benchmark} may have {'fallen' if found.change.value < 0 else 'risen'}"
        for series in others
        if (found := series.course.newest) and not found.is_certain
    ]
    calm = [series for series in others if series.course.state == "none"]
    if calm and first.course.state != "none":
        sentences.append(_calm(calm, has_others=bool(others) and len(calm) < len(others)))
    if first.course.state == "none" and first.course.detects is not None:
        step = size(first.course.detects, first.unit)
        sentences.append(f"a lasting step of {step} on {first.benchmark} would have been detected")
    few = [series.benchmark for series in others if series.course.state == "few"]
    if few and first.course.state != "few":
        sentences.append(f"{_names(few)} {'has' if len(few) == 1 else 'have'} too few runs")
    return f"{upper('; '.join(sentences))}." if sentences else ""


def _calm(calm: Sequence[Series], *, has_others: bool) -> str:
    """'MATH500 shows no change in 14 runs', 'four others show no change in 14 to 56 runs'."""
    counts = sorted({len(series.tested) for series in calm})
    runs = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else f"{counts[0]}"
    if len(calm) == 1:
        return f"{calm[0].benchmark} shows no change in {runs} runs"
    number = in_words(len(calm)).lower()
    which = f"{number} others" if has_others else f"{number} other benchmarks"
    return f"{which} show no change in {runs} runs"


def _names(names: Sequence[str]) -> str:
    return " and ".join(names) if len(names) <= 2 else f"{len(names)} benchmarks"  # noqa: PLR2004


_FEWEST = 2


def teaser(study: Study) -> Teaser | None:
    """Its values with their intervals, the oldest first; None of a single run."""
    series = chosen(all_series(study.view_rows(study.main_view, study.defaults())), "")
    if series is None or len(series.marks) < _FEWEST:
        return None
    marks = [series.marks[place] for place in places_since(series, LAST)]
    values = [mark.value * series.times for mark in marks]
    first, last = (
        f"{value:.0f}%" if series.unit == FRACTION else number_words(value)
        for value in (values[0], values[-1])
    )
    ends = [mark.interval for mark in marks if mark.interval]
    line = TeaserLine(
        values,
        label=f"{last}\n{series.benchmark}",
        first=first,
        dots=True,
        ends=[(low * series.times, high * series.times) for low, high in ends]
        if len(ends) == len(marks)
        else (),
    )
    days = [day_words(mark.run.made_at) for mark in (marks[0], marks[-1])]
    return Teaser(f"{series.benchmark}: {course_words(series)}.", days[0], days[1], [line])
