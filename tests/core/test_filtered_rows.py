"""Rows that pass filters, kept for what else a change of the page makes of them."""

from reasonboard.core.filtered_rows import filtered
from reasonboard.store.database import Rows

ROWS: Rows = [
    {"benchmark": "A", "model": "m"},
    {"benchmark": None, "model": "n"},
    {"benchmark": "B", "model": "m"},
]


def test_rows_have_a_chosen_value_in_each_column_or_none() -> None:
    assert filtered(ROWS, (("benchmark", ("A",)),)) == ROWS[:2]
    assert filtered(ROWS, (("benchmark", "B"), ("model", ("m", "n")))) == ROWS[1:]


def test_the_same_rows_are_filtered_once_and_others_anew() -> None:
    filters = (("model", "m"),)
    assert filtered(ROWS, filters) is filtered(ROWS, filters)
    for number in range(50):  # lists that stand where others stood before
        assert filtered([{"model": "m", "number": number}], filters)[0]["number"] == number
