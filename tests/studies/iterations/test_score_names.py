"""Scores whose names count the attempts, in logs that were loaded: which one opens, and which are one."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reasonboard.ingest.loading.load import load
from reasonboard.store import database, snapshots
from reasonboard.store.database import query
from reasonboard.studies.iterations.study import ITERATIONS

Load = Callable[..., list[str]]
"""Loads a log of verl with these numbers (benchmark/metric) at two steps; the scores that are offered."""


@pytest.fixture
def offered(data: Path, small_store: Path, studies_made: None, tmp_path: Path) -> Iterator[Load]:
    def load_log(**numbers: float) -> list[str]:
        tags = {
            f"val-core/{name.replace('_', '/acc/', 1)}": value for name, value in numbers.items()
        }
        rows = [{"step": step, "data": tags | {"critic/score/mean": 0.1}} for step in (0, 10)]
        log = tmp_path / "runs" / "grpo" / "log.jsonl"
        log.parent.mkdir(parents=True)
        log.write_text("".join(json.dumps(row) + "\n" for row in rows))
        load(data, small_store, [str(tmp_path / "runs")], name="s")
        snapshots.use(small_store)
        choices = query("studies/iterations/metric_choices", study="iterations", source="s")
        return [str(row["value"]) for row in choices]

    yield load_log
    database.close()


def test_means_of_unlike_numbers_of_attempts_are_one_score(offered: Load) -> None:
    found = offered(
        **{"X_mean@16": 0.3, "Y_mean@4": 0.7, "X_best@16/mean": 0.5, "Y_best@4/mean": 0.9}
    )
    assert found[0] == "mean@k"
    assert not {"mean@16", "mean@4"} & {*found}
    values, _ = ITERATIONS.clean({"source": "s"})
    assert values["metric"] == "mean@k"
    rows = ITERATIONS.rows("grid", values)
    curves = {row["benchmark"]: (row["accuracy"], row["n_repeats"]) for row in rows}
    assert curves["X"] == ([30, 30], 16)
    assert curves["Y"] == ([70, 70], 4)
    assert {row["metric"] for row in ITERATIONS.rows("rows", values)} >= {"mean@16", "mean@4"}
    marks = ITERATIONS.rows("marks", values | {"panel": "", "iteration": "10"})
    assert [(row["benchmark"], row["metric"]) for row in marks] == [
        ("X", "mean@16"),
        ("Y", "mean@4"),
    ]
    gains = {row["benchmark"]: row["gain (points)"] for row in ITERATIONS.rows("summary", values)}
    assert (gains["X"], gains["Y"]) == (0, 0)


def test_two_means_of_one_benchmark_stay_two_scores(offered: Load) -> None:
    found = offered(**{"X_mean@16": 0.3, "X_mean@4": 0.2, "Y_mean@4": 0.7})
    assert sorted(found) == ["mean@16", "mean@4"]


def test_the_mean_opens_before_the_best_and_the_vote(offered: Load) -> None:
    found = offered(**{"X_best@8/mean": 0.9, "X_maj@8/mean": 0.5, "X_mean@8": 0.3})
    assert found[0] == "mean@8"
