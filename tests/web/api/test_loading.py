"""Result files that a page sends: who may, how much, what is refused, and that a dry run writes nothing."""

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from reasonboard import config
from reasonboard.store import database, dropped
from reasonboard.store.pointer import read as pointer
from reasonboard.web.main import create_app

KEY = "0123456789abcdef" * 2
TOKEN = "fedcba9876543210"
OWN = {"Reasonboard-Load": "1", "Origin": "http://localhost"}
TABLE = b"model,benchmark,iteration,value,unit\norg/my-7b,MATH500,0,43.7,percent\norg/my-7b,MATH500,40,81.4,percent\n"


@pytest.fixture
def store(small_store_template: Path, tmp_path: Path) -> Path:
    return shutil.copytree(small_store_template, tmp_path / "store")


@pytest.fixture
def here(store: Path) -> Iterator[FlaskClient]:
    yield _client(store)
    assert not list(store.glob("loading-*"))


def _client(store: Path, **settings: str) -> FlaskClient:
    application = create_app(config.read({"REASONBOARD_STORE": str(store)} | settings))
    database.close()
    return application.test_client()


def send(
    client: FlaskClient, files: Sequence[tuple[str, bytes]], headers: dict[str, str] = OWN
) -> TestResponse:
    """Send the files in two pieces; the answer to the last, or to the first that is refused."""
    listed = json.dumps([(name, len(content)) for name, content in files]).encode()
    body = listed + b"\n" + b"".join(content for _, content in files)
    half = len(body) // 2
    first = client.put(f"/api/load/{KEY}?from=0", data=body[:half], headers=headers)
    if first.status_code != 204:
        return first
    return client.put(f"/api/load/{KEY}?from={half}", data=body[half:], headers=headers)


def load(client: FlaskClient, *, dry: bool, headers: dict[str, str] = OWN) -> dict[str, Any]:
    answer = client.post(f"/api/load/{KEY}", json={"name": "", "dry": dry}, headers=headers)
    assert answer.status_code == 200, answer.text
    assert answer.json
    return dict(answer.json)


def version(store: Path) -> str:
    found = pointer(store)
    assert found
    return found.current.file


def test_a_dry_run_writes_nothing_and_the_load_after_it_is_shown(
    here: FlaskClient, store: Path
) -> None:
    before = version(store)
    assert send(here, [("runs/mine.csv", TABLE), ("runs/notes.txt", b"none")]).status_code == 204
    dry = load(here, dry=True)
    assert dry["changed"]
    assert any(line.startswith("Would load as runs: 1 file read") for line in dry["lines"])
    assert [line.split()[-1] for line in dry["lines"][-3:]] == dry["pages"]
    assert version(store) == before
    done = load(here, dry=False)
    assert done["pages"] == dry["pages"]
    assert "/iterations?source=runs" in done["pages"]
    assert version(store) != before
    assert "my-7b" in here.get("/api/iterations/grid.csv?source=runs").text
    assert not list((store / dropped.FOLDER).iterdir())
    assert "choose them again" in load(here, dry=False)["error"]


def test_what_is_damaged_has_the_line_of_the_command(here: FlaskClient, store: Path) -> None:
    before = version(store)
    send(here, [("runs/mine.csv", TABLE.replace(b"43.7", b"437"))])
    error = load(here, dry=False)["error"]
    assert error.startswith("runs/mine.csv:2")
    assert error.endswith("Nothing was loaded.")
    assert version(store) == before


@pytest.mark.parametrize(
    "name",
    ["/etc/x.csv", "../x.csv", "a/../../x.csv", "a//x.csv", "", "a\\x.csv", "a\0.csv", "\ud800", 3],
)
def test_a_name_is_never_a_path(here: FlaskClient, store: Path, name: Any) -> None:
    send(here, [(name, TABLE)])
    assert "is no name of a file" in load(here, dry=False)["error"]
    assert not list(store.parent.rglob("x.csv"))


def test_what_is_not_sent_as_a_whole_is_not_read(
    here: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    piece = here.put(f"/api/load/{KEY}?from=5", data=b"x", headers=OWN)
    assert (piece.status_code, "choose them again" in piece.text) == (409, True)
    here.put(f"/api/load/{KEY}?from=0", data=b'[["a.csv", 5]]\nxy', headers=OWN)
    assert "choose them again" in load(here, dry=False)["error"]
    send(here, [("a.csv", TABLE), ("a.csv", TABLE)])
    assert "a.csv: there twice" in load(here, dry=False)["error"]
    monkeypatch.setattr(dropped, "LARGEST", 100)
    assert send(here, [("a.csv", TABLE)]).status_code == 413


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Reasonboard-Load": "1", "Origin": "https://evil.example"},
        {"Reasonboard-Load": "1", "Origin": "null"},
        {"Reasonboard-Load": "1", "Origin": "http://localhost:8080"},
        OWN | {"Sec-Fetch-Site": "same-site"},
        OWN | {"X-Forwarded-For": "10.0.0.7"},
    ],
)
def test_other_sites_and_other_machines_are_refused(
    here: FlaskClient, store: Path, headers: dict[str, str]
) -> None:
    assert here.post(f"/api/load/{KEY}", json={}, headers=headers).status_code == 403
    if "Sec-Fetch-Site" not in headers:  # that is checked of every POST
        assert send(here, [("mine.csv", TABLE)], headers).status_code == 403
    assert not (store / dropped.FOLDER).exists()


@pytest.mark.parametrize(
    "settings",
    [
        {"HOST": "0.0.0.0"},
        {"REASONBOARD_ALLOWED_HOSTS": "board.lab"},
        {"REASONBOARD_TRUSTED_PROXIES": "127.0.0.1"},
        {"REASONBOARD_TOKEN": TOKEN},
    ],
)
def test_a_server_that_others_reach_takes_files_with_the_token_alone(
    store: Path, settings: dict[str, str]
) -> None:
    client = _client(store, **settings)
    has_token = "REASONBOARD_TOKEN" in settings
    assert send(client, [("mine.csv", TABLE)]).status_code == (401 if has_token else 403)
    assert client.get("/api/load").json == {
        "offered": has_token, "token": has_token, "largest": dropped.LARGEST
    }  # fmt: skip
    if has_token:
        given = OWN | {"Authorization": f"Bearer {TOKEN}"}
        assert send(client, [("mine.csv", TABLE)], given).status_code == 204
        assert load(client, dry=True, headers=given)["changed"]


def test_what_nobody_loads_goes(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(6):
        dropped.append(store, f"{number:032}", 0, b"x")
    assert len(list((store / dropped.FOLDER).iterdir())) == 4
    monkeypatch.setattr(dropped, "_SECONDS", -1)
    dropped.remove_old(store)
    assert not list((store / dropped.FOLDER).iterdir())
