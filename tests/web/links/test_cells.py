"""What a link keeps of a view's numbers, and what it says became of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.web.links.cells import Cell, cells, changes, sentence

COLUMNS = ("benchmark", "model", "window", "value", "stderr", "kind", "unit")


def line(benchmark: str, window: int | None, value: float | None) -> tuple[object, ...]:
    return (benchmark, "Llama", window, value, 0.01, "measured", "fraction")


def test_a_cell_is_called_by_all_that_says_its_place() -> None:
    found = cells(COLUMNS, [line("AIME24", 500, 0.4), line("MATH500", None, 0.9)])
    assert found == [
        ("AIME24 · Llama · 500", 0.4, "fraction"),
        ("MATH500 · Llama", 0.9, "fraction"),
    ]


def test_several_numbers_at_one_place_are_told_apart() -> None:
    found = cells(COLUMNS, [line("A", 1, 0.4), line("A", 1, 0.5)])
    assert [place for place, *_ in found] == ["A · Llama · 1", "A · Llama · 1 (2)"]


def test_what_is_missing_is_no_number() -> None:
    assert cells(COLUMNS, [line("A", 1, None)]) == []


def test_the_sentence_names_what_moved_most() -> None:
    first: Cell = ("A · 1", 0.412, "fraction")
    before: list[Cell] = [first, ("A · 2", 0.5, "fraction"), ("A · 3", 900, "tokens")]
    moved: Cell = ("A · 1", 0.437, "fraction")
    now: list[Cell] = [moved, ("A · 3", 901, "tokens"), ("A · 4", 0.1, "fraction")]
    found = changes(before, now)
    assert (found.added, found.removed, len(found.changed)) == (1, 1, 2)
    assert sentence(found) == (
        "Numbers of this view: 1 added, 1 removed, 2 changed, most of all A · 1 from 41.2% to 43.7%."
    )


def test_one_change_is_told_with_both_its_values() -> None:
    found = changes([("B · 1", 3401, "tokens")], [("B · 1", 17864, "tokens")])
    assert (
        sentence(found)
        == "Numbers of this view: 1 changed: B · 1 from 3,401 tokens to 17,864 tokens."
    )


def test_what_only_rounding_changed_is_the_same() -> None:
    found = changes([("A", 0.1 + 0.2, "fraction")], [("A", 0.3, "fraction")])
    assert sentence(found) == "The numbers of this view are unchanged."


CELLS = st.dictionaries(st.text("abc", min_size=1, max_size=3), st.floats(0, 1), max_size=8)


@given(CELLS, CELLS)
def test_every_number_is_kept_or_counted_once(
    before: dict[str, float], now: dict[str, float]
) -> None:
    found = changes(
        [(place, value, "fraction") for place, value in before.items()],
        [(place, value, "fraction") for place, value in now.items()],
    )
    assert found.added == len(now.keys() - before.keys())
    assert found.removed == len(before.keys() - now.keys())
    moved = {one.setting for one in found.changed}
    for place in before.keys() & now.keys():
        assert (place in moved) == (now[place] != pytest.approx(before[place], abs=1e-9))
