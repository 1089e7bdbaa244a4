"""What the tests and intervals promise, held against made-up runs whose truth is known.

Type I error and coverage lie within the Monte Carlo error of the simulations that the methods were chosen by.
"""

import numpy as np
import pytest

from reasonboard.statistics.amounts import ratio
from reasonboard.statistics.differences import Difference, unpaired
from reasonboard.statistics.intervals import Interval
from reasonboard.statistics.paired import paired_answers, paired_scores
from reasonboard.statistics.recipes import band, best_minus_last, crossed, over_seeds, overall
from reasonboard.statistics.score import runs_here, score_of_run, score_of_seeds
from reasonboard.statistics.series import change_of_means, last_against
from tests.states import many
from tests.statistics.simulated import Floats, answers, chances, share_of_alarms, trained
from tests.statistics.test_amounts import amounts_of

TRIALS = many(150, 2000)
SLACK = 3 * (0.05 * 0.95 / TRIALS) ** 0.5
"""Three standard errors of a share of trials that is 5% in truth."""


def wrong(found: Difference | None) -> bool:
    """Does it say that sides differ?"""
    return found is not None and found.p < 0.05


def test_equal_runs_are_called_different_in_no_more_than_one_of_twenty_pairs() -> None:
    wrongly = np.zeros(3)
    for index in range(TRIALS):
        rng = np.random.default_rng(index)
        of_problems = chances(rng, 198)
        a, b = answers(rng, of_problems, 1)[0], answers(rng, of_problems, 1)[0]
        wrongly[0] += wrong(paired_answers(int((a > b).sum()), int((a < b).sum()), 198))
        wrongly[1] += wrong(unpaired(a.mean(), 198, b.mean(), 198))
        first, other = (answers(rng, of_problems, 4).mean(0) for _ in range(2))
        wrongly[2] += wrong(paired_scores(first, other, attempts=4))
    paired, independent, by_t = wrongly / TRIALS
    assert 0.02 - SLACK < paired < 0.053 + SLACK
    assert independent < 0.02 + SLACK  # cautious: they are the same problems
    assert 0.03 - SLACK < by_t < 0.061 + SLACK


def test_a_score_lies_within_its_interval() -> None:
    mean, within = 0.8, np.zeros(3)
    for index in range(TRIALS):
        rng = np.random.default_rng(index)
        of_problems = chances(rng, 198, mean)
        tables = answers(rng, of_problems, 1), answers(rng, of_problems, 4)
        within[0] += _holds(score_of_run(tables[0][0])[1:3], mean)
        within[1] += _holds(score_of_run(tables[1].mean(0), 4)[1:3], mean)
        recipe = trained(rng, chances(rng, 198, mean), seeds=3)
        within[2] += _holds(score_of_seeds(recipe)[1:3], mean)
    assert (within / TRIALS > [0.94 - SLACK, 0.93 - SLACK, 0.92 - SLACK]).all()
    assert (within / TRIALS < [0.965 + SLACK, 0.965 + SLACK, 0.98 + SLACK]).all()


def test_these_problems_have_their_own_truth() -> None:
    within = 0
    for index in range(TRIALS):
        rng = np.random.default_rng(index)
        of_problems = chances(rng, 198)
        within += _holds(runs_here(answers(rng, of_problems, 5))[-1], of_problems.mean())
    assert abs(within / TRIALS - 0.95) < 0.015 + SLACK


def test_equal_recipes_are_rarely_called_different() -> None:
    wrongly = np.zeros(3)
    for index in range(TRIALS):
        rng = np.random.default_rng(index)
        tables = []
        for of_problems in (chances(rng, 100), chances(rng, 60)):
            tables.append((trained(rng, of_problems, seeds=3), trained(rng, of_problems, seeds=3)))
        a, b = tables[0]
        wrongly[0] += wrong(crossed(a, b))
        wrongly[1] += wrong(over_seeds(list(a.mean(1)), list(b.mean(1))))
        wrongly[2] += wrong(overall(tables))
    assert (wrongly / TRIALS < 0.067 + SLACK).all()
    assert wrongly[1] / TRIALS > 0.02 - SLACK


def test_curves_without_a_peak_rarely_have_one() -> None:
    wrongly = within = 0
    for index in range(TRIALS):
        rng = np.random.default_rng(index)
        true = np.minimum(0.6, 0.3 + 0.05 * np.arange(10))
        curves = true + rng.normal(0, 0.02, (3, 10))
        found = best_minus_last(curves)
        wrongly += wrong(found) and found is not None and found.value > 0
        within += _holds(band(curves)[5], true[5])
    assert wrongly / TRIALS < 0.025 + SLACK
    assert abs(within / TRIALS - 0.95) < 0.01 + SLACK


def test_the_last_run_of_an_unchanged_series_rarely_differs() -> None:
    wrongly = np.zeros(2)
    for index in range(TRIALS // 2):
        rng = np.random.default_rng(index)
        table = answers(rng, chances(rng, 198), 12)
        wrongly[0] += wrong(last_against(table.T))
        found = change_of_means(list(table.mean(1)), 198)
        wrongly[1] += found is not None and found.verdict != "none"
    assert (wrongly / (TRIALS // 2) < 0.055 + 1.5 * SLACK).all()


def test_a_ratio_of_tokens_lies_within_its_interval() -> None:
    within = 0
    for index in range(TRIALS):
        rng = np.random.default_rng(index)
        of_problems = rng.lognormal(5, 0.5, 198)
        a, b = (of_problems * rng.lognormal(0, 0.4, 198) * times for times in (1.2, 1))
        found = ratio(amounts_of(a, b))
        within += bool(found and found.interval and _holds(found.interval, 1.2))
    assert 0.93 - SLACK < within / TRIALS < 0.97 + SLACK


@pytest.mark.long
def test_a_thousand_series_without_a_change_looked_at_after_every_run() -> None:
    ever, last = share_of_alarms(series=1000, problems=400, seed=48)
    assert ever <= 0.03
    assert last <= 0.075


def _holds(interval: Interval | tuple[float, float], truth: float) -> bool:
    return bool(interval[0] <= truth <= interval[1])


def test_made_up_seeds_scatter() -> None:
    rng = np.random.default_rng(0)
    table: Floats = trained(rng, chances(rng, 2000), seeds=40, sd=0.1)
    assert table.mean(1).std() > 1.2 * (0.16 / 2000) ** 0.5
