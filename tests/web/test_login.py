"""A login in front: the project's Caddyfile in a real Caddy, with a stub in place of oauth2-proxy."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from tests.serving import free_port, logged, serving
from tests.web.test_main import body

ROOT = Path(__file__).resolve().parents[2]
BESIDE = Path(sys.executable).with_name("caddy")
CADDY = shutil.which("caddy") or (str(BESIDE) if BESIDE.is_file() else None)
LOGGED_IN = {"Cookie": "session=ada", "Accept": "text/html"}
NAME = "board.example.org"

pytestmark = pytest.mark.skipif(CADDY is None, reason="there is no caddy (scripts/ensure-caddy)")


class Login(BaseHTTPRequestHandler):
    """Knows who has a session; every other path is the page of the login, which says where it leads back to."""

    def do_GET(self) -> None:
        session = re.search(r"session=(\w+)", self.headers.get("Cookie", ""))
        get_page = self.path.startswith("/oauth2/auth")
        self.send_response((202 if session else 401) if get_page else 200)
        if get_page and session:
            self.send_header("X-Auth-Request-User", session[1])
        text = f"login for {self.headers.get('X-Auth-Request-Redirect', '')}".encode()
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: Any) -> None:
        """Write nothing."""


class Board(NamedTuple):
    login: int
    """The port of Caddy."""
    direct: int
    """The port of the dashboard."""
    log: Path


@pytest.fixture(scope="module")
def board(bundled_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Board]:
    folder = tmp_path_factory.mktemp("login")
    log = folder / "dashboard"
    settings = {
        "REASONBOARD_ALLOWED_HOSTS": NAME,
        "REASONBOARD_TRUSTED_PROXIES": "127.0.0.1",
        "REASONBOARD_ACCESS_LOG": "1",
    }
    with ExitStack() as stack:
        login = stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), Login))
        threading.Thread(target=login.serve_forever, daemon=True).start()
        stack.callback(login.shutdown)
        address = urlsplit(stack.enter_context(serving(bundled_store, log=log, settings=settings)))
        port = free_port()
        stack.enter_context(caddy(folder, port, f"127.0.0.1:{login.server_port}", address.netloc))
        yield Board(port, int(address.port or 0), log)


@contextmanager
def caddy(folder: Path, port: int, login: str, dashboard: str) -> Iterator[None]:
    """Caddy with the Caddyfile of the project on the port, as long as the block lasts."""
    environ = {
        "SITE": f"http://{NAME}:{port}",
        "LOGIN": login,
        "DASHBOARD": dashboard,
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    command = [str(CADDY), "run", "--config", str(ROOT / "deploy" / "Caddyfile")]
    with (
        (folder / "caddy").open("wb") as log,
        subprocess.Popen(command, env=os.environ | environ, stdout=log, stderr=log) as server,
    ):
        try:
            until = time.monotonic() + 20
            while not answers(port) and time.monotonic() < until:
                assert server.poll() is None, (folder / "caddy").read_text()
                time.sleep(0.1)
            yield
        finally:
            server.terminate()


def answers(port: int) -> bool:
    try:
        get_page(port, "/oauth2/sign_in")
    except OSError:
        return False
    return True


def get_page(
    port: int, path: str, headers: dict[str, str] | None = None, content: object = None
) -> tuple[HTTPResponse, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        if content is None:
            connection.request("GET", path, headers={"Host": NAME} | (headers or {}))
        else:
            json_type = {"Host": NAME, "Content-Type": "application/json"}
            connection.request("POST", path, json.dumps(content), json_type | (headers or {}))
        response = connection.getresponse()
        return response, response.read().decode()
    finally:
        connection.close()


def last_line(board: Board, path: str, number: int = 1) -> dict[str, Any]:
    """The last line of the dashboard's log for a path, when there are that many."""
    return logged(board.log, path, number)[-1]


@pytest.mark.parametrize(
    "path",
    ["/", "/kv-cache", "/api/kv-cache/grid.csv", "/_dash-layout", "/metrics", "/assets/style.css"],
)
def test_without_a_login_nothing_is_shown(board: Board, path: str) -> None:
    before = board.log.read_text()
    pretended = {"X-Auth-Request-User": "mallory", "Accept": "*/*"}
    response, text = get_page(board.login, path, pretended)
    assert (response.status, text) == (401, "Log in to see this.")
    assert board.log.read_text() == before  # it did not even ask


def test_who_opens_a_page_without_a_login_gets_the_login_which_leads_back(board: Board) -> None:
    address = "/kv-cache?benchmark=AMC23&model=X"
    _, text = get_page(board.login, address, {"Accept": "text/html,*/*"})
    assert text == f"login for {address}"
    assert get_page(board.login, "/oauth2/start")[1].startswith("login")


def test_with_a_login_pages_and_changes_work_and_the_log_has_the_user(board: Board) -> None:
    response, text = get_page(board.login, "/kv-cache", LOGGED_IN)
    assert response.status == 200
    assert "Reasonboard" in text
    entry = last_line(board, "/kv-cache")
    assert (entry["user"], entry["peer"], entry["status"]) == ("ada", "127.0.0.1", 200)
    dependencies = json.loads(get_page(board.login, "/_dash-dependencies", LOGGED_IN)[1])
    callback = next(
        dependency for dependency in dependencies if dependency["clientside_function"] is None
    )
    content = body(callback, {"path": "/kv-cache"})
    response, text = get_page(board.login, "/_dash-update-component", LOGGED_IN, content)
    assert response.status == 200
    assert "KV cache" in text
    assert last_line(board, "/_dash-update-component")["user"] == "ada"


def test_a_user_whom_a_browser_names_is_not_passed_on(board: Board) -> None:
    pretended = LOGGED_IN | {"X-Auth-Request-User": "mallory", "X-Forwarded-For": "9.9.9.9"}
    assert get_page(board.login, "/iterations", pretended)[0].status == 200
    entry = last_line(board, "/iterations")
    assert (entry["user"], entry["peer"]) == ("ada", "127.0.0.1")


def test_metrics_are_not_for_who_is_logged_in(board: Board) -> None:
    assert get_page(board.login, "/metrics", LOGGED_IN)[0].status == 403
    assert get_page(board.direct, "/metrics")[0].status == 200


def test_an_untrusted_peer_that_names_a_user_is_not_believed(
    bundled_store: Path, tmp_path: Path
) -> None:
    settings = {"REASONBOARD_ACCESS_LOG": "1", "REASONBOARD_TRUSTED_PROXIES": "10.0.0.1"}
    log = tmp_path / "log"
    with serving(bundled_store, log=log, settings=settings) as address:
        port = int(urlsplit(address).port or 0)
        pretended = {"Host": "localhost", "X-Auth-Request-User": "mallory"}
        assert get_page(port, "/", pretended)[0].status == 200
        assert "user" not in last_line(Board(0, port, log), "/")
