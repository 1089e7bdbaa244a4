"""The dashboard on the bundled data, without a server."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.web.main import create_app


@pytest.fixture(scope="module")
def client(bundled_store: Path) -> FlaskClient:
    """Under the root."""
    return create_app(config.read({"REASONBOARD_STORE": str(bundled_store)})).test_client()


@pytest.fixture(scope="module")
def prefixed(bundled_store: Path) -> FlaskClient:
    """Under the path /results/."""
    settings = {"REASONBOARD_STORE": str(bundled_store), "REASONBOARD_PREFIX": "/results/"}
    return create_app(config.read(settings)).test_client()
