"""The queries of type-length on hand-written rows."""

from typing import Any

import pytest

from reasonboard.store.database import query
from reasonboard.studies.type_length.charts.decline import table
from tests.conftest import Given

SIZES = {"small": ("F", 1.0), "large": ("F", 7.0), "untrained": ("G", 9.0)}
ASKED: dict[str, Any] = {
    "study": "type-length", "source": "s", "benchmark": [], "model": [], "method": [],
    "split": "normal", "train_samples": "1000", "panels": "6", "mode": "accuracy",
    "first": "small · Meta · Core", "second": "small · Base · Core", "type": "", "length": "",
}  # fmt: skip


def row(
    model: str, method: str, type_: str, length: int, value: float, **more: Any
) -> dict[str, Any]:
    usual = {"benchmark": "Core", "split": "normal", "train_samples": 1000, "seed": 1}
    cell = {"model": model, "method": method, "task_type": type_, "task_length": length}
    return usual | cell | {"value": value} | more


@pytest.fixture
def small_world(given: Given) -> None:
    given(
        "type-length",
        models=SIZES,
        s=[
            row("small", "Base", "Type 1", 0, 0.9, seed=1, n_items=100),
            row("small", "Base", "Type 1", 0, 0.6, seed=2, n_items=100),
            row("small", "Base", "Type 1", 2, 0.5),
            row("small", "Base", "Type 2", 1, 0.25),
            row("small", "Meta", "Type 1", 0, 1.0),
            row("large", "Base", "Type 1", 0, 0.8),
            row("large", "Base", "Type 1", 0, 0.1, split="ood_words"),
            row("small", "Base", "Type 1", 0, 0.3, train_samples=100),
            row("small", "Base", "Type 1", 5, 0.4, benchmark="Longer"),
            row("untrained", "Base", "Type 1", 0, 0.2, train_samples=None, seed=None),
            row("small", "Base", None, None, 0.7),  # type: ignore[arg-type]
        ],
        other=[
            row("small", "Base", "Type 1", 0, 0.75, seed=None),
            row("small", "Base", "Type 1", 2, 0.4, seed=None),
        ],
    )


def query_rows(name: str, **changed: Any) -> list[dict[str, Any]]:
    return query(f"studies/type_length/{name}", **ASKED | changed)


def declines(**changed: Any) -> list[dict[str, Any]]:
    return table(query_rows("grid", **changed), type="")


def values(name: str, **changed: Any) -> list[str]:
    return [choice["value"] for choice in query_rows(name, **changed)]


@pytest.mark.usefixtures("small_world")
def test_a_cell_is_the_mean_over_the_seeds_in_percent() -> None:
    first = query_rows("grid")[0]
    assert (first["panel"], first["task_type"]) == ("small · Base · Core", "Type 1")
    assert (first["lengths"], first["shown"]) == ([0, 2], [75, 50])
    assert first["n_items"] == 100


@pytest.mark.usefixtures("small_world")
def test_a_cell_is_disputed_only_where_another_source_differs() -> None:
    assert query_rows("grid")[0]["disputed"] == [False, True]


@pytest.mark.usefixtures("small_world")
def test_the_panels_start_with_the_most_tested_and_say_how_many_there_are() -> None:
    panels = list(dict.fromkeys(row["panel"] for row in query_rows("grid")))
    assert panels[:2] == ["small · Base · Core", "large · Base · Core"]
    assert panels[-1] == "small · Base · Longer"
    assert {row["panels"] for row in query_rows("grid")} == {len(panels)} == {5}


@pytest.mark.usefixtures("small_world")
def test_models_that_were_not_trained_are_shown_whatever_the_training_examples() -> None:
    for samples in ("1000", "100"):
        assert "untrained · Base · Core" in {
            row["panel"] for row in query_rows("grid", train_samples=samples)
        }


@pytest.mark.usefixtures("small_world")
def test_the_filters_narrow_the_panels() -> None:
    found = query_rows("grid", benchmark=["Core"], model=["small"], method=["Base"])
    assert {row["panel"] for row in found} == {"small · Base · Core"}


@pytest.mark.usefixtures("small_world")
def test_a_difference_needs_two_panels_the_first_first() -> None:
    found = query_rows("grid", mode="difference")
    assert list(dict.fromkeys(row["panel"] for row in found)) == [
        "small · Meta · Core",
        "small · Base · Core",
    ]


@pytest.mark.usefixtures("small_world")
def test_a_panel_of_another_test_set_says_so_in_its_name() -> None:
    offered = values("second_choices")
    assert offered[0] == "small · Base · Core"
    assert "large · Base · Core · unseen words" in offered
    assert "small · Base · Core · 100 examples" in offered
    found = query_rows("grid", mode="difference", second="large · Base · Core · unseen words")
    assert [row["shown"] for row in found] == [[100], [10]]


@pytest.mark.usefixtures("small_world")
def test_a_difference_offers_all_panels_but_the_first() -> None:
    offered = values("second_choices", mode="difference")
    assert ASKED["first"] not in offered
    assert {ASKED["first"], *offered} == set(values("second_choices"))
    offered = values("second_choices", mode="difference", first="small · Base · Core")
    assert offered[0] == "small · Meta · Core"


@pytest.mark.usefixtures("small_world")
def test_outside_of_a_difference_the_choices_do_not_depend_on_the_first() -> None:
    first = values("first_choices")
    offered = {tuple(values("second_choices", first=one)) for one in first}
    assert len(offered) == 1
    assert set(first) <= set(offered.pop())


@pytest.mark.usefixtures("small_world")
def test_the_first_panel_offered_is_of_the_method_that_is_compared() -> None:
    offered = values("first_choices")
    assert offered[0] == "small · Meta · Core"
    assert "large · Base · Core · unseen words" not in offered


@pytest.mark.usefixtures("small_world")
def test_a_line_carries_its_lowest_and_highest_seed() -> None:
    line = query_rows("grid")[0]
    assert (line["shown"], line["low"], line["high"]) == ([75, 50], [60, 50], [90, 50])
    assert line["n_seeds"] == 1
    assert line["kinds"] == ["stated", "stated"]


@pytest.mark.usefixtures("small_world")
def test_the_panels_are_ranked_and_say_whether_they_are_of_the_chosen_test_set() -> None:
    ranks = {row["panel"]: row["rank"] for row in query_rows("grid")}
    assert list(ranks.values()) == [1, 2, 3, 4, 5]
    assert all(row["chosen"] for row in query_rows("grid"))
    found = query_rows("grid", mode="difference", second="large · Base · Core · unseen words")
    assert [(row["rank"], row["chosen"]) for row in found] == [(1, True), (2, False)]


@pytest.mark.usefixtures("small_world")
def test_the_choices_start_with_what_has_the_most_cells() -> None:
    assert values("benchmark_choices") == ["Core", "Longer"]
    assert values("method_choices") == ["Base", "Meta"]
    assert values("split_choices") == ["normal", "ood_words"]
    assert [row["label"] for row in query_rows("split_choices")] == ["normal", "unseen words"]
    assert values("train_choices") == ["1000", "100"]
    assert query_rows("train_choices")[0]["label"] == "1,000 per type and length"


@pytest.mark.usefixtures("small_world")
def test_the_lengths_offered_are_those_of_the_isolated_type() -> None:
    assert values("type_choices") == ["Type 1", "Type 2"]
    assert values("length_choices") == ["0", "1", "2", "5"]
    assert values("length_choices", type="Type 2") == ["1"]


@pytest.mark.usefixtures("small_world")
def test_the_evidence_holds_every_seed_of_every_source() -> None:
    picked = {"first": "small · Base · Core", "type": "Type 1", "length": "0"}
    found = query_rows("evidence", **picked)
    assert [(row["source"], row["value"]) for row in found] == [
        ("s", 0.9),
        ("s", 0.6),
        ("other", 0.75),
    ]


@pytest.mark.usefixtures("small_world")
@pytest.mark.parametrize(
    ("first", "value"),
    [
        ("small · Base · Core · 100 examples", 0.3),
        ("large · Base · Core · unseen words", 0.1),
        ("untrained · Base · Core", 0.2),
    ],
)
def test_the_evidence_of_a_panel_is_of_its_training_examples_and_test_set(
    first: str, value: float
) -> None:
    assert [
        row["value"] for row in query_rows("evidence", first=first, type="Type 1", length="0")
    ] == [value]


@pytest.mark.usefixtures("small_world")
def test_the_evidence_of_a_difference_holds_both_panels() -> None:
    found = query_rows("evidence", mode="difference", type="Type 1", length="0")
    assert [row["value"] for row in found] == [1.0, 0.9, 0.6, 0.75]


@pytest.mark.usefixtures("small_world")
def test_the_rows_are_those_of_the_chosen_panels_with_the_overall_value() -> None:
    found = query_rows("rows", model=["small"], method=["Base"], benchmark=["Core"])
    assert sorted(row["value"] for row in found) == [0.25, 0.5, 0.6, 0.7, 0.9]
    assert [row["value"] for row in query_rows("rows", mode="difference", type="Type 2")] == [0.25]


@pytest.mark.usefixtures("bundled")
def test_the_grid_holds_the_published_means() -> None:
    bundled = ASKED | {"source": "meta-learning-logic"}
    found = query("studies/type_length/grid", **bundled)
    first = {
        row["task_type"]: row for row in found if row["panel"] == "Qwen-2.5 1.5B · Baseline · Core"
    }
    assert sum(len(row["lengths"]) for row in first.values()) == 97
    assert (first["Type 4"]["lengths"][-1], first["Type 4"]["shown"][-2:]) == (11, [73.3, 53.3])
    assert first["Type 5"]["lengths"][0] == 7
    assert sum(sum(row["disputed"]) for row in first.values()) == 17


@pytest.mark.usefixtures("small_world")
def test_a_line_says_how_each_of_its_cells_was_measured() -> None:
    line = query_rows("grid")[0]
    assert line["accuracy"] == [0.75, 0.5]
    assert (line["items"], line["seeds"]) == ([100, None], [2, 1])
    assert (line["repeats"], line["stderrs"]) == ([None, None], [None, None])


@pytest.mark.usefixtures("small_world")
def test_a_mark_is_one_cell_as_a_fraction_with_its_number_of_answers() -> None:
    (mark,) = query_rows("marks", first="small · Base · Core", type="Type 1", length="0")
    assert (mark["source"], mark["model"], mark["method"], mark["benchmark"]) == (
        "s", "small", "Base", "Core",
    )  # fmt: skip
    assert (mark["type"], mark["length"], mark["split"]) == ("Type 1", 0, "normal")
    assert (mark["value"], mark["n_items"], mark["n_seeds"], mark["run"]) == (0.75, 100, 2, None)
    assert (mark["unit"], mark["higher_is_better"]) == ("fraction", True)


@pytest.mark.usefixtures("small_world")
def test_marks_of_no_place_are_all_of_the_test_set_and_training_examples() -> None:
    every = query_rows("marks", first="")
    assert [(m["model"], m["method"], m["type"], m["length"]) for m in every] == [
        ("small", "Base", "Type 1", 0),
        ("small", "Base", "Type 1", 2),
        ("small", "Base", "Type 2", 1),
        ("small", "Meta", "Type 1", 0),
        ("large", "Base", "Type 1", 0),
        ("untrained", "Base", "Type 1", 0),
        ("small", "Base", "Type 1", 5),
    ]
    assert [m["value"] for m in query_rows("marks", first="", split="ood_words")] == [0.1]
    assert [
        m["length"] for m in query_rows("marks", first="small · Base · Core", type="Type 1")
    ] == [0, 2]
    assert {m["source"] for m in query_rows("marks", first="", source="other")} == {"other"}


@pytest.mark.usefixtures("small_world")
def test_the_table_of_declines_has_a_row_per_line_and_no_interval_without_n() -> None:
    first = declines()[0]
    assert (first["panel"], first["type"]) == ("small · Base · Core", "Type 1")
    assert (first["shortest"], first["longest"]) == (0, 2)
    assert first["points per length"] == -12.5
    assert first["5 shortest − 5 longest"] is None
    compared = {(row["panel"], row["type"]) for row in declines(mode="difference")}
    assert compared == {
        ("small · Base · Core", "Type 1"),
        ("small · Base · Core", "Type 2"),
        ("small · Meta · Core", "Type 1"),
    }


def test_a_slope_per_token_keeps_three_digits(given: Given) -> None:
    given(
        "type-length",
        s=[row("small", "Base", "Type 1", at, 0.9 - at / 1e6) for at in (4096, 131072)],
    )
    assert declines()[0]["points per length"] == -0.0001


def test_the_table_of_declines_has_five_short_minus_five_long_lengths(given: Given) -> None:
    cells = [
        row("small", "Base", "Type 1", at, 0.9 - at / 20, n_items=96, seed=None) for at in range(10)
    ]
    given("type-length", s=cells)
    (line,) = declines()
    assert line["points per length"] == -5
    assert line["5 shortest − 5 longest"] == 25
    assert (line["from"], line["to"]) == (19.4, 30.6)
