"""The last runs of the benchmark that the answer speaks of, as a small picture."""

from reasonboard.charts.teaser import Teaser, TeaserLine
from reasonboard.core.findings.words import FRACTION, number_words
from reasonboard.core.study import Study
from reasonboard.studies.history.points import LAST, day_words, places_since
from reasonboard.studies.history.rows import all_series
from reasonboard.studies.history.sentences import chosen, course_words

_FEWEST = 2


def teaser(study: Study) -> Teaser | None:
    """Its values with their intervals, the oldest first; None of a single run."""
    main = next(view for view in study.views if view.place == "main")
    series = chosen(all_series(study.view_rows(main, study.defaults())), "")
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
