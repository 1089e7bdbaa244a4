"""The store fails under a running server: pages go on from what is open, or say in words that they cannot."""

import json
import logging
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.core import study_tables, url_state
from reasonboard.store import database, snapshots
from reasonboard.store.pointer import POINTER
from reasonboard.studies import STUDIES, all_studies
from reasonboard.web import faults
from reasonboard.web.main import create_app
from tests.web.test_main import body, callbacks, post

TABLE = "/api/kv-cache/grid.csv"
Damage = Callable[[Path], None]


def removed(snapshot: Path) -> None:
    snapshot.unlink()


def folder_gone(snapshot: Path) -> None:
    shutil.rmtree(snapshot.parent)


def truncated(snapshot: Path) -> None:
    with snapshot.open("r+b") as file:
        file.truncate(100_000)


def overwritten(snapshot: Path) -> None:
    size = snapshot.stat().st_size
    with snapshot.open("r+b") as file:
        file.write(b"\xa5" * size)


def swapped(snapshot: Path) -> None:
    other = snapshot.with_name("other.duckdb")
    with duckdb.connect(str(other)) as connection:
        connection.execute("CREATE TABLE strange AS SELECT 1 AS x")
    other.replace(snapshot)


def pointer_damaged(snapshot: Path) -> None:
    (snapshot.parent / POINTER).write_text("{")
    snapshot.unlink()


GONE = [removed, folder_gone, pointer_damaged]
DAMAGES = [*GONE, truncated, overwritten, swapped]


@pytest.fixture
def client(bundled_store: Path, tmp_path: Path) -> Iterator[FlaskClient]:
    store = shutil.copytree(bundled_store, tmp_path / "store")
    yield create_app(config.read({"REASONBOARD_STORE": str(store)})).test_client()
    database.close()


def shown(client: FlaskClient, path: str) -> Any:
    return post(client, body(callbacks(client)[0], {"path": path}))


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_whatever_happens_to_the_store_is_one_line_and_no_traceback(
    client: FlaskClient, caplog: pytest.LogCaptureFixture, damage: Damage
) -> None:
    assert shown(client, "/kv-cache").status_code == 200
    before = client.get(TABLE)
    damage(snapshots.snapshot().path)
    answer = client.get(TABLE)
    if damage in GONE:  # as with a publish that removes it: it is open
        assert (answer.status_code, answer.data) == (200, before.data)
    else:
        assert answer.status_code == 503
        assert answer.text == f"{faults.UNREADABLE}\n"
        assert int(answer.headers["Retry-After"]) > 0
    assert client.get("/healthz").status_code == 200
    some = STUDIES[:1] if damage in GONE else STUDIES  # the test below shows all of what is open
    for path in ("/", *(f"/{study.path}" for study in some)):
        assert client.get(path).status_code in (200, 503)
        page = shown(client, path)
        assert page.status_code == 200
        assert json.loads(page.data)["response"]["page"]["children"]
    assert "Traceback" not in caplog.text
    assert not [record for record in caplog.records if record.exc_info]
    assert all("\n" not in record.getMessage() for record in caplog.records)


def test_pages_go_on_from_what_is_open(client: FlaskClient) -> None:
    assert client.get("/readyz").status_code == 200
    snapshots.snapshot().path.unlink()
    for study in STUDIES:
        assert study.question in shown(client, f"/{study.path}").text


def failing(*_: Any, **__: Any) -> Any:
    raise duckdb.IOException("IO Error: no space left\non device /secret/path")


def test_a_page_that_cannot_be_read_says_so_in_words(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(url_state, "decode", failing)
    page = shown(client, "/kv-cache")
    assert page.status_code == 200
    assert faults.UNREADABLE in page.text
    assert "secret" not in page.text
    (line,) = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert line == "POST '/_dash-update-component': IO Error: no space left"


def test_a_change_that_cannot_be_read_leaves_the_page_and_says_so(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for callback in callbacks(client):
        if "-answer.data" not in callback["output"]:
            continue
        study = next(
            one for one in all_studies() if f"{one.path}-answer.data" in callback["output"]
        )
        monkeypatch.setattr(url_state, "decode", failing)
        answer = post(client, body(callback, None))
        assert answer.status_code == 200
        ((id, properties),) = json.loads(answer.data)["response"].items()
        assert id == f"{study.path}-answer"
        assert faults.UNREADABLE in properties["data"]["html"][f"{study.path}-notices"]


def test_a_short_link_and_a_sheet_that_cannot_be_read_say_so(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs = ("-shared.data", "sheet-references.children")
    chosen = [one for one in callbacks(client) if one["output"].endswith(outputs)]
    assert len(chosen) == len(all_studies()) + 1
    monkeypatch.setattr(url_state, "decode", failing)
    for callback in chosen:
        view = STUDIES[0].views[0].name
        request = {"view": view, "search": f"item={STUDIES[0].path}/{view}", "slots": [0]}
        if callback["output"].endswith("-shared.data"):
            path = callback["output"].removesuffix("-page-shared.data")
            request["view"] = next(one for one in all_studies() if one.path == path).views[0].name
        answer = post(client, body(callback, request))
        assert answer.status_code == 200
        assert faults.UNREADABLE in answer.text


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), OSError(30, "Read-only file system")]
)
def test_a_disk_that_is_full_or_read_only_is_said_and_other_faults_are_not_hidden(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise error

    monkeypatch.setattr(study_tables, "lines", fail)
    assert client.get(TABLE).status_code == 503
    error.errno = 9
    assert client.get(TABLE).status_code == 500
