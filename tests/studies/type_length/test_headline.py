"""The answer of type-length: over all that is chosen, and of nothing else."""

from types import SimpleNamespace
from typing import Any

import pytest

from reasonboard.core import insights
from reasonboard.core.headline import Headline
from reasonboard.studies.type_length.headline import Falls, _of_methods, where_it_falls
from reasonboard.studies.type_length.study import TYPE_LENGTH
from tests.conftest import Given

WHY = "Not tested: the number of problems is unknown."
QWEN = "Qwen-2.5 7B"


def answer(**chosen: Any) -> Headline:
    values, notices = TYPE_LENGTH.clean(chosen)
    assert not notices
    return insights.headline(TYPE_LENGTH, values)


@pytest.mark.parametrize(
    ("who", "falls", "words"),
    [
        ("X", Falls(1, 1, 1), "No: X loses accuracy with length."),
        ("X", Falls(1, 1, 7), "No: X loses accuracy with length in the one type tested."),
        ("X", Falls(7, 7, 7), "No: X loses accuracy with length in all 7 types."),
        ("X", Falls(5, 7, 7), "Only partly: X loses accuracy with length in 5 of 7 types."),
        ("X", Falls(3, 5, 7), "Only partly: X loses accuracy with length in 3 of the 5 types tested."),
        ("X", Falls(0, 2, 2), "Cannot tell yet: no significant fall of X with length in either type."),
        ("X", Falls(0, 1, 1), "Cannot tell yet: no significant fall of X with length."),
        ("X", Falls(0, 0, 7), WHY),
        ("", Falls(90, 90, 90), "No: accuracy falls with length on all 90 curves."),
        ("", Falls(79, 189, 217), "Only partly: accuracy falls with length on 79 of the 189 curves tested."),
    ],
)  # fmt: skip
def test_the_answer_counts_what_falls_of_what_is_tested(who: str, falls: Falls, words: str) -> None:
    assert where_it_falls(who, falls, WHY) == words


def ruler(n_items: int | None, lengths: tuple[int, ...] = (4096, 32768)) -> list[dict[str, Any]]:
    """Three models on two types, falling from 90 to 50%."""
    return [
        {"model": f"m{at}", "benchmark": "RULER", "task_type": kind, "task_length": length,
         "value": 0.9 if length == lengths[0] else 0.5, "n_items": n_items}
        for at in range(3) for kind in ("niah", "qa") for length in lengths
    ]  # fmt: skip


def test_the_answer_is_over_all_models_types_and_lengths(given: Given) -> None:
    given("type-length", s=ruler(500))
    found = answer()
    assert found.strong == "No: accuracy falls with length on all 6 curves."
    assert found.subject == "3 models"
    assert found.extent == "3 panels of model and method, 2 types, lengths 4k to 32k"


def test_the_answer_speaks_of_the_chosen_model(given: Given) -> None:
    given("type-length", s=ruler(500))
    found = answer(model=["m2"])
    assert found.strong == "No: m2 loses accuracy with length in both types."
    assert (found.subject, found.extent) == ("m2", "2 types, lengths 4k to 32k")


def test_without_n_or_a_second_length_nothing_is_tested_and_the_answer_says_why(
    given: Given,
) -> None:
    given("type-length", s=ruler(None), t=ruler(500, (4096,)))
    assert answer(source="s").strong == WHY
    assert answer(source="t").strong == "Only one length, so nothing to compare."


@pytest.mark.usefixtures("bundled")
def test_a_comparison_stays_within_the_filter_and_changes_the_method_alone() -> None:
    values, _ = TYPE_LENGTH.clean({"model": [QWEN]})
    assert all(str(values[side]).startswith(QWEN) for side in ("first", "second"))
    found = answer(model=[QWEN])
    assert "1.5B" not in f"{found.strong} {found.context}"
    assert found.context.startswith("Meta-learning is better than Baseline by 2.4 to ")
    assert (found.subject, found.extent) == (
        QWEN,
        "9 panels of model and method, 7 types, lengths 0 to 19",
    )


def _pair(difference: float, *, significant: bool | None) -> Any:
    return SimpleNamespace(
        difference=difference,
        result=None if significant is None else SimpleNamespace(significant=significant),
    )


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([(0.1, True)], "X is 10.0 points above Y, significantly."),
        ([(-0.1, False)], "X is 10.0 points below Y, but not significantly."),
        ([(0.1, None), (-0.2, None)], "X is from 20.0 points below to 10.0 points above Y, not tested."),
        ([(0.1, True), (0.2, True), (0.9, False), (0.8, None)],
         "X is better than Y by 10.0 to 20.0 points in 2 of 3 tests."),
        ([(-0.1, True), (-0.3, True)], "X is worse than Y by 10.0 to 30.0 points in both tests."),
        ([(0.1, True), (-0.2, True), (0.3, True)], "X is better than Y in 2 of 3 tests and worse in 1."),
        ([(0.1, False), (0.2, False), (0.3, None)], "No significant difference between X and Y in 2 tests."),
        ([(0.1, True), (0.3, None)], "X is better than Y by 10.0 points in the one test."),
    ],
)  # fmt: skip
def test_what_a_method_adds_is_of_the_pairs_that_are_significant(
    pairs: list[tuple[float, bool | None]], words: str
) -> None:
    made = [_pair(difference, significant=sure) for difference, sure in pairs]
    assert _of_methods(("X", "Y"), made) == words


@pytest.mark.usefixtures("bundled")
def test_two_panels_that_differ_in_model_and_method_are_not_compared() -> None:
    mixed = {
        "first": "Qwen-2.5 7B · Meta-learning · Core",
        "second": "Qwen-2.5 1.5B · Baseline · Core",
    }
    assert answer(**mixed).context == ""
    other_size = mixed | {"second": "Qwen-2.5 1.5B · Meta-learning · Core"}
    assert answer(**other_size).context == (
        "Qwen-2.5 7B · Meta-learning · Core is 5.0 points above Qwen-2.5 1.5B · Meta-learning · Core."
    )
