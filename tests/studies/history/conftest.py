"""A store with the nights of one model in two loads, another configuration of it, and a model with one run."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from reasonboard.ingest.formats.records import Found, Run, Sample
from reasonboard.store import database, snapshots
from tests.conftest import made_once
from tests.ingest.in_process import load_records
from tests.studies.history.made import Answers, nights

TABLES = {"GSM8K": nights(14, 200, lower={11: 25}), "MATH500": nights(14, 120, seed=3)}
FIRST_LOAD = 9


def _night(night: int, hour: int = 2) -> Found:
    run = Run(
        "tool", "org/my-7b", date=f"2026-11-{night + 1:02}T{hour:02}:30:00Z", build=f"engine 1.0.dev{night + 1}",
        settings={"temperature": "0.6"},
    )  # fmt: skip
    return Found(run, [], _answers({name: table[:, night] for name, table in TABLES.items()}))


def _answers(of_run: dict[str, Answers]) -> list[Sample]:
    return [
        Sample(benchmark, f"{benchmark} {item:03}", 0, float(score))
        for benchmark, answers in of_run.items()
        for item, score in enumerate(answers)
    ]


def _others() -> Iterator[Found]:
    """The same model with another setting, twice; a model of its own, once, without a date."""
    for night in (0, 1):
        date = f"2026-11-{night + 1:02}T12:00:00Z"
        run = Run("tool", "org/my-7b", date=date, settings={"temperature": "0"})
        yield Found(run, [], _answers({"GSM8K": TABLES["GSM8K"][:, 0]}))
    yield Found(Run("tool", "org/once"), [], _answers({"GSM8K": TABLES["GSM8K"][:, 1]}))


@pytest.fixture(scope="session")
def history_store(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with three loads; the last night of the first one is in the second one, too."""

    def make(folder: Path) -> None:
        shutil.copytree(small_store_template.parent, folder)
        loads = {
            "others": list(_others()),
            "first": [_night(night) for night in range(FIRST_LOAD)],
            "second": [_night(night) for night in range(FIRST_LOAD - 1, 14)],
        }
        for name, found in loads.items():
            load_records(folder / "data", folder / "store", iter(found), name)

    made = made_once(tmp_path_factory, "history", make)
    return shutil.copytree(made / "store", tmp_path_factory.mktemp("history") / "store")


@pytest.fixture
def loaded(history_store: Path) -> Iterator[None]:
    """Queries answer from it."""
    snapshots.use(history_store)
    yield
    database.close()
