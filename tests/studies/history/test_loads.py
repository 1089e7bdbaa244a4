"""Tables that people load: no date, dates of two zones, the same night twice, other numbers of problems."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from reasonboard.core import insights
from reasonboard.core.control import Values
from reasonboard.ingest.loading.load import load
from reasonboard.store import database, snapshots
from reasonboard.store.database import query
from reasonboard.studies.history.rows import all_series
from reasonboard.studies.history.study import HISTORY

HEADER = "model,benchmark,accuracy,n,unit,date,build,seed\n"
TABLES = {
    "nodate": [f"org/nodate,X,{80 + at % 3},500,percent,,b{at}," for at in range(9)],
    "zones": [
        f"org/zones,X,{80 + at % 3},500,percent,2026-11-0{at + 1}T23:30:00{zone},b{at},"
        for at, zone in enumerate(["-08:00", "+09:00"] * 4)
    ],
    "twice": ["org/twice,X,80,500,percent,2026-11-01T02:00:00Z,b,"] * 2
    + ["org/twice,X,82,500,percent,2026-11-02T02:00:00Z,b,"],
    "sizes": [
        f"org/sizes,X,80,{n},percent,2026-11-0{at + 1}T02:00:00Z,b,"
        for at, n in enumerate([500, 200, 30, 500])
    ],
    "seeds": [f"org/seeds,X,{80 + at},500,percent,2026-11-01,b,seed-{at}" for at in range(3)],
}


@pytest.fixture(scope="module")
def tables(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables") / "folder"
    shutil.copytree(small_store_template.parent, folder)
    for name, lines in TABLES.items():
        (folder / f"{name}.csv").write_text(HEADER + "\n".join(lines) + "\n")
        load(folder / "data", folder / "store", [str(folder / f"{name}.csv")], name=name)
    return folder / "store"


@pytest.fixture(autouse=True)
def loaded(tables: Path) -> Iterator[None]:
    snapshots.use(tables)
    yield
    database.close()


def state(name: str) -> Values:
    found, notices = HISTORY.clean({"source": [name]})
    assert notices == {}
    return found


@pytest.mark.parametrize("name", TABLES)
def test_each_is_drawn_and_has_an_answer(name: str) -> None:
    answer = insights.headline(HISTORY, state(name))
    assert answer.subject == f"org/{name}"
    for view in HISTORY.views:
        for columns in (1, 4):
            assert HISTORY.answer(view, state(name), columns).summary


def test_runs_without_a_date_are_said_to_stand_in_the_order_of_loads() -> None:
    legend = HISTORY.answer(HISTORY.views[0], state("nodate"), 4).legend
    assert "runs without a date are in load order" in legend


def test_dates_of_two_zones_are_put_in_order() -> None:
    (series,) = all_series(HISTORY.view_rows(HISTORY.views[0], state("zones")))
    times = [mark.run.made_at for mark in series.marks]
    assert times == sorted(times)
    assert f"{times[0]:%d %H:%M}" == "02 07:30"


def test_the_same_night_twice_is_one_run() -> None:
    (series,) = all_series(HISTORY.view_rows(HISTORY.views[0], state("twice")))
    assert [round(mark.value, 3) for mark in series.marks] == [0.8, 0.82]


def test_seeds_are_texts() -> None:
    rows = query("studies/history/series_choices", source=["seeds"])
    assert len(rows) == 1
