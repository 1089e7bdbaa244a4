"""Runs in time: worked examples by other means, and what must always hold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.paired import paired_answers, paired_scores
from reasonboard.statistics.series import (
    CERTAIN,
    change,
    change_by_sums,
    change_of_means,
    contrasts,
    flips,
    last_against,
    may_be,
    may_be_by_means,
    steps,
)
from tests.statistics.simulated import share_of_alarms

TABLE = [[1, 1, 1, 0], [1, 1, 0, 1], [0, 1, 0, 0], [1, 1, 1, 1], [0, 0, 0, 0], [1, 1, 1, 0]]
MEANS = [0.881, 0.884, 0.879, 0.886, 0.882, 0.88, 0.885, 0.883, 0.852, 0.855]


def test_the_largest_contrast_is_the_change() -> None:
    found = change(TABLE)
    assert found is not None
    assert (contrasts(4) @ np.mean(TABLE, 0)).tolist() == pytest.approx(
        [-1 / 9, -1 / 3, -1 / 3, -0.4]
    )
    assert (found.kind, found.first_after, found.verdict) == ("step", 2, "none")
    assert found.value == pytest.approx(-1 / 3)
    assert found.p == pytest.approx(0.0623, abs=0.005)  # drawn
    assert found.scatter == pytest.approx(0.6742, abs=5e-5)
    assert found.low < 0 < found.high


def test_sums_say_the_same() -> None:
    found, expected = (
        change_by_sums(np.mean(TABLE, 0), np.cov(np.transpose(TABLE)), 6),
        change(TABLE),
    )
    assert found is not None
    assert expected is not None
    assert found[2:6] == pytest.approx(expected[2:6])


def test_means_alone_have_their_own_scatter() -> None:
    found = change_of_means(MEANS)
    assert found is not None
    assert (found.kind, found.first_after, found.verdict) == ("step", 8, "changed")
    assert found.value == pytest.approx(-0.029)
    assert change_of_means(MEANS[:7]) is None
    surer = change_of_means(MEANS, 1319)
    assert surer is not None
    assert surer.p > found.p


def test_the_last_run_is_held_against_the_earlier_ones() -> None:
    found = last_against(TABLE)
    assert found is not None
    assert found[:4] == pytest.approx((-0.333333, -1.417392, 0.750725, 0.465103), abs=5e-6)


def test_of_two_runs_it_is_the_paired_test() -> None:
    two = np.array(TABLE)[:, :2]
    assert last_against(two) == paired_answers(1, 0, 6)
    assert last_against(two, attempts=4) == paired_scores(two[:, 1], two[:, 0], 4)


def test_a_step_is_found_with_its_run_and_its_size() -> None:
    table = _nights(14, {11: -0.06})
    found = change(table)
    assert found is not None
    assert (found.kind, found.verdict) == ("step", "changed")
    assert found.dates[0] <= 11 <= found.dates[1]
    assert found.low < -0.06 < found.high < 0
    assert found.detects == pytest.approx(0.03, abs=0.015)


def test_a_drift_is_told_from_a_step() -> None:
    rng = np.random.default_rng(5)
    chances = rng.uniform(0.3, 0.9, 1319)[:, None] - np.linspace(0, 0.15, 14)
    found = change(rng.random((1319, 14)) < chances)
    assert found is not None
    assert (found.kind, found.verdict) == ("drift", "changed")
    assert found.low < -0.15 < found.high


def test_several_certain_steps_are_all_listed() -> None:
    table = _nights(24, {8: -0.1, 16: 0.1})
    found = steps(lambda start, end: change(table[:, start:end]), lambda *_: True, 24)
    assert [step.first for step in found] == [8, 16]
    assert [step.change.value > 0 for step in found] == [False, True]
    assert [(step.start, step.end) for step in found] == [(0, 16), (8, 24)]
    assert all(step.first <= step.known < step.first + 4 for step in found)


def test_a_step_stays_certain_when_the_level_returns() -> None:
    table = _nights(24, {8: -0.1, 11: 0.1})
    found = steps(lambda start, end: change(table[:, start:end]), lambda *_: True, 24)
    assert [step.first for step in found] == [8, 11]


def test_what_may_be_changed_is_asked_cheaply_and_never_too_little() -> None:
    means = [round(mean, 3) for mean in MEANS]
    assert may_be_by_means(CERTAIN, means)
    assert not may_be_by_means(CERTAIN, means[:8])
    assert not may_be_by_means(CERTAIN, means[:7])
    table = np.array(TABLE)
    assert not may_be(CERTAIN, table.mean(0), np.cov(table.T), len(table))


def test_reruns_that_never_differ_have_not_changed() -> None:
    alike = np.repeat(np.random.default_rng(1).random((100, 1)) < 0.7, 14, axis=1)
    found = change(alike)
    assert found is not None
    assert (round(found.value, 12), found.p, found.verdict) == (0, 1, "none")
    assert found.detects > 0
    assert flips(alike) == [0] * 13


def test_flips_are_counted_from_run_to_run() -> None:
    assert flips(TABLE) == [1, 2, 3]


def test_two_runs_are_too_few() -> None:
    assert change(np.array(TABLE)[:, :2]) is None
    assert change([[1, 0, 1]]) is None


@given(st.lists(st.lists(st.integers(0, 1), min_size=4, max_size=4), min_size=3, max_size=20))
def test_a_mirrored_series_mirrors_its_change(table: list[list[int]]) -> None:
    found, mirrored = change(table), change(1 - np.array(table))
    assert found is not None
    assert mirrored is not None
    assert mirrored.value == pytest.approx(-found.value)
    assert mirrored.p == pytest.approx(found.p)
    assert found.low <= found.value <= found.high
    assert 1 <= found.dates[0] <= found.first_after <= found.dates[1] <= 3


def test_series_without_a_change_rarely_say_one() -> None:
    ever, last = share_of_alarms(series=40, problems=200, seed=11)
    assert ever <= 0.05
    assert last <= 0.15


def _nights(runs: int, steps: dict[int, float], problems: int = 1319) -> np.ndarray:
    """Single answers to problems of several difficulties whose chances change by this from these runs on."""
    rng = np.random.default_rng(7)
    chances = np.repeat(rng.uniform(0.25, 0.85, problems)[:, None], runs, axis=1)
    for first, by in steps.items():
        chances[:, first:] += by
    return (rng.random((problems, runs)) < chances).astype(float)
