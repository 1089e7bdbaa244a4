"""Fixtures for loads: a store that the command uses."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from reasonboard.store import database
from tests.ingest import refusal
from tests.ingest.mine import Mine


@pytest.fixture
def store(data: Path, small_store: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REASONBOARD_STORE", str(small_store))
    monkeypatch.setenv("REASONBOARD_DATA", str(data))
    return small_store


@pytest.fixture
def refused(store: Path, capsys: pytest.CaptureFixture[str]) -> refusal.Refused:
    """Load with these arguments of the command, and give the line with which that was refused."""
    return partial(refusal.refused, store, capsys)


@pytest.fixture
def mine(data: Path, small_store: Path, tmp_path: Path) -> Iterator[Mine]:
    yield Mine(data, small_store, tmp_path)
    database.close()
