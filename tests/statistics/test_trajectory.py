"""What noise makes of numbers taken from a curve."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.trajectory import (
    WINDOW,
    best_against_last,
    excess_variance,
    gain_place,
    slope_with_noise,
    smoothed,
    spearman_range,
)

FRACTIONS = st.lists(st.floats(0, 1, allow_nan=False), min_size=1, max_size=12)
HUNDREDTHS = st.lists(st.integers(0, 100).map(lambda one: one / 100), min_size=3, max_size=9)


@given(FRACTIONS)
def test_smoothing_is_the_mean_of_the_neighbours_that_exist(values: list[float]) -> None:
    for place, value in enumerate(smoothed(values)):
        near = [values[i] for i in range(len(values)) if abs(i - place) <= WINDOW // 2]
        assert value == pytest.approx(sum(near) / len(near))


def test_the_best_of_many_noisy_points_is_above_the_last_without_any_decline() -> None:
    rng = random.Random(1)
    flat = [sum(rng.random() < 0.5 for _ in range(30)) / 30 for _ in range(40)]
    found = best_against_last(flat, 30)
    assert found is not None
    assert found.value == pytest.approx(max(flat) - flat[-1])
    assert found.p_value > 0.05
    assert found.high > 0.15


def test_a_collapse_is_more_than_selection() -> None:
    found = best_against_last([0.5, 0.7, 0.9, 0.9, 0.9, 0.9, 0.9, 0.1], 100)
    assert found is not None
    assert found.value == pytest.approx(0.8)
    assert found.value > found.high
    assert found.p_value < 0.001


def test_two_points_have_no_course() -> None:
    assert best_against_last([0.9, 0.1], 100) is None


@given(HUNDREDTHS, st.integers(1, 300))
def test_best_against_last_is_within_what_fractions_can_be(values: list[float], n: int) -> None:
    found = best_against_last(values, n)
    assert found is not None
    assert found.value == max(values) - values[-1]
    assert 0 <= found.low <= found.high <= 1
    assert 0 < found.p_value <= 1
    assert best_against_last(values, n) == found


@given(HUNDREDTHS, st.integers(1, 300))
def test_restlessness_agrees_with_a_plain_loop(values: list[float], n: int) -> None:
    squares, variances = [], []
    for place in range(2, len(values) - 2):
        mean = sum(values[place - 2 : place + 3]) / 5
        squares.append((values[place] - mean) ** 2)
        variances.append(mean * (1 - mean) / n)
    found = excess_variance(values, n)
    if len(values) < 5 or not any(variances):
        assert found is None
    elif sum(variances) > 1e-9:
        assert found is not None
        assert found.value == pytest.approx(math.sqrt(sum(squares) / 0.8 / sum(variances)))
        assert 0 <= found.low <= found.high


def test_noise_alone_scatters_about_once_as_much_as_noise() -> None:
    rng = random.Random(2)
    noise = [sum(rng.random() < 0.6 for _ in range(200)) / 200 for _ in range(60)]
    found = excess_variance(noise, 200)
    assert found is not None
    assert found.low < 1 < found.high
    assert found.low < found.value < found.high
    jumps = excess_variance([0.2, 0.8] * 30, 200)
    assert jumps is not None
    assert jumps.value > jumps.high
    assert jumps.p_value < 0.01


def test_where_most_of_the_gain_is_has_a_range_only_with_a_number_of_answers() -> None:
    steps, values = [0.0, 4, 8, 12, 16, 20, 24, 28], [0.1, 0.1, 0.1, 0.8, 0.8, 0.8, 0.8, 0.8]
    known, unknown = gain_place(steps, values, 1000), gain_place(steps, values, None)
    assert known is not None
    assert unknown is not None
    assert known.x == unknown.x == 20
    assert known.range is not None
    assert known.range.low is not None
    assert known.range.high is not None
    assert known.range.low <= 20 <= known.range.high
    assert unknown.range is None
    assert gain_place(steps, values[::-1], 1000) is None


@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(0, 20)), min_size=2, max_size=10),
    st.integers(1, 500),
)
def test_the_slope_is_that_of_least_squares(points: list[tuple[int, int]], n: int) -> None:
    xs, ys = [float(x) for x, _ in points], [y / 20 for _, y in points]
    found = slope_with_noise(xs, ys, n)
    if len(set(xs)) < 2:
        assert found is None
        return
    assert found is not None
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    over = sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True))
    under = sum((a - x) ** 2 for a in xs)
    assert found.value == pytest.approx(over / under, abs=1e-9)
    shares = [(b * n + 2) / (n + 4) for b in ys]
    noise = sum(
        ((a - x) / under) ** 2 * p * (1 - p) / (n + 4) for a, p in zip(xs, shares, strict=True)
    )
    assert found.stderr == pytest.approx(math.sqrt(noise))
    unknown = slope_with_noise(xs, ys, None)
    assert unknown is not None
    assert unknown.stderr is None


def test_the_interval_of_a_rank_correlation() -> None:
    # atanh(0.5) = 0.5493, sqrt(1.125 / 25) = 0.2121
    low, high = spearman_range(0.5, 28) or (0, 0)
    assert low == pytest.approx(math.tanh(0.5493 - 1.96 * 0.2121), abs=1e-3)
    assert high == pytest.approx(math.tanh(0.5493 + 1.96 * 0.2121), abs=1e-3)
    assert spearman_range(0.5, 3) is None
    assert spearman_range(1.0, 30) is None
