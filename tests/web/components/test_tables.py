"""The table of a page: what a browser may ask of it, and which columns and cells it has."""

from typing import Any

import pytest

from reasonboard.core.table_state import TableState
from reasonboard.core.view import Together
from reasonboard.store.arrangement import Arrangement
from reasonboard.web.components import tables
from reasonboard.web.components.markup import render


@pytest.mark.parametrize(
    ("raw_state", "arrangement"),
    [
        ({"column": "value", "direction": "descending"}, Arrangement("value", True)),
        ({"column": "value", "direction": "ascending", "search": " a \0 b "}, Arrangement("value", False, "a b")),
        ({"column": "value"}, Arrangement()),
        ({"column": "value", "direction": "DESC; DROP TABLE run"}, Arrangement()),
        ({"column": "value", "direction": ["descending"]}, Arrangement()),
        ({"column": ["value"], "direction": "ascending"}, Arrangement()),
        ({"search": {"a": 1}, "column": None}, Arrangement()),
        ({"search": "x" * 1000}, Arrangement("", False, "x" * 200)),
        ([], Arrangement()), (None, Arrangement()), ("value", Arrangement()), (7, Arrangement()),
    ],
)  # fmt: skip
def test_only_what_the_fixed_list_has_arranges_a_table(
    raw_state: object, arrangement: Arrangement
) -> None:
    assert tables.requested_state(raw_state) == TableState(1, arrangement)


@pytest.mark.parametrize("page", [10**15, 10**7, 0, -1, 2.5, True, "2", [2], None])
def test_a_page_that_no_table_has_is_its_first(page: object) -> None:
    assert tables.requested_state({"page": page}) == TableState()


@pytest.mark.parametrize(
    ("number", "last", "turns"),
    [(1, 1, []), (1, 2, [1, 2]), (1, 9, [1, 2, 3, 9]), (5, 9, [1, 3, 4, 5, 6, 7, 9]), (9, 9, [1, 7, 8, 9])],
)  # fmt: skip
def test_a_reader_can_turn_to_the_pages_near_the_first_and_the_last(
    number: int, last: int, turns: list[int]
) -> None:
    assert tables.page_numbers(number, last) == turns


ROW = {
    "study": "iterations", "benchmark": "AIME", "step": None, "iteration": 40, "method": "RL", "value": 0.5,
    "low": 0.3315, "high": 0.6685, "interval": "Wilson", "unit": "fraction",
}  # fmt: skip
FIRST = ("benchmark", "value", Together("conditions", ("method", "step", "iteration")))


def columns(**arrangement: Any) -> dict[str, Any]:
    return tables.columns([ROW], FIRST, list(ROW), Arrangement(**arrangement))


def test_the_chosen_columns_stand_first_and_the_others_are_folded_away() -> None:
    found = columns(column="value", descending=True)
    assert [(one.words, one.sort, one.classes) for one in found["headings"]] == [
        ("benchmark", "none", ""), ("value", "descending", "n"), ("conditions", "", ""),
        ("study", "none", "f"), ("iteration", "none", "n f"), ("method", "none", "f"),
    ]  # fmt: skip
    assert [(one.text, one.below) for one in found["body"][0]] == [
        ("AIME", ""), ("50%", "33.2–66.8%"), ("RL, iteration 40", ""), ("iterations", ""), ("40", ""), ("RL", ""),
    ]  # fmt: skip
    assert found["folded"] == 3


def test_the_column_that_a_table_is_sorted_by_is_there_even_where_it_is_empty() -> None:
    assert "step" in [one.name for one in columns(column="step")["headings"]]
    assert "step" not in [column.name for column in columns()["headings"]]


def test_all_columns_are_seen_where_none_are_chosen() -> None:
    found = tables.columns([ROW], (), ["benchmark"], Arrangement())
    assert [one.name for one in found["headings"]] == [
        "study", "benchmark", "iteration", "method", "value", "low", "high", "interval",
    ]  # fmt: skip
    assert {one.name for one in found["headings"] if one.sort} == {"benchmark"}
    assert found["folded"] == 0


def test_a_column_with_a_long_text_is_wide_on_paper() -> None:
    rows = [{"run": "a", "settings": "x = 1"}, {"run": "b", "settings": "x = 1, " * 20}]
    found = tables.columns(rows, (), [], Arrangement())
    assert [one.classes for one in found["headings"]] == ["", "long"]
    assert [[cell.classes for cell in row] for row in found["body"]] == [["", "long"]] * 2


def test_names_of_columns_and_texts_of_rows_are_escaped() -> None:
    hostile = '"><img src=x onerror=alert(1)>'
    state = TableState(1, Arrangement(search=hostile))
    html = render(
        "table",
        title=hostile,
        rows=[{hostile: hostile}],
        columns=tables.columns([{hostile: hostile}], (), [hostile], state.arrangement),
        form="rows",
        root="/",
        picks=[],
        first=0,
        total=1,
        every=1,
        state=state,
        number=1,
        turns=[1, 2],
        most=0,
        downloads=[],
        api="/api",
    )
    assert "<img" not in html
    assert html.count("&lt;img") == 7
