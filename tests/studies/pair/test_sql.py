"""The queries of the page of two models on two loaded runs."""

from collections import Counter
from typing import Any

import pytest

from reasonboard.core.findings.pairs import Answers
from reasonboard.core.pair_answers import with_answers
from reasonboard.core.url_state import encode
from reasonboard.store import cache, database
from reasonboard.store.arrangement import Arrangement
from reasonboard.store.database import Row, page, query
from reasonboard.studies.pair.study import PAIR
from tests.studies.pair.two_loads import A, B

pytestmark = pytest.mark.usefixtures("two_runs")
CHOICE: dict[str, Any] = {
    "a": A, "b": B, "metric": "main", "panel": "M", "items": "flipped", "finish": "any",
    "field": [],
}  # fmt: skip


def query_rows(name: str, **values: object) -> list[Row]:
    prepare = with_answers if name == "benchmarks" else None
    return query(f"studies/pair/{name}", prepare, **CHOICE | values)


def items(**values: object) -> list[str]:
    return [row["item"] for row in query_rows("problems", **values)]


def test_the_benchmarks_of_both_are_compared_with_what_is_known_of_their_answers() -> None:
    rows = {row["benchmark"]: row for row in query_rows("benchmarks")}
    assert set(rows) == {"M", "R", "D", "U"}
    found = Answers.from_row(rows["M"], "fraction")
    assert (found.items_a, found.items_b) == (40, 40)
    assert found.scores is not None
    assert (found.scores.n, found.scores.only_a, found.scores.only_b, found.scores.binary) == (
        40,
        18,
        0,
        True,
    )
    assert found.scores.attempts == 1
    assert found.scores.difference == pytest.approx(18 / 40)
    disjoint = Answers.from_row(rows["D"], "fraction")
    assert (disjoint.items_a, disjoint.items_b, disjoint.scores) == (10, 10, None)
    assert Answers.from_row(rows["U"], "fraction") == Answers()


def test_exchanged_sides_have_the_same_answers_from_the_other_side() -> None:
    sides = ("items_{}", "mean_{}", "only_{}")
    exchanged = {row["benchmark"]: row for row in query_rows("benchmarks", a=B, b=A)}
    for row in query_rows("benchmarks"):
        other = exchanged[row["benchmark"]]
        assert [row[name.format(side)] for name in sides for side in "ab"] == [
            other[name.format(side)] for name in sides for side in "ba"
        ]
        assert [row[name] for name in ("n", "sd", "binary")] == [
            other[name] for name in ("n", "sd", "binary")
        ]


def test_attempts_at_a_problem_are_one_item() -> None:
    (row,) = (row for row in query_rows("benchmarks") if row["benchmark"] == "R")
    assert (row["n"], row["only_a"], row["only_b"], row["binary"]) == (4, 2, 1, False)
    assert row["mean_a"] == pytest.approx(6 / 16)
    assert row["mean_b"] == pytest.approx(4 / 16)


def test_other_runs_and_benchmarks_are_offered_by_what_they_share() -> None:
    assert query_rows("b_choices")[0]["value"] == B
    assert A not in {row["value"] for row in query_rows("b_choices")}
    panels = [row["value"] for row in query_rows("panel_choices")]
    assert panels[-1] == "U"
    assert panels[0] == "M"
    assert {row["value"] for row in query_rows("panel_choices", b="")} == {
        "M",
        "R",
        "D",
        "U",
        "own a",
    }


def test_outcomes_count_every_problem_of_both() -> None:
    found = {row["outcome"]: row["problems"] for row in query_rows("outcomes")}
    assert found == {"right": 12, "a": 18, "wrong": 10}
    assert query_rows("outcomes", panel="D") == []
    alone = {row["outcome"]: row["problems"] for row in query_rows("outcomes", b="", panel="R")}
    assert alone == {"wrong": 1, "flipped": 3}


def test_problems_are_filtered_by_outcome_and_finish() -> None:
    flipped = [*range(8), *range(20, 30)]
    assert set(items()) == {f"item {n:02}" for n in flipped}
    assert items(items="b") == []
    assert len(items(items="wrong")) == 10
    assert len(items(items="all")) == 40
    assert set(items(finish="b")) == {f"item {n}" for n in range(20, 30)}
    assert set(items(finish="neither")) == {f"item 0{n}" for n in range(8)}


def test_the_largest_difference_stands_first_then_the_longest_answer() -> None:
    assert items()[:2] == ["item 20", "item 21"]  # 140 tokens of B, then A's
    rows = query_rows("problems", panel="R")
    assert [row["item"] for row in rows] == ["r3", "r0", "r2"]
    assert (rows[0]["c_a"], rows[0]["n_a"], rows[0]["c_b"], rows[0]["n_b"]) == (3, 4, 1, 4)


def test_answers_that_were_cut_off_are_left_out_in_the_second_row() -> None:
    whole, rest = query_rows("cut_off")
    assert (whole["n"], whole["cut_a"], whole["cut_b"], whole["flipped_a"]) == (40, 0, 20, 10)
    assert (rest["n"], rest["only_a"], rest["only_b"]) == (20, 8, 0)
    assert query_rows("cut_off", panel="R") == []  # no answer says why it ended


def test_settings_of_both_runs_stand_side_by_side() -> None:
    found = {row["name"]: (row["a"], row["b"], row["state"]) for row in query_rows("settings")}
    assert found["num_fewshot"] == ("0", "5", "differs")
    assert found["temperature"] == ("0.6", "0.6", "same")
    assert found["judge"] == (None, "none", "unknown")
    assert found["harness_version"] == ("1", "2", "differs")


def test_a_metric_is_offered_where_both_have_it() -> None:
    assert {row["value"] for row in query_rows("metric_choices")} >= {"main", "acc", "accuracy"}
    assert {row["benchmark"] for row in query_rows("benchmarks", metric="acc")} == {"U"}


def test_a_setting_of_a_single_task_counts_on_its_benchmark_alone() -> None:
    for panel, most in (("M", "32768"), ("D", "64")):
        rows = {row["name"]: row for row in query_rows("settings", panel=panel)}
        assert (rows["max_gen_toks"]["a"], rows["max_gen_toks"]["b"]) == (most, "2048")
        assert not {name for name in rows if "[" in name or "digest" in name}


def test_both_sides_are_known_before_their_problems_are_listed() -> None:
    nothing = dict.fromkeys(
        ("of_benchmark", "benchmark_a", "benchmark_b", "metric_a", "metric_b"), ""
    )
    (both,), (of_a,), (none,) = (
        query_rows("sides", **chosen) for chosen in ({}, {"b": ""}, {"panel": "no benchmark"})
    )
    asked = ("answered", "listed")
    assert both.pop("metric_a") == both.pop("metric_b") != ""
    sides = dict.fromkeys(("of_benchmark", "benchmark_a", "benchmark_b"), "M")
    # So few problems are joined.
    assert both == sides | {"score_a": "", "score_b": "", "graded": ""} | dict.fromkeys(
        asked, "yes"
    )
    assert (of_a["benchmark_a"], of_a["benchmark_b"], of_a["metric_b"]) == ("M", "", "")
    assert none == nothing | {"score_a": "", "score_b": "", "graded": ""} | dict.fromkeys(asked, "")


def test_numbers_in_the_ids_of_problems_count_as_numbers() -> None:
    of_a: dict[str, Any] = {"b": "", "panel": "D", "items": "all"}
    right, wrong = ([f"d{n + 5}" for n in range(10) if n % 2 == odd] for odd in (1, 0))
    assert items(**of_a | {"items": "right"}) == right
    assert items(**of_a) == [f"d{n}" for n in range(5, 15)]
    address: dict[str, Any] = {
        "a": A,
        "b": "",
        "panel": "D",
        "metric": "main",
        "items": "wrong",
        "field": [],
    }
    (near,) = query("web/item_neighbors", **address, item=wrong[2])
    assert (near["place"], near["before"], near["after"]) == (3, wrong[1], wrong[3])
    by_id, total = page("studies/pair/problems", CHOICE | of_a, 0, 3, Arrangement("item", True))
    assert ([row["item"] for row in by_id], total) == (["d14", "d13", "d12"], 10)


@pytest.mark.parametrize("chosen", ["all", "flipped", "right"])
@pytest.mark.parametrize("panel", ["M", "R", "D"])
def test_previous_and_next_go_through_the_list_in_its_order(panel: str, chosen: str) -> None:
    b = "" if panel == "D" else B
    listed = items(b=b, panel=panel, items=chosen)
    address: dict[str, Any] = {
        "a": A, "b": b, "panel": panel, "metric": "main", "items": chosen, "field": [],
    }  # fmt: skip
    ends = [None, *listed, None]
    for place, (before, item, after) in enumerate(zip(ends, listed, ends[2:], strict=False), 1):
        (near,) = query("web/item_neighbors", **address, item=item)
        assert (near["place"], near["total"]) == (place, len(listed))
        assert (near["before"], near["after"]) == (before, after)
    assert query("web/item_neighbors", **address, item="nothing") == []


def test_the_fields_of_the_problems_of_a_benchmark_are_offered_with_their_values() -> None:
    depths = [("needle_depth:0.5", "needle depth 0.5"), ("needle_depth:1", "needle depth 1")]
    offered = [(row["value"], row["label"]) for row in query_rows("field_choices")]
    assert offered == [*((f"level:{n}", f"level {n}") for n in (1, 2, 3, 9)), *depths]
    of_a = query_rows("field_choices", b="")
    assert [row["value"] for row in of_a] == ["level:1", "level:2", "level:3", "level:"]
    assert of_a[-1]["label"] == "no level"
    assert query_rows("field_choices", panel="R") == []


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        (["level:1"], range(0, 30, 3)),
        (["level:1", "level:3"], [n for n in range(30) if n % 3 != 1]),
        (["level:9"], range(30, 40)),  # A does not state it
        (["level:1", "needle_depth:0.5"], range(0, 20, 3)),
        (["level:4"], []),
    ],
)
def test_problems_are_listed_and_counted_by_the_values_of_their_fields(
    field: list[str], expected: list[int]
) -> None:
    chosen = {"items": "all", "field": field}
    assert set(items(**chosen)) == {f"item {n:02}" for n in expected}
    assert sum(row["problems"] for row in query_rows("outcomes", **chosen)) == len(expected)
    of_a = {f"item {n:02}" for n in range(30, 40)}
    assert set(items(b="", items="all", field=["level:"])) == of_a


def test_previous_and_next_stay_among_the_problems_with_a_field() -> None:
    listed = items(b="", items="right", field=["level:2"])
    address: dict[str, Any] = {"a": A, "b": "", "panel": "M", "metric": "main", "items": "right"}
    (near,) = query("web/item_neighbors", **address, field=["level:2"], item=listed[1])
    assert (near["before"], near["after"], near["total"]) == (listed[0], listed[2], 10)


NEED_ANSWERS = ("outcomes", "cut_off", "problems", "pairing", "field_choices")


@pytest.mark.parametrize("name", NEED_ANSWERS)
@pytest.mark.parametrize("panel", ["M", "D", "U"])
def test_what_is_not_asked_without_answers_would_have_no_rows(name: str, panel: str) -> None:
    directive, _, sql = database.text(f"studies/pair/{name}").partition("\n")
    assert directive.startswith("-- No rows without ")
    every: dict[str, Any] = CHOICE | {"panel": panel, "items": "all"}
    assert query_rows(name, **every) == database._fetched(sql, every)
    (side,) = query_rows("sides", panel=panel)
    assert (side["answered"], side["listed"]) == (("", "") if panel == "U" else ("yes", "yes"))


def test_a_change_of_b_asks_each_thing_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()
    run = database._answered

    def counted(cursor: Any, sql: str, parameters: Any) -> list[Row]:
        asked[sql] += 1
        return run(cursor, sql, parameters)

    cache.forget()
    monkeypatch.setattr(database, "_answered", counted)
    values, _ = PAIR.clean({"a": A, "b": B, "panel": "U"})
    encode(PAIR, {**values, "a": B, "b": A}, [*values])
    _ = [PAIR.answer(view, values, 1) for view in PAIR.views]
    assert asked[database.text("studies/pair/places")] == 1
    assert asked[database.text("studies/pair/sides")] == 1
    assert not any(asked[database.text(f"studies/pair/{name}")] for name in NEED_ANSWERS)
