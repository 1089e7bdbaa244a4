"""The words that claims are tested by, on hand-written rows: each with the outcomes that it can have."""

from collections.abc import Sequence
from typing import Any

import pytest

from reasonboard.core.claims import WORDS, check
from reasonboard.core.claims.verdict import Checked, Outcome
from reasonboard.store import claim_rule
from reasonboard.store.claim_rule import Rule, RuleError

Row = dict[str, Any]
HOLDS: Outcome = "holds"
FAILS: Outcome = "fails"
OPEN: Outcome = "cannot tell yet"
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
A_ABOVE = {"column": "benchmark", "first": "A", "match": ["iteration"]}
SIZES = {"column": "params_b", "direction": "up"}
RISE, FALL = ALONG | {"direction": "up"}, ALONG | {"direction": "down"}
RANK = RISE | {"method": "rank"}
RATIOS = {"column": "kv_ratio", "first": 0.1, "match": ["kv_window"], "mean": True}
TREND = {"check": "trend", "x": "iteration", "direction": "up"}
ORDER = {"check": "order", "column": "model"}

CASES: list[tuple[str, dict[str, Any], list[Row], Outcome]] = [
    ("range", {"low": 0.1, "high": 0.9, "by": 0.01}, curve(UP), HOLDS),
    ("range", {"low": 0.2, "high": 0.9, "by": 0.01}, curve(UP), FAILS),
    ("range", {"low": 0.1, "high": 0.8, "by": 0.01}, curve(UP), FAILS),
    ("range", {"low": 0.05}, curve(UP), HOLDS),
    ("range", {"low": 0.2}, curve(UP), FAILS),
    ("range", {"low": 0.11}, curve(UP), OPEN),
    ("range", {"high": 4, "where": {"iteration": "smallest"}}, tokens([5, 0, 0]), FAILS),
    ("range", {"high": 0, "where": {"iteration": "largest"}}, tokens([5, 0, 0]), HOLDS),
    ("range", {"where": {"iteration": 4}, "low": 0.91, "high": 0.91}, curve(UP), OPEN),
    ("range", {"where": {"iteration": 4}, "low": 0.5, "high": 0.5}, curve(UP), FAILS),
    ("range", {"where": {"iteration": 9}, "low": 0.5, "high": 0.5}, curve(UP), NONE),
    *(("trend", RISE | {"method": method}, curve(rows), outcome)
      for method in ("ends", "rank")
      for rows, outcome in ((UP, HOLDS), (DOWN, FAILS))),
    ("trend", RISE, curve(UP, None), OPEN),
    ("trend", FALL, curve([0.5, 0.9, 0.2]), HOLDS),
    ("trend", RANK, curve(UP, None), HOLDS),
    ("trend", RANK, curve(FLAT), OPEN),
    ("trend", RANK, curve([0.1, 0.9]), NONE),
    ("trend", RANK, tokens([1, 2, 4, 5, 9]), HOLDS),
    ("trend", RISE | {"share": "most"}, two(UP, [0.5, 0.51]), OPEN),
    ("trend", RISE | {"share": "some"}, two(UP, FLAT), HOLDS),
    ("trend", RISE | {"share": "most"}, two(DOWN, FLAT), FAILS),
    ("trend", RISE | {"metric": "token_length"}, tokens([1, 3]), HOLDS),
    ("trend", RISE, curve([0.1]), NONE),
    ("order", A_ABOVE, two([0.9] * 3, [0.1] * 3), HOLDS),
    ("order", A_ABOVE, two([0.9] * 3, [0.1, 0.1, 0.89]), OPEN),
    ("order", A_ABOVE, two([0.9] * 3, [0.1, 0.1, 0.99]), FAILS),
    ("order", A_ABOVE, two([0.9] * 3, [0.1] * 3, None), OPEN),
    ("order", A_ABOVE | {"mean": True}, two([0.9] * 3, [0.1, 0.1, 0.99]), HOLDS),
    ("order", A_ABOVE | {"mean": True}, two([0.9], [0.1]) + two([0.8], [0.2]), NONE),
    ("order", A_ABOVE | {"mean": True}, tokens([1]) + tokens([2], benchmark="B"), NONE),
    ("order", A_ABOVE, two([0.9], [0.1]) + two([0.8], [0.2]), HOLDS),
    ("order", A_ABOVE, two([0.9], [0.1]) + two([0.1], [0.2]), FAILS),
    ("order", A_ABOVE | {"direction": "down"}, two([0.1], [0.9]), HOLDS),
    ("order", A_ABOVE, curve(UP), NONE),
    ("order", SIZES, [row(0.1, params_b=1), row(0.5, params_b=2), row(0.9, params_b=3)], HOLDS),
    ("order", SIZES, [row(0.9, params_b=1), row(0.1, params_b=2)], FAILS),
    ("order", SIZES, [row(0.51, params_b=1), row(0.5, params_b=2)], OPEN),
    ("order", SIZES, [row(0.1, params_b=1), row(0.9)], NONE),
    ("order", SIZES | {"share": "most"}, [row(0.51, params_b=1), row(0.5, params_b=2)], OPEN),
    ("order", SIZES | {"share": "some"}, [row(0.5, params_b=1), row(0.51, params_b=2)], OPEN),
    ("order", RATIOS | {"direction": "down"}, grid([0.9, 0.1, 0.9]), HOLDS),
    ("order", RATIOS | {"direction": "down"}, grid([0.1, 0.9, 0.1]), FAILS),
    ("order", RATIOS | {"first": {"kv_ratio": {"min": 0}}}, grid(UP), NONE),
]  # fmt: skip


@pytest.mark.parametrize(("word", "roles", "rows", "outcome"), CASES)
def test_a_word_has_its_outcome(
    word: str, roles: dict[str, Any], rows: list[Row], outcome: Outcome
) -> None:
    assert check_claim(word, rows, **roles).outcome == outcome


def test_a_rank_correlation_of_tokens_has_tokens_in_its_words() -> None:
    found = check_claim("trend", tokens([100, 300, 400, 500, 900]), **RANK, metric="token_length")
    assert found.words.startswith("A: 900 against 100 tokens, rank correlation +1.00 (p = 0.017)")


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
        ({"check": "guess"}, "check is 'guess' (expected one of range, trend, order)"),
        ({"check": "difference", "over": "values"}, "check is 'difference' (expected one of range"),
        ({}, "check is None (expected one of range"),
        ({"check": "trend", "x": "iteration"}, "trend lacks direction (expected direction, x)"),
        (TREND | {"low": 1}, "trend has low (expected check, direction, each, method"),
        (TREND | {"correction": "bh"}, "trend has correction (expected check"),
        (TREND | {"method": "steady"}, "method is 'steady' (expected one of ends, rank)"),
        (TREND | {"direction": "none"}, "direction is 'none' (expected one of down, up)"),
        (TREND | {"share": "part"}, "share is 'part' (expected one of all, most, some)"),
        (TREND | {"x": "model"}, "x is 'model' (expected one of iteration"),
        (TREND | {"x": ["iteration"]}, "x is ['iteration'] (expected one of"),
        (TREND | {"each": ["1; DROP TABLE claim"]}, "each[0] is '1; DROP"),
        (TREND | {"each": "model"}, "each is 'model' (expected a list)"),
        (TREND | {"where": "M"}, "where is 'M' (expected a table"),
        (TREND | {"where": {"color": 1}}, "where is 'color' (expected"),
        (TREND | {"where": {"model": {"low": 1}}}, "where.model is"),
        (TREND | {"where": {"model": [True]}}, "where.model[0] is True"),
        ({"check": "range"}, "range lacks low and high (expected one of them or both)"),
        ({"check": "range", "by": 0.1}, "range lacks low and high"),
        ({"check": "range", "low": "0"}, "low is '0' (expected a number)"),
        ({"check": "range", "low": 0, "column": "step"}, "range has column (expected by, check"),
        (ORDER | {"first": "M", "mean": 1}, "mean is 1 (expected true"),
        (ORDER | {"sequence": ["M"]}, "order has sequence (expected check, column"),
        (ORDER, "column is 'model' (expected one of iteration"),
        (ORDER | {"column": "step", "others": 1}, "order lacks first (expected it with others)"),
        (ORDER | {"column": ["model"], "first": "M"}, "column is ['model'] (expected one of model"),
        (ORDER | {"column": ["step"]}, "column is ['step'] (expected one of model"),
    ],
)
def test_what_is_wrong_with_a_rule_is_one_line(claim: dict[str, Any], wrong: str) -> None:
    with pytest.raises(RuleError) as error:
        Rule.read(claim)
    assert str(error.value).startswith(wrong)
    assert "\n" not in str(error.value)
