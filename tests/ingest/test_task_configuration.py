"""A series of a benchmark is the runs whose settings for it are equal, whatever else was evaluated with it."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from reasonboard.ingest.snapshot.rebuild import rebuild
from reasonboard.store import snapshots
from tests.ingest.loads import differences
from tests.ingest.mine import Mine
from tests.ingest.test_events import DAY, NIGHT

STARTS: list[dict[str, int]] = [
    {"kite": 5, "crow": 5},
    {"kite": 5},
    {"crow": 5},
    {"kite": 5, "crow": 5, "wren": 0},
    {"kite": 8, "crow": 5},
    {"kite": 5, "wren": 0},
]
"""The tasks of each day with their shots."""
SERIES = {"crow": [[0, 2, 3, 4]], "kite": [[0, 1, 3, 5], [4]], "wren": [[3, 5]]}


def start(mine: Mine, day: int, shots: dict[str, int], build: int = 0, parts: str = "") -> str:
    """A results file of lm-evaluation-harness; tasks that begin with `parts` have a mean of this name."""
    scores = {task: {"exact_match,none": 0.5 + day / 100} for task in (*shots, parts) if task}
    document: dict[str, Any] = {
        "results": scores,
        "groups": {parts: scores[parts]} if parts else {},
        "configs": {
            task: {"task": task, "dataset_path": f"lab/{task}", "doc_to_text": f"{task}: {{{{q}}}}"}
            for task in shots
        },
        "n-shot": shots,
        "n-samples": {task: {"original": 200, "effective": 200} for task in shots},
        "task_hashes": {task: f"{task}-hash" for task in shots},
        "config": {"model": "vllm", "model_args": "pretrained=lab/plum-7b"},
        "model_name": "lab/plum-7b",
        "date": NIGHT + day * DAY,
        "pretty_env_info": f"[pip3] vllm==0.26.{build or day}",
    }
    path = mine.folder / f"day{day}.json"
    path.write_text(json.dumps(document))
    return str(path)


def series(mine: Mine) -> dict[str, list[list[int]]]:
    """The days of each benchmark, those of one configuration together."""
    rows: list[Any] = mine.query(
        "SELECT benchmark, list_sort(list(round(value * 100 - 50)::INTEGER)) AS days FROM result "
        "WHERE source LIKE 'mine%' GROUP BY benchmark, configuration ORDER BY ALL"
    )
    return {name: [days for one, days in rows if one == name] for name, _ in rows}


def cells(mine: Mine) -> list[tuple[object, ...]]:
    """Benchmark, value and number of runs of each cell."""
    return mine.query(
        "SELECT benchmark, round(value, 6), n_runs FROM cell WHERE source = 'mine' ORDER BY 1"
    )


def test_what_else_was_evaluated_belongs_to_no_configuration_of_a_benchmark(mine: Mine) -> None:
    mine.load(*(start(mine, day, shots) for day, shots in enumerate(STARTS)))
    assert series(mine) == SERIES


@pytest.mark.long
@pytest.mark.usefixtures("studies_made")
def test_it_is_the_same_in_all_loads_and_after_a_rebuild(mine: Mine, tmp_path: Path) -> None:
    starts = [start(mine, day, shots) for day, shots in enumerate(STARTS)]
    for nights in range(2):
        mine.load(*starts[nights::2], name=f"mine{nights}")
    assert series(mine) == SERIES
    grown = snapshots.current(shutil.copytree(mine.store, tmp_path / "grown"))
    rebuild(mine.data, mine.store)
    assert differences(grown.path, mine.version().path) == []


def test_the_newest_run_of_each_benchmark_is_shown(mine: Mine) -> None:
    whole = {"kite": 5, "crow": 5}
    mine.load(
        start(mine, 1, whole), start(mine, 2, {**whole, "wren": 5}), start(mine, 3, {"kite": 5})
    )
    assert cells(mine) == [("crow", 0.52, 2), ("kite", 0.53, 3), ("wren", 0.52, 1)]


def test_starts_of_one_build_are_repeats_of_the_benchmarks_that_they_share(mine: Mine) -> None:
    mine.load(start(mine, 1, {"kite": 5, "crow": 5}, build=7), start(mine, 3, {"kite": 5}, build=7))
    assert cells(mine) == [("crow", 0.51, 1), ("kite", 0.52, 2)]


def test_a_mean_over_tasks_has_the_settings_of_its_parts(mine: Mine) -> None:
    nest = {"nest_a": 5, "nest_b": 5}
    mine.load(
        start(mine, 0, nest, parts="nest"),
        start(mine, 1, {**nest, "kite": 0}, parts="nest"),
        start(mine, 2, {"nest_a": 8, "nest_b": 8, "kite": 0}, parts="nest"),
    )
    assert series(mine)["nest"] == [[0, 1], [2]]


def test_only_the_odd_night_is_named_by_its_setting(mine: Mine) -> None:
    """Two tasks with 5 and 4 shots; one night has 8 for kite, another lacks kite."""
    usual = {"kite": 5, "crow": 4}
    nights = [usual, usual, usual, {"kite": 8, "crow": 4}, {"crow": 4}, usual]
    mine.load(*(start(mine, day, shots) for day, shots in enumerate(nights)))
    found: list[Any] = mine.query(
        "SELECT model, benchmark, list_sort(list(round(value * 100 - 50)::INTEGER)) FROM result "
        "WHERE source = 'mine' GROUP BY model, benchmark ORDER BY ALL"
    )
    assert found == [
        ("lab/plum-7b", "crow", [0, 1, 2, 4, 5]),
        ("lab/plum-7b", "kite", [0, 1, 2, 5]),
        ("lab/plum-7b · 8-shot", "crow", [3]),
        ("lab/plum-7b · 8-shot", "kite", [3]),
    ]


def test_another_benchmark_is_no_part_of_the_one_that_its_name_begins_with(mine: Mine) -> None:
    """`mmlu_pro` and its parts are not `mmlu`: it stays one series if they are evaluated too, or with other shots."""
    parts = {"mmlu_law": 5, "mmlu_art": 5}
    mine.load(
        start(mine, 0, parts, parts="mmlu"),
        start(mine, 1, {**parts, "mmlu_pro": 0}, parts="mmlu"),
        start(mine, 2, {**parts, "mmlu_pro": 5, "mmlu_pro_law": 3}, parts="mmlu"),
        start(mine, 3, {"mmlu_law": 8, "mmlu_art": 5}, parts="mmlu"),
    )
    assert series(mine)["MMLU"] == [[0, 1, 2], [3]]
