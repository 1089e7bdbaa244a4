"""Two loaded runs that answered the same items are compared item by item."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from reasonboard.core import insights
from reasonboard.ingest.formats.records import Found, Run, Sample
from reasonboard.statistics.differences import Verdict
from reasonboard.store import database, snapshots
from reasonboard.studies import STUDIES
from reasonboard.web.components.comparison import compared as compared_on_page
from tests.ingest.in_process import load_records
from tests.sources import two_sources

ITERATIONS = next(study for study in STUDIES if study.path == "iterations")
ITEMS = 40
FIRST_RIGHT, SECOND_RIGHT = range(10), range(8, 30)
"""Which items each run answers rightly: 8 change for the worse, 20 for the better."""


def two_iterations() -> Iterator[Found]:
    """Two iterations of one model on the same items."""
    for iteration, right in ((0, FIRST_RIGHT), (40, SECOND_RIGHT)):
        answers = [
            Sample("B", f"item {n:02}", 0, float(n in right), tokens_out=None) for n in range(ITEMS)
        ]
        yield Found(Run("tool", "m-1b", iteration=iteration), [], answers)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("two")
    load_records(two_sources(folder / "data"), folder / "store", two_iterations(), "mine")
    return folder / "store"


@pytest.fixture
def many_benchmarks(tmp_path: Path) -> Iterator[None]:
    """Two iterations that differ on B0 as above, and by two problems of 40 on five other benchmarks."""
    found = []
    for iteration, right in ((0, FIRST_RIGHT), (40, SECOND_RIGHT)):
        others = range(10 - 2 * (iteration > 0), ITEMS)
        answers = [
            Sample(f"B{at}", f"item {n:02}", 0, float(n in (others if at else right)), tokens_out=None)
            for at in range(6) for n in range(ITEMS)
        ]  # fmt: skip
        found.append(Found(Run("tool", "m-1b", iteration=iteration), [], answers))
    load_records(two_sources(tmp_path / "data"), tmp_path / "store", iter(found), "mine")
    snapshots.use(tmp_path / "store")
    yield
    database.close()


@pytest.fixture
def two_runs(store: Path) -> Iterator[None]:
    snapshots.use(store)
    yield
    database.close()


@pytest.mark.usefixtures("two_runs")
def test_runs_with_answers_to_the_same_items_are_paired_and_the_changed_items_listed() -> None:
    picked = {"source": "mine", "panel": "B", "iteration": "0"}
    holding = ITERATIONS.as_baseline(ITERATIONS.clean(picked)[0])
    values, notices = ITERATIONS.clean(holding | {"iteration": "40"})
    assert notices == {}
    found = insights.comparison(ITERATIONS, values)
    assert found is not None
    assert [label for label, _, _ in found.differences] == ["Iteration"]
    (marks,) = found.marks
    scores = marks.difference.scores
    assert scores is not None
    assert (scores.n, scores.only_a, scores.only_b, scores.binary) == (ITEMS, 20, 8, True)
    assert marks.difference.estimate == pytest.approx(12 / ITEMS)
    assert marks.verdict is Verdict.BETTER  # 8 against 20 of 28: p = 0.036
    assert {row["item"] for row in found.items} == {
        f"item {n:02}" for n in (*range(8), *range(10, 30))
    }
    assert marks.difference.result is not None


@pytest.mark.usefixtures("many_benchmarks")
def test_a_pair_has_one_verdict_beside_the_same_difference_elsewhere() -> None:
    """Alone B0 is significant (p = 0.036), over six benchmarks of which the others are noise it is not."""
    picked = {"source": "mine", "panel": "B0", "iteration": "0"}
    holding = ITERATIONS.as_baseline(ITERATIONS.clean(picked)[0])
    found = insights.comparison(ITERATIONS, ITERATIONS.clean(holding | {"iteration": "40"})[0])
    assert found is not None
    (mark,) = found.marks
    assert len(found.elsewhere) == 6
    assert [other for other in found.elsewhere if other.b == mark.b] == [mark]
    assert all(other.difference.scores for other in found.elsewhere)
    assert mark.words == "only before correction"
    shown = compared_on_page(found)
    (row,) = (row for _, _, rows in shown["tables"] for row in rows if row["is_selected"])
    assert row["words"] == "only before correction"
    assert row["interval"] == shown["pair"]["interval"]
    assert shown["pair"]["sentence"].startswith(
        "Significant only before correction: among 6 comparisons"
    )


@pytest.mark.usefixtures("two_runs")
def test_the_answers_behind_a_picked_mark_give_no_pass_at_k_where_each_problem_has_one() -> None:
    values, _ = ITERATIONS.clean({"source": "mine", "panel": "B", "iteration": "40"})
    assert insights.answers(ITERATIONS, values) == []  # pass@1 is the score itself
