"""Printed values that no count gives."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from reasonboard.core.findings.grim import decimals, off_grain


def row(
    value: float, items: int | None = 30, repeats: int | None = 5, **more: Any
) -> dict[str, Any]:
    return {"value": value, "n_items": items, "n_repeats": repeats, "n_seeds": None} | more


def test_misread_values_are_named_with_their_neighbours() -> None:
    rows = [row(0.437), row(0.433), row(0.873, 40), row(0.875, 40)]
    found = off_grain(rows)
    assert [one["value"] for one in found] == [0.437, 0.873]
    assert [one["answers"] for one in found] == [150, 200]
    assert [one["decimals"] for one in found] == [1, 1]
    assert (found[0]["below"], found[0]["above"]) == (65 / 150, 66 / 150)
    assert (found[1]["below"], found[1]["above"]) == (174 / 200, 175 / 200)


def test_a_whole_percent_is_rough_unless_others_of_its_source_have_decimals() -> None:
    assert off_grain([row(0.43, repeats=1)]) == []  # 13 of 30 is 43.3
    assert [one["value"] for one in off_grain([row(0.43, repeats=1), row(0.433, repeats=1)])] == [
        0.43
    ]
    apart = [row(0.43, repeats=1, source="a"), row(0.433, repeats=1, source="b")]
    assert off_grain(apart) == []


def test_two_decimals_are_read_as_two() -> None:
    assert off_grain([row(0.4333)]) == []
    assert [one["decimals"] for one in off_grain([row(0.4331)])] == [2]


def test_computed_values_and_unknown_n_are_never_named() -> None:
    assert off_grain([row(0.43712), row(0.437, None), row(0.437, 0)]) == []
    assert off_grain([]) == []


@given(st.integers(1, 400), st.integers(1, 5), st.integers(1, 4), st.data())
def test_a_share_as_it_is_printed_is_never_named(
    items: int, repeats: int, seeds: int, data: Any
) -> None:
    answers = items * repeats * seeds
    count = data.draw(st.integers(0, answers))
    for places in (3, 4):
        value = round(count / answers, places)
        assert off_grain([row(value, items, repeats, n_seeds=seeds)]) == []


@given(st.integers(1, 300), st.integers(0, 1000))
def test_what_is_named_is_what_no_count_rounds_to(items: int, tenths: int) -> None:
    value = tenths / 1000
    rows = [row(value, items, 1), row(0.123, None)]  # the second says that decimals are printed
    # As a printer would, with a half rounded to either side.
    possible = any(abs(count * 1000 - tenths * items) <= items / 2 for count in range(items + 1))
    assert bool(off_grain(rows)) == (not possible)


def test_decimals() -> None:
    assert [decimals(one) for one in (0.0, 1.0, 0.44, 0.433, 0.4333, 13 / 30)] == [
        0,
        0,
        0,
        1,
        2,
        None,
    ]
