"""What is refused before Dash sees it: bodies that no page of ours sends, and hosts of other names."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.web import hosts
from reasonboard.web.security import policy, wrong_body

CALLBACKS = {
    "..page.children...store.data..": {
        "inputs": [{"id": "a", "property": "value"}],
        "state": [{"id": "b", "property": "data"}],
    }
}
GOOD: dict[str, Any] = {
    "output": "..page.children...store.data..",
    "outputs": [{"id": "page", "property": "children"}, {"id": "store", "property": "data"}],
    "inputs": [{"id": "a", "property": "value", "value": 1}],
    "state": [{"id": "b", "property": "data"}],
    "changedPropIds": ["a.value"],
}


def refused(**changes: object) -> str | None:
    return wrong_body(json.dumps(GOOD | changes).encode(), CALLBACKS)


def test_a_body_as_our_pages_send_it_passes() -> None:
    assert refused() is None


@pytest.mark.parametrize(
    "body", [b"", b"null", b"[]", b"5", b'"x"', b"{", b"\xff", b'{"a": NaN}', b"[" * 5000]
)
def test_what_is_no_object_is_refused(body: bytes) -> None:
    assert wrong_body(body, CALLBACKS)


@pytest.mark.parametrize(
    "changes",
    [
        {"output": "other.children"},
        {"output": ["..page.children...store.data.."]},
        {"output": None},
        {"outputs": None},
        {"outputs": [{"id": "page", "property": "children"}]},
        {"outputs": [{"id": "x", "property": "y"}] * 1000},
        {"inputs": None},
        {"inputs": []},
        {"inputs": "a.value"},
        {"inputs": [{"id": "a", "property": "options"}]},
        {"inputs": [{"id": {"type": "x", "index": "ALL"}, "property": "value"}]},
        {"inputs": [[{"id": "a", "property": "value"}]]},
        {"state": []},
        {"changedPropIds": 5},
        {"changedPropIds": [{}]},
        {"inputs": [{"id": "a", "property": "value", "value": ["x"] * 100_000}]},
    ],
)
def test_a_body_that_names_anything_else_is_refused(changes: dict[str, object]) -> None:
    assert refused(**changes)


def test_a_value_that_is_nested_too_deeply_is_refused() -> None:
    value: object = 1
    for _ in range(100):
        value = [value]
    assert refused(inputs=[{"id": "a", "property": "value", "value": value}])


def test_the_policy_allows_no_eval_and_no_other_host() -> None:
    header = policy(["'sha256-x'"])
    assert "script-src 'self' 'sha256-x';" in header
    assert "unsafe-eval" not in header
    assert "http" not in header


HOME = ["localhost", "localhost:8050", "LOCALHOST:9", "127.0.0.1", "127.0.0.1:8050", "[::1]", "[::1]:8050"]  # fmt: skip
STRANGE = ["evil.example", "evil.example:8050", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.1@evil",
           "", " ", ":8050", "localhost:x", "localhost, evil.example", "[::1", "[evil]", "xlocalhost",
           "localhost\u00e9", "localhost/", "0x7f.1", "2130706433"]  # fmt: skip


def allowed(host: str, **environ: str) -> bool:
    return hosts.allows(config.read(environ), host)


@pytest.mark.parametrize("host", HOME)
def test_loopback_is_allowed_by_default(host: str) -> None:
    assert allowed(host)


@pytest.mark.parametrize("host", [*STRANGE, "10.0.0.5", "[fd00::1]:8050"])
def test_nothing_else_is_allowed_on_loopback(host: str) -> None:
    assert not allowed(host)


@pytest.mark.parametrize("host", [*HOME, "10.0.0.5", "10.0.0.5:8050", "[fd00::1]", "[fd00::1]:80"])
@pytest.mark.parametrize("listening", ["0.0.0.0", "::"])
def test_who_listens_for_others_answers_to_every_address_that_is_a_number(
    host: str, listening: str
) -> None:
    assert allowed(host, HOST=listening)


@pytest.mark.parametrize("host", STRANGE)
def test_who_listens_for_others_answers_to_no_other_name(host: str) -> None:
    assert not allowed(host, HOST="0.0.0.0")


def test_names_can_be_allowed() -> None:
    names = {"REASONBOARD_ALLOWED_HOSTS": "Board.example.org, .lab.example,fd00::1"}
    for host in ("board.example.org", "board.example.org:443", "a.lab.example", "[fd00::1]:8050"):
        assert allowed(host, **names)
    for host in ("x.board.example.org", "alab.example", "example.org"):
        assert not allowed(host, **names)
    assert allowed("board:8050", HOST="board")


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/"), ("GET", "/healthz"), ("GET", "/api/kv-cache/grid.csv"), ("GET", "/assets/style.css"),
     ("GET", "/v/x"), ("GET", "/nonsense"), ("POST", "/_dash-update-component"), ("PUT", "/kv-cache"),
     ("GET", "/_dash-layout")],
)  # fmt: skip
def test_every_route_refuses_another_name_in_one_line(
    client: FlaskClient, method: str, path: str
) -> None:
    answer = client.open(path, method=method, headers={"Host": "evil.example"})
    assert answer.status_code == 421
    assert len(answer.text.splitlines()) == 1
    assert "REASONBOARD_ALLOWED_HOSTS" in answer.text
    assert "evil.example" in answer.text
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
