"""Repeats of a run are more attempts at the same problems; the seeds of a recipe are crossed with them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reasonboard.ingest.formats.records import Found, Run, Sample
from reasonboard.statistics.repeats import pass_at_k
from reasonboard.statistics.score import score_of_run, score_of_seeds
from reasonboard.store import database, snapshots
from reasonboard.store.database import query
from reasonboard.studies.test_time import attempts
from reasonboard.studies.test_time.findings import of_attempts
from tests.ingest.in_process import load_records
from tests.sources import two_sources

FIRST, SECOND = (0, 1, 1, 2, 2, 2), (0, 0, 2, 2, 1, 2)
"""Of two attempts at each of six problems, in two runs."""
ONCE = (0, 1, 1, 1), (0, 0, 1, 1), (0, 1, 0, 1)
"""Of one attempt at each of four problems, in three runs."""
CHOSEN: dict[str, Any] = {"source": [], "metric": "main", "panel": "Tries"}


def found(right: Sequence[int], model: str, *, tries: int = 2, **stated: Any) -> Found:
    """A run with some attempts at each problem."""
    answers = [
        Sample("Tries", f"p{n}", attempt, float(attempt < c))
        for n, c in enumerate(right)
        for attempt in range(tries)
    ]
    return Found(Run("tool", model, **stated), [], answers)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two repeats of a model, two seeds of a recipe, and seeds with a problem that one of them lacks."""
    folder = tmp_path_factory.mktemp("repeats")
    runs = [
        found(right, model, tries=2, **{column: value})
        for model, column in (("mine/again", "repeat"), ("mine/recipe", "seed"))
        for value, right in (("1", FIRST), ("2", SECOND))
    ]
    runs += [found(FIRST, "mine/partly", seed="1"), found(SECOND[:5], "mine/partly", seed="2")]
    runs += [
        found(right, "mine/once", tries=1, repeat=str(number)) for number, right in enumerate(ONCE)
    ]
    load_records(two_sources(folder / "data"), folder / "store", iter(runs), "mine")
    return folder / "store"


@pytest.fixture
def of_model(store: Path) -> Iterator[dict[str, attempts.Attempts]]:
    snapshots.use(store)
    rows = attempts.with_tests(query("studies/test_time/passes", **CHOSEN))
    yield {run.row["model"]: run for run in attempts.attempts(rows)}
    database.close()


def shares(right: Sequence[int], n: int, k: int) -> list[float]:
    return [pass_at_k(n, c, k) or 0.0 for c in right]


def test_attempts_of_repeats_are_put_together(of_model: dict[str, attempts.Attempts]) -> None:
    run = of_model["mine/again"]
    assert (run.items, run.least, run.seeds, run.ks) == (6, 4, 1, [1, 2, 4])
    right = [a + b for a, b in zip(FIRST, SECOND, strict=True)]
    for point in run.any_right:
        assert point.score == score_of_run(shares(right, 4, point.k), 4)
    assert run.size_words == "6 problems, 4 attempts in 2 runs"


def test_repeats_with_one_attempt_each_are_attempts(of_model: dict[str, attempts.Attempts]) -> None:
    run = of_model["mine/once"]
    assert (run.items, run.least, run.ks) == (4, 3, [1, 2, 3])
    right = [sum(each) for each in zip(*ONCE, strict=True)]
    for point in run.any_right:
        assert point.score == score_of_run(shares(right, 3, point.k), 3)


def test_seeds_are_crossed_with_problems(of_model: dict[str, attempts.Attempts]) -> None:
    run = of_model["mine/recipe"]
    assert (run.items, run.least, run.seeds, run.ks) == (6, 2, 2, [1, 2])
    for point in run.any_right:
        table = np.array([shares(FIRST, 2, point.k), shares(SECOND, 2, point.k)])
        assert point.score == pytest.approx(score_of_seeds(table, 2))
    assert run.size_words == "6 problems, 2 attempts of each of 2 seeds"
    rows = attempts.with_tests(query("studies/test_time/passes", **CHOSEN))
    (gain,) = [one for one in of_attempts(rows, panel="Tries") if one.subject == run.row["name"]]
    assert "2 attempts of each of 2 seeds" in gain.test


def test_of_seeds_only_the_problems_that_all_answered_count(
    of_model: dict[str, attempts.Attempts],
) -> None:
    run = of_model["mine/partly"]
    assert (run.items, run.seeds) == (5, 2)
    table = np.array([shares(FIRST[:5], 2, 1), shares(SECOND, 2, 1)[:5]])
    assert run.any_right[0].score == pytest.approx(score_of_seeds(table, 2))


def test_three_of_eight_right(of_model: dict[str, attempts.Attempts]) -> None:
    """Case h1 of the note on events."""
    row = {"counts": [[8, 3]], "items": 1, "votes": None, "runs": 1}
    run = attempts.Attempts([row])
    assert run.any_right[2].value == pytest.approx(0.9286, abs=5e-5)
    assert run.all_right[1].value == pytest.approx(0.1071, abs=5e-5)
