"""What the page makes of loaded answers: those cut off, several attempts, lengths."""

from itertools import combinations
from statistics import mean, stdev
from typing import Any

import pytest
from scipy import stats

from reasonboard.statistics.intervals import wilson
from reasonboard.store.database import Rows, query
from reasonboard.studies.test_time import attempts, bins, cut_off
from reasonboard.studies.test_time.findings import of_attempts, of_bins, of_cut_off
from reasonboard.studies.test_time.study import TEST_TIME
from tests.studies.test_time.two_runs import (
    COMPLETE,
    COMPLETE_RIGHT,
    CUT,
    CUT_RIGHT,
    LONG,
    RIGHT,
    SAID,
    SHORT,
)

pytestmark = pytest.mark.usefixtures("two_runs")


def rows(name: str, panel: str, metric: str = "main") -> Rows:
    chosen: dict[str, Any] = {"source": [], "metric": metric, "panel": panel}
    return query(f"studies/test_time/{name}", **chosen)


def test_a_made_up_log_gives_back_its_share_of_cut_answers_and_both_accuracies() -> None:
    (row,) = cut_off.table(cut_off.with_tests(rows("cut_off", "Log")))
    assert (row["run"], row["answers"], row["cut off"]) == (SHORT, 2500, 920)
    assert (row["cut off %"], row["cut %"], row["complete %"]) == (36.8, 24.13, 95.57)
    for name, right, n in (
        ("cut off %", CUT, CUT + COMPLETE),
        ("cut %", CUT_RIGHT, CUT),
        ("complete %", COMPLETE_RIGHT, COMPLETE),
    ):
        ends = [row[f"{name} low"], row[f"{name} high"]]
        assert ends == pytest.approx([end * 100 for end in wilson(right, n)], abs=0.006)


def test_the_score_lies_between_all_cut_answers_wrong_and_all_right() -> None:
    (row,) = cut_off.table(rows("cut_off", "Log"))
    right = CUT_RIGHT + COMPLETE_RIGHT
    score, low, high = (row[name] for name in list(row)[-3:])
    assert [score, low, high] == pytest.approx(
        [one / 25 for one in (right, COMPLETE_RIGHT, COMPLETE_RIGHT + CUT)], abs=0.006
    )


def test_a_reader_chooses_by_which_metric_answers_are_right() -> None:
    offered = query("studies/test_time/metric_choices", source=[])
    assert [choice["value"] for choice in offered] == ["main", "strict_acc"]
    (run,) = attempts.attempts(rows("passes", "Tries · strict_acc", "strict_acc"))
    assert run.any_right[0].value == pytest.approx(mean(max(right - 1, 0) / 4 for right in RIGHT))
    assert rows("passes", "Tries", "strict_acc") == []


def test_cut_answers_are_told_from_complete_ones() -> None:
    (found,) = of_cut_off(cut_off.with_tests(rows("cut_off", "Log")), panel="Log")
    assert (found.verdict, round(found.estimate or 0, 1)) == ("better", 71.4)
    assert "36.8% of 2,500 answers were truncated" in found.text


def _wilson_by_problem(values: list[float]) -> tuple[float, float]:
    """The roots of (p - x)² = t² x (1 - x) / n*, of values of 6 problems with 4 attempts each."""
    p, t = mean(values), stats.t.ppf(0.975, 5)
    variance = (sum((value - p) ** 2 for value in values) + 2 * p * (1 - p)) / 8 / 6
    n = min(24, max(1, p * (1 - p) / variance)) if variance else 6
    a, b = 1 + t**2 / n, -(2 * p + t**2 / n)
    root = max(0, b * b - 4 * a * p * p) ** 0.5
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def test_several_attempts_are_the_shares_of_all_sets_of_k_with_their_error_over_problems() -> None:
    (run,) = attempts.attempts(rows("passes", "Tries"))
    assert (run.row["key"], run.ks, run.items) == (LONG, [1, 2, 4], 6)
    for point, other in zip(run.any_right, run.all_right, strict=True):
        of_items = [list(combinations([True] * c + [False] * (4 - c), point.k)) for c in RIGHT]
        any_right = [mean(map(any, sets)) for sets in of_items]
        assert point.value == pytest.approx(mean(any_right))
        assert other.value == pytest.approx(mean(mean(map(all, sets)) for sets in of_items))
        ends = point.score.low, point.score.high
        assert ends == pytest.approx(_wilson_by_problem(any_right), abs=1e-6)


def test_a_vote_is_the_share_of_all_sets_of_k_that_it_gets_right() -> None:
    def score(drawn: tuple[str, ...]) -> float:
        votes = {letter: drawn.count(letter) for letter in drawn if letter != " "}
        won = [letter for letter in votes if votes[letter] == max(votes.values())]
        return mean(letter == "r" for letter in won or drawn)

    (run,) = attempts.attempts(rows("passes", "Tries"))
    assert [point.k for point in run.majority] == [1, 2, 4]
    by_k = {k: [mean(map(score, combinations(said, k))) for said in SAID] for k in (1, 2, 4)}
    for point in run.majority:
        assert point.value == pytest.approx(mean(by_k[point.k]))
        ends = point.score.low, point.score.high
        assert ends == pytest.approx(_wilson_by_problem(by_k[point.k]), abs=1e-6)
    gains = [last - first for first, last in zip(by_k[1], by_k[4], strict=True)]
    _, found = of_attempts(attempts.with_tests(rows("passes", "Tries")), panel="Tries")
    assert found.estimate == pytest.approx(mean(gains) * 100)
    least = 1.959964 / (4 * 6)  # as if four answers had changed
    assert found.strength == pytest.approx(abs(mean(gains)) / max(least, stdev(gains) / 6**0.5))
    assert "the most frequent of 4 answers is right on" in found.text
    (strict,) = attempts.attempts(rows("passes", "Tries · strict_acc", "strict_acc"))
    assert strict.majority == []


def test_the_gain_of_several_attempts_is_tested_by_problem() -> None:
    gains = [float(c > 0) - c / 4 for c in RIGHT]
    found, _ = of_attempts(attempts.with_tests(rows("passes", "Tries")), panel="Tries")
    assert found.estimate == pytest.approx(mean(gains) * 100)
    assert found.strength == pytest.approx(mean(gains) / (stdev(gains) / 6**0.5))


def test_answers_are_binned_by_powers_of_two_of_their_tokens() -> None:
    (run,) = bins.lengths(rows("bins", "Tries"))
    # The second and fourth attempts have 100 tokens, the others 1,000.
    short = sum((c > 1) + (c > 3) for c in RIGHT) / 12
    long = sum((c > 0) + (c > 2) for c in RIGHT) / 12
    assert [(one.power, one.answers) for one in run.bins] == [(6, 12), (9, 12)]
    assert [one.value for one in run.bins] == pytest.approx([short, long])
    (found,) = of_bins(bins.with_tests(rows("bins", "Tries")), panel="Tries")
    assert found.estimate == pytest.approx((long - short) / 3 * 100)


def test_own_runs_come_first_in_the_answer_and_say_where_they_stand() -> None:
    answer = TEST_TIME.headline and TEST_TIME.headline(TEST_TIME, TEST_TIME.defaults())
    assert answer is not None
    assert (answer.own, answer.strong) == (
        "org-long",
        "(longest of your 2 runs) is on the accuracy–tokens frontier on Log.",
    )


def test_stated_and_counted_tokens_stand_on_one_axis() -> None:
    found = {
        (row["panel"], row["key"]): row
        for row in query("studies/test_time/frontier", source=[], metric="main", cost="tokens")
    }
    tokens = {place: row["tokens"] for place, row in found.items()}
    mean_tokens = (CUT * 4000 + COMPLETE * 700) / 2500
    assert tokens == {("Log", LONG): 6000, ("Log", SHORT): mean_tokens, ("Tries", LONG): 550}
