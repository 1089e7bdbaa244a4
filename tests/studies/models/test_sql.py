"""The queries of models on hand-written rows."""

from typing import Any

import pytest

from reasonboard.store import cache, database
from reasonboard.store.database import Rows, query
from reasonboard.studies.models.blocks import with_columns
from tests.conftest import Given

CHOICE: dict[str, Any] = {
    "study": "models", "source": [], "metric": "main", "benchmark": [], "model": [], "settings": "newest",
    "a": "", "b": "", "panel": "",
}  # fmt: skip


def score(value: float, **more: object) -> dict[str, Any]:
    return {"value": value} | more


def query_rows(name: str, **values: object) -> Rows:
    return query(f"studies/models/{name}", **CHOICE | values)


def values(name: str, **chosen: object) -> list[str]:
    return [row["value"] for row in query_rows(name, **chosen)]


def test_a_model_stands_with_its_last_checkpoint(given: Given) -> None:
    given("scale-progress", s=[score(0.1, step=0), score(0.4, step=2000), score(0.3, step=1000)])
    (row,) = query_rows("scores")
    assert (row["key"], row["value"], row["runs"], row["variant"]) == (
        "s/M · step 2000",
        0.4,
        3,
        "",
    )


def test_all_runs_are_told_apart_by_what_differs(given: Given) -> None:
    given("scale-progress", s=[score(0.1, step=0), score(0.4, step=2000)])
    rows = query_rows("scores", settings="all")
    assert {row["variant"]: row["value"] for row in rows} == {"step 0": 0.1, "step 2000": 0.4}


def test_a_checkpoint_with_under_half_of_the_benchmarks_does_not_stand_for_its_model(
    given: Given,
) -> None:
    whole = [score(0.1 + at / 10, step=1000, benchmark=name) for at, name in enumerate("ABC")]
    given("scale-progress", s=[*whole, score(0.9, step=2000, benchmark="A")])
    assert {row["key"] for row in query_rows("scores")} == {"s/M · step 1000"}


def test_a_base_model_gives_way_to_what_was_trained_of_it(given: Given) -> None:
    given(
        "scale-progress",
        s=[score(0.1, method="base", progress=0), score(0.5, method="after RL", progress=1)],
    )
    assert [(row["value"], row["variant"]) for row in query_rows("scores")] == [(0.5, "")]
    assert len(query_rows("scores", settings="all")) == 2


def test_selectors_methods_and_numbers_of_samples_are_rows_of_their_own(given: Given) -> None:
    given(
        "prm-selection",
        s=[
            score(0.1, selector="X"),
            score(0.5, selector="Y"),
            score(0.7, selector="Y", train_samples=9),
        ],
    )
    runs = {row["variant"]: row["runs"] for row in query_rows("scores")}
    assert runs == {"X": 1, "Y": 1, "Y · 9 samples": 1}


def test_only_seeds_of_equal_settings_are_pooled(given: Given) -> None:
    given(
        "type-length",
        s=[score(0.2, seed=1, step=5), score(0.4, seed=2, step=5), score(0.9, step=4)],
    )
    (row,) = query_rows("scores")
    assert (round(row["value"], 6), row["n_seeds"], row["key"]) == (0.3, 2, "s/M · step 5")


def test_a_score_says_of_how_many_runs_it_is_the_mean(given: Given) -> None:
    given("type-length", s=[score(0.2, repeat="1"), score(0.4, repeat="2"), score(0.6, repeat="3")])
    (row,) = query_rows("scores")
    assert (round(row["value"], 6), row["n_seeds"], row["reruns"]) == (0.4, 0, 3)


def test_the_main_score_is_an_accuracy_where_there_is_one(given: Given) -> None:
    given(
        "iterations",
        s=[
            score(0.9, metric="macro_f1"),
            score(0.2, metric="acc"),
            score(300, metric="token_length"),
        ],
    )
    (row,) = query_rows("scores")
    assert (row["metric"], row["benchmark"]) == ("acc", "B")
    assert values("metric_choices") == ["main", "acc", "macro_f1"]
    (other,) = query_rows("scores", metric="macro_f1")
    assert (other["value"], other["benchmark"]) == (0.9, "B · macro_f1")


@pytest.mark.parametrize(
    ("metrics", "main"),
    [(("fail_rate", "score_b"), "score_b"), (("inst_level", "loose", "strict"), "strict")],
)
def test_the_main_score_is_no_rate_of_failures_and_the_strictest_count_of_whole_answers(
    given: Given, metrics: tuple[str, ...], main: str
) -> None:
    given("iterations", s=[score(0.5, metric=metric) for metric in metrics])
    (row,) = query_rows("scores")
    assert row["metric"] == main


def test_a_mean_over_benchmarks_is_shown_only_where_there_is_nothing_else(given: Given) -> None:
    given(
        "iterations",
        aggregates=("Average",),
        s=[score(0.1), score(0.2, benchmark="Average")],
        t=[score(0.3, benchmark="Average")],
    )
    assert {
        (row["title"], row["benchmark"]) for row in query_rows("scores", source=["s", "t"])
    } == {("s", "B"), ("t", "Average")}


def test_parts_of_a_benchmark_are_named_and_numbers_by_length_left_out(given: Given) -> None:
    given("type-length", s=[
        score(0.1, split="easy"), score(0.2, split="hard"), score(0.3, task_type="T", task_length=5),
            score(0.4, benchmark="C", split="x"),
    ])  # fmt: skip
    found = {row["benchmark"]: row["value"] for row in query_rows("scores", source=["s"])}
    assert found == {"B · easy": 0.1, "B · hard": 0.2, "C": 0.4}


def test_a_benchmark_of_two_blocks_is_two_columns(given: Given) -> None:
    given("iterations", s=[score(0.1), score(0.2, model="N")], t=[score(0.3)])
    assert {(row["title"], row["panel"]) for row in query_rows("scores")} == {
        ("s", "B"),
        ("t", "B · t"),
    }
    assert [row["label"] for row in query_rows("panel_choices")] == ["B", "B · t"]


def test_a_column_of_another_block_is_called_as_its_benchmark_where_it_stands_alone(
    given: Given,
) -> None:
    given("iterations", s=[score(0.1), score(0.2, model="N")], t=[score(0.3)])
    (choice,) = query_rows("panel_choices", source=["t"])
    assert (choice["value"], choice["label"]) == ("B · t", "B")
    for sources, titles in ((["t"], ["B"]), ([], ["B", "B · t"])):
        rows = with_columns(query_rows("scores", source=sources))
        assert sorted({row["column"].title for row in rows}) == titles


def test_the_choices_of_a_begin_with_the_best_and_those_of_b_share_benchmarks_with_it(
    given: Given,
) -> None:
    given(
        "iterations",
        s=[
            score(0.1, model="low"),
            score(0.9, model="high"),
            score(0.5, model="lone", benchmark="C"),
        ],
    )
    keys = values("a_choices")
    assert set(keys) == {"s/low", "s/high", "s/lone"}
    assert values("b_choices", a="s/high") == ["s/low", "s/lone", "s/high"]


def test_a_pair_has_the_benchmarks_that_both_have(given: Given) -> None:
    given(
        "iterations",
        s=[
            score(0.1),
            score(0.2, benchmark="C"),
            score(0.7, model="N", n_items=50),
            score(0.5, model="N", benchmark="D"),
        ],
    )
    (row,) = query_rows("pair", a="s/M", b="s/N")
    assert (row["benchmark"], row["a"]["value"], row["b"]["value"], row["b"]["n_items"]) == (
        "B",
        0.1,
        0.7,
        50,
    )
    assert (row["n"], row["items_a"], row["kinds"]) == (0, 0, ["stated"])
    assert query_rows("pair", a="s/M", b="s/M") == []


def test_a_pair_of_two_sources_is_compared_whatever_their_blocks(given: Given) -> None:
    given("iterations", s=[score(0.1), score(0.2, model="N")], t=[score(0.3)])
    assert [row["benchmark"] for row in query_rows("pair", a="s/M", b="t/M")] == ["B"]


def test_the_most_trusted_of_two_numbers_for_one_place_is_shown(given: Given) -> None:
    given("iterations", s=[score(0.1, kind="read_off"), score(0.2, kind="stated")])
    (row,) = query_rows("scores")
    assert (row["value"], row["ambiguous"], row["kind"]) == (0.2, True, "stated")


def test_the_table_has_every_number_behind_the_scores_with_its_place(given: Given) -> None:
    given(
        "iterations",
        s=[score(0.1, locator="here"), score(0.2, model="N"), score(9, metric="token_length")],
    )
    rows = query_rows("rows")
    assert [(row["run"], row["value"]) for row in rows] == [("s/M", 0.1), ("s/N", 0.2)]
    assert rows[0]["locator"] == "here"
    assert [row["run"] for row in query_rows("rows", model=["N"])] == ["s/N"]
    assert query_rows("rows", benchmark=["X"]) == []


def test_the_measurements_of_a_pair_are_those_of_its_benchmark(given: Given) -> None:
    given("iterations", s=[score(0.1), score(0.2, model="N"), score(0.3, benchmark="C")])
    rows = query_rows("evidence", a="s/M", b="s/N", panel="B")
    assert [(row["side"], row["value"], row["total"]) for row in rows] == [
        ("A", 0.1, 2),
        ("B", 0.2, 2),
    ]


def test_without_a_choice_the_page_opens_with_tables_and_not_with_captions(given: Given) -> None:
    given("iterations", s=[score(0.1)], t=[score(0.2)])
    assert {row["title"] for row in query_rows("scores")} == {"s", "t"}
    assert {row["title"] for row in query_rows("scores", source=["t"])} == {"t"}
    assert [row["chosen"] for row in query_rows("sources", source=["t"])].count(True) == 1


def test_of_many_runs_those_that_are_shown_can_be_chosen_and_are_compared(given: Given) -> None:
    given("scale-progress", s=[score(n / 1000, step=n) for n in range(510)])
    each = {"settings": "all", "mode": "selected", "b": "s/M · step 0"}
    shown = {row["key"] for row in query_rows("scores", **each)}
    assert len(shown) == 500
    assert {*values("a_choices", **each)} == shown == {*values("b_choices", **each)}
    compared = {row["a"]["key"] for row in query_rows("against", **each)}
    assert compared == shown - {each["b"]}


def test_what_is_not_asked_in_other_modes_would_have_no_rows(given: Given) -> None:
    given("iterations", s=[score(0.1), score(0.2, model="N")])
    for mode, rows in ("selected", 1), ("value", 0), ("rank", 0):
        asked = CHOICE | {"mode": mode, "b": "s/M"}
        assert len(query_rows("against", **asked)) == rows
        assert len(database._fetched(database.text("studies/models/against"), asked)) == rows


def test_the_scores_of_100_models_on_100_benchmarks_fit_in_the_cache(given: Given) -> None:
    given("scale-progress", s=[score(0.1)])
    (row,) = query_rows("scores")
    assert 10_000 * cache.size_of(row) < cache.DEFAULT_MEGABYTES * 1_000_000


def test_the_strip_finds_the_benchmark_of_a_column_in_whatever_block(given: Given) -> None:
    given("scale-progress", s=[score(0.5, model="M"), score(0.2, model="N")])
    a, b = values("a_choices")
    (row,) = query_rows("pair", a=a, b=b)
    assert row["panels"] == values("panel_choices")


def test_a_run_is_called_alike_as_a_and_as_b_of_a_pair(given: Given) -> None:
    given("iterations", s=[score(0.5)], t=[score(0.4)], u=[score(0.3, model="N")])
    labels = {row["value"]: row["label"] for row in query("studies/pair/a_choices")}
    assert labels["s/M"] == "M · s"
    for key in labels:
        others = {row["value"]: row["label"] for row in query("studies/pair/b_choices", a=key)}
        assert others == {other: label for other, label in labels.items() if other != key}
