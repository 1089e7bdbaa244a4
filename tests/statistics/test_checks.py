"""What a statistic refuses, with the value and what was expected."""

import math
from collections.abc import Callable

import pytest

from reasonboard.statistics import checks
from reasonboard.statistics.differences import unpaired
from reasonboard.statistics.intervals import wilson
from reasonboard.statistics.paired import paired_answers
from reasonboard.statistics.repeats import pass_at_k
from reasonboard.statistics.slopes import change_point, logistic_slope
from reasonboard.statistics.trajectory import (
    best_against_last,
    excess_variance,
    ninety_percent_of_gain,
)


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
