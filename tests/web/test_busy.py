"""Beyond the capacity, what needs work is refused, and what costs nothing is answered."""

import pytest
from flask.testing import FlaskClient

from reasonboard.web.lanes import BUSY
from tests.web.test_main import body, callbacks, post

BEYOND = {BUSY: True}


@pytest.mark.parametrize("path", ["/", "/kv-cache", "/api/kv-cache/grid.csv", "/api/newest.json"])
def test_a_request_beyond_the_capacity_is_told_when_to_come_back(
    client: FlaskClient, path: str
) -> None:
    refused = client.get(path, environ_overrides=BEYOND)
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    assert refused.headers["Refresh"] == refused.headers["Retry-After"]
    assert refused.headers["X-Content-Type-Options"] == "nosniff"
    assert refused.text == "Too many readers at once. Try again in a few seconds.\n"


def test_a_change_beyond_the_capacity_is_refused_and_answered_when_it_comes_again(
    client: FlaskClient,
) -> None:
    page = next(callback for callback in callbacks(client) if callback["output"] == "page.children")
    question = body(page, {"path": "/kv-cache"})
    assert (
        client.post("/_dash-update-component", json=question, environ_overrides=BEYOND).status_code
        == 503
    )
    assert post(client, question).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/healthz",
        "/readyz",
        "/metrics",
        "/assets/bundle.js",
        "/_dash-layout",
        "/_dash-dependencies",
    ],
)
def test_what_costs_next_to_nothing_is_always_answered(client: FlaskClient, path: str) -> None:
    assert client.get(path, environ_overrides=BEYOND).status_code == 200
