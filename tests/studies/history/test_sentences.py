"""Sentences on a series have the state of its test: changed, possible, none, too few."""

from datetime import timedelta

import numpy as np
import pytest

from reasonboard.core.headline import Headline
from reasonboard.core.study import Study
from reasonboard.studies.history import headline as page
from reasonboard.studies.history.rows import Row, all_series
from reasonboard.studies.history.study import HISTORY
from reasonboard.studies.history.words import (
    by_importance,
    chosen,
    course_words,
    known_since,
    sentence,
)
from tests.studies.history.made import FIRST, Answers, nights, page_of, series_of


def _drift() -> Answers:
    table = nights(12, seed=2)
    for run in range(12):
        table[1 : 1 + 20 * run : 5, run] = 0
    return table


def test_a_change_has_its_day_size_and_interval() -> None:
    series = series_of(nights(14, lower={11: 30}))
    words = sentence(series)
    assert words.startswith("GSM8K has been lower since 12 Nov, by about ")
    assert words.endswith(").")
    assert course_words(series).startswith("one change, known since 1")


def test_an_interval_of_a_fall_has_no_signs_and_its_smaller_end_first() -> None:
    series = series_of(nights(14, lower={11: 30}))
    (found,) = series.course.found
    low, high = -found.change.high * 100, -found.change.low * 100
    assert f"({low:.1f} to {high:.1f})" in sentence(series)


def test_a_possible_change_waits_for_the_next_runs() -> None:
    series = series_of(nights(14, lower={11: 14}))
    assert sentence(series) == "GSM8K is possibly lower since 12 Nov: the next runs will tell."
    assert known_since(series, series.course.found[0]) == "the next runs will tell"


def test_a_run_that_is_not_the_first_of_its_day_has_its_time_or_else_its_place() -> None:
    times = [FIRST + timedelta(days=run // 3, hours=run % 3) for run in range(14)]
    series = series_of(nights(14, lower={11: 30}), made_at=times)
    assert "lower since 4 Nov, 04:30, by" in sentence(series)
    series = series_of(nights(14, lower={11: 30}), made_at=[FIRST] * 14)
    assert "lower since 1 Nov, run 12, by" in sentence(series)


def test_a_drift_falls_over_its_runs() -> None:
    assert "GSM8K falls by about " in sentence(series_of(_drift()))
    assert sentence(series_of(_drift())).endswith("points over 12 runs.")


def test_what_is_calm_says_so_and_over_how_many_runs() -> None:
    assert sentence(series_of(nights(14))) == "No change beyond noise in 14 runs."


def test_too_few_runs_are_a_sentence_of_their_own() -> None:
    assert sentence(series_of(nights(2))) == "Two runs are too few to see a change."
    assert sentence(series_of(nights(1))) == "One run is too few to see a change."
    without = series_of(nights(6), with_answers=False)
    assert sentence(without) == "6 runs without answers: their noise is not known yet."


def test_reruns_that_never_differ_gave_the_same_answers() -> None:
    series = series_of(np.repeat(nights(1), 5, axis=1))
    assert sentence(series) == "All 5 runs gave the same answers."


def test_where_less_is_better_a_fall_is_no_worse() -> None:
    tables = {"A": nights(14, lower={11: 30})}
    (worse,), (better,) = (
        by_importance(all_series(page_of(tables, higher_is_better=more))) for more in (True, False)
    )
    assert sentence(worse) == sentence(better)


def test_the_worst_change_comes_first() -> None:
    rising = nights(14, seed=3)
    rising[0:200:5, 8:] = 1
    rows = page_of(
        {
            "calm": nights(14, seed=4),
            "few": nights(2),
            "up": rising,
            "down": nights(14, lower={11: 30}),
        }
    )
    assert [one.benchmark for one in by_importance(all_series(rows))] == [
        "down",
        "up",
        "calm",
        "few",
    ]
    first = chosen(all_series(rows), "")
    assert first is not None
    assert first.benchmark == "down"
    picked = chosen(all_series(rows), "calm")
    assert picked is not None
    assert picked.benchmark == "calm"


def _headline(monkeypatch: pytest.MonkeyPatch, rows: list[Row], **values: object) -> Headline:
    monkeypatch.setattr(Study, "view_rows", lambda *_: rows)
    answer = page.headline(HISTORY, {"series": "one", "benchmark": [], **values})  # type: ignore[dict-item]
    assert answer is not None
    return answer


def test_the_answer_of_the_page_says_what_the_others_do(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = page_of(
        {"GSM8K": nights(14, lower={11: 30}), "MATH500": nights(14, seed=4), "few": nights(2)}
    )
    answer = _headline(monkeypatch, rows)
    assert answer.strong.startswith("GSM8K has been lower since 12 Nov")
    assert answer.context == "MATH500 shows no change in 14 runs; few has too few runs."
    assert answer.extent == "14 runs, 1–14 Nov 2026, builds dev1 to dev14"
    assert answer.subject == "my-7b"


def test_of_a_calm_page_it_says_what_would_have_been_detected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = _headline(monkeypatch, page_of({"GSM8K": nights(14), "MATH500": nights(14, seed=4)}))
    assert answer.strong == "No change beyond noise in 14 runs."
    assert answer.context.startswith("A lasting step of ")
    assert answer.context.endswith(" points on GSM8K would have been detected.")


def test_without_runs_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = _headline(monkeypatch, [], series="")
    assert (answer.strong, answer.context) == (page.EMPTY, page.HOW_TO)


def test_runs_of_one_day_are_told_by_their_time() -> None:
    dates = [FIRST.replace(hour=hour) for hour in range(1, 15)]
    series = series_of(nights(14, lower={11: 30}), made_at=dates)
    assert "since 1 Nov, 12:30, by" in sentence(series)


def test_runs_without_a_date_are_told_by_their_order() -> None:
    series = series_of(nights(14, lower={11: 30}), made_from="load order")
    assert "lower since run 12, by" in sentence(series)


def test_a_series_that_is_too_long_to_be_drawn_says_how_many_runs_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = _headline(monkeypatch, page_of({"GSM8K": nights(14)}, all_runs=1000))
    assert answer.extent.startswith("the last 14 of 1,000 runs, ")
