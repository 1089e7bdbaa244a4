"""Findings and frontier of declared studies, against brute force on random marks."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.studies.own.charts.heatmap import heatmap
from reasonboard.studies.own.declaration import parse
from reasonboard.studies.own.declared import Declared
from reasonboard.studies.own.findings import of_the_frontier, of_the_lines
from reasonboard.studies.own.headline import _best, _changes, _of_the_frontier
from reasonboard.studies.own.rows import Row, lines_of, prepared, with_standing
from tests.studies.reference import ALPHA, has_numbers, holm, p_of, verdict_of

PANELS, COLORS, PLACES = ("P", "Q"), ("a", "b"), ("1", "2", "8")
TEXT = """
path = "budget"
question = "q?"
[roles]
x = "settings.budget"
color = "model"
panel = "benchmark"
cost = "token_length"
views = ["lines", "frontier"]
"""


@st.composite
def marks(draw: st.DrawFn) -> list[Row]:
    """The rows of sql/grid.sql, some without a value, a cost or a number of problems."""
    found = []
    for (at, panel), (number, color), (rank, x) in product(
        *map(enumerate, (PANELS, COLORS, PLACES))
    ):
        value = draw(st.none() | st.integers(0, 20).map(lambda share: share / 20))
        row: dict[str, Any] = {
            "panel": panel, "panel_number": at, "color": color, "number": number, "x": x, "rank": rank,
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
        [row for row in rows if (row["panel"], row["color"]) == line and row["value"] is not None]
        for line in product(PANELS, COLORS)
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
            subject = f"{line[0]['panel']} · {line[0]['color']}"
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
            expected[f"{best['panel']} · {best['color']}"] = (
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
    pairs = [pair for pair in combinations(both, 2) if pair[0]["panel"] == pair[1]["panel"]]
    of_panel = _corrected(pairs, lambda pair: pair[0]["panel"])
    over_panels = _corrected(pairs, lambda pair: frozenset(_place(row)[1:] for row in pair))
    for row, leader in zip(both, leaders, strict=True):
        if leader:
            two = frozenset((_place(row), _place(leader)))
            p, q = of_panel[two], over_panels[two]
            beneath = "open" if max(p or 0, q or 0) > ALPHA else "below"
            assert standing[_place(row)] == ("untested" if p is None else beneath)
    beaten = {one.subject: one.estimate for one in of_the_frontier(declared, made)}
    of_panels = {
        panel: [one for place, one in standing.items() if place[0] == panel]
        for panel in {row["panel"] for row in both}
    }
    assert beaten == {
        panel: None if set(of) == {"frontier", "untested"} else of.count("below")
        for panel, of in of_panels.items()
    }


def _corrected(
    pairs: Sequence[tuple[Row, Row]], family: Callable[[tuple[Row, Row]], Hashable]
) -> dict[frozenset[Any], float | None]:
    """The p-value of each pair after Holm's correction within its family."""
    families: dict[Hashable, list[tuple[Row, Row]]] = defaultdict(list)
    for pair in pairs:
        families[family(pair)].append(pair)
    corrected: dict[frozenset[Any], float | None] = {}
    for of in families.values():
        ps = [p_of(*pair) for pair in of]
        for pair, p, adjusted in zip(of, ps, holm(ps), strict=True):
            corrected[frozenset(map(_place, pair))] = None if p is None else adjusted
    return corrected


def _mark(color: str, cost: int, value: float, n: int | None = 300) -> Row:
    return {
        "panel": "P", "panel_number": 0, "color": color, "number": ord(color), "x": "1", "rank": 0, "filtered": [],
        "value": value, "cost": cost, "n_items": n, "label": "Accuracy", "unit": "fraction", "scale": "proportion",
        "higher_is_better": True, "differing": [], "n_repeats": None, "n_seeds": 0, "reruns": 1, "cells": 1,
        "kind": "measured", "sources": ["s"],
    }  # fmt: skip


def test_a_filter_changes_no_test_of_a_frontier() -> None:
    """Alone the second mark is significantly below the first (p = 0.03), over six pairs it is not."""
    rows = [_mark("a", 10, 0.60), _mark("b", 20, 0.51), _mark("c", 30, 0.61), _mark("d", 40, 0.62)]
    made = prepared(_study(), ("model", "benchmark"), rows)
    for chosen in (made, made[:2]):
        standings = {row["color"]: row["standing"] for row in with_standing(chosen)}
        assert standings["b"] == "open"
    alone = prepared(_study(), ("model", "benchmark"), rows[:2])
    assert [row["standing"] for row in with_standing(alone)] == ["frontier", "below"]


def test_two_marks_of_many_panels_are_corrected_over_these() -> None:
    """p is 0.03 on the first panel: significant alone, not as the least of twelve."""
    first = [_mark("a", 10, 0.60), _mark("b", 20, 0.51)]
    others = [
        _mark(color, cost, 0.6) | {"panel": f"P{number}", "panel_number": number}
        for number in range(1, 12)
        for color, cost in (("a", 10), ("b", 20))
    ]
    for rows, standing in ((first, "below"), ([*first, *others], "open")):
        made = with_standing(prepared(_study(), ("model", "benchmark"), rows))
        assert {(row["panel"], row["color"]): row["standing"] for row in made}["P", "b"] == standing


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([_mark("a", 10, 0.6)], "One mark, so nothing to compare."),
        ([_mark("a", 10, 0.6), _mark("b", 20, 0.57)],
         "a has 1 of 1 mark on the frontier. Not significantly better than the other."),
        ([_mark("a", 10, 0.6), _mark("b", 20, 0.2), _mark("c", 30, 0.1), _mark("d", 40, 0.59)],
         "a has 1 of 1 mark on the frontier. Significantly better than 2 of 3 others at no higher cost."),
        ([_mark("a", 10, 0.6, None), _mark("b", 20, 0.2)],
         "a has 1 of 1 mark on the frontier. The others are not tested: number of problems unknown."),
    ],
)  # fmt: skip
def test_the_answer_by_cost_says_what_is_tested(rows: list[Row], words: str) -> None:
    answer = _of_the_frontier(with_standing(prepared(_study(), ("model", "benchmark"), rows)))
    assert f"{answer.strong} {answer.context}".strip() == words


def _line(color: str, *values: float, n: int | None = 1000) -> list[Row]:
    return [
        _mark(color, 0, value, n) | {"x": x, "rank": rank}
        for rank, (x, value) in enumerate(zip(PLACES, values, strict=False))
    ]


@pytest.mark.parametrize(
    ("lines", "changes", "best"),
    [
        ([_line("a", 0.2, 0.3, 0.6)], "rises by 40.0 points with budget, significantly.",
         "highest at 8, significantly."),
        ([_line("a", 0.5, 0.51)], "rises by 1.0 points with budget, but not significantly.",
         "highest at 2, but not significantly."),
        ([_line("a", 0.2, 0.6, n=None)], "rises by 40.0 points with budget, not tested: number of problems unknown.",
         "highest at 2, not tested: number of problems unknown."),
        ([_line("a", 0.2, 0.6), _line("b", 0.2, 0.6, n=None), _line("c", 0.6, 0.2)],
         "rises with budget on 2 of 3 lines, significantly on 1, 1 not tested, falls significantly on 1.",
         "highest at 2 on 2 of 3 lines, significantly on 1, 1 not tested."),
        ([_line("a", 0.2, 0.6, n=None), _line("b", 0.2, 0.6, n=None)],
         "rises with budget on both lines, not tested: number of problems unknown.",
         "highest at 2 on both lines, not tested: number of problems unknown."),
    ],
)  # fmt: skip
def test_the_answer_along_x_says_what_is_tested(
    lines: list[list[Row]], changes: str, best: str
) -> None:
    rows = [row for line in lines for row in line]
    made = lines_of(prepared(_study(), ("model", "benchmark"), rows))
    assert _changes(made, "Accuracy", "budget", _study()) == f"Accuracy {changes}"
    assert _best(made, "Accuracy", _study()) == f"Accuracy is {best}"


@pytest.mark.long
@given(
    st.lists(
        st.lists(st.integers(1, 98), min_size=2, max_size=3, unique=True), min_size=1, max_size=20
    )
)
def test_a_line_that_is_highest_elsewhere_is_counted_wherever_it_is(
    values: list[list[int]],
) -> None:
    lines = [
        _line(chr(97 + at), *(value / 100 for value in line)) for at, line in enumerate(values)
    ]
    for place in range(len(lines) + 1):
        elsewhere = _line("z", 0.01, 0.99)
        rows = [row for line in [*lines[:place], elsewhere, *lines[place:]] for row in line]
        made = lines_of(prepared(_study(), ("model", "benchmark"), rows))
        tops = [max(line, key=lambda row: row["value"])["x"] for line in made]
        words = _best(made, "Accuracy", _study())
        (most,) = {x for x in tops if f"at {x}" in words}
        count = tops.count(most)
        assert count == max(map(tops.count, tops))
        assert (f"{count} of {len(tops)}" in words) == (count < len(tops))


@pytest.mark.parametrize("n", [None, 1000])
def test_a_difference_that_is_not_tested_is_a_number_without_a_color(n: int | None) -> None:
    declared = _study()
    made = prepared(declared, ("model", "benchmark"), _line("a", 0.2, 0.6, n=n))
    chart = heatmap(declared, made, mode="difference", series="", x="", columns=3)
    (heat,) = (trace for trace in chart["data"] if trace["type"] == "heatmap")
    assert heat["z"] == [[0.0, 0.0 if n is None else pytest.approx(40.0)]]
    labels = [
        text for trace in chart["data"] if trace.get("mode") == "text" for text in trace["text"]
    ]
    assert "+40.0" in labels
    assert ("not tested" in str(heat["text"])) == (n is None)


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
        _mark(chr(cost), cost, value / 100 if unit == "fraction" else value, 500)
        | {"unit": unit, "higher_is_better": is_better}
        | ({} if unit == "fraction" else {"scale": "amount"})
        for cost, value in values.items()
    ]
    made = prepared(_study(), ("model", "benchmark"), rows)
    assert {row["cost"]: row["standing"] for row in with_standing(made)} == standings


def _place(row: Row) -> tuple[str, str, str]:
    return row["panel"], row["color"], row["x"]
