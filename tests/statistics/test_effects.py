"""Cells of a grid and means over them, against the worked sweep, statsmodels and simulation."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from statsmodels.stats.meta_analysis import combine_effects
from statsmodels.stats.proportion import proportions_chisquare

from reasonboard.statistics.effects import deviation, homogeneity, in_standard_errors, shrunk, trend
from reasonboard.statistics.means import Estimate, cell_estimates
from reasonboard.statistics.uncertainty import Measured
from tests.known import known

MEANS = st.lists(st.builds(Estimate, st.floats(0, 1), st.floats(0.01, 0.1)), min_size=2, max_size=6)


def test_the_error_of_a_deviation_is_that_of_a_simulation() -> None:
    cells = [Measured(p, 100) for p in (0.3, 0.5, 0.6, 0.8)]
    inside = [True, True, False, False]
    found = deviation(cell_estimates(cells), inside)
    rng = np.random.default_rng(0)
    drawn = rng.binomial(100, [cell.value for cell in cells], size=(40_000, 4)) / 100
    deviations = drawn[:, :2].mean(1) - drawn.mean(1)
    assert found.value == pytest.approx(-0.15)
    assert found.stderr == pytest.approx(deviations.std(), rel=0.02)


@given(MEANS)
def test_a_trend_is_the_weighted_line(means: list[Estimate]) -> None:
    xs = [float(place) for place in range(len(means))]
    found = known(trend(xs, means))
    weights = [1 / (mean.stderr or 1) for mean in means]
    slope = np.polyfit(xs, [mean.value for mean in means], 1, w=weights)[0]
    assert found.slope == pytest.approx(slope, abs=1e-9)
    assert found.interval[0] < found.slope < found.interval[1]


def test_a_p_value_in_standard_errors() -> None:
    assert in_standard_errors(0.05) == pytest.approx(1.96, abs=0.01)
    assert in_standard_errors(1) == 0
    assert math.isfinite(in_standard_errors(0))


# Pass@1 of the DynTS sweep: windows 3000, 2000, 1000, 500 by ratios 0.1 to 0.5, right answers.
AIME24 = [62, 64, 68, 67, 64, 67, 71, 74, 69, 65, 59, 74, 68, 66, 69, 60, 68, 62, 64, 70]
AIME25 = [38, 40, 41, 41, 42, 36, 40, 44, 46, 40, 41, 40, 41, 43, 42, 40, 46, 36, 40, 40]
GPQA = [437, 445, 445, 453, 438, 453, 449, 469, 451, 463]
GPQA += [450, 461, 460, 463, 450, 457, 479, 458, 464, 453]
SWEEP = {"AIME24": (AIME24, 150), "AIME25": (AIME25, 150), "GPQA": (GPQA, 990)}
# As printed, with two cells that no number of right answers of 200 gives.
AMC23 = (
    [
        *(0.855, 0.87, 0.873, 0.873, 0.88, 0.84, 0.87, 0.86, 0.88, 0.86),
        *(0.875, 0.88, 0.86, 0.885, 0.865, 0.865, 0.865, 0.89, 0.875, 0.865),
    ],
    [200] * 20,
)
# Type 4 of the logic study by length: right answers of 300.
T4 = [288, 286, 269, 270, 241, 224, 235, 227, 230, 220, 160]

CELLS = st.lists(
    st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    min_size=2,
    max_size=8,
)
Cells = list[tuple[int, int]]


def shares(rights: list[int], n: int) -> tuple[list[float], list[int]]:
    return [right / n for right in rights], [n] * len(rights)


def split(cells: Cells) -> tuple[list[float], list[int]]:
    return [right / n for right, n in cells], [n for _, n in cells]


@pytest.mark.parametrize("panel", SWEEP)
def test_the_cells_of_the_sweep_differ_no_more_than_noise(panel: str) -> None:
    found = known(homogeneity(*shares(*SWEEP[panel])))
    assert found.chi2 < found.df == 19
    assert found.p > 0.5


@given(CELLS)
def test_homogeneity_is_that_of_statsmodels(cells: Cells) -> None:
    rights, ns = [right for right, _ in cells], [n for _, n in cells]
    assume(0 < sum(rights) < sum(ns))
    chi2, p, _ = proportions_chisquare(rights, ns)
    found = known(homogeneity(*split(cells)))
    assert found.chi2 == pytest.approx(chi2, rel=1e-6, abs=1e-9)
    assert found.df == len(cells) - 1
    assert found.p == pytest.approx(p, rel=1e-6, abs=1e-12)


def test_the_logic_lengths_are_not_homogeneous() -> None:
    found = known(homogeneity(*shares(T4, 300)))
    assert found.p < 1e-30


def test_some_at_zero_and_some_at_one_is_tested() -> None:
    found = known(homogeneity([0, 1], [10, 10]))
    assert found.chi2 == pytest.approx(20)


@pytest.mark.parametrize("panel", SWEEP)
def test_the_sweep_shrinks_to_its_mean(panel: str) -> None:
    values, ns = shares(*SWEEP[panel])
    found = known(shrunk(values, ns))
    assert found.between_sd == 0
    assert set(found.values) == {found.mean}
    assert found.mean == pytest.approx(sum(values) / 20)


@pytest.mark.parametrize(
    ("panel", "noise", "observed"),
    [("AIME24", 4.06, 2.75), ("AIME25", 3.63, 1.75), ("AMC23", 2.38, 1.15), ("GPQA", 1.58, 1.05)],
)
def test_the_worked_spreads_of_the_printed_sweep(panel: str, noise: float, observed: float) -> None:
    values, ns = AMC23 if panel == "AMC23" else shares(*SWEEP[panel])
    found = known(shrunk([round(value, 3) for value in values], ns))
    assert 100 * found.noise_sd == pytest.approx(noise, abs=0.011)
    assert 100 * known(found.observed_sd) == pytest.approx(observed, abs=0.011)


@given(CELLS)
def test_shrinkage_is_dersimonian_and_lairds_random_effect(cells: Cells) -> None:
    values, ns = split(cells)
    tested = homogeneity(values, ns)
    # Elsewhere statsmodels goes on with a negative variance; ours is 0 (the test after next).
    assume(tested is not None and tested.chi2 > tested.df + 1e-3)
    centre = sum(right for right, _ in cells) / sum(ns)
    noise = np.array([centre * (1 - centre) / n for n in ns])
    other = combine_effects(np.array(values), noise, method_re="dl")
    found = known(shrunk(values, ns))
    assert found.between_sd**2 == pytest.approx(other.tau2, abs=1e-9)
    assert found.mean == pytest.approx(other.mean_effect_re, abs=1e-6)
    kept = found.between_sd**2 / (found.between_sd**2 + noise)
    assert found.values == pytest.approx(
        found.mean + kept * (np.array(values) - found.mean), abs=1e-9
    )


@given(CELLS)
def test_cells_shrink_to_the_mean_just_where_chi_square_is_at_most_its_df(cells: Cells) -> None:
    values, ns = split(cells)
    tested, found = homogeneity(values, ns), known(shrunk(values, ns))
    assume(tested is None or abs(tested.chi2 - tested.df) > 1e-6)
    assert (found.between_sd > 0) == (tested is not None and tested.chi2 > tested.df)


def test_a_cell_alone_and_cells_without_noise_keep_their_values() -> None:
    alone, ones = known(shrunk([0.4], [5])), known(shrunk([1, 1], [5, 9]))
    assert (alone.values, alone.observed_sd) == ((0.4,), None)
    assert (ones.values, ones.noise_sd, ones.between_sd) == ((1, 1), 0, 0)
