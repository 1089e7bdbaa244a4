"""The words that claims are tested by, on hand-written rows: each with the outcomes that it can have."""

from collections.abc import Sequence
from typing import Any

import pytest

from reasonboard.core.claims import WORDS, check
from reasonboard.core.findings.claim import Checked, Outcome
from reasonboard.store import claim_rule
from reasonboard.store.claim_rule import Rule, RuleError

Row = dict[str, Any]
HOLDS: Outcome = "holds"
FAILS: Outcome = "fails"
OPEN: Outcome = "undecided"
NONE: Outcome = "cannot be checked"
EMPTY = dict.fromkeys((*claim_rule.COLUMNS, "n_repeats", "n_seeds", "stderr", "seed_sd"))
UP, FLAT = [0.1, 0.3, 0.5, 0.7, 0.9], [0.5, 0.51, 0.49, 0.5, 0.5]
DOWN = UP[::-1]


def row(value: float, n: int | None = 400, **other: Any) -> Row:
    """A row of app/reasonboard/core/sql/claim_rows.sql."""
    known = {"model": "M", "benchmark": "A", "place": "", "metric": "accuracy", "unit": "fraction"}
    return (
        EMPTY
        | known
        | {
            "aggregate": False,
            "kind": "stated",
            "value": value,
            "scale": "proportion",
            "n_items": n,
        }
        | other
    )


def curve(values: Sequence[float], n: int | None = 400, **other: Any) -> list[Row]:
    """Values at the iterations 0, 1, 2 ..."""
    return [row(value, n, iteration=at, **other) for at, value in enumerate(values)]


def tokens(values: Sequence[float], **other: Any) -> list[Row]:
    return curve(values, None, metric="token_length", unit="tokens", scale="amount", **other)


def grid(along: Sequence[float], n: int | None = 400, **other: Any) -> list[Row]:
    """Two windows, both with these values along the ratio."""
    return [
        row(value, n, kv_window=window, kv_ratio=at / 10, **other)
        for window in (1, 2)
        for at, value in enumerate(along)
    ]


def two(a: list[float], b: list[float], n: int | None = 400) -> list[Row]:
    return curve(a, n, benchmark="A") + curve(b, n, benchmark="B")


def check_claim(check_: str, rows: Sequence[Row], **roles: Any) -> Checked:
    return check(Rule.read({"check": check_, **roles}), rows)


ALONG = {"x": "iteration", "each": ["benchmark"]}
GRIDS = {"x": "kv_ratio", "match": ["kv_window"], "each": ["benchmark"]}
A_ABOVE = {"column": "benchmark", "first": "A", "match": ["iteration"]}
SIZES = {"column": "params_b", "direction": "up"}
UNEVEN = [0.1, 0.3, 0.35, 0.7, 0.9]
BOTH = curve(UNEVEN) + tokens([1, 2, 4, 5, 9])
METHODS = [
    row(value, 1000, method=method, train_samples=samples, task_length=0)
    for samples, gain in ((100, 0.4), (1000, 0.1))
    for method, value in (("new", 0.5 + gain), ("old", 0.5))
]
GAP = {
    "column": "method", "first": "new", "others": "old", "match": ["task_length"], "x": "train_samples",
    "mean": True, "pick": "change",
}  # fmt: skip

RISE, FALL = ALONG | {"direction": "up"}, ALONG | {"direction": "down"}
STEADY, SCATTER = RISE | {"method": "steady"}, RISE | {"method": "scatter", "share": "some"}
TOGETHER = RISE | {"with": "token_length", "method": "rank"}
RATIOS = {"column": "kv_ratio", "first": 0.1, "match": ["kv_window"], "mean": True}
TREND = {"check": "trend", "x": "iteration", "direction": "up"}
ORDER = {"check": "order", "column": "model"}
STARTS = ALONG | {"column": "iteration", "pick": "first"}
FIRST = {"over": "values", "each": ["benchmark"], "first": {"benchmark": "A"}}

CASES: list[tuple[str, dict[str, Any], list[Row], Outcome]] = [
    ("range", {"low": 0.1, "high": 0.9, "by": 0.01}, curve(UP), HOLDS),
    ("range", {"low": 0.2, "high": 0.9, "by": 0.01}, curve(UP), FAILS),
    ("range", {"low": 0.05}, curve(UP), HOLDS),
    ("range", {"low": 0.2}, curve(UP), FAILS),
    ("range", {"low": 0.11}, curve(UP), OPEN),
    ("range", {"high": 0} | ALONG | {"pick": "first"}, tokens([5, 0, 0]), FAILS),
    ("range", {"high": 0} | ALONG | {"pick": "last"}, tokens([5, 0, 0]), HOLDS),
    ("range", STARTS | {"low": 0, "high": 0}, curve(UP), HOLDS),
    ("range", STARTS | {"low": 1, "high": 1}, curve(UP), FAILS),
    ("range", {"where": {"iteration": 4}, "low": 0.91, "high": 0.91}, curve(UP), OPEN),
    ("range", {"where": {"iteration": 4}, "low": 0.5, "high": 0.5}, curve(UP), FAILS),
    ("range", {"where": {"iteration": 9}, "low": 0.5, "high": 0.5}, curve(UP), NONE),
    ("range", {"column": "params_b", "low": 1}, curve(UP), NONE),
    ("count", {"column": "benchmark", "equals": 2}, two(UP, UP), HOLDS),
    ("count", {"column": "benchmark", "equals": 3}, two(UP, UP), FAILS),
    ("count", {"column": "params_b", "equals": 1}, two(UP, UP), NONE),
    *(("trend", RISE | {"method": method}, curve(rows), outcome)
      for method in ("ends", "logistic", "rank", "steady")
      for rows, outcome in ((UP, HOLDS), (DOWN, FAILS))),
    ("trend", RISE, curve(UP, None), OPEN),
    ("trend", RISE | {"method": "logistic"}, curve(UP, None), NONE),
    ("trend", FALL | {"method": "lowest"}, curve([0.5, 0.2, 0.9]), HOLDS),
    ("trend", ALONG | {"direction": "none", "method": "rank"}, curve(UP), FAILS),
    ("trend", ALONG | {"direction": "none", "method": "rank"}, curve(FLAT), OPEN),
    ("trend", RISE | {"share": "most"}, two(UP, [0.5, 0.51]), OPEN),
    ("trend", RISE | {"share": "some"}, two(UP, FLAT), HOLDS),
    ("trend", RISE | {"share": "most"}, two(DOWN, FLAT), FAILS),
    ("trend", RISE | {"metric": "token_length"}, tokens([1, 3]), HOLDS),
    ("trend", RISE, curve([0.1]), NONE),
    ("trend", STEADY, curve([0.1, 0.5, 0.48, 0.9]), OPEN),
    ("trend", STEADY, curve([0.1, 0.5, 0.2, 0.9]), FAILS),
    ("trend", STEADY, tokens([1, 3, 2, 5]), FAILS),
    ("trend", SCATTER, curve([0.1, 0.9] * 5), HOLDS),
    ("trend", SCATTER, curve(UP, None), NONE),
    ("trend", TOGETHER, BOTH, HOLDS),
    ("trend", TOGETHER | {"share": "part"}, BOTH, FAILS),
    ("trend", TOGETHER, curve(UNEVEN[::-1]) + BOTH[5:], FAILS),
    ("trend", TOGETHER | {"direction": "down"}, curve(DOWN) + BOTH[5:], HOLDS),
    ("trend", TOGETHER, curve(UP), NONE),
    ("order", A_ABOVE, two([0.9] * 3, [0.1] * 3), HOLDS),
    ("order", A_ABOVE, two([0.9] * 3, [0.1, 0.1, 0.89]), OPEN),
    ("order", A_ABOVE, two([0.9] * 3, [0.1, 0.1, 0.99]), FAILS),
    ("order", A_ABOVE, two([0.9] * 3, [0.1] * 3, None), OPEN),
    ("order", A_ABOVE | {"mean": True}, two([0.9] * 3, [0.1, 0.1, 0.99]), HOLDS),
    ("order", A_ABOVE | {"mean": True, "complete": True}, two([0.9] * 3, [0.1]), NONE),
    ("order", A_ABOVE | {"direction": "down"}, two([0.1], [0.9]), HOLDS),
    ("order", A_ABOVE | {"by": 0.8}, two([0.9], [0.1]), HOLDS),
    ("order", A_ABOVE | {"by": 0.4}, two([0.9], [0.1]), FAILS),
    ("order", A_ABOVE | {"by": 0.4}, two([0.9], [0.1], None), NONE),
    ("order", A_ABOVE, curve(UP), NONE),
    ("order", {"column": "benchmark", "sequence": ["A", "B"]}, [row(0.9), row(0.1, benchmark="B")], HOLDS),
    ("order", SIZES, [row(0.1, params_b=1), row(0.5, params_b=2), row(0.9, params_b=3)], HOLDS),
    ("order", SIZES, [row(0.9, params_b=1), row(0.1, params_b=2)], FAILS),
    ("order", SIZES, [row(0.51, params_b=1), row(0.5, params_b=2)], OPEN),
    ("order", SIZES | {"share": "most"}, [row(0.51, params_b=1), row(0.5, params_b=2)], OPEN),
    ("trend", STEADY, curve([0.51, 0.5]), OPEN),
    ("order", SIZES | {"share": "some"}, [row(0.5, params_b=1), row(0.51, params_b=2)], OPEN),
    ("order", GAP | {"direction": "down"}, METHODS, HOLDS),
    ("order", GAP | {"direction": "up"}, METHODS, FAILS),
    ("order", GAP | {"direction": "up"}, METHODS[:2], NONE),
    ("order", RATIOS | {"direction": "down"}, grid([0.9, 0.1, 0.9]), HOLDS),
    ("order", RATIOS | {"direction": "down"}, grid([0.1, 0.9, 0.1]), FAILS),
    ("order", RATIOS | {"first": {"kv_ratio": {"min": 0}}}, grid(UP), NONE),
    ("difference", GRIDS | {"over": "means"}, grid(UP), HOLDS),
    ("difference", GRIDS | {"over": "means"}, grid(FLAT), OPEN),
    ("difference", GRIDS | {"over": "means"}, grid(UP, None), OPEN),
    ("difference", GRIDS | {"over": "means"}, grid(UP)[1:], NONE),
    ("difference", ALONG | {"over": "last"}, two(UP, DOWN), HOLDS),
    ("difference", ALONG | {"over": "last"}, two(UP, DOWN, None), NONE),
    ("difference", ALONG | {"over": "gain"}, two(UP, FLAT), HOLDS),
    ("difference", ALONG | {"over": "gain"}, two(UP, UP), OPEN),
    ("difference", GRIDS | {"over": "effects"}, grid(UP) + grid(DOWN, benchmark="B"), HOLDS),
    ("difference", GRIDS | {"over": "effects"}, grid(UP) + grid(UP, benchmark="B"), OPEN),
    ("difference", GRIDS | {"over": "effects"}, grid(UP), NONE),
    ("difference", GRIDS | {"over": "means", "by": 0.05}, grid(UP), FAILS),
    ("difference", GRIDS | {"over": "means", "by": 0.5}, grid(FLAT), HOLDS),
    ("difference", GRIDS | {"over": "means", "by": 0.01}, grid(FLAT), OPEN),
    ("difference", FIRST, two(FLAT, UP), HOLDS),
    ("difference", FIRST, two(UP, FLAT), OPEN),
]  # fmt: skip


@pytest.mark.parametrize(("word", "roles", "rows", "outcome"), CASES)
def test_a_word_has_its_outcome(
    word: str, roles: dict[str, Any], rows: list[Row], outcome: Outcome
) -> None:
    assert check_claim(word, rows, **roles).outcome == outcome


def test_every_word_is_tested_and_has_its_roles() -> None:
    assert {case[0] for case in CASES} == set(WORDS) == set(claim_rule.WORDS)


def test_what_nobody_measured_decides_nothing() -> None:
    made_up = [one | {"kind": "illustrative"} for one in curve(UP)]
    assert check_claim("trend", made_up, **ALONG, direction="up").outcome == NONE
    assert check_claim("trend", [], **ALONG, direction="up").outcome == NONE


def test_a_mean_over_benchmarks_counts_only_where_there_is_nothing_else() -> None:
    mean = curve(DOWN, benchmark="All", aggregate=True)
    assert check_claim("trend", curve(UP) + mean, **ALONG, direction="up").outcome == HOLDS
    assert check_claim("trend", mean, **ALONG, direction="up").outcome == FAILS
    assert (
        check_claim("trend", curve(UP) + mean, **ALONG, direction="up", aggregates=True).outcome
        == FAILS
    )


def test_a_filter_chooses_by_value_list_bounds_and_extremes() -> None:
    rows = [row(size / 10, params_b=size) for size in (1, 2, 3)]
    for where, low, high in (
        ({"params_b": 2}, 0.2, 0.2),
        ({"params_b": [1, 2]}, 0.1, 0.2),
        ({"params_b": {"min": 2}}, 0.2, 0.3),
        ({"params_b": "largest"}, 0.3, 0.3),
    ):
        assert (
            check_claim("range", rows, where=where, low=low, high=high, by=0.001).outcome == HOLDS
        )
    assert (
        check_claim("range", rows, where={"params_b": {"min": 9}}, low=0, high=1, by=1).outcome
        == NONE
    )
    assert check_claim("range", rows, where={"model": "N"}, low=0, high=1, by=1).outcome == NONE


@pytest.mark.parametrize(
    ("claim", "wrong"),
    [
        ({"check": "guess"}, "check is 'guess' (expected one of range, count"),
        ({}, "check is None (expected one of range"),
        ({"check": "trend", "x": "iteration"}, "trend lacks direction (expected direction, x)"),
        (TREND | {"low": 1}, "trend has low (expected aggregates"),
        (TREND | {"x": "model"}, "x is 'model' (expected one of iteration"),
        (TREND | {"x": ["iteration"]}, "x is ['iteration'] (expected one of"),
        (TREND | {"each": ["1; DROP TABLE claim"]}, "each is '1; DROP"),
        (TREND | {"each": "model"}, "each is 'model' (expected a list)"),
        (TREND | {"where": "M"}, "where is 'M' (expected a table"),
        (TREND | {"where": {"colour": 1}}, "where is 'colour' (expected"),
        (TREND | {"where": {"model": {"low": 1}}}, "where.model is"),
        (TREND | {"where": {"model": [True]}}, "where.model is [True]"),
        (TREND | {"share": "many"}, "share is 'many' (expected one of"),
        ({"check": "range", "low": "0"}, "low is '0' (expected a number)"),
        ({"check": "range", "column": "model"}, "column is ['model'] (expected one of"),
        (ORDER | {"first": "M", "mean": 1}, "mean is 1 (expected true"),
        (ORDER | {"first": "M", "sequence": ["M"]}, "order has first and sequence (expected one)"),
        (
            ORDER | {"first": "M", "x": "step", "pick": "change"},
            "pick is 'change' (expected an order",
        ),
        (ORDER, "column is ['model'] (expected one of iteration"),
        (ORDER | {"column": ["model", "method"], "first": "M"}, "first is 'M' (expected a"),
        (ORDER | {"column": ["step", "seed"]}, "column is ['step', 'seed'] (expected one of"),
        (
            {"check": "count", "column": ["model", "step"], "equals": 1},
            "column is ['model', 'step']",
        ),
        ({"check": "difference", "over": "gain"}, "difference lacks x"),
    ],
)
def test_what_is_wrong_with_a_rule_is_one_line(claim: dict[str, Any], wrong: str) -> None:
    with pytest.raises(RuleError) as error:
        Rule.read(claim)
    assert str(error.value).startswith(wrong)
    assert "\n" not in str(error.value)
