"""The answer of the page of iterations."""

from types import SimpleNamespace
from typing import Any

import pytest

from reasonboard.core import insights
from reasonboard.core.headline import Headline
from reasonboard.studies.iterations.headline import headline
from reasonboard.studies.iterations.study import ITERATIONS
from tests.conftest import Given


@pytest.mark.usefixtures("bundled")
def test_a_log_without_accuracy_is_answered_by_its_lengths() -> None:
    values = ITERATIONS.defaults()
    rows = [
        row | {"accuracy": [None] * len(row["accuracy"])} for row in ITERATIONS.rows("grid", values)
    ]
    study: Any = SimpleNamespace(main_view=ITERATIONS.main_view, view_rows=lambda *_: rows)
    answer = headline(study, values)
    assert answer
    assert answer.strong == "No accuracy is logged."
    assert answer.context.startswith("Responses became ")
    rows.clear()
    assert headline(study, values) is None


@pytest.mark.usefixtures("bundled")
def test_the_only_benchmark_that_can_be_tested_is_no_number() -> None:
    values = ITERATIONS.defaults()
    rows = [
        row | ({} if row["benchmark"] == "GPQA" else {"n_items": None})
        for row in ITERATIONS.rows("grid", values)
        if row["benchmark"] in ("GPQA", "KAOYAN")
    ]
    study: Any = SimpleNamespace(main_view=ITERATIONS.main_view, view_rows=lambda *_: rows)
    answer = headline(study, values)
    assert answer
    assert answer.strong == ("Accuracy rose on both benchmarks, significantly on the one tested.")


def curve(model: str, benchmark: str, last: float, n: int | None = 500) -> list[dict[str, Any]]:
    """From 50% at iteration 0 to `last` at 10."""
    common = {"model": model, "benchmark": benchmark, "n_items": n}
    return [common | {"iteration": at, "value": value} for at, value in ((0, 0.5), (10, last))]


def answer(given: Given, *curves: list[dict[str, Any]], **chosen: Any) -> Headline:
    given("iterations", s=[row for rows in curves for row in rows])
    values, notices = ITERATIONS.clean(chosen)
    assert not notices
    return insights.headline(ITERATIONS, values)


CASES = [
    ([curve("a", "X", 0.7)], "Accuracy on X rose by 20.0 points, significantly."),
    ([curve("a", "X", 0.51)], "Accuracy on X rose by 1.0 points, but not significantly."),
    (
        [curve("a", "X", 0.7, None)],
        "Accuracy on X rose by 20.0 points (not tested: number of problems unknown).",
    ),
    (
        [curve("a", "X", 0.7), curve("b", "X", 0.7)],
        "Accuracy rose on X for both models, significantly for both.",
    ),
    (
        [curve("a", "X", 0.7), curve("a", "Y", 0.7)],
        "Accuracy rose on both benchmarks, significantly on both.",
    ),
    (
        [curve("a", "X", 0.7), curve("a", "Y", 0.7), curve("b", "X", 0.51)],
        "Accuracy rose on all 3 curves, significantly on 2.",
    ),
    (
        [curve("a", "X", 0.7, None), curve("a", "Y", 0.7, None)],
        "Accuracy rose on both benchmarks; not tested: number of problems unknown.",
    ),
    (
        [curve("a", "X", 0.51), curve("a", "Y", 0.51), curve("a", "Z", 0.6, None)],
        "Accuracy rose on all 3 benchmarks, significantly on none of the 2 tested.",
    ),
    (
        [curve("a", "X", 0.7), curve("a", "Y", 0.3), curve("a", "Z", 0.5)],
        "Accuracy rose on 1 of 3 benchmarks, significantly on it, fell significantly on 1.",
    ),
    (
        [curve("a", "X", 0.3), curve("a", "Y", 0.3)],
        "Accuracy fell on both benchmarks, significantly on both.",
    ),
]


@pytest.mark.parametrize("number", range(len(CASES)), ids=[words for _, words in CASES])
def test_the_answer_counts_benchmarks_or_models_and_says_what_is_not_tested(
    given: Given, number: int
) -> None:
    """Each case is a source of one store."""
    sources = {
        f"s{place}": [row for rows in curves for row in rows]
        for place, (curves, _) in enumerate(CASES)
    }
    given("iterations", **sources)
    values, _ = ITERATIONS.clean({"source": f"s{number}"})
    assert insights.headline(ITERATIONS, values).strong == CASES[number][1]


def test_the_answer_and_the_byline_speak_of_the_chosen_model_and_benchmark(given: Given) -> None:
    curves = [curve("a", "X", 0.7), curve("a", "Y", 0.51), curve("b", "X", 0.4)]
    found = answer(given, *curves, model=["a"], benchmark=["Y"])
    assert found.strong == "Accuracy on Y rose by 1.0 points, but not significantly."
    assert (found.subject, found.extent) == ("a", "2 checkpoints, iterations 0–10")


def test_one_checkpoint_leaves_nothing_to_compare(given: Given) -> None:
    assert answer(given, curve("a", "X", 0.7)[:1]).strong == (
        "Only one checkpoint, so nothing to compare."
    )
