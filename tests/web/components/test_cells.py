"""Values as a reader sees them."""

from typing import Any

import pytest

from reasonboard.web.components.cells import cell, text_table, value

ROWS: list[dict[str, Any]] = [
    {"model": "a|b\\", "n": 12, "value": 0.4567, "gap": -0.5, "empty": None, "kind": "read_off", "unit": "fraction"},
    {"model": None, "n": None, "value": 1234.0, "gap": 0.0, "empty": None, "kind": "stated", "unit": "tokens"},
]  # fmt: skip


def test_a_table_has_its_numbers_in_their_units_and_leaves_out_empty_columns() -> None:
    table = text_table(ROWS)
    assert table.columns == [
        ("model", False), ("n", True), ("value", True), ("gap", True), ("kind", False)
    ]  # fmt: skip
    assert table.rows == [
        ["a|b\\", "12", "45.67%", "-0.5", "read from a figure"],
        ["–", "–", "1,234", "0", "stated"],
    ]


def test_missing_is_a_dash_and_never_zero() -> None:
    assert value(None, "fraction") == "–"
    assert value(0.0, "fraction") == "0%"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("2026-11-06T03:06:00+00:00", "2026-11-06 03:06"),
        ("2026-11-06T03:06:00+09:00", "2026-11-05 18:06"),
        ("2026-11-06T00:00:00+00:00", "2026-11-06"),
        ("2026-11-06", "2026-11-06"),
        ("yesterday", "yesterday"),
        (None, "–"),
    ],
)
def test_a_date_is_shown_without_the_letters_of_its_form(written: str | None, shown: str) -> None:
    assert cell({"date": written}, "date") == shown
