"""Tables sorted and searched in the database: hand-written rows, and every table against the same done by hand."""

import pytest

from reasonboard.core.provenance import KIND_WORDS
from reasonboard.core.study import Study
from reasonboard.core.study_tables import arranged_rows
from reasonboard.core.view import View
from reasonboard.store import database
from reasonboard.store.arrangement import Arrangement
from reasonboard.store.database import Rows
from reasonboard.studies import STUDIES
from tests.conftest import Given

ALL: dict[str, list[str]] = {"of": [], "source": [], "benchmark": [], "model": [], "kind": []}
WORDS = {"kind": KIND_WORDS}
LARGEST = {("models", "rows"), ("data", "rows")}
TABLES = [
    pytest.param(
        study,
        view,
        id=f"{study.path}-{view.table}",
        # The largest tables take as long as all others together.
        marks=[pytest.mark.long] if (study.path, view.table) in LARGEST else [],
    )
    for study in STUDIES
    for view in {view.table: view for view in study.views if not view.transform_rows}.values()
]
ROWS = [
    {"benchmark": "b", "model": "Zeta", "value": 0.2, "kind": "stated", "locator": "1"},
    {"benchmark": "B", "model": "alpha", "value": 0.9, "kind": "read_off", "locator": "2"},
    {"benchmark": "a", "model": None, "value": 0.5, "n_items": 30, "locator": "100% of $of; 'x'"},
    {"benchmark": "C", "model": "alpha", "value": 0.5, "n_items": 10, "locator": "3_4"},
]


def arranged(arrangement: Arrangement, first: int = 0, size: int = 50) -> tuple[Rows, int]:
    return database.page("studies/data/rows", ALL, first, size, arrangement, WORDS)


def benchmarks(column: str = "", *, descending: bool = False, search: str = "") -> str:
    """The benchmarks of the rows in their order, and how many rows are said to be there."""
    rows, total = arranged(Arrangement(column, descending, search))
    assert len(rows) == total
    return "".join(row["benchmark"] for row in rows)


def test_a_column_is_sorted_whatever_the_case_and_what_is_missing_stands_last(given: Given) -> None:
    given("kv-cache", one=ROWS)
    assert benchmarks() == "BCab"
    assert benchmarks("benchmark") == "aBbC"
    assert benchmarks("benchmark", descending=True) == "CBba"
    assert benchmarks("value") == "bCaB"
    assert benchmarks("value", descending=True) == "BCab"
    assert benchmarks("n") == "CaBb"
    assert benchmarks("n", descending=True) == "aCBb"
    assert benchmarks("model") == "BCba"
    assert benchmarks("model", descending=True) == "bBCa"


@pytest.mark.parametrize(
    ("search", "found"),
    [("ALPHA", "BC"), ("eta", "b"), ("%", "a"), ("3_4", "C"), ("'x'", "a"), ("$of", "a"), ("0.9", ""),
     ("from a figure", "B"), ("read_off", "B"), ("accuracy", "BCab"), ("\\", ""), ('"', "")],
)  # fmt: skip
def test_the_text_is_searched_for_as_it_is_in_all_texts_that_a_reader_sees(
    given: Given, search: str, found: str
) -> None:
    given("kv-cache", one=ROWS)
    assert benchmarks(search=search) == found
    assert sorted(benchmarks("value", search=search)) == sorted(found)


@pytest.mark.parametrize(
    "column",
    ["nothing", "1", "value DESC", 'value" DESC; DROP TABLE run; --', "(SELECT 1)", "value\0", "Value", "*", "'"],
)  # fmt: skip
def test_a_column_that_the_table_has_not_sorts_nothing(given: Given, column: str) -> None:
    given("kv-cache", one=ROWS)
    assert benchmarks(column) == benchmarks(column, descending=True) == "BCab"
    assert benchmarks(column, search="alpha") == "BC"


def test_the_pages_of_a_sorted_table_have_every_row_once(given: Given) -> None:
    rows = [
        {"benchmark": f"{at % 7}", "model": f"m{at}", "value": (at % 3) / 4} for at in range(60)
    ]
    given("kv-cache", one=rows)
    for arrangement in (Arrangement("value"), Arrangement("value", True), Arrangement("", False, "m")):  # fmt: skip
        every, total = arranged(arrangement)
        assert (len(every), total) == (50, 60)
        parts = [arranged(arrangement, first, 7) for first in range(0, 70, 7)]
        assert {total for _, total in parts} == {60}
        found = [row["model"] for rows, _ in parts for row in rows]
        assert sorted(found) == sorted(f"m{at}" for at in range(60))
        assert found[:50] == [row["model"] for row in every]


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize(("study", "view"), TABLES)
def test_every_table_is_sorted_and_searched_as_by_hand(study: Study, view: View) -> None:
    values, name = study.defaults(), study.sql(view.table)
    every, _ = database.page(name, values, 0, 1_000_000)
    for at, column in enumerate(every[0] if every else ()):
        arrangement = Arrangement(column, True, "math") if at % 2 else Arrangement(column)
        rows = arranged_rows(every, arrangement, WORDS)
        found = database.page(name, values, 0, 40, arrangement, WORDS)
        assert found == (rows[:40], len(rows))


def test_rows_in_memory_are_arranged_by_the_same_rules() -> None:
    rows: Rows = [
        {"name": "b", "kind": "read_off", "number": 2},
        {"name": None, "kind": "stated", "number": 10},
        {"name": "A", "kind": "stated", "number": None},
    ]

    def numbers(*arrangement: str | bool) -> list[int | None]:
        return [row["number"] for row in arranged_rows(rows, Arrangement(*arrangement), WORDS)]  # type: ignore[arg-type]

    assert numbers("name") == [None, 2, 10]
    assert numbers("number") == [2, 10, None]
    assert numbers("number", True) == [10, 2, None]
    assert numbers("nothing") == [2, 10, None]
    assert numbers("", False, "FIGURE") == [2]
    assert numbers("", False, "10") == []
