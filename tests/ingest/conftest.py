"""Fixtures for loads: a store that the command uses."""

from pathlib import Path

import pytest


@pytest.fixture
def store(data: Path, small_store: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REASONBOARD_STORE", str(small_store))
    monkeypatch.setenv("REASONBOARD_DATA", str(data))
    return small_store
