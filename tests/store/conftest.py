"""A store with two loads, made once and copied for each test."""

import shutil
from pathlib import Path

import pytest

from reasonboard.ingest.loading.load import load

TABLE = "model,benchmark,iteration,accuracy,unit\nlab/{name},MATH500,1,0.5,fraction\n"


def table(folder: Path, name: str) -> str:
    """A file with one number of the model `name`; its path."""
    path = folder / f"{name}.csv"
    path.write_text(TABLE.format(name=name))
    return str(path)


@pytest.fixture(scope="session")
def _loaded(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("loaded")
    store = shutil.copytree(small_store_template, folder / "store")
    for name in ("a", "b"):
        load(small_store_template.parent / "data", store, [table(folder, name)], name=name)
    return store


@pytest.fixture
def loaded(_loaded: Path, data: Path, tmp_path: Path) -> Path:
    """A store of one's own with the loads a and b, whose sources are `data`."""
    return shutil.copytree(_loaded, tmp_path / "store")
