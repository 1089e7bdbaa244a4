"""Which runs are tested together, on which problems."""

import numpy as np
import pytest

from reasonboard.studies.history.rows import all_series, with_series
from tests.studies.history.made import by_name, nights, page_of, rows_of, series_of


def test_a_series_is_that_of_a_benchmark_the_oldest_run_first() -> None:
    series = series_of(nights(5))
    assert [mark.run.key for mark in series.marks] == ["run1", "run2", "run3", "run4", "run5"]
    assert series.tested == (0, 1, 2, 3, 4)
    assert series.table is not None
    assert series.table.shape == (400, 5)


def test_a_run_that_lacks_a_tenth_of_the_problems_is_left_out() -> None:
    table = nights(6)
    table[:41, 3] = np.nan
    table[:39, 4] = np.nan
    rows = rows_of({"X": table})
    for row, answers in zip(rows, table.T, strict=True):
        row["value"] = float(np.nanmean(answers))
    (series,) = all_series(with_series(rows))
    assert series.left_out == (3,)
    assert series.tested == (0, 1, 2, 4, 5)
    assert series.problems == 361  # those that all of the others answered


def test_a_mean_of_far_fewer_or_more_problems_than_most_is_left_out() -> None:
    sizes = [400, 395, 400, 60, 400, 4000, None, 400, 400, 60]
    rows = rows_of({"X": nights(10)}, with_answers=False, n_items=sizes)
    (series,) = all_series(with_series(rows))
    assert series.left_out == (3, 5, 9)
    assert series.tested == (0, 1, 2, 4, 6, 7, 8)


def test_problems_are_paired_by_what_they_are_not_by_their_place() -> None:
    table = nights(5, lower={3: 20})
    rows = rows_of({"X": table})
    backwards = rows[4]
    backwards["means"] = backwards["means"][::-1]
    backwards["problems"], backwards["items_digest"] = list(range(400, 0, -1)), "backwards"
    (series,) = all_series(with_series(rows))
    assert series.table is not None
    assert series.table.tolist() == table.tolist()


def test_a_series_whose_problems_change_is_tested_by_those_of_most_runs() -> None:
    rows = rows_of({"X": nights(9)})
    for row in rows[6:]:
        row["items_digest"] = "others"
    rows[6]["problems"] = list(range(1001, 1401))
    (series,) = all_series(with_series(rows))
    assert (series.tested, series.left_out) == ((0, 1, 2, 3, 4, 5), (6, 7, 8))


def test_without_answers_the_means_are_tested() -> None:
    series = series_of(nights(9), with_answers=False)
    assert (series.table, series.course.by_answers, series.course.state) == (None, False, "none")
    assert series.here == {}
    assert series.noise is None


def test_the_last_sixty_runs_are_tested() -> None:
    series = series_of(nights(70, 50))
    assert series.tested == tuple(range(10, 70))


def test_a_thousand_repeats_of_one_run_are_no_change() -> None:
    table = np.repeat(nights(1, 60), 1000, axis=1)
    series = series_of(table, build="one")
    assert series.course.state == "none"
    assert len(series.marks) == 1000


def test_only_series_that_can_be_tested_are_counted() -> None:
    few = nights(2)
    series = by_name(page_of({"A": nights(5), "B": nights(5, seed=3), "C": few}))
    assert {one.course.tests for one in series.values()} == {2}


def test_the_interval_for_these_problems_lies_within_the_other() -> None:
    series = series_of(nights(8))
    for place, mark in enumerate(series.marks):
        here = series.here[place]
        assert mark.interval is not None
        assert mark.interval[0] < here.low < mark.value < here.high < mark.interval[1]


def test_noise_is_that_of_the_runs_since_the_last_change() -> None:
    table = nights(14, lower={8: 30})
    series = series_of(table)
    assert series.course.last_level == 8
    assert series.noise is not None
    assert series.noise.runs == pytest.approx(0, abs=0.01)


def test_attempts_and_graded_scores_are_tested_by_their_means() -> None:
    table = (nights(6) + nights(6, seed=2)) / 2
    series = series_of(table, attempts=2)
    assert series.table is not None
    assert series.marks[0].attempts == 2
    assert set(np.unique(series.table)) == {0, 0.5, 1}
