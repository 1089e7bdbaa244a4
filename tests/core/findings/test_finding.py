"""Findings: the numbers of a result in the unit that is named, and the verdicts that follow from them."""

from dataclasses import replace

import pytest

from reasonboard.core.findings.finding import Finding, FindingVerdict, ordered, verdict_of
from reasonboard.core.findings.result import Result, estimate_of, largest_p, one_of
from reasonboard.core.findings.words import (
    NO_TEST,
    above_or_below,
    best_sentence,
    conclusion,
    how_tested,
    join_names,
    signed,
    signed_slope,
)
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.means import Estimate
from reasonboard.statistics.uncertainty import Measured

RISE = Result(0.2, 0.1, 0.3, 0.001, 0.004, 4, 3.3, "z test")


def finding(
    result: Result | None = RISE, times: float = 100, estimate: float | None = None
) -> Finding:
    return Finding.of("A", result, "A sentence.", "A test.", times=times, estimate=estimate)


def test_a_result_becomes_points_with_its_verdict() -> None:
    one = finding()
    assert [one.estimate, one.low, one.high, one.p] == pytest.approx([20, 10, 30, 0.004])
    assert (one.unit, one.verdict, one.strength) == ("points", "better", 3.3)


def test_a_negative_factor_turns_the_difference_its_interval_and_its_verdict() -> None:
    one = finding(times=-100)
    assert [one.estimate, one.low, one.high] == pytest.approx([-20, -30, -10])
    assert one.verdict == "worse"


def test_without_a_result_an_estimate_is_untested() -> None:
    one = finding(None, estimate=20.0)
    assert (one.estimate, one.low, one.p, one.verdict, one.strength) == (
        20,
        None,
        None,
        "untested",
        0,
    )


@pytest.mark.parametrize(
    ("p", "direction", "verdict"),
    [(0.05, 1, "better"), (0.05, -1, "worse"), (0.051, 1, "open"), (0.0, 0, "open"), (None, 1, "untested")],
)  # fmt: skip
def test_a_verdict_follows_from_the_corrected_p_value(
    p: float | None, direction: float, verdict: str
) -> None:
    assert verdict_of(p, direction) == verdict


@pytest.mark.parametrize(
    ("up", "down", "verdict"),
    [(3, 1, "better"), (1, 3, "worse"), (2, 2, "open"), (0, 0, "untested")],
)
def test_a_family_of_tests_is_counted(up: int, down: int, verdict: str) -> None:
    verdicts = [Verdict.BETTER] * up + [Verdict.WORSE] * down + [None] * (1200 - up - down)
    one = Finding.count("All", verdicts, "cells", "A sentence.", "A test.")
    tested = up + down
    of_tested = (tested, f"of {tested} cells tested") if tested else (None, "of 1,200 cells")
    assert (one.estimate, one.unit, one.verdict) == (*of_tested, verdict)
    whole = Finding.count(
        "All",
        verdicts[:tested] + [Verdict.NOT_SIGNIFICANT] * 1200,
        "cells",
        "A sentence.",
        "A test.",
    )
    assert (whole.estimate, whole.unit) == (tested, f"of {1200 + tested:,} cells")


def test_a_long_subject_stays_whole() -> None:
    name = "Type 6 · Qwen-2.5 1.5B · Meta-learning"
    assert Finding(subject=name, text="", test="").subject == name


def test_what_leads_comes_before_all_in_the_order_in_which_it_was_made() -> None:
    strong = Finding(subject="a", text="", test="", verdict="better", strength=9)
    some = [
        strong,
        replace(strong, subject="b", verdict="open", strength=1, leads=True),
        replace(strong, subject="c", strength=2, leads=True),
    ]
    assert [finding.subject for finding in ordered(some)] == ["b", "c", "a"]


def test_the_significant_come_first_then_the_strongest_and_equals_keep_their_order() -> None:
    every = [Finding(subject=f"{n}", text="", test="", strength=n % 3) for n in range(6)]
    assert [one.subject for one in ordered(every)] == ["2", "5", "1", "4", "0", "3"]
    verdicts: list[FindingVerdict] = ["untested", "open", "worse", "better"]
    mixed = [
        Finding(subject=one, text="", test="", strength=9 - n, verdict=one)
        for n, one in enumerate(verdicts)
    ]
    assert [one.subject for one in ordered(mixed)] == ["worse", "better", "open", "untested"]


def test_a_family_has_the_p_value_of_its_least_clear_test() -> None:
    assert largest_p([RISE, RISE._replace(adjusted=0.2)]) == 0.2
    assert largest_p([RISE, None]) is largest_p([]) is None


def test_shared_sentences_say_the_numbers_with_the_nouns_of_a_study() -> None:
    assert (
        how_tested(RISE, "cells", note="")
        == "Z test: p = 0.001, p = 0.004 after Holm's correction over 4 cells."
    )
    assert how_tested(RISE._replace(tests=1), "cells", note="Why.") == "Z test: p = 0.001. Why."
    assert how_tested(None, "cells") == NO_TEST
    assert best_sentence("X", 0, 1, "other") == "X is significantly above the other"
    assert best_sentence("X", 2, 2, "other") == "X is highest; both others are tied with it"
    assert best_sentence("X", 1, 2, "other") == "X is highest; 1 of 2 others is tied with it"
    assert join_names(["A", "B", "A", "C", "D", "E"]) == "A, B, C and 2 more"
    assert [above_or_below(x) for x in (0.046, -0.018, 0)] == [
        "4.6 points above",
        "1.8 points below",
        "level with",
    ]


def test_differences_have_a_sign_and_a_true_minus() -> None:
    assert [signed(x) for x in (0.046, -0.018, 0, -0.0001)] == ["+4.6", "−1.8", "0.0", "0.0"]


@pytest.mark.parametrize(
    ("result", "unsigned", "words"),
    [
        (RISE, False, "95% interval +10.0 to +30.0; significant after correction"),
        (RISE._replace(tests=1), False, "95% interval +10.0 to +30.0; significant"),
        (
            RISE._replace(estimate=-0.1, low=-0.3, high=0.1, p=0.1, adjusted=0.2),
            True,
            "95% interval −10.0 to 30.0; not significant",
        ),
        (
            RISE._replace(adjusted=0.2),
            False,
            "95% interval +10.0 to +30.0; significant only before correction",
        ),
        (None, False, "no uncertainty available"),
    ],
)
def test_a_conclusion_says_the_plain_interval_and_the_corrected_verdict(
    result: Result | None, unsigned: bool, words: str
) -> None:
    assert conclusion(result, unsigned=unsigned) == words


def test_one_of_a_family_has_its_p_value_corrected_and_its_interval_as_it_is() -> None:
    a, b = Measured(0.6, 200), Measured(0.45, 200)
    alone, among = one_of(1, a, b), one_of(50, a, b)
    assert alone is not None
    assert among is not None
    assert among.adjusted == pytest.approx(50 * alone.p)
    assert (alone.verdict, among.verdict) == (Verdict.BETTER, Verdict.NOT_SIGNIFICANT)
    assert (among.low, among.high) == (alone.low, alone.high)
    assert (alone.words, among.words) == ("significant", "only before correction")
    assert one_of(50, a, Measured(0.5)) is None
    slope = estimate_of(50, Estimate(0.15, 0.05))
    assert slope.adjusted == pytest.approx(50 * Estimate(0.15, 0.05).p)
    assert (slope.low, slope.high) == Estimate(0.15, 0.05).interval


@pytest.mark.parametrize(
    ("slope", "adjusted", "words"),
    [
        (0.0004, 0.001, "+0.04"),
        (0.0004, 0.4, "0.0"),
        (-0.000004, 0.001, "−0.0004"),
        (0.024, 0.01, "+2.4"),
        (0.0, 1.0, "0.0"),
    ],
)
def test_a_significant_slope_is_never_written_as_0(
    slope: float, adjusted: float, words: str
) -> None:
    result = Result(slope, None, None, adjusted, adjusted, 1, 3.0)
    assert signed_slope(slope, result) == words
    assert signed_slope(0.0004, None) == "0.0"
