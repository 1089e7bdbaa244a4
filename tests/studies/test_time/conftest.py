"""A store with the two runs of two_runs.py."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from reasonboard.ingest.loading.load import alias
from reasonboard.ingest.names import aliases
from reasonboard.store import database, snapshots
from tests.ingest.in_process import load_records
from tests.sources import two_sources
from tests.studies.test_time.two_runs import load


@pytest.fixture(scope="session")
def tokens_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store beside two bundled sources."""
    folder = tmp_path_factory.mktemp("tokens")
    load_records(two_sources(folder / "data"), folder / "store", load(), "mine")
    return folder / "store"


@pytest.fixture
def two_runs(tokens_store: Path) -> Iterator[None]:
    """Queries answer from it."""
    snapshots.use(tokens_store)
    yield
    database.close()


@pytest.fixture
def priced_runs(tokens_store: Path, tmp_path: Path) -> Iterator[None]:
    """The same where a person states the price of one of the models."""
    shutil.copytree(tokens_store.parent, tmp_path / "copy")
    (tmp_path / "prices.toml").write_text(
        '[model."org-long"]\nusd_per_mtok = 2\npriced = 2026-11-01\n'
    )
    data, store = (tmp_path / "copy" / name for name in ("data", "store"))
    alias(data, store, aliases.read(tmp_path / "prices.toml"))
    snapshots.use(store)
    yield
    database.close()
