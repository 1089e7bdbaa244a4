"""Resolvable differences against the printed table and the power that tests really have there."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom
from statsmodels.stats.power import NormalIndPower

from reasonboard.statistics.power import least_difference, least_paired_difference

SIZES = st.integers(1, 100_000)
SHARES = st.floats(0.01, 0.99)


@pytest.mark.parametrize(
    ("n", "unpaired", "paired"),
    [(30, 36, 23), (198, 14, 9), (500, 9, 5.6), (12_032, 1.8, 1.1)],
)
def test_the_benchmarks_resolve_what_the_table_of_the_notes_says(
    n: int, unpaired: float, paired: float
) -> None:
    def half_of_the_last_digit(printed: float) -> float:
        return 0.5 if float(printed).is_integer() else 0.05

    found = 100 * least_difference(n), 100 * least_paired_difference(n, 0.2)
    assert found[0] == pytest.approx(unpaired, abs=half_of_the_last_digit(unpaired))
    assert found[1] == pytest.approx(paired, abs=half_of_the_last_digit(paired))


@given(SIZES, SHARES, st.sampled_from([0.7, 0.8, 0.9]), st.sampled_from([0.9, 0.95, 0.99]))
def test_the_unpaired_difference_is_that_of_statsmodels(
    n: int, p: float, power: float, level: float
) -> None:
    found = least_difference(n, p, power, level)
    effect = NormalIndPower().power(found / math.sqrt(p * (1 - p)), n, 1 - level)
    assert effect == pytest.approx(power, abs=1e-3)  # it counts the wrong direction too


@pytest.mark.parametrize(("n", "p"), [(198, 0.5), (500, 0.5), (500, 0.8)])
def test_the_two_proportion_test_finds_the_difference_four_times_in_five(n: int, p: float) -> None:
    difference = least_difference(n, p)
    counts = np.arange(n + 1)
    a, b = counts[:, None] / n, counts[None, :] / n
    pooled = (a + b) / 2
    found = np.abs(a - b) > 1.959964 * np.sqrt(2 * pooled * (1 - pooled) / n)
    weights = np.outer(
        binom.pmf(counts, n, p + difference / 2), binom.pmf(counts, n, p - difference / 2)
    )
    assert float((weights * found).sum()) == pytest.approx(0.8, abs=0.03)


@pytest.mark.parametrize(("n", "discordant"), [(198, 0.2), (500, 0.2), (500, 0.4)])
def test_mcnemars_test_finds_the_paired_difference_four_times_in_five(
    n: int, discordant: float
) -> None:
    difference = least_paired_difference(n, discordant)
    share = (1 + difference / discordant) / 2
    found = 0.0
    for items in range(1, n + 1):
        only_a = np.arange(items + 1)
        resolved = np.abs(2 * only_a - items) > 1.959964 * math.sqrt(items)
        chance = float((binom.pmf(only_a, items, share) * resolved).sum())
        found += float(binom.pmf(items, n, discordant)) * chance
    assert found == pytest.approx(0.8, abs=0.04)


@given(SIZES, SHARES)
def test_four_times_the_items_resolve_half_the_difference(n: int, share: float) -> None:
    assert least_difference(4 * n, share) == pytest.approx(least_difference(n, share) / 2)
    assert least_paired_difference(4 * n, share) == pytest.approx(
        least_paired_difference(n, share) / 2
    )


@given(SIZES, SHARES)
def test_an_accuracy_of_one_half_is_the_worst_case(n: int, p: float) -> None:
    assert least_difference(n, p) <= least_difference(n)
    assert least_difference(n, p) == pytest.approx(least_difference(n, 1 - p))


@given(SIZES, SHARES)
def test_more_power_and_more_certainty_need_a_larger_difference(n: int, share: float) -> None:
    assert least_difference(n, share, power=0.9) > least_difference(n, share)
    assert least_difference(n, share, level=0.99) > least_difference(n, share)
    assert least_paired_difference(n, share, power=0.9) > least_paired_difference(n, share)
    assert least_paired_difference(n, share, level=0.99) > least_paired_difference(n, share)


@given(SIZES, st.floats(0.01, 0.49))
def test_pairing_gains_as_long_as_runs_agree_more_than_chance(n: int, discordant: float) -> None:
    assert least_paired_difference(n, discordant) < least_difference(n)  # chance: half the items
    assert least_paired_difference(n, 0.5) == pytest.approx(least_difference(n))


def test_one_item_resolves_nothing() -> None:
    assert least_difference(1) > 1
    assert least_paired_difference(1, 1) > 1


@pytest.mark.parametrize("n", [0, -1, math.nan, math.inf])
def test_no_items_are_refused(n: float) -> None:
    with pytest.raises(ValueError, match=r"n .*expected a number above 0"):
        least_difference(n)
    with pytest.raises(ValueError, match=r"n .*expected a number above 0"):
        least_paired_difference(n, 0.2)


@pytest.mark.parametrize("share", [0, -0.1, 1.1, 20, math.nan])
def test_an_impossible_share_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="accuracy"):
        least_difference(30, share)
    with pytest.raises(ValueError, match="discordant"):
        least_paired_difference(30, share)
    with pytest.raises(ValueError, match="level"):
        least_difference(30, level=share)


def test_an_accuracy_without_variance_and_a_power_of_chance_are_refused() -> None:
    with pytest.raises(ValueError, match="accuracy 1"):
        least_difference(30, 1)
    for power in (0, 0.05, 1, 80, math.nan):
        with pytest.raises(ValueError, match="power"):
            least_difference(30, power=power)
        with pytest.raises(ValueError, match="power"):
            least_paired_difference(30, 0.2, power=power)
