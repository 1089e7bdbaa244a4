"""A store with the two loads of two_loads.py."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from reasonboard import config
from reasonboard.store import database, snapshots
from tests.conftest import made_once
from tests.ingest.in_process import load_records
from tests.studies.pair.two_loads import A, B, load


@pytest.fixture(scope="session")
def pair_store(bundled_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store beside the bundled data."""

    def make(folder: Path) -> None:
        shutil.copytree(bundled_store, folder)
        for key, name in ((A, "first"), (B, "second")):
            load_records(config.read({}).data, folder, load(key), name)

    made = made_once(tmp_path_factory, "pair", make)
    return shutil.copytree(made, tmp_path_factory.mktemp("pair") / "store")


@pytest.fixture
def two_runs(pair_store: Path) -> Iterator[None]:
    """Queries answer from it."""
    snapshots.use(pair_store)
    yield
    database.close()
