"""Fixtures for loads."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from reasonboard.store import database
from tests.ingest import refusal
from tests.ingest.in_process import read_here
from tests.ingest.mine import Mine


@pytest.fixture
def reading_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are read in this process: a process of their own takes longer to start than to read them.

    Where that process is what is tested, a module says so by a fixture of this name that does nothing.
    """
    monkeypatch.setattr("reasonboard.ingest.loading.load.read_isolated", read_here)


@pytest.fixture(autouse=True)
def stored_alone(without_studies: None) -> None:
    """What a load stores is tested: ingest reads no table of a study."""


@pytest.fixture
def refused(store: Path, reading_here: None, capsys: pytest.CaptureFixture[str]) -> refusal.Refused:
    """Load with these arguments of the command, and give the line with which that was refused."""
    return partial(refusal.refused, store, capsys)


@pytest.fixture
def mine(data: Path, small_store: Path, reading_here: None, tmp_path: Path) -> Iterator[Mine]:
    yield Mine(data, small_store, tmp_path)
    database.close()
