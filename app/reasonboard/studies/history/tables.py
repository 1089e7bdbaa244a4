"""The rows of the tables and files: every run with its intervals, and every change."""

from collections.abc import Sequence

from reasonboard.studies.history.points import places_since
from reasonboard.studies.history.rows import Mark, Row, Series, all_series
from reasonboard.studies.history.words import change_sentence, known_since, nothing_found

TYPES = {
    "benchmark": "string", "metric": "string", "run": "string", "model": "string", "date": "string",
    "date from": "string", "build": "string", "seed": "string", "repeat": "string", "value": "number",
    "low": "number", "high": "number", "low here": "number", "high here": "number", "n": "integer",
    "attempts": "integer", "tested": "boolean", "level": "number", "kind": "string", "load": "string",
    "locator": "string", "unit": "string",
}  # fmt: skip
"""The columns of `of_runs`."""
CHANGE_TYPES = {
    "benchmark": "string", "metric": "string", "verdict": "string", "change": "string", "before": "number",
    "since": "number", "difference": "number", "low": "number", "high": "number", "first run after it": "string",
    "build": "string", "earliest": "string", "latest": "string", "known since": "string", "p": "number",
    "p corrected": "number", "tests": "integer", "runs": "integer", "problems": "integer", "by": "string",
    "detects": "number", "unit": "string", "sentence": "string",
}  # fmt: skip
"""The columns of `of_changes`."""


def of_runs(rows: Sequence[Row], *, since: str = "1") -> list[Row]:
    """A row for each run and benchmark, in the unit of the values; `here` is for these very problems."""
    model = {row["benchmark"]: row["model"] for row in rows}
    return [
        _run(series, place, series.marks[place], model[series.benchmark])
        for series in all_series(rows)
        for place in places_since(series, since)
    ]


def _run(series: Series, place: int, mark: Mark, model: str) -> Row:
    run, here = mark.run, series.here.get(place)
    return {
        "benchmark": series.benchmark,
        "metric": series.metric,
        "run": run.key,
        "model": model,
        "date": f"{run.made_at:%Y-%m-%d %H:%M:%S}",
        "date from": run.made_from,
        "build": run.build or None,
        "seed": run.seed or None,
        "repeat": run.repeat or None,
        "value": mark.value,
        "low": mark.interval[0] if mark.interval else None,
        "high": mark.interval[1] if mark.interval else None,
        "low here": here.low if here else None,
        "high here": here.high if here else None,
        "n": mark.n_items,
        "attempts": mark.attempts,
        "tested": place in series.tested,
        "level": _level(series, place),
        "kind": mark.kind,
        "load": run.load,
        "locator": run.locator,
        "unit": series.unit,
    }


def _level(series: Series, place: int) -> float | None:
    """The mean of the runs between two certain changes."""
    if place not in series.tested:
        return None
    at = series.tested.index(place)
    first, end = next((first, end) for first, end in series.course.levels if first <= at < end)
    return sum(series.means[first:end]) / (end - first)


def of_changes(rows: Sequence[Row]) -> list[Row]:
    """A row for each change, and one for each benchmark without one."""
    return [row for series in all_series(rows) for row in _changes(series)]


def _changes(series: Series) -> list[Row]:
    course = series.course
    blank = dict.fromkeys(CHANGE_TYPES)
    common = {
        "benchmark": series.benchmark, "metric": series.metric, "tests": course.tests, "runs": len(series.tested),
        "problems": series.problems, "by": "answers" if course.by_answers else "means", "detects": course.detects,
        "unit": series.unit,
    }  # fmt: skip
    if not course.found:
        verdict = "no change" if course.state == "none" else "too few runs"
        words = f"{series.benchmark}: {nothing_found(series)}."
        return [blank | common | {"verdict": verdict, "sentence": words}]
    rows = []
    for found in course.found:
        run, earliest, latest = (
            series.marks[series.tested[place]].run for place in (found.first, *found.dates)
        )
        rows.append(
            blank
            | common
            | {
                "verdict": found.verdict,
                "change": found.kind,
                "before": found.before,
                "since": found.since,
                "difference": found.change.value,
                "low": found.change.low,
                "high": found.change.high,
                "first run after it": f"{run.made_at:%Y-%m-%d %H:%M}",
                "build": run.build or None,
                "earliest": f"{earliest.made_at:%Y-%m-%d %H:%M}",
                "latest": f"{latest.made_at:%Y-%m-%d %H:%M}",
                "known since": known_since(series, found),
                "p": found.change.p,
                "p corrected": found.p,
                "sentence": change_sentence(series, found),
            }
        )
    return rows
