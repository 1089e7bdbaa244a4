"""Clicks on the page of type-length."""

import pytest

from reasonboard.core.picking import toggled
from reasonboard.studies.type_length.study import TYPE_LENGTH

PICKED = {"first": "Qwen-2.5 3B · Baseline · Core", "type": "Type 4", "length": "5"}


@pytest.mark.usefixtures("bundled")
def test_a_second_click_takes_the_isolation_back_and_keeps_the_panel() -> None:
    before, notices = TYPE_LENGTH.clean(PICKED)
    assert not notices
    assert toggled(TYPE_LENGTH, PICKED, before) == PICKED | {"type": "", "length": ""}


@pytest.mark.usefixtures("bundled")
def test_a_click_on_another_length_moves_the_mark() -> None:
    before, _ = TYPE_LENGTH.clean(PICKED)
    other = PICKED | {"length": "6"}
    assert toggled(TYPE_LENGTH, other, before) == other


@pytest.mark.usefixtures("bundled")
def test_the_page_opens_on_the_captioned_figure_and_its_neighbours() -> None:
    values = TYPE_LENGTH.defaults()
    answer = TYPE_LENGTH.answer(TYPE_LENGTH.views[0], values, columns=4)
    names = [trace["name"] for trace in answer.figure["data"] if trace["type"] == "heatmap"]
    assert names == [
        f"Qwen-2.5 {size} · {method} · Core"
        for method in ("Baseline", "Meta-learning")
        for size in ("1.5B", "3B", "7B")
    ]


@pytest.mark.usefixtures("bundled")
def test_the_difference_that_is_offered_first_is_that_of_the_two_methods() -> None:
    values = TYPE_LENGTH.defaults()
    assert values["first"] == "Qwen-2.5 1.5B · Meta-learning · Core"
    assert values["second"] == "Qwen-2.5 1.5B · Baseline · Core"


@pytest.mark.usefixtures("bundled")
def test_a_difference_starts_with_the_other_method_of_the_same_model() -> None:
    values, _ = TYPE_LENGTH.clean(
        {"mode": "difference", "first": "Qwen-2.5 3B · Meta-learning · Core"}
    )
    assert values["second"] == "Qwen-2.5 3B · Baseline · Core"


@pytest.mark.usefixtures("bundled")
def test_a_panel_compared_with_itself_gives_way_when_the_difference_is_shown() -> None:
    same = dict.fromkeys(("first", "second"), "Qwen-2.5 1.5B · Baseline · Core")
    assert TYPE_LENGTH.clean(same)[0]["second"] == same["second"]
    values, _ = TYPE_LENGTH.clean(same | {"mode": "difference"})
    assert values["second"] == "Qwen-2.5 1.5B · Meta-learning · Core"


def test_the_page_has_one_main_chart_and_two_beside_each_other() -> None:
    assert [view.place for view in TYPE_LENGTH.views] == ["main", "side", "side"]


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize("mode", ["accuracy", "difference"])
def test_every_chart_has_a_short_subtitle(mode: str) -> None:
    values, _ = TYPE_LENGTH.clean({"mode": mode})
    for view in TYPE_LENGTH.views:
        meta = TYPE_LENGTH.answer(view, values, columns=4).figure["layout"]["meta"]
        assert 0 < len(meta["subtitle"]) <= 96
        assert meta.get("heading") or (view.name, mode) == ("grid", "accuracy")


def test_the_page_explains_each_of_the_seven_types_by_an_example() -> None:
    lines = TYPE_LENGTH.lead.splitlines()
    for number in range(1, 8):
        (example,) = [line for line in lines if line.startswith(f"Type {number}: ")]
        assert ", so " in example
