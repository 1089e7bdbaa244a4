"""Slopes, gains and declines against worked numbers, other implementations and enumeration."""

import csv
import math
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from app.statistics.trends import (
    GainRange,
    Inversion,
    local_points_per_doubling,
    ninety_percent_of_gain,
    ninety_percent_range,
    points_per_doubling,
    rank_inversions,
    regret,
    smallest_reaching,
)

# Pythia, lambada_openai, last checkpoint: sizes in billions as they are named, and by count.
SIZES = [0.07, 0.16, 0.41, 1.4, 2.8, 6.9, 12]
COUNTS = [70426624, 162322944, 405334016, 1414647808, 2775208960, 6857302016, 11846072320]
VALUES = [0.185, 0.328, 0.516, 0.616, 0.647, 0.673, 0.705]

FRACTION = st.floats(0, 1)
POINTS = st.lists(
    st.tuples(st.floats(0.01, 1000), FRACTION),
    min_size=1,
    max_size=8,
    unique_by=lambda pair: pair[0],
)
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


def test_the_pythia_sizes_as_named_give_the_worked_slope() -> None:
    found = points_per_doubling(SIZES, VALUES)
    assert found is not None
    assert round(100 * found.slope, 2) == 6.73


def test_the_real_parameter_counts_give_nearly_the_same() -> None:
    found = points_per_doubling(COUNTS, VALUES)
    assert found is not None
    assert round(100 * found.slope, 2) == 6.75


def test_slope_error_and_interval_are_those_of_statsmodels() -> None:
    other = sm.OLS(VALUES, sm.add_constant(np.log2(SIZES))).fit()
    low, high = other.conf_int(alpha=0.1)[1]
    found = points_per_doubling(SIZES, VALUES, level=0.9)
    assert found == pytest.approx((other.params[1], other.bse[1], low, high), rel=1e-9)


def test_the_unit_of_the_sizes_does_not_matter() -> None:
    millions = points_per_doubling([1000 * size for size in SIZES], VALUES)
    assert millions == pytest.approx(points_per_doubling(SIZES, VALUES), rel=1e-9)


def test_two_sizes_give_a_slope_and_no_error() -> None:
    found = points_per_doubling([1, 4], [0.2, 0.5])
    assert found is not None
    assert found.slope == pytest.approx(0.15)
    assert found[1:] == (None, None, None)


@pytest.mark.parametrize(("sizes", "values"), [([], []), ([7], [0.5]), ([7, 7], [0.5, 0.6])])
def test_one_size_has_no_slope(sizes: list[float], values: list[float]) -> None:
    assert points_per_doubling(sizes, values) is None


def test_the_worked_local_slope_of_the_largest_step() -> None:
    steps = local_points_per_doubling(SIZES, VALUES)
    assert [(step.smaller, step.larger) for step in steps] == list(pairwise(SIZES))
    assert 100 * steps[-1].slope == pytest.approx(3.2 / math.log2(12 / 6.9))
    assert round(100 * steps[-1].slope) == 4


def test_the_worked_slope_from_70m_to_410m() -> None:
    (step,) = local_points_per_doubling([0.41, 0.07], [0.516, 0.185])
    assert (step.smaller, step.larger) == (0.07, 0.41)
    assert round(100 * step.slope) == 13


@given(POINTS)
def test_local_slopes_lead_from_the_smallest_to_the_largest(
    points: list[tuple[float, float]],
) -> None:
    ordered = sorted(points)
    steps = local_points_per_doubling([size for size, _ in points], [value for _, value in points])
    climbed = sum(step.slope * math.log2(step.larger / step.smaller) for step in steps)
    assert climbed == pytest.approx(ordered[-1][1] - ordered[0][1], abs=1e-6)


def test_a_size_that_comes_twice_has_no_local_slope() -> None:
    with pytest.raises(ValueError, match=r"7\.0 comes twice"):
        local_points_per_doubling([7.0, 1.0, 7.0], [0.1, 0.2, 0.3])


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


@given(CURVE)
def test_a_larger_share_is_never_reached_earlier(values: list[float]) -> None:
    xs = range(len(values))
    half, most = (ninety_percent_of_gain(xs, values, share=share) for share in (0.5, 0.9))
    assert (half is None) == (most is None)
    assert half is None or most is None or half <= most


@pytest.mark.parametrize("values", [[], [0.5], [0.5, 0.5], [0.6, 0.9, 0.5]])
def test_without_a_gain_no_share_of_it_is_reached(values: list[float]) -> None:
    xs = range(len(values))
    assert ninety_percent_of_gain(xs, values) is None
    assert ninety_percent_range(xs, values, [30] * len(values)) is None


def test_the_range_of_two_points_follows_the_enumerated_binomials() -> None:
    # With two points the gain is reached at the second or never: P(never) = P(second <= first).
    def chance(right: int, value: float) -> float:
        return math.comb(10, right) * value**right * (1 - value) ** (10 - right)

    never = sum(
        chance(first, 0.4) * chance(second, 0.6)
        for first in range(11)
        for second in range(first + 1)
    )
    found = ninety_percent_range([0, 1], [0.4, 0.6], [10, 10], resamples=20_000)
    assert found is not None
    assert found.never == pytest.approx(never, abs=0.015)
    assert (found.low, found.high) == (1, None)


def test_the_range_closes_with_the_number_of_items() -> None:
    small = ninety_percent_range(ITERATIONS, MATH500, [30] * 40, window=5)
    paper = ninety_percent_range(ITERATIONS, MATH500, [500] * 40, window=5)
    huge = ninety_percent_range(ITERATIONS, MATH500, [10**9] * 40, window=5)
    assert small is not None
    assert paper is not None
    assert huge == GainRange(76, 76, 0)
    assert paper.low is not None
    assert paper.high is not None
    assert paper.low < 76 < paper.high
    assert small.never > paper.never


def test_the_range_holds_the_point_of_aime_and_is_wide() -> None:
    found = ninety_percent_range(ITERATIONS, AIME2024, [30] * 40, window=5)
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    assert found.low < 76 < found.high
    assert found.high - found.low > 40


def test_the_range_depends_on_nothing_but_its_arguments() -> None:
    once, again = (
        ninety_percent_range(ITERATIONS, AIME2024, [30] * 40, resamples=50, seed=4) for _ in "ab"
    )
    others = {
        ninety_percent_range(ITERATIONS, AIME2024, [30] * 40, resamples=50, seed=seed)
        for seed in range(8)
    }
    assert once == again
    assert once in others
    assert len(others) > 1


def test_points_at_zero_and_one_do_not_vary() -> None:
    assert ninety_percent_range([0, 1, 2], [0, 0, 1], [3, 3, 3]) == GainRange(2, 2, 0)


def test_pythia_70m_declines_late() -> None:
    assert regret([0.050, 0.121, 0.210, 0.223, 0.226, 0.185]) == pytest.approx(0.041)


@given(st.lists(FRACTION, min_size=1))
def test_regret_is_what_the_last_one_lacks_to_the_best(values: list[float]) -> None:
    found = regret(values)
    assert found is not None
    assert found >= 0
    assert values[-1] + found == pytest.approx(max(values))


def test_nothing_has_no_regret() -> None:
    assert regret([]) is None


def test_pythia_at_step_1000_has_sizes_out_of_order() -> None:
    early = [5.0, 6.5, 3.8, 6.7, 6.2, 2.6, 4.3]
    found = rank_inversions(SIZES, early)
    assert len(found) == 3 + 4 + 1 + 3 + 2
    assert found[0] == pytest.approx(Inversion(0.07, 0.41, 1.2))
    assert rank_inversions(SIZES, VALUES) == ()


@given(POINTS)
def test_inversions_are_the_discordant_pairs(points: list[tuple[float, float]]) -> None:
    expected = sum((a[0] - b[0]) * (a[1] - b[1]) < 0 for a, b in combinations(points, 2))
    found = rank_inversions([size for size, _ in points], [value for _, value in points])
    assert len(found) == expected
    assert all(one.smaller < one.larger and one.drop > 0 for one in found)


@given(st.permutations(range(1, 7)))
def test_the_share_of_inversions_is_kendalls_tau(values: list[int]) -> None:
    sizes = [1, 2, 4, 8, 16, 32]
    tau = kendalltau(sizes, values).statistic
    assert len(rank_inversions(sizes, values)) / 15 == pytest.approx((1 - tau) / 2)


def test_equal_values_and_equal_sizes_are_in_order() -> None:
    assert rank_inversions([1, 2], [0.5, 0.5]) == ()
    assert rank_inversions([2, 2], [0.9, 0.5]) == ()


@pytest.mark.parametrize(
    ("target", "size"), [(0.1, 0.07), (0.5, 0.41), (0.616, 1.4), (0.7, 12), (0.71, None)]
)
def test_the_smallest_size_that_reaches_a_target(target: float, size: float | None) -> None:
    assert smallest_reaching(SIZES[::-1], VALUES[::-1], target) == size


def test_no_size_reaches_nothing() -> None:
    assert smallest_reaching([], [], 0.5) is None


def test_what_is_no_size_value_or_curve_is_refused() -> None:
    with pytest.raises(ValueError, match="not 0"):
        points_per_doubling([0, 1], [0.1, 0.2])
    with pytest.raises(ValueError, match="not nan"):
        rank_inversions([1, 2], [0.1, math.nan])
    with pytest.raises(ValueError, match="not 2 and 1"):
        smallest_reaching([1, 2], [0.1], 0.5)
    with pytest.raises(ValueError, match=r"level .* not 95"):
        points_per_doubling([1, 2], [0.1, 0.2], level=95)
    with pytest.raises(ValueError, match="not inf"):
        regret([math.inf])


def test_what_is_no_gain_question_is_refused() -> None:
    with pytest.raises(ValueError, match="not 1 after 1"):
        ninety_percent_of_gain([1, 1], [0.1, 0.2])
    with pytest.raises(ValueError, match=r"share .* not 90"):
        ninety_percent_of_gain([1, 2], [0.1, 0.2], share=90)
    with pytest.raises(ValueError, match=r"odd window .* not 4"):
        ninety_percent_of_gain([1, 2], [0.1, 0.2], window=4)
    with pytest.raises(ValueError, match=r"fraction .* not 20"):
        ninety_percent_range([1, 2], [0.1, 20], [30, 30])
    with pytest.raises(ValueError, match=r"count .* not 0"):
        ninety_percent_range([1, 2], [0.1, 0.2], [30, 0])
    with pytest.raises(ValueError, match=r"count .* not 0"):
        ninety_percent_range([1, 2], [0.1, 0.2], [30, 30], resamples=0)
