"""Each run by itself: repeats of one build and seeds are rows of their own, named by what differs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reasonboard.core import study_tables
from reasonboard.core.view import View
from reasonboard.store import database, snapshots
from reasonboard.studies.models.study import MODELS, runs_by_source
from tests.conftest import Given
from tests.own_runs import own_store

HEADER = "model,benchmark,date,build,repeat,seed,value,n,unit\n"
Loaded = Callable[..., None]


@pytest.fixture
def loaded(_published: Given, tmp_path: Path) -> Any:
    """Loads lines of benchmark, date, build, repeat, seed, value of the model `plum`."""

    def load(*lines: str) -> None:
        table = HEADER + "".join(f"plum,{line},200,fraction\n" for line in lines)
        snapshots.use(own_store(_published, tmp_path, mine=table))

    yield load
    database.close()


def rows(settings: str) -> list[tuple[str, str, float]]:
    """The variant, benchmark and value of each row of the page."""
    values = MODELS.clean({"source": ["mine"], "settings": settings})[0]
    found = sorted(
        (row["variant"], row["benchmark"], round(row["value"], 6))
        for row in MODELS.view_rows(grid(), values)
    )
    in_table, total = study_tables.page(MODELS, grid(), values, 0, 100)
    shown = [(row["benchmark"], round(row["value"], 6)) for row in in_table]
    assert sorted(shown) == sorted(row[1:] for row in found)
    assert total == len(found)
    return found


def grid() -> View:
    view = MODELS.view("grid")
    assert view is not None
    return view


def test_repeats_of_one_build_are_one_row_or_one_each(loaded: Loaded) -> None:
    loaded("kite,,b,1,,0.5", "kite,,b,2,,0.6", "kite,,b,3,,0.7")
    assert rows("newest") == [("", "kite", 0.6)]
    assert rows("all") == [
        (f"repeat {n}", "kite", value) for n, value in ((1, 0.5), (2, 0.6), (3, 0.7))
    ]


def test_a_run_without_a_seed_is_not_taken_for_the_mean_of_those_with_one(loaded: Loaded) -> None:
    loaded("kite,,b,,1,0.5", "kite,,b,,2,0.7", "kite,2025-06-01,b,,,0.6")
    assert rows("newest") == [("", "kite", 0.6)]
    assert rows("all") == [
        ("run of 2025-06-01", "kite", 0.6),
        ("seed 1", "kite", 0.5),
        ("seed 2", "kite", 0.7),
    ]
    with snapshots.cursor() as cursor:
        keys = cursor.execute("SELECT key FROM model_run WHERE source = 'mine'").fetchall()
    assert len(set(keys)) == len(keys) == 4


def test_reruns_of_one_build_are_named_by_their_dates(loaded: Loaded) -> None:
    loaded(
        "kite,2025-06-01,b,,,0.5",
        "kite,2025-06-02,b,,,0.6",
        "kite,2025-06-02T08:00:00Z,b,,,0.7",
        "kite,2025-05-01,a,,,0.1",
    )
    assert rows("newest") == [("", "kite", 0.6)]
    assert rows("all") == [
        ("run of 2025-05-01", "kite", 0.1),
        ("run of 2025-06-01", "kite", 0.5),
        ("run of 2025-06-02 00:00:00", "kite", 0.6),
        ("run of 2025-06-02 08:00:00", "kite", 0.7),
    ]


def test_seeds_are_named_by_their_number_and_repeats_of_a_seed_by_both(loaded: Loaded) -> None:
    loaded("kite,,b,1,1,0.5", "kite,,b,2,1,0.7", "kite,,b,,2,0.8")
    assert rows("newest") == [("", "kite", 0.7)]
    assert rows("all") == [
        ("seed 1 · repeat 1", "kite", 0.5),
        ("seed 1 · repeat 2", "kite", 0.7),
        ("seed 2", "kite", 0.8),
    ]


def test_a_tool_that_writes_a_file_for_each_benchmark_has_both_in_a_row(loaded: Loaded) -> None:
    loaded(
        "kite,2025-06-01T01:00:00Z,b,,,0.1",
        "owl,2025-06-01T02:00:00Z,b,,,0.2",
        "kite,2025-06-02T01:00:00Z,b,,,0.3",
        "owl,2025-06-02T02:00:00Z,b,,,0.4",
    )
    assert rows("newest") == [("", "kite", 0.2), ("", "owl", 0.3)]
    assert rows("all") == [
        ("run of 2025-06-01", "kite", 0.1),
        ("run of 2025-06-01", "owl", 0.2),
        ("run of 2025-06-02", "kite", 0.3),
        ("run of 2025-06-02", "owl", 0.4),
    ]


def test_runs_that_share_some_benchmarks_have_a_row_each(loaded: Loaded) -> None:
    loaded("kite,2025-06-01,b,,,0.1", "owl,2025-06-01,b,,,0.2", "owl,2025-06-02,b,,,0.4")
    assert rows("newest") == [("", "kite", 0.1), ("", "owl", 0.3)]
    assert rows("all") == [
        ("run of 2025-06-01", "kite", 0.1),
        ("run of 2025-06-01", "owl", 0.2),
        ("run of 2025-06-02", "owl", 0.4),
    ]


def test_a_list_of_runs_names_the_mean_that_each_is_part_of(loaded: Loaded) -> None:
    loaded("kite,,b,1,,0.5", "kite,,b,2,,0.6")
    values = MODELS.clean({"source": ["mine"], "settings": "all"})[0]
    assert {row["run"]: row["part_of"] for row in MODELS.rows("runs", values)} == {
        "mine/plum": None,
        "mine/plum · repeat 1": "mine/plum",
        "mine/plum · repeat 2": "mine/plum",
    }
    view = MODELS.view("runs")
    assert view
    assert study_tables.count(MODELS, view, values) == 3
    bars = runs_by_source(MODELS.view_rows(view, values), columns=1)["data"]
    assert [value for bar in bars if bar["type"] == "bar" for value in bar["x"]] == [2]


def test_the_table_says_of_what_a_mean_is_and_which_ranks_it_can_have(loaded: Loaded) -> None:
    loaded("kite,2025-06-01,b,,1,0.5", "kite,2025-06-02,b,,2,0.6")
    columns = ("date", "build", "seed", "runs", "seeds", "value", "seed sd", "best rank")
    values = MODELS.clean({"source": ["mine"]})[0]
    (row,), _ = study_tables.page(MODELS, grid(), values, 0, 10)
    assert [row[name] for name in columns] == [
        "2025-06-02", "b", None, 2, 2, pytest.approx(0.55), pytest.approx(0.0707107), None,
    ]  # fmt: skip
    each = MODELS.clean({"source": ["mine"], "settings": "all"})[0]
    found, _ = study_tables.page(MODELS, grid(), each, 0, 10)
    ranks = [(row["seed"], row["best rank"], row["worst rank"]) for row in found]
    assert ranks == [("1", 2, 2), ("2", 1, 1)]
