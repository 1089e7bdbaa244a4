"""What is undefined is None, never 0; what a statistic refuses is named with its value."""

import math
from collections.abc import Callable

import pytest

from reasonboard.statistics import checks
from reasonboard.statistics.contrasts import contrast
from reasonboard.statistics.differences import unpaired
from reasonboard.statistics.effects import homogeneity, interval_of, shrunk, trend
from reasonboard.statistics.growth import (
    data_multiplier,
    decline,
    level,
    per_doubling,
    reached,
    smallest_reaching,
)
from reasonboard.statistics.intervals import wilson
from reasonboard.statistics.means import Estimate, macro_mean, mean, mean_of_all
from reasonboard.statistics.paired import (
    PairedScores,
    paired_answers,
    paired_contrast,
    paired_detectable,
)
from reasonboard.statistics.ranks import spearman, spearman_of_differences, spearman_range
from reasonboard.statistics.repeats import pass_at_k, pass_hat_k
from reasonboard.statistics.slopes import change_point, logistic_slope
from reasonboard.statistics.sweeps import best_set, cheapest
from reasonboard.statistics.trajectory import (
    best_against_last,
    excess_variance,
    gain_place,
    ninety_percent_of_gain,
    ninety_percent_range,
)
from reasonboard.statistics.uncertainty import (
    Measured,
    effective_answers,
    of_measured,
    standard_error,
)

BARE, COUNTED = Measured(0.5), Measured(0.6, 100)
KNOWN, UNKNOWN = Estimate(0.2, 0.1), Estimate(0.1, None)
CASES: dict[Callable[..., object], list[tuple[object, ...]]] = {
    of_measured: [(BARE,), (Measured(0.5, n_repeats=4),), (Measured(0.5, n_seeds=1, seed_sd=0.1),),
                  (Measured(0.5, n_seeds=3),), (Measured(0.5, seed_sd=0.1),), (Measured(0.5, 0, stderr=0),),
                  (Measured(0.5, 30, scale="fraction"),), (Measured(12.0, 30, scale="amount"),),
                  (Measured(0.5, n_seeds=3, seed_sd=0.0),)],  # no evidence of certainty
    standard_error: [(BARE,)],
    effective_answers: [(BARE,), (Measured(1.0, stderr=0.0),)],
    contrast: [(BARE, COUNTED), (COUNTED, BARE), (Measured(0.6, stderr=0), Measured(0.5, stderr=0.1))],
    interval_of: [(mean([BARE]),)],
    trend: [([1, 1], [KNOWN, KNOWN]), ([1, 2], [UNKNOWN, KNOWN])],
    homogeneity: [([0, 0, 0], [7] * 3), ([1, 1], [7] * 2), ([0.5], [7]), ([], [])],
    shrunk: [([], [])],
    macro_mean: [([],)],
    mean_of_all: [([],), ([COUNTED, None],)],  # of other items
    decline: [([],)],
    reached: [([0, 0.5, 1], [Measured(value, 100) for value in (0.1, 0.12, 0.11)]),  # within noise
              ([0, 0.5, 1], [Measured(value, 100) for value in (0.9, 0.5, 0.1)]),  # a fall
              ([0, 0, 1], [Measured(value, 100) for value in (0.1, 0.5, 0.9)])],  # two points at one place
    level: [(0.6, 0.6)],
    smallest_reaching: [([], [], 0.5), ([1, 2], [0.1, 0.2], 0.3)],
    data_multiplier: [(1000, 83.4, [], [])],
    per_doubling: [([2, 2], [COUNTED, COUNTED]), ([], [])],
    spearman: [([], []), ([1], [0]), ([1, 2], [0, 1]), ([4, 4, 4, 4], [0, 1, 2, 3])],
    spearman_of_differences: [([], []), ([1], [0]), ([1, 2], [0, 1]), ([1, 3, 2], [0, 1, 4]),
                              ([0.1, 0.2, 0.3, 0.4, 0.5], [0, 1, 4, 9, 16])],
    spearman_range: [(0.5, 3), (1.0, 30)],
    paired_contrast: [(PairedScores(1, 0.5, 0.25, None, 1, 0, binary=False, attempts=None),),
                      (PairedScores(30, 0.5, 0.25, 0.0, 30, 0, binary=False, attempts=None),)],
    paired_detectable: [(PairedScores(1, 0.5, 0.25, None, 1, 0, binary=False, attempts=None),)],
    pass_at_k: [(0, 0, 1), (4, 2, 5), (1, 1, 2)],
    pass_hat_k: [(0, 0, 1), (4, 2, 5), (1, 1, 2)],
    # Nothing, one cell, one length, all wrong, all right, parted, parted at a mixed length, mixed only at
    # the end, one answer each.
    logistic_slope: [([], [], []), ([3], [5], [10]), ([3, 3], [5, 6], [10, 10]), ([1, 2, 3], [0, 0, 0], [10] * 3),
                     ([1, 2, 3], [10] * 3, [10] * 3), ([1, 2], [10, 0], [10, 10]), ([1, 2, 3], [10, 4, 0], [10] * 3),
                     ([1, 2], [0, 5], [10, 10]), ([1, 2], [1, 0], [1, 1])],
    change_point: [([], []), ([3], [5]), ([0, 0, 0], [5] * 3), ([5, 5], [5, 5]), ([2, 4], [5, 10]), ([1], [1])],
    best_set: [([],), ([BARE, BARE],)],
    cheapest: [([], [], 0.05), ([Measured(0.4), BARE], [1, 2], 0.05)],
    best_against_last: [([0.9, 0.1], 100)],
    gain_place: [([0.0, 4, 8], [0.8, 0.1, 0.1], 1000)],
    ninety_percent_of_gain: [([], []), ([0], [0.5]), ([0, 1], [0.5, 0.5]), ([0, 1, 2], [0.6, 0.9, 0.5])],
    ninety_percent_range: [([], [], []), ([0], [0.5], [30]), ([0, 1], [0.5, 0.5], [30] * 2),
                           ([0, 1, 2], [0.6, 0.9, 0.5], [30] * 3)],
}  # fmt: skip


@pytest.mark.parametrize(
    ("statistic", "given"),
    [(statistic, given) for statistic, every in CASES.items() for given in every],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_what_is_undefined_is_none(
    statistic: Callable[..., object], given: tuple[object, ...]
) -> None:
    assert statistic(*given) is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: checks.check_lengths([1], [1, 2]), r"lists of \[1, 2\] values: expected one length"),
        (lambda: checks.check_finite([0, math.nan]), "value nan: expected a finite number"),
        (lambda: checks.check_fractions([0, 50.0]), "value 50.0: expected a fraction from 0 to 1"),
        (lambda: checks.check_counts([1, 0]), "count 0: expected 1 or more"),
        (lambda: checks.check_successes([4], [3]), "4 successes of 3: expected 0 to 3"),
        (lambda: checks.check_positive([math.inf]), "value inf: expected a number above 0"),
        (lambda: checks.check_rising([1, 2, 2]), "2 after 2: expected increasing numbers"),
        (lambda: checks.check_level(95), "level 95: expected a share between 0 and 1"),
        (lambda: unpaired(53, 30, 0.5, 30), "value 53"),
        (lambda: unpaired(0.5, 0, 0.5, 30), "value 0"),
        (lambda: paired_answers(-1, 3, 5), "-1 and 3 of 5 items"),
        (lambda: wilson(6, 5), "6 successes: expected 0 to 5"),
        (lambda: best_against_last([0.5, 1.2, 0.5], 10), "value 1.2"),
        (lambda: excess_variance([0.5] * 5, 0), "count 0"),
        (lambda: pass_at_k(3, 4, 1), "4 successes of 3"),
        (lambda: logistic_slope([0, 1], [0, 1], [1]), "expected one length"),
        (lambda: change_point([1, 2], [3, 3], permutations=0), "count 0"),
        (lambda: ninety_percent_of_gain([0, 1], [0.1, 0.2], window=2), "odd window"),
    ],
)  # fmt: skip
def test_impossible_arguments_are_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()
