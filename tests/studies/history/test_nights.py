"""What the page says of the made-up nights of ../shared/examples/events, whose truth is known."""

import shutil
import sys
from pathlib import Path
from subprocess import run

import pytest

from reasonboard.core import insights
from reasonboard.core.control import Values
from reasonboard.ingest.loading.load import load
from reasonboard.store import database, snapshots
from reasonboard.studies.history.rows import Series, all_series
from reasonboard.studies.history.study import HISTORY

SCRIPT = Path(__file__).resolve().parents[4] / "shared/examples/events/nights.py"
pytestmark = pytest.mark.skipif(not SCRIPT.is_file(), reason=f"{SCRIPT} is not here")


@pytest.fixture(scope="module")
def made(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("nights") / "folder"
    shutil.copytree(small_store_template.parent, folder)
    run([sys.executable, str(SCRIPT), str(folder), "--seed", "7"], check=True, capture_output=True)
    return folder


def found(made: Path, name: str, tmp_path: Path) -> tuple[dict[str, Series], str]:
    """The series of one folder, and the answer of the page."""
    store = shutil.copytree(made / "store", tmp_path / "store")
    load(made / "data", store, [str(made / name)], name=name)
    snapshots.use(store)
    try:
        values: Values = HISTORY.defaults()
        rows = HISTORY.view_rows(HISTORY.views[0], values)
        answer = insights.headline(HISTORY, values)
    finally:
        database.close()
    return {series.benchmark: series for series in all_series(rows)}, answer.strong


def test_the_nightly_drop_has_its_date_and_size(made: Path, tmp_path: Path) -> None:
    series, strong = found(made, "nights", tmp_path)
    assert strong == "GSM8K has been lower since 12 Nov, by about 3.0 points (1.5 to 4.6)."
    (change,) = series["GSM8K"].course.found
    value = change.change
    assert [round(100 * one, 2) for one in (value.value, value.low, value.high)] == [
        -3.04,
        -4.6,
        -1.48,
    ]
    assert series["GSM8K"].marks[change.known_since or 0].run.day == "2026-11-13"
    assert series["MATH500"].course.state == "none"


@pytest.mark.parametrize("name", ["quiet", pytest.param("alike", marks=pytest.mark.long)])
def test_what_is_quiet_stays_quiet(name: str, made: Path, tmp_path: Path) -> None:
    series, strong = found(made, name, tmp_path)
    assert {one.course.state for one in series.values()} == {"none"}
    assert strong.startswith("No change beyond noise in ")
