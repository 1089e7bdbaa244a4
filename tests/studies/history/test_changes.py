"""What the tests say of small made-up series of answers."""

from typing import Any

import numpy as np
import pytest

from reasonboard.statistics.series import change_by_sums
from reasonboard.studies.history.changes import course
from reasonboard.studies.history.rows import with_series
from tests.studies.history.made import nights, page_of, rows_of


def test_a_lasting_fall_is_a_change_with_its_first_run_and_levels() -> None:
    table = nights(14, lower={11: 30})
    found = course(table, list(table.mean(0)), 400, tests=1)
    (change,) = found.found
    assert (found.state, change.kind, change.first, change.end) == ("changed", "step", 11, 14)
    assert found.levels == ((0, 11), (11, 14))
    assert change.before == pytest.approx(table[:, :11].mean())
    assert change.since == pytest.approx(table[:, 11:].mean())
    assert change.change.value == pytest.approx(change.since - change.before)
    assert change.change.low < change.change.value < change.change.high < 0


def test_it_is_known_since_the_run_after_which_it_was_certain() -> None:
    table = nights(14, lower={11: 30})
    (change,) = course(table, list(table.mean(0)), 400, tests=1).found
    assert change.known_since is not None
    before = table[:, : change.known_since]
    assert course(before, list(before.mean(0)), 400, tests=1).state != "changed"
    until = table[:, : change.known_since + 1]
    assert course(until, list(until.mean(0)), 400, tests=1).state == "changed"


def test_noise_alone_is_no_change_and_says_what_would_have_been_detected() -> None:
    table = nights(14)
    found = course(table, list(table.mean(0)), 400, tests=1)
    assert (found.state, found.found, found.levels) == ("none", (), ((0, 14),))
    assert found.detects is not None
    assert 0.01 < found.detects < 0.1


def test_each_p_value_is_taken_times_the_number_of_series() -> None:
    table = nights(14, lower={11: 20})
    alone = course(table, list(table.mean(0)), 400, tests=1)
    among = course(table, list(table.mean(0)), 400, tests=20)
    (one,), (other,) = alone.found, among.found
    assert other.p == pytest.approx(min(1, 20 * one.p), rel=1e-6)
    assert other.change.low == one.change.low  # the word changes, not the interval


def test_every_change_is_listed_each_by_the_runs_beside_it() -> None:
    table = nights(30, lower={10: 30})
    table[1:150:5, 20:] = 1
    found = course(table, list(table.mean(0)), 400, tests=1)
    assert [(one.start, one.first, one.end) for one in found.found] == [(0, 10, 20), (10, 20, 30)]
    assert [one.change.value < 0 for one in found.found] == [True, False]
    assert found.newest == found.found[1]
    assert found.last_level == 20


def test_a_slow_fall_is_a_drift() -> None:
    table = nights(12, seed=2)
    for run in range(12):
        table[1 : 1 + 20 * run : 5, run] = 0
    found = course(table, list(table.mean(0)), 400, tests=1)
    assert found.newest is not None
    assert (found.newest.kind, found.newest.start, found.newest.end) == ("drift", 0, 12)
    assert found.newest.since - found.newest.before == pytest.approx(found.newest.change.value)
    assert found.levels == ((0, 12),)


@pytest.mark.parametrize("runs", [0, 1, 2])
def test_two_runs_are_too_few(runs: int) -> None:
    table = nights(max(runs, 1))[:, :runs]
    found = course(table if runs else None, list(table.mean(0)) if runs else [], 400, tests=1)
    assert (found.state, found.found) == ("few", ())


def test_means_alone_need_eight_runs() -> None:
    means = [0.881, 0.884, 0.879, 0.886, 0.882, 0.88, 0.885, 0.883, 0.852, 0.855]
    few = course(None, means[:7], 1319, tests=1)
    assert (few.state, few.fewest) == ("few", 8)
    found = course(None, means, None, tests=1)
    (change,) = found.found
    assert (change.first, found.by_answers) == (8, False)
    assert change.change.value == pytest.approx(-0.029, abs=5e-4)


def test_reruns_that_answer_alike_are_no_change() -> None:
    table = np.repeat(nights(1), 6, axis=1)
    found = course(table, list(table.mean(0)), 400, tests=1)
    assert found.state == "none"


def test_a_series_is_tested_once_for_its_scores_and_not_again_for_a_load_of_other_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tested: list[int] = []

    def counted(means: Any, *more: Any) -> Any:
        tested.append(len(means))
        return change_by_sums(means, *more)

    monkeypatch.setattr("reasonboard.studies.history.changes.change_by_sums", counted)
    tables = {"GSM8K": nights(9, 120, seed=71), "MATH500": nights(9, 120, seed=72)}
    first = page_of(tables)
    assert len(tested) == 2
    rows = [row | {"source": "other load", "title": "other"} for row in rows_of(tables)]
    assert [row["series"].course for row in with_series(rows)] == [
        row["series"].course for row in first
    ]
    assert len(tested) == 2
    grown = page_of(tables | {"MATH500": nights(10, 120, seed=72)})
    assert tested[2:] == [10]  # the other one has no new run
    assert grown[0]["series"].course is first[0]["series"].course
    page_of({"GSM8K": tables["GSM8K"]})  # as one of one test its word can be another
    assert len(tested) == 4


def test_equal_means_of_more_problems_are_another_series() -> None:
    means = [0.881, 0.884, 0.879, 0.886, 0.882, 0.880, 0.885, 0.883, 0.852, 0.855]
    few, many = (course(None, means, problems, tests=1) for problems in (200, 20_000))
    assert (few.state, many.state) == ("none", "changed")
