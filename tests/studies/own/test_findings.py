"""Findings and frontier of declared studies, against brute force on random marks."""

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.studies.own.declaration import parse
from reasonboard.studies.own.declared import Declared
from reasonboard.studies.own.findings import of_the_frontier, of_the_lines
from reasonboard.studies.own.rows import Row, prepared, with_standing
from tests.studies.reference import ALPHA, has_numbers, holm, p_of, verdict_of

PANELS, COLOURS, PLACES = ("P", "Q"), ("a", "b"), ("1", "2", "8")
TEXT = """
path = "budget"
question = "q?"
[roles]
x = "settings.budget"
colour = "model"
panel = "benchmark"
cost = "token_length"
views = ["lines", "frontier"]
"""


@st.composite
def marks(draw: st.DrawFn) -> list[Row]:
    """The rows of sql/grid.sql, some without a value, a cost or a number of problems."""
    found = []
    for (at, panel), (number, colour), (rank, x) in product(
        *map(enumerate, (PANELS, COLOURS, PLACES))
    ):
        value = draw(st.none() | st.integers(0, 20).map(lambda share: share / 20))
        row: dict[str, Any] = {
            "panel": panel, "panel_number": at, "colour": colour, "number": number, "x": x, "rank": rank,
            "filtered": [], "value": value, "cost": draw(st.sampled_from([None, 0, 10, 20, 40, 80])),
            "scale": "proportion",
            "n_items": draw(st.sampled_from([None, 30, 200, 1000])), "label": "Accuracy", "unit": "fraction",
            "higher_is_better": True, "differing": [] if value is not None else ["settings.t"],
        }  # fmt: skip
        found.append(row)
    return found


def _study(baseline: str = "") -> Declared:
    line = f'baseline = {{ "settings.budget" = {baseline} }}\n' if baseline else ""
    return parse((TEXT + line).encode(), "s.toml")


def _lines(rows: Sequence[Row]) -> list[list[Row]]:
    """The marks with a value of each line, along x."""
    return [
        [row for row in rows if (row["panel"], row["colour"]) == line and row["value"] is not None]
        for line in product(PANELS, COLOURS)
    ]


@given(rows=marks(), baseline=st.sampled_from(["", *PLACES]))
def test_a_gain_is_the_last_place_minus_the_reference_corrected_over_all_lines(
    rows: list[Row], baseline: str
) -> None:
    declared = _study(baseline)
    found = of_the_lines(declared, prepared(declared, ("model", "benchmark"), rows))
    expected = {}
    for line in filter(None, _lines(rows)):
        reference = next(
            (row for row in line if row["x"] == baseline), None if baseline else line[0]
        )
        if reference and reference is not line[-1]:
            subject = f"{line[0]['panel']} · {line[0]['colour']}"
            expected[subject] = (line[-1]["value"] - reference["value"], p_of(line[-1], reference))
    gains = {one.subject: one for one in found if " to " in one.detail}
    assert gains.keys() == expected.keys()
    tests = sum(p is not None for _, p in expected.values())
    for subject, (change, p) in expected.items():
        corrected = None if p is None else min(1.0, p * tests)
        has_numbers(gains[subject], change * 100, verdict_of(corrected, change))


@given(rows=marks())
def test_a_line_levels_off_at_the_first_place_that_cannot_be_told_from_its_best(
    rows: list[Row],
) -> None:
    declared = _study()
    found = of_the_lines(declared, prepared(declared, ("model", "benchmark"), rows))
    lines = list(filter(None, _lines(rows)))
    bests = [max(line, key=lambda row: row["value"]) for line in lines]
    tests = sum(
        row is not best and p_of(row, best) is not None
        for line, best in zip(lines, bests, strict=True)
        for row in line
    )
    expected = {}
    for line, best in zip(lines, bests, strict=True):
        before = [(row, p_of(row, best)) for row in line[: line.index(best)]]
        level = next((row for row, p in before if p is not None and p * tests > ALPHA), None)
        if level:
            expected[f"{best['panel']} · {best['colour']}"] = (
                level["x"],
                level["value"] - best["value"],
            )
    levels = {one.subject: one for one in found if "against the best" in one.detail}
    assert levels.keys() == expected.keys()
    for subject, (x, gap) in expected.items():
        assert levels[subject].marks["x"] == x
        has_numbers(levels[subject], gap * 100, "open")


@given(rows=marks())
def test_the_frontier_has_the_marks_that_no_other_one_is_as_good_for_less_as(
    rows: list[Row],
) -> None:
    declared = _study()
    made = prepared(declared, ("model", "benchmark"), rows)
    both = [row for row in rows if row["value"] is not None and row["cost"]]
    ahead = [
        [
            other
            for other in both
            if other["panel"] == row["panel"]
            and other["cost"] <= row["cost"]
            and other["value"] >= row["value"]
            and (other["cost"], other["value"]) != (row["cost"], row["value"])
        ]
        for row in both
    ]
    leaders = [max(of, key=lambda other: other["value"], default=None) for of in ahead]
    ties = any(
        sum(other["value"] == leader["value"] for other in of) > 1
        for of, leader in zip(ahead, leaders, strict=True)
        if leader
    )
    standing = {_place(row): row["standing"] for row in with_standing(made)}
    assert standing.keys() == {_place(row) for row in both}
    assert {place for place, one in standing.items() if one == "frontier"} == {
        _place(row) for row, of in zip(both, ahead, strict=True) if not of
    }
    if ties:
        return  # which of equal leaders is tested against is free
    for panel in PANELS:
        pairs = list(combinations([row for row in both if row["panel"] == panel], 2))
        ps = [p_of(*pair) for pair in pairs]
        adjusted = {
            frozenset(map(_place, pair)): None if p is None else corrected
            for pair, p, corrected in zip(pairs, ps, holm(ps), strict=True)
        }
        for row, leader in zip(both, leaders, strict=True):
            if leader and row["panel"] == panel:
                p = adjusted[frozenset((_place(row), _place(leader)))]
                beneath = "untested" if p is None else "below" if p <= ALPHA else "open"
                assert standing[_place(row)] == beneath
    beaten = {one.subject: one.estimate for one in of_the_frontier(declared, made)}
    assert beaten == {
        panel: sum(one == "below" for place, one in standing.items() if place[0] == panel)
        for panel in {row["panel"] for row in both}
    }


@pytest.mark.parametrize(
    ("unit", "is_better", "standings"),
    [
        ("s", False, {10: "frontier", 20: "untested", 40: "frontier"}),
        ("s", True, {10: "frontier", 20: "frontier", 40: "untested"}),
        ("fraction", False, {10: "frontier", 20: "below", 40: "frontier"}),
    ],
)
def test_a_frontier_of_other_numbers_has_no_test_and_knows_whether_less_is_better(
    unit: str, is_better: bool, standings: dict[int, str]
) -> None:
    values = {10: 30.0, 20: 50.0, 40: 10.0}
    rows = [
        {
            "panel": "", "cost": cost, "unit": unit, "higher_is_better": is_better, "n_items": 500,
            "scale": "proportion" if unit == "fraction" else "amount",
            "value": value / 100 if unit == "fraction" else value,
        }
        for cost, value in values.items()
    ]  # fmt: skip
    assert {row["cost"]: row["standing"] for row in with_standing(rows)} == standings


def _place(row: Row) -> tuple[str, str, str]:
    return row["panel"], row["colour"], row["x"]
