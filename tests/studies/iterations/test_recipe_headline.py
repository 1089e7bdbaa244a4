"""Which recipe is better, in one sentence; and the findings beside it."""

from typing import Any

import pytest

from reasonboard.core.headline import Headline
from reasonboard.studies.iterations.family import recipes_of, with_family
from reasonboard.studies.iterations.findings.recipes import of_recipes
from reasonboard.studies.iterations.findings.trajectory import of_the_course
from reasonboard.studies.iterations.findings.views import of_the_gains
from reasonboard.studies.iterations.recipe_headline import recipe_headline
from tests.studies.iterations.recipe_rows import recipe

SURE = {"a": ([0.3, 0.60], [0.3, 0.61], [0.3, 0.62]), "b": ([0.3, 0.50], [0.3, 0.51], [0.3, 0.52])}
OPEN = {"a": ([0.3, 0.30], [0.3, 0.32], [0.3, 0.34]), "b": ([0.3, 0.25], [0.3, 0.26], [0.3, 0.30])}
BEHIND = {"a": SURE["b"], "b": ([0.3, 0.53], [0.3, 0.54], [0.3, 0.55])}


def rows(**benchmarks: dict[str, Any]) -> list[dict[str, Any]]:
    """Both recipes on each of these benchmarks."""
    return [
        recipe(name, *curves, benchmark=benchmark)
        for benchmark, both in benchmarks.items()
        for name, curves in both.items()
    ]


def answer(some: list[dict[str, Any]]) -> Headline:
    recipes = recipes_of(some)
    assert recipes
    headline = recipe_headline(recipes, some)
    assert headline
    return headline


def test_it_names_the_one_benchmark_that_decides_and_the_one_that_is_open() -> None:
    said = answer(rows(X=SURE, Y=OPEN))
    assert said.strong == "a is better than b on X at step 100, by 10.0 points (7.7 to 12.3)."
    assert (
        said.context
        == "On Y it is also 5.0 ahead, but these seeds cannot tell yet (−0.5 to +10.5)."
    )
    assert said.subject == "2 recipes × 3 seeds"


def test_it_says_where_the_better_one_is_worse() -> None:
    said = answer(rows(X=SURE, Y=BEHIND))
    assert said.context == "On Y it is worse, by 3.0 points (0.7 to 5.3). "


def test_several_benchmarks_are_counted_with_their_mean() -> None:
    said = answer(rows(X=SURE, Y=SURE))
    assert said.strong == (
        "a is better than b on 2 of 2 benchmarks, by 10.0 points on average (7.7 to 12.3)."
    )


def test_what_only_the_correction_made_insignificant_is_said_to_be_so() -> None:
    # Alone the p of a and b is below 0.05, as one of three pairs it is not.
    some = [
        recipe("a", [0.3, 0.31], [0.3, 0.33], [0.3, 0.35]),
        recipe("b", [0.3, 0.25], [0.3, 0.26], [0.3, 0.30]),
        recipe("c", [0.3, 0.10], [0.3, 0.25], [0.3, 0.40]),
    ]
    said = answer(some)
    assert said.strong == (
        "a is 6.0 points ahead of b on X at step 100 (0.5 to 11.5), significant only before correction."
    )


@pytest.mark.parametrize(
    ("some", "words"),
    [
        (
            rows(X=OPEN),
            "Cannot tell yet: a is 5.0 points ahead of b on X at step 100 (−0.5 to +10.5).",
        ),
        (
            rows(X=OPEN, Y=OPEN),
            "Cannot tell yet: a is ahead of b by 5.0 points (−0.5 to +10.5) on average.",
        ),
    ],
)
def test_what_is_open_is_not_called_better(some: list[dict[str, Any]], words: str) -> None:
    assert answer(some).strong == words


def test_the_mean_may_decide_where_no_single_benchmark_does() -> None:
    # Seeds that are good on one benchmark are bad on another: their means hardly differ.
    one = {
        "a": ([0.1, 0.30], [0.1, 0.40], [0.1, 0.50]),
        "b": ([0.1, 0.20], [0.1, 0.30], [0.1, 0.40]),
    }
    other = {
        "a": ([0.1, 0.61], [0.1, 0.50], [0.1, 0.40]),
        "b": ([0.1, 0.51], [0.1, 0.40], [0.1, 0.30]),
    }
    said = answer(rows(X=one, Y=other))
    assert said.strong.startswith("a is better than b on average of 2 benchmarks, by 10.0 points")


def test_findings_are_the_mean_the_differences_and_the_gains() -> None:
    found = of_the_gains(with_family(rows(X=SURE, Y=OPEN)), form="recipes")
    by_subject = {finding.subject: finding for finding in found}
    assert list(by_subject) == [
        "Mean of 2 · a − b",
        "X · a − b",
        "Y · a − b",
        "X · a",
        "X · b",
        "Y · a",
        "Y · b",
    ]
    first = by_subject["X · a − b"]
    assert first.estimate == pytest.approx(10)
    assert (first.verdict, first.tests) == ("better", 2)
    assert first.detail == "at iteration 100: new seeds, these problems"
    gain = by_subject["X · a"]
    # 0.31 ± 4.303 * 0.01 / sqrt(3).
    assert (gain.estimate, gain.low, gain.high) == pytest.approx((31, 28.516, 33.484), abs=1e-3)
    assert gain.detail == "gain since iteration 0: these problems, 3 seeds"
    assert [finding.subject for finding in of_the_gains(rows(X=SURE), form="strips")] == [
        "X · a", "X · b"
    ]  # fmt: skip


def test_findings_of_recipes_are_called_differences() -> None:
    assert (of_recipes({"form": "recipes"}) or ("",))[0] == "difference"
    assert of_recipes({"form": "strips"}) is None


def test_the_best_of_three_seeds_is_judged_by_the_others() -> None:
    curves = [[0.1, 0.3, 0.35, 0.3], [0.1, 0.28, 0.4, 0.33], [0.1, 0.36, 0.34, 0.34]]
    (finding,) = of_the_course([recipe("a", *curves)], number="last")
    # As computed by other means: events g1.
    assert (finding.estimate, finding.low, finding.high, finding.p) == pytest.approx(
        (-4.0, -12.9567, 4.9567, 0.194613), abs=1e-3
    )
    (of_two,) = of_the_course([recipe("a", *curves[:2])], number="last")
    assert of_two.low is None


def test_the_answer_says_where_recipes_are_compared_unless_it_is_at_the_end() -> None:
    both = rows(X=OPEN, Y=OPEN)
    chosen = [row | {"compare_at": "mean"} for row in both]
    assert " on average" in answer(both).strong
    assert answer(chosen).strong.endswith(" on average over the last three evaluations.")
    start = [row | {"compare_at": "0"} for row in rows(X=OPEN)]
    assert answer(start).strong == (
        "a and b cannot be compared at iteration 0: all seeds of both are equal."
    )
