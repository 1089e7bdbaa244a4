"""The interval columns of tables."""

from typing import Any

import pytest

from app.findings.intervals import NONE, has_intervals, interval_of

ROW: dict[str, Any] = {
    "value": 0.4, "unit": "fraction", "n": 30, "kind": "stated", "stderr": None, "repeats": None
}  # fmt: skip


def test_an_accuracy_with_its_number_of_items_has_wilson() -> None:
    low, high, method = interval_of(ROW)
    assert (low, high) == pytest.approx((0.246, 0.577), abs=5e-4)
    assert method == "Wilson"


@pytest.mark.parametrize(
    ("change", "method"),
    [
        ({"n": None}, NONE),
        ({"kind": "bound_low"}, NONE),
        ({"kind": "illustrative"}, NONE),
        ({"value": None}, NONE),
        ({"value": 1.2}, NONE),
        ({"unit": "tokens", "value": 512.0}, ""),
    ],
)
def test_what_is_no_measured_accuracy_has_none(change: dict[str, Any], method: str) -> None:
    assert interval_of(ROW | change) == (None, None, method)


def test_the_columns_say_whether_there_can_be_intervals() -> None:
    assert has_intervals(["model", *ROW])
    assert not has_intervals(["value", "n"])
