"""What noise makes of numbers taken from a curve, against worked numbers and enumeration."""

import csv
import math
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import isotonic_regression

from reasonboard.statistics.trajectory import (
    WINDOW,
    GainRange,
    _never_falling,
    best_against_last,
    excess_variance,
    gain_place,
    ninety_percent_of_gain,
    ninety_percent_range,
    slope_with_noise,
    smoothed,
)
from tests.known import known

FRACTIONS = st.lists(st.floats(0, 1, allow_nan=False), min_size=1, max_size=12)
HUNDREDTHS = st.lists(
    st.integers(0, 100).map(lambda integer: integer / 100), min_size=3, max_size=9
)


@given(FRACTIONS)
def test_smoothing_is_the_mean_of_the_neighbours_that_exist(values: list[float]) -> None:
    for place, value in enumerate(smoothed(values)):
        near = [values[i] for i in range(len(values)) if abs(i - place) <= WINDOW // 2]
        assert value == pytest.approx(sum(near) / len(near))


def test_the_best_of_many_noisy_points_is_above_the_last_without_any_decline() -> None:
    rng = random.Random(1)
    flat = [sum(rng.random() < 0.5 for _ in range(30)) / 30 for _ in range(40)]
    found = known(best_against_last(flat, 30))
    assert found.value == pytest.approx(max(flat) - flat[-1])
    assert found.p_value > 0.05
    assert found.high > 0.15


def test_a_collapse_is_more_than_selection() -> None:
    found = known(best_against_last([0.5, 0.7, 0.9, 0.9, 0.9, 0.9, 0.9, 0.1], 100))
    assert found.value == pytest.approx(0.8)
    assert found.value > found.high
    assert found.p_value < 0.001


@given(HUNDREDTHS, st.integers(1, 300))
def test_best_against_last_is_within_what_fractions_can_be(values: list[float], n: int) -> None:
    found = known(best_against_last(values, n))
    assert found.value == max(values) - values[-1]
    assert 0 <= found.low <= found.high <= 1
    assert 0 < found.p_value <= 1
    assert best_against_last(values, n) == found


@given(HUNDREDTHS)
def test_the_closest_curve_that_never_falls_is_that_of_scipy(values: list[float]) -> None:
    assert _never_falling(values) == pytest.approx(isotonic_regression(values).x)


@given(HUNDREDTHS, st.integers(1, 300))
def test_restlessness_agrees_with_a_plain_loop(values: list[float], n: int) -> None:
    squares, variances = [], []
    for place in range(2, len(values) - 2):
        mean = sum(values[place - 2 : place + 3]) / 5
        squares.append((values[place] - mean) ** 2)
        variances.append(mean * (1 - mean) / n)
    if len(values) < 5 or not any(variances):
        assert excess_variance(values, n) is None
    elif sum(variances) > 1e-9:
        found = known(excess_variance(values, n))
        assert found.value == pytest.approx(math.sqrt(sum(squares) / 0.8 / sum(variances)))
        assert 0 <= found.low <= found.high


def test_noise_alone_scatters_about_once_as_much_as_noise() -> None:
    rng = random.Random(2)
    noise = [sum(rng.random() < 0.6 for _ in range(200)) / 200 for _ in range(60)]
    found = known(excess_variance(noise, 200))
    assert found.low < 1 < found.high
    assert found.low < found.value < found.high
    jumps = known(excess_variance([0.2, 0.8] * 30, 200))
    assert jumps.value > jumps.high
    assert jumps.p_value < 0.01


def test_where_most_of_the_gain_is_has_a_range_only_with_a_number_of_answers() -> None:
    steps, values = [0.0, 4, 8, 12, 16, 20, 24, 28], [0.1, 0.1, 0.1, 0.8, 0.8, 0.8, 0.8, 0.8]
    counted, unknown = (
        known(gain_place(steps, values, 1000)),
        known(gain_place(steps, values, None)),
    )
    assert counted.x == unknown.x == 20
    found = known(counted.range)
    assert known(found.low) <= 20 <= known(found.high)
    assert unknown.range is None


@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(0, 20)), min_size=2, max_size=10),
    st.integers(1, 500),
)
def test_the_slope_is_that_of_least_squares(points: list[tuple[int, int]], n: int) -> None:
    xs, ys = [float(x) for x, _ in points], [y / 20 for _, y in points]
    if len(set(xs)) < 2:
        assert slope_with_noise(xs, ys, n) is None
        return
    found = known(slope_with_noise(xs, ys, n))
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    over = sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True))
    under = sum((a - x) ** 2 for a in xs)
    assert found.value == pytest.approx(over / under, abs=1e-9)
    shares = [(b * n + 2) / (n + 4) for b in ys]
    noise = sum(
        ((a - x) / under) ** 2 * p * (1 - p) / (n + 4) for a, p in zip(xs, shares, strict=True)
    )
    assert found.stderr == pytest.approx(math.sqrt(noise))
    assert known(slope_with_noise(xs, ys, None)).stderr is None


CURVE = st.lists(st.integers(0, 50).map(lambda count: count / 50), min_size=1, max_size=12)

# MATH500 accuracy of Kimi k1.5, Figure 5: iterations 0, 4, ... 156, 500 problems.
MATH500 = [
    *(0.774, 0.818, 0.822, 0.834, 0.844, 0.868, 0.862, 0.888, 0.89, 0.878),
    *(0.888, 0.892, 0.9, 0.886, 0.89, 0.904, 0.894, 0.908, 0.898, 0.892),
    *(0.92, 0.908, 0.902, 0.908, 0.916, 0.906, 0.922, 0.906, 0.932, 0.924),
    *(0.916, 0.918, 0.924, 0.924, 0.914, 0.926, 0.944, 0.914, 0.914, 0.92),
]
# AIME2024 of the same figure, right answers of 30 problems.
AIME2024 = [
    right / 30
    for right in [
        *(4, 5, 5, 5, 8, 9, 10, 8, 12, 7, 11, 11, 12, 12, 10, 10, 11, 12, 13, 12),
        *(14, 15, 8, 15, 15, 15, 14, 11, 14, 11, 11, 13, 13, 10, 14, 13, 13, 16, 13, 12),
    ]
]
ITERATIONS = list(range(0, 160, 4))
FIGURE = Path(__file__).parents[2] / "data" / "kimi-k15-figure-5.csv"


@pytest.mark.parametrize(
    ("values", "reached"), [(MATH500, 76), (AIME2024, 76)], ids=["MATH500", "AIME2024"]
)
def test_the_worked_iterations_at_ninety_percent_of_the_smoothed_gain(
    values: list[float], reached: float
) -> None:
    assert ninety_percent_of_gain(ITERATIONS, values, window=5) == reached


@pytest.mark.parametrize(
    ("panel", "reached"),
    [
        ("total@temp_1.0", 124),
        ("OMNI-MATH500", 124),
        ("AIMO2024", 144),
        ("GPQA", 148),
        ("Chemistry", 68),
    ],
)
def test_the_worked_iterations_of_the_other_panels(panel: str, reached: float) -> None:
    with FIGURE.open(encoding="utf-8") as lines:
        points = {
            int(row["iteration"]): float(row["value"])
            for row in csv.DictReader(lines)
            if row["benchmark"] == panel and row["metric"] == "accuracy"
        }
    xs = sorted(points)
    assert len(xs) == 40
    assert ninety_percent_of_gain(xs, [points[x] for x in xs], window=5) == reached


@given(CURVE, st.sampled_from([0.5, 0.9]), st.sampled_from([1, 3, 5]))
def test_the_share_of_the_gain_is_found_as_by_going_through_the_curve(
    values: list[float], share: float, window: int
) -> None:
    half = window // 2
    parts = [values[max(0, place - half) : place + half + 1] for place in range(len(values))]
    smooth = [sum(part) / len(part) for part in parts]
    gain = smooth[-1] - smooth[0]
    expected = None
    if gain > 1e-9:
        expected = next(
            place for place, at in enumerate(smooth) if at >= smooth[0] + share * gain - 1e-9
        )
    found = ninety_percent_of_gain(range(len(values)), values, share=share, window=window)
    assert found == expected


def test_the_range_of_two_points_follows_the_enumerated_binomials() -> None:
    # With two points the gain is reached at the second or never: P(never) = P(second <= first).
    def chance(right: int, value: float) -> float:
        return math.comb(10, right) * value**right * (1 - value) ** (10 - right)

    never = sum(
        chance(first, 0.4) * chance(second, 0.6)
        for first in range(11)
        for second in range(first + 1)
    )
    found = known(ninety_percent_range([0, 1], [0.4, 0.6], [10, 10], resamples=20_000))
    assert found.never == pytest.approx(never, abs=0.015)
    assert (found.low, found.high) == (1, None)


def test_the_range_closes_with_the_number_of_items() -> None:
    small = known(ninety_percent_range(ITERATIONS, MATH500, [30] * 40, window=5))
    paper = known(ninety_percent_range(ITERATIONS, MATH500, [500] * 40, window=5))
    huge = ninety_percent_range(ITERATIONS, MATH500, [10**9] * 40, window=5)
    assert huge == GainRange(76, 76, 0)
    assert known(paper.low) < 76 < known(paper.high)
    assert small.never > paper.never


def test_the_range_holds_the_point_of_aime_and_is_wide() -> None:
    found = known(ninety_percent_range(ITERATIONS, AIME2024, [30] * 40, window=5))
    assert known(found.low) < 76 < known(found.high)
    assert known(found.high) - known(found.low) > 40


def test_points_at_zero_and_one_do_not_vary() -> None:
    assert ninety_percent_range([0, 1, 2], [0, 0, 1], [3, 3, 3]) == GainRange(2, 2, 0)
