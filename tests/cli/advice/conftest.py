"""Fixtures for tests that follow advice."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from reasonboard.config import Settings
from reasonboard.remote import parts
from reasonboard.store import database
from tests.cli.advice.following import FOLLOWED, Board
from tests.ingest.in_process import load_here, read_here


@pytest.fixture(autouse=True)
def stored_alone(without_studies: None) -> None:
    """What is stored decides whether an advice worked; tests of pages ask for `studies_made`."""


@pytest.fixture
def heard(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """All messages of a test: each that it claims to follow has to be among them."""
    texts: list[str] = []
    yield texts
    test = f"{request.module.__name__}::{request.function.__name__}"
    every = "\n".join(texts)
    assert [part for part in FOLLOWED[test] if part not in every] == []


@pytest.fixture
def board(
    heard: list[str],
    data: Path,
    small_store: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Iterator[Board]:
    """The command on a small store, with files read in this process and no other setting."""
    load_here(monkeypatch, small_store, data)
    monkeypatch.setattr(parts, "read_isolated", read_here)
    (tmp_path / "files").mkdir()
    yield Board(data, small_store, tmp_path / "files", heard, capsys)
    database.close()


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that servers would have listened on: one ends as soon as it has begun."""
    addresses: list[str] = []

    class Server:
        def __init__(self, _application: object, settings: Settings, _version: str) -> None:
            self._address = settings.address

        def run(self) -> None:
            addresses.append(self._address)

    monkeypatch.setattr("reasonboard.web.main.create_app", lambda *_, **__: None)
    monkeypatch.setattr("reasonboard.web.server.Server", Server)
    return addresses
