"""Exports run in few lanes; what is refused is refused before any work."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.core import study_tables
from reasonboard.core.study import Study
from reasonboard.web.api import files
from reasonboard.web.images import service
from reasonboard.web.lanes import FullError, Lanes
from reasonboard.web.main import create_app

TABLE = "/api/data/by_benchmark"


@pytest.fixture(autouse=True)
def _asked() -> Iterator[None]:
    """Somebody asks for it."""
    with Flask("reasonboard").test_request_context("/api"):
        yield


@pytest.fixture(scope="module")
def client(bundled_store: Path) -> FlaskClient:
    settings = config.read({"REASONBOARD_STORE": str(bundled_store), "REASONBOARD_THREADS": "2"})
    return create_app(settings).test_client()


def streamed() -> Response:
    return Response(iter(["a", "b"]))


def test_a_lane_is_free_again_when_the_response_is_closed_or_lost_or_never_made() -> None:
    lanes = Lanes(1)
    with lanes.run(streamed), pytest.raises(FullError):
        lanes.run(streamed)
    lanes.run(streamed)
    gc.collect()
    with pytest.raises(ZeroDivisionError):
        lanes.run(lambda: Response(str(1 // 0)))
    response = lanes.run(streamed)
    response.close()
    response.close()
    with lanes.run(streamed), pytest.raises(FullError):
        lanes.run(streamed)


def test_an_export_that_fails_on_its_way_ends_its_connection_with_one_line_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def failing() -> Iterator[str]:
        yield "a"
        raise duckdb.IOException("IO Error: no space left\non device")

    lanes = Lanes(1)
    with lanes.run(lambda: Response(failing())) as response:
        parts = response.iter_encoded()
        assert next(parts) == b"a"
        with pytest.raises(ConnectionAbortedError):
            next(parts)
    assert [record.getMessage() for record in caplog.records] == [
        "GET '/api': IO Error: no space left"
    ]
    assert lanes.run(streamed).status_code == 200


def test_what_is_made_as_a_whole_needs_no_lane_to_be_sent() -> None:
    lanes = Lanes(1)
    assert [lanes.run(lambda: Response("a")).status_code for _ in range(3)] == [200] * 3


@pytest.mark.parametrize(
    "path",
    [f"{TABLE}.csv", f"{TABLE}.json", f"{TABLE}.parquet", "/api/data/off_grain.md", "/api/data/off_grain.tex",
     "/api/kv-cache/grid.figure.json", "/api/kv-cache/grid.png", "/api/sheet.html?item=kv-cache/grid"],
)  # fmt: skip
def test_an_export_beyond_the_lanes_is_refused_at_once(client: FlaskClient, path: str) -> None:
    with client.get(f"{TABLE}.csv") as running:
        assert running.status_code == 200
        refused = client.get(path)
        assert refused.status_code == 503
        assert int(refused.headers["Retry-After"]) > 0
        assert len(refused.text.splitlines()) == 1
        known = client.get(f"{TABLE}.csv", headers={"If-None-Match": running.headers["ETag"]})
        assert known.status_code == 304
        assert client.get("/kv-cache").status_code == 200
    with client.get(f"{TABLE}.csv") as later:
        assert later.status_code == 200


def test_heads_free_their_lane(client: FlaskClient) -> None:
    for _ in range(3):
        assert client.head(f"{TABLE}.csv").status_code == 200


def never(*_: Any, **__: Any) -> Any:
    raise AssertionError("this is work for nothing")


@pytest.mark.parametrize("ending", ["md", "tex"])
def test_a_table_of_too_many_rows_is_refused_before_they_are_fetched(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    for owner, name in ((study_tables, "page"), (Study, "answer"), (files, "provenance")):
        monkeypatch.setattr(owner, name, never)
    refused = client.get(f"{TABLE}.{ending}")
    assert refused.status_code == 413
    assert "rows" in refused.text


@pytest.mark.parametrize("path", ["/api/kv-cache/grid.pdf", "/api/sheet.pdf?item=kv-cache/grid"])
def test_without_a_browser_an_image_is_refused_before_its_chart_is_made(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    service.close()
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    monkeypatch.setattr(Study, "answer", never)
    assert client.get(path).status_code == 501
