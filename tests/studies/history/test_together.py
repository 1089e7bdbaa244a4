"""Nights that lack a benchmark, have one more, or other shots for one: one page, with a series for each benchmark."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from reasonboard.ingest.formats.records import Found, Measurement, Run
from reasonboard.ingest.readers.common import task_settings
from reasonboard.store import database, snapshots
from reasonboard.store.database import query
from reasonboard.studies.history.rows import all_series
from reasonboard.studies.history.study import HISTORY
from tests.ingest.in_process import load_records

NIGHTS = 14
OTHER_SHOTS = 9
"""The night on which GSM8K had another number of shots."""
WITH = {
    "GSM8K": [night for night in range(NIGHTS) if night not in (3, 7)],
    "MATH500": [night for night in range(NIGHTS) if night not in (5, 11)],
    "AIME24": [2, 11],
}


def night(number: int) -> Found:
    benchmarks = [name for name, nights in WITH.items() if number in nights]
    shots = {"GSM8K": 8 if number == OTHER_SHOTS else 5, "MATH500": 4, "AIME24": 0}
    tasks = {
        name: {"num_fewshot": shots[name], "dataset": name, task_settings.PROMPTS: f"of {name}"}
        for name in benchmarks
    }
    date = f"2026-11-{number + 1:02}T02:30:00Z"
    settings = {"temperature": "0.6", **task_settings.of_tasks(tasks)}
    run = Run("tool", "org/my-7b", date=date, build=f"engine {number}", settings=settings)
    return Found(
        run, [Measurement(name, "accuracy", 0.5, "fraction", "", n_items=500) for name in tasks]
    )


@pytest.fixture(scope="module")
def store(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("together") / "folder"
    store = shutil.copytree(small_store_template.parent, folder) / "store"
    for name, nights in (("first", range(8)), ("second", range(8, NIGHTS))):
        load_records(folder / "data", store, map(night, nights), name)
    return store


@pytest.fixture(autouse=True)
def loaded(store: Path) -> Iterator[None]:
    snapshots.use(store)
    yield
    database.close()


def days(**chosen: object) -> dict[str, list[int]]:
    values, notices = HISTORY.clean(chosen)
    assert notices == {}
    rows = HISTORY.view_rows(HISTORY.views[0], values)
    return {
        one.benchmark: [int(mark.run.day[-2:]) - 1 for mark in one.marks]
        for one in all_series(rows)
    }


def test_each_benchmark_has_all_its_runs_on_one_page() -> None:
    expected = WITH | {"GSM8K": [one for one in WITH["GSM8K"] if one != OTHER_SHOTS]}
    assert days() == expected


def test_a_night_with_other_shots_has_a_page_of_its_own() -> None:
    _, other = (row["value"] for row in query("studies/history/series_choices", source=[]))
    assert days(series=other) == WITH | {"GSM8K": [OTHER_SHOTS]}


def test_a_filter_of_loads_keeps_the_page() -> None:
    both, second = (
        [row["value"] for row in query("studies/history/series_choices", source=source)]
        for source in ([], ["second"])
    )
    assert both == second
    assert days(source=["second"])["MATH500"] == [8, 9, 10, 12, 13]
