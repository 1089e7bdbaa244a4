"""Rows that another machine sends: who may, how much, and that none is lost or torn."""

import json
import shutil
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from reasonboard import config
from reasonboard.config import SettingsError
from reasonboard.ingest.load import load, remove
from reasonboard.store import database, pushed
from reasonboard.web.api import pushing
from reasonboard.web.main import create_app

TOKEN = "0123456789abcdef"
ROW = {"model": "m-1b", "benchmark": "B", "iteration": 0, "value": 40, "unit": "percent"}
LINE = json.dumps(ROW).encode() + b"\n"


@pytest.fixture(scope="module")
def store(small_store_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shutil.copytree(small_store_template, tmp_path_factory.mktemp("pushed") / "store")


@pytest.fixture(scope="module")
def taking(store: Path) -> FlaskClient:
    settings = config.read({"REASONBOARD_STORE": str(store), "REASONBOARD_TOKEN": TOKEN})
    application = create_app(settings)
    database.close()
    return application.test_client()


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pushing.Rate, "allows", lambda _: True)


def send(client: FlaskClient, name: str, body: bytes, token: str = TOKEN) -> TestResponse:
    headers = {"Authorization": f"Bearer {token}"}
    return client.post(f"/api/runs/{name}", data=body, headers=headers)


def rows(store: Path, name: str) -> bytes:
    return (store / pushed.relative(name)).read_bytes()


def test_without_a_token_in_the_settings_there_is_nothing(client: FlaskClient) -> None:
    assert send(client, "mine", LINE).status_code == 404


def test_without_the_right_token_nothing_is_taken(taking: FlaskClient, store: Path) -> None:
    for answer in (taking.post("/api/runs/mine", data=LINE), send(taking, "mine", LINE, TOKEN[1:])):
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert pushed.names(store) == []


def test_rows_are_kept_as_lines_and_loaded_like_any_file(
    taking: FlaskClient, store: Path, data: Path
) -> None:
    assert send(taking, "mine", LINE + LINE.strip()).data == b"2 rows taken.\n"
    with (store / pushed.relative("mine")).open("ab") as file:
        file.write(b'{"torn')  # by a worker that was killed
    answer = send(taking, "mine", LINE.replace(b": 0", b": 10"))
    assert (answer.status_code, answer.data) == (202, b"1 row taken.\n")
    assert rows(store, "mine") == 2 * LINE + LINE.replace(b": 0", b": 10")
    read = load(data, store, [str(store / pushed.relative("mine"))], name="mine", running=True)
    assert (read.runs, read.measurements) == (2, 2)
    remove(data, store, ["mine"])
    assert pushed.names(store) == []


@pytest.mark.parametrize(
    ("name", "body", "status", "words"),
    [
        ("mine", b"", 400, "body: empty"),
        ("mine", LINE + b"{]", 400, "body:2:2: "),
        ("mine", b"[1]", 400, "body:1: list"),
        ("mine", b"\xff", 400, "body:1:1: not UTF-8"),
        ("a b", LINE, 400, "'a b' is no name"),
        ("..", LINE, 400, "no name"),
        (
            "pythia",
            LINE,
            400,
            "pythia: a bundled source is called so (expected another name in the address)",
        ),
        ("mine", LINE * 4000, 413, "262,144 bytes"),
    ],
)
def test_what_is_refused_leaves_nothing(
    taking: FlaskClient, store: Path, name: str, body: bytes, status: int, words: str
) -> None:
    answer = send(taking, name, body)
    assert answer.status_code == status
    assert words in answer.text
    assert answer.text.count("\n") == 1
    assert pushed.names(store) == []


def test_a_full_spool_says_so(
    taking: FlaskClient, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushed, "LARGEST", len(LINE))
    assert send(taking, "full", LINE).status_code == 202
    assert send(taking, "full", LINE).status_code == 507
    assert rows(store, "full") == LINE
    pushed.remove(store, "full")


def test_too_many_calls_have_to_wait(
    taking: FlaskClient, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushing.Rate, "allows", lambda _: False)
    answer = send(taking, "mine", LINE)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "1")
    assert pushed.names(store) == []


def test_a_short_token_is_refused_without_being_shown() -> None:
    with pytest.raises(SettingsError) as error:
        config.read({"REASONBOARD_TOKEN": "secret"})
    assert "secret" not in str(error.value)
