"""By which names the dashboard can be opened: a name of another site that leads here is none."""

import pytest
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.web import hosts

HOME = ["localhost", "localhost:8050", "LOCALHOST:9", "127.0.0.1", "127.0.0.1:8050", "[::1]", "[::1]:8050"]  # fmt: skip
STRANGE = ["evil.example", "evil.example:8050", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.1@evil",
           "", " ", ":8050", "localhost:x", "localhost, evil.example", "[::1", "[evil]", "xlocalhost",
           "localhost\u00e9", "localhost/", "0x7f.1", "2130706433"]  # fmt: skip


def allowed(host: str, **environ: str) -> bool:
    return hosts.rule(config.read(environ)).allows(host)


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
