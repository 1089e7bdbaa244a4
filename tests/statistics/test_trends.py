"""Where gains are reached, against worked numbers and enumeration."""

import csv
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.statistics.trends import GainRange, ninety_percent_of_gain, ninety_percent_range

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


def test_points_at_zero_and_one_do_not_vary() -> None:
    assert ninety_percent_range([0, 1, 2], [0, 0, 1], [3, 3, 3]) == GainRange(2, 2, 0)
