"""A against B: matched places, tests, verdicts."""

from typing import Any

import pytest

from reasonboard.core.findings.comparison import compared, paired_sentence
from reasonboard.core.findings.pairs import Answers, Difference, differences
from reasonboard.statistics.differences import Verdict
from tests.paired_scores import paired_scores


def mark(value: float, **setting: Any) -> dict[str, Any]:
    numbers = {
        "value": value, "stderr": None, "scale": "proportion",
        "n_items": 100, "n_repeats": None, "n_seeds": None, "kind": "measured",
        "unit": "fraction", "run": None, "higher_is_better": True,
    }  # fmt: skip
    return (
        {"source": "s", "model": "m", "benchmark": "b", "window": 1}
        | setting
        | (numbers | {name: setting[name] for name in setting if name in numbers})
    )


def paired(items: list[tuple[float, float]], *, binary: bool, better: bool = True) -> Difference:
    """B minus A by the scores (A, B) of their items."""
    a, b = [one for one, _ in items], [other for _, other in items]
    answers = Answers(len(items), len(items), paired_scores(b, a, binary=binary))
    of_b, of_a = (mark(sum(scores) / len(items), higher_is_better=better) for scores in (b, a))
    return differences([(of_b, of_a, answers)])[0]


def test_two_marks_are_compared_whatever_tells_them_apart() -> None:
    (found,) = compared([mark(0.5)], [mark(0.8, window=2, model="n")])
    assert found.difference.result is not None
    assert found.difference.result.estimate == pytest.approx(0.3)
    assert found.verdict is Verdict.BETTER
    assert found.setting == "b"


def test_rows_are_matched_at_what_they_have_in_common() -> None:
    a = [mark(0.5, benchmark=name, window=1) for name in ("x", "y", "only a")]
    b = [mark(0.6, benchmark=name, window=2) for name in ("y", "x", "only b")]
    assert [one.setting for one in compared(a, b)] == ["m · x", "m · y"]


def test_a_place_that_stands_twice_is_left_out() -> None:
    a = [mark(0.5, benchmark="x"), mark(0.6, benchmark="x"), mark(0.7, benchmark="y")]
    b = [mark(0.5, benchmark="x", window=2), mark(0.6, benchmark="y", window=2)]
    assert [one.setting for one in compared(a, b)] == ["m · y"]


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
    assert found.difference.result is None
    assert found.difference.estimate == pytest.approx(0.3)
    assert found.verdict is None


def test_units_are_never_mixed_and_tokens_have_no_interval() -> None:
    tokens = {"unit": "tokens", "scale": "amount", "higher_is_better": None}
    assert compared([mark(0.5)], [mark(900.0, window=2, **tokens)]) == []
    (found,) = compared([mark(700.0, **tokens)], [mark(900.0, window=2, **tokens)])
    assert (found.difference.estimate, found.difference.result) == (200, None)


def test_nothing_is_compared_with_nothing() -> None:
    assert compared([], [mark(0.5)]) == []


def test_the_verdict_turns_where_less_is_better() -> None:
    items = [(0.25, 0.5 + n % 3 / 8) for n in range(30)]
    assert paired(items, binary=False).verdict is Verdict.BETTER
    assert paired(items, binary=False, better=False).verdict is Verdict.WORSE


def test_what_changed_is_said_as_higher_and_lower_whatever_is_better() -> None:
    items = [(float(n < 10), float(8 <= n < 30)) for n in range(40)]
    for better in (True, False):
        found = paired(items, binary=True, better=better)
        assert paired_sentence(found).startswith(
            "On the 40 problems that both answered, B is 30.0 points higher than A (95% interval "
        )
        assert paired_sentence(found).endswith("): higher on 20, lower on 8.")


@pytest.mark.parametrize(
    ("a", "b", "verdict", "words"),
    [
        (0.5, 0.5, Verdict.NOT_SIGNIFICANT, "All 30 problems that both answered have the same score in A and B."),
        (0.5, 0.25, None, "All 30 problems that both answered: B is each 25.0 points lower than A."),
    ],
)  # fmt: skip
def test_items_that_all_differ_by_the_same_are_shared_items_too(
    a: float, b: float, verdict: Verdict | None, words: str
) -> None:
    found = paired([(a, b)] * 30, binary=False)
    assert (found.interval, found.verdict) == (None, verdict)
    assert paired_sentence(found) == words


def test_single_answers_have_an_interval_even_where_none_changed() -> None:
    found = paired([(1, 1)] * 30, binary=True)
    assert found.verdict is Verdict.NOT_SIGNIFICANT
    assert found.interval is not None
    assert found.interval.low < 0 < found.interval.high


def test_one_shared_item_says_nothing_of_others() -> None:
    found = paired([(0, 1)], binary=True)
    assert found.verdict is Verdict.NOT_SIGNIFICANT
    few = paired([(0, 0.5)], binary=False)
    assert (
        paired_sentence(few)
        == "The only problem that both answered: B is 50.0 points higher than A."
    )


def test_what_is_not_paired_has_no_sentence_about_items() -> None:
    assert paired_sentence(differences([(mark(0.5), mark(0.6), Answers())])[0]) == ""
