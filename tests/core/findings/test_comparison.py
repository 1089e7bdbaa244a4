"""A against B: matched places, tests, verdicts."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from reasonboard.core.findings.comparison import compared, paired, paired_sentence, sentence
from reasonboard.statistics.differences import Verdict


def mark(value: float, **place: Any) -> dict[str, Any]:
    numbers = {
        "value": value, "stderr": None, "n_items": 100, "n_repeats": None, "n_seeds": None, "kind": "measured",
        "unit": "fraction", "run": None, "higher_is_better": True,
    }  # fmt: skip
    return (
        {"source": "s", "model": "m", "benchmark": "b", "window": 1}
        | place
        | (numbers | {name: place[name] for name in place if name in numbers})
    )


def item(name: str, a: float, b: float, answers: int = 1) -> dict[str, Any]:
    return {"item": name, "a": a, "b": b, "answers_a": answers, "answers_b": answers}


def test_two_marks_are_compared_whatever_tells_them_apart() -> None:
    (found,) = compared([mark(0.5)], [mark(0.8, window=2, model="n")])
    assert found.contrast is not None
    assert found.contrast.difference == pytest.approx(0.3)
    assert found.verdict is Verdict.BETTER
    assert found.place == "b"
    assert sentence(found).startswith("B is 30.0 points higher than A (95 % interval")


def test_rows_are_matched_at_what_they_have_in_common() -> None:
    a = [mark(0.5, benchmark=name, window=1) for name in ("x", "y", "only a")]
    b = [mark(0.6, benchmark=name, window=2) for name in ("y", "x", "only b")]
    assert [one.place for one in compared(a, b)] == ["m · x", "m · y"]


def test_a_place_that_stands_twice_is_left_out() -> None:
    a = [mark(0.5, benchmark="x"), mark(0.6, benchmark="x"), mark(0.7, benchmark="y")]
    b = [mark(0.5, benchmark="x", window=2), mark(0.6, benchmark="y", window=2)]
    assert [one.place for one in compared(a, b)] == ["m · y"]


def test_many_places_are_corrected_together() -> None:
    a = [mark(0.50, benchmark=str(n)) for n in range(40)]
    b = [mark(0.65, benchmark=str(n), window=2) for n in range(40)]
    alone = compared(a[:1], b[:1])
    assert alone[0].verdict is Verdict.BETTER
    assert {one.verdict for one in compared(a, b)} == {Verdict.NOT_SIGNIFICANT}


def test_less_is_better_where_the_metric_says_so() -> None:
    a, b = mark(0.5, higher_is_better=False), mark(0.8, higher_is_better=False, window=2)
    assert compared([a], [b])[0].verdict is Verdict.WORSE


def test_without_n_there_is_a_difference_but_no_verdict() -> None:
    (found,) = compared([mark(0.5, n_items=None)], [mark(0.8, window=2)])
    assert found.contrast is None
    assert found.verdict is None
    assert sentence(found) == "B is 30.0 points higher than A; no uncertainty available."


def test_units_are_never_mixed_and_tokens_have_no_interval() -> None:
    tokens = {"unit": "tokens", "higher_is_better": None}
    assert compared([mark(0.5)], [mark(900.0, window=2, **tokens)]) == []
    (found,) = compared([mark(700.0, **tokens)], [mark(900.0, window=2, **tokens)])
    assert sentence(found) == "B is +200 tokens from A; no uncertainty available."


def test_nothing_is_compared_with_nothing() -> None:
    assert compared([], [mark(0.5)]) == []


@given(st.integers(0, 40), st.integers(0, 40), st.integers(1, 40))
def test_single_answers_to_the_same_items_have_mcnemar(only_a: int, only_b: int, both: int) -> None:
    items = (
        [item(f"a{n}", 1, 0) for n in range(only_a)]
        + [item(f"b{n}", 0, 1) for n in range(only_b)]
        + [item(f"c{n}", 1, 1) for n in range(both)]
    )
    found = paired(items)
    assert found is not None
    assert (found.only_a, found.only_b, found.n) == (only_a, only_b, len(items))
    clear = only_a + only_b and binomtest(only_a, only_a + only_b).pvalue <= 0.05
    assert (found.verdict is not Verdict.NOT_SIGNIFICANT) == bool(clear)
    assert "McNemar" in found.test


def test_repeated_answers_are_resampled_by_item() -> None:
    items = [item(str(n), 0.25, 0.5 + n % 3 / 8, answers=8) for n in range(30)]
    found = paired(items)
    assert found is not None
    assert "bootstrap" in found.test
    assert found.verdict is Verdict.BETTER
    turned = paired(items, higher_is_better=False)
    assert turned is not None
    assert turned.verdict is Verdict.WORSE


def test_what_changed_is_said_as_higher_and_lower_whatever_is_better() -> None:
    items = [item(str(n), float(n < 10), float(8 <= n < 30)) for n in range(40)]
    for better in (True, False):
        found = paired(items, higher_is_better=better)
        assert found is not None
        assert paired_sentence(found).startswith(
            "On the 40 items that both answered B is 30.0 points higher than A (95 % interval "
        )
        assert paired_sentence(found).endswith("): higher on 20, lower on 8.")


@pytest.mark.parametrize(
    ("a", "b", "answers", "verdict", "words"),
    [
        (1, 1, 1, Verdict.NOT_SIGNIFICANT, "All 30 items that both answered have the same score in A and B."),
        (0.5, 0.5, 4, Verdict.NOT_SIGNIFICANT, "All 30 items that both answered have the same score in A and B."),
        (0, 1, 1, Verdict.BETTER, "All 30 items that both answered: B is each 100.0 points higher than A."),
        (0.5, 0.25, 4, None, "All 30 items that both answered: B is each 25.0 points lower than A."),
    ],
)  # fmt: skip
def test_items_that_all_differ_by_the_same_are_shared_items_too(
    a: float, b: float, answers: int, verdict: Verdict | None, words: str
) -> None:
    found = paired([item(str(n), a, b, answers) for n in range(30)])
    assert found is not None
    assert (found.n, found.interval, found.verdict) == (30, None, verdict)
    assert paired_sentence(found) == words


def test_one_shared_item_says_nothing_of_others() -> None:
    found = paired([item("only", 0, 1)])
    assert found is not None
    assert found.verdict is Verdict.NOT_SIGNIFICANT
    assert (
        paired_sentence(found)
        == "The only item that both answered: B is 100.0 points higher than A."
    )
    assert paired([]) is None
