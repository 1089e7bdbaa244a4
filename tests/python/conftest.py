"""Boards on the bundled data: of the store, and over HTTP."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask
from werkzeug.serving import make_server

import reasonboard as rb
from reasonboard import config
from reasonboard.store import database
from reasonboard.web.main import create_app


@contextmanager
def answering(server: Flask) -> Iterator[str]:
    """The address of a server that answers as long as the block lasts, in a thread."""
    listening = make_server("127.0.0.1", 0, server, threaded=True)
    thread = Thread(target=listening.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listening.port}/"
    listening.shutdown()
    thread.join()
    listening.server_close()


@pytest.fixture(scope="module")
def address(bundled_store: Path) -> Iterator[str]:
    """The dashboard under the path /results/."""
    settings = {"REASONBOARD_STORE": str(bundled_store), "REASONBOARD_PREFIX": "/results/"}
    with answering(create_app(config.read(settings))) as found:
        yield f"{found}results/"
    database.close()


@pytest.fixture(params=["here", "over_http"])
def board(request: pytest.FixtureRequest, bundled_store: Path, address: str) -> rb.Board:
    return rb.open(bundled_store if request.param == "here" else address)
