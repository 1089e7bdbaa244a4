"""A store with the two runs of two_runs.py."""

from collections.abc import Iterator
from pathlib import Path

import pytest

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
