"""How many items a cell stands on: only a proportion has a number, its source's or that of the catalogue."""

import shutil
from pathlib import Path

import pytest

from reasonboard.core import study_tables
from reasonboard.core.findings.intervals import NONE
from reasonboard.core.study import Study
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.statistics.uncertainty import LISTED, WILSON
from reasonboard.store import snapshots
from reasonboard.store.connections import connect
from reasonboard.store.database import Row
from reasonboard.studies import STUDIES
from reasonboard.studies.data.study import DATA
from tests.conftest import Given
from tests.ingest.mine import Mine

pytestmark = pytest.mark.usefixtures("studies_made")

SCALE = next(study for study in STUDIES if study.path == "scale-progress")
HEADER = "model,benchmark,iteration,metric,value,n_items,unit\n"
PROPORTIONS = (
    "acc", "accuracy", "acc_norm", "mean_acc", "AverageAccuracy", "exact_match", "mean_exact_match", "em", "qem",
    "pass@1", "humaneval_pass@1", "pass@1:8_samples", "avg@4", "mean@16", "correct", "pattern", "choice",
    "prompt_level_strict_acc", "extractive_match", "exact_match,strict-match", "math_verify", "val-core/acc",
)  # fmt: skip
OTHERS = (
    "macro_f1", "f1", "bleu", "rouge1", "pass@10", "pass@8", "best@8", "score", "edit_similarity", "mc2", "reward",
    "inst_level_strict_acc", "brier_score", "accuracy_drop",
)  # fmt: skip


@pytest.fixture
def loaded(mine: Mine) -> Mine:
    """One run with a number of 20 items for each metric."""
    rows = [
        f"my-7b,Other,0,{name},0.2403,20,fraction"
        for name in PROPORTIONS + OTHERS
        if "," not in name
    ]
    rows += ['my-7b,Other,0,"exact_match,strict-match",0.2403,20,fraction']
    mine.load(mine.table(HEADER + "\n".join(rows) + "\n"))
    return mine


def pairs(mine: Mine, sql: str) -> dict[object, object]:
    return {row[0]: row[1] for row in mine.query(sql)}


def test_a_metric_is_a_proportion_by_its_catalogue_entry_or_by_its_known_name(loaded: Mine) -> None:
    found = pairs(loaded, "SELECT name, proportion FROM metric")
    assert [name for name in PROPORTIONS if not found[name]] == []
    assert [name for name in OTHERS if found[name]] == []
    assert found["rm@8"]
    assert not found["token_length"]


@pytest.mark.parametrize(("says", "proportion"), [("", True), ("proportion = false", False)])
def test_a_catalogue_without_a_word_on_a_metric_goes_by_its_name(
    given: Given, tmp_path: Path, says: str, proportion: bool
) -> None:
    folder = given("scale-progress", mine=[{"progress": 1, "value": 0.3, "n_items": 30}])
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    metrics = tmp_path / "data" / "catalogue" / "metrics.toml"
    metrics.write_text(metrics.read_text().replace("proportion = true", says))
    publish(tmp_path / "data", tmp_path / "store")
    snapshots.use(tmp_path / "store")
    assert cells("n_items", "scale") == {(30, "proportion" if proportion else "fraction")}


@pytest.mark.long
def test_every_cell_has_its_number_of_items_and_says_what_its_value_is(loaded: Mine) -> None:
    found = pairs(loaded, "SELECT metric, (n_items, scale) FROM cell WHERE source = 'mine'")
    assert found == dict.fromkeys(PROPORTIONS, (20, "proportion")) | dict.fromkeys(
        OTHERS, (20, "fraction")
    )


def cells(*columns: str) -> set[tuple[object, ...]]:
    with connect(snapshots.snapshot().path) as connection:
        return set(connection.execute(f"SELECT {', '.join(columns)} FROM cell").fetchall())


def test_the_size_of_a_benchmark_counts_where_no_number_of_the_source_contradicts_it(
    given: Given,
) -> None:
    given(
        "scale-progress",
        sizes={"AIME24": 30, "MATH500": 500},
        aggregates=("Average",),
        silent=[
            {"progress": 1, "benchmark": "AIME24", "value": 0.3},
            {"progress": 1, "benchmark": "MATH500", "value": 0.4, "kind": "illustrative"},
            {"progress": 1, "benchmark": "Average", "value": 0.5},
            {"progress": 1, "benchmark": "MATH500", "value": 0.6, "metric": "f1"},
        ],
        contradicting=[
            {"progress": 0, "benchmark": "AIME24", "value": 0.1, "n_items": 15},
            {"progress": 1, "benchmark": "AIME24", "value": 0.2},
        ],
    )
    assert cells("source", "benchmark", "metric", "value", "n_items", "n_listed") == {
        ("silent", "AIME24", "accuracy", 0.3, 30, True),
        ("silent", "MATH500", "accuracy", 0.4, None, False),
        ("silent", "Average", "accuracy", 0.5, None, False),
        ("silent", "MATH500", "f1", 0.6, None, False),
        ("contradicting", "AIME24", "accuracy", 0.1, 15, False),
        ("contradicting", "AIME24", "accuracy", 0.2, None, False),
    }


def row(study: Study, **values: str | list[str]) -> Row:
    """The first row of the table behind the first view."""
    rows, _ = study_tables.page(study, study.views[0], study.clean(values)[0], 0, 1)
    return rows[0]


@pytest.mark.usefixtures("bundled")
def test_a_table_says_that_a_number_of_items_is_that_of_the_catalogue() -> None:
    for name, items in (("AIME24", 30), ("MATH500", 500), ("AMC23", 40), ("GSM8K", 1319)):
        found = row(SCALE, source="simplerl-zoo", benchmark=[name])
        assert (found["n"], found["n from"], found["interval"]) == (items, "catalogue", LISTED)
    found = row(SCALE, source="pythia", benchmark=["piqa"])
    assert (found["n"], found["n from"], found["interval"]) == (1838, "source", WILSON)
    marks = SCALE.rows("marks", SCALE.clean({"source": "simplerl-zoo"})[0])
    assert all(mark["n_listed"] for mark in marks if mark["benchmark"] != "Average")


def test_a_table_gives_no_interval_to_what_is_no_proportion(loaded: Mine) -> None:
    snapshots.use(loaded.store)
    rows, _ = study_tables.page(DATA, DATA.views[0], DATA.clean({"source": ["mine"]})[0], 0, 100)
    assert {row["metric"]: row["interval"] for row in rows} == dict.fromkeys(
        PROPORTIONS, WILSON
    ) | dict.fromkeys(OTHERS, NONE)
    assert {row["n"] for row in rows} == {20}


@pytest.mark.usefixtures("bundled")
def test_a_benchmark_with_a_standard_error_alone_says_what_it_can_tell_apart() -> None:
    """MMLU of Pythia: no number of items, a standard error of 0.0044 to 0.0047."""
    figure = SCALE.answer(SCALE.views[0], SCALE.defaults(), 4).figure
    hovers = [trace.get("hovertemplate", "") for trace in figure["data"]]
    (mmlu,) = [hover for hover in hovers if "MMLU" in hover]
    assert "number of problems unknown, detects ≥ 2 points" in mmlu
