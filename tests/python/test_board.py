"""A board on the bundled data, of the store and over HTTP: the same answers, and errors that say what was expected."""

import html
import json
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import plotly.graph_objects as go
import pytest
from flask import Flask, Response

import reasonboard as rb
from reasonboard.store import snapshots
from reasonboard.studies.kv_cache.study import KV_CACHE
from reasonboard.web.links import pinned
from tests.python.conftest import answering

AMC = "kv-cache?benchmark=AMC23"


def test_a_view_is_named_and_pasted_in_many_ways(board: rb.Board) -> None:
    frame = board.frame("kv-cache/grid", benchmark="AMC23", intervals=True)
    for address in (
        f"/{AMC}#grid",
        f"/{AMC}",
        f"https://other.example.org/prefix/{AMC}#grid",
        "/api/kv-cache/grid.csv?benchmark=AMC23",
        "https://x.example.org/embed/kv-cache/grid?benchmark=AMC23",
        frame.attrs["address"],
    ):
        found = board.frame(address)
        assert found.equals(frame)
        assert found.attrs == frame.attrs
    assert set(frame["benchmark"]) == {"AMC23"}
    assert board.frame("/kv-cache?benchmark=AIME24", benchmark=["AMC23"]).equals(frame)
    assert (
        board.frame("kv-cache/by_window", benchmark=["AMC23", "AIME24"])["benchmark"].nunique() == 2
    )


def test_a_frame_says_what_its_rows_are(board: rb.Board) -> None:
    attrs = board.frame(f"/{AMC}").attrs
    home = "/" if board.address.startswith("/") else board.address
    version = attrs["version"].split()[1]
    search = f"source=dynts-readings&benchmark=AMC23&data={version}"
    assert attrs["address"] == f"{home}kv-cache?{search}#grid"
    assert (attrs["query"], attrs["notices"]) == (search, [])
    assert attrs["kinds"] == "read from a figure"
    assert attrs["source"].startswith("Guo, Z.")
    assert board.frame(attrs["address"]).equals(board.frame(f"/{AMC}"))
    assert board.address in repr(board)


def test_what_is_not_there_is_an_error_that_says_what_there_is(board: rb.Board) -> None:
    for view, settings, message in (
        ("kv/grid", {}, "there is no study 'kv' (expected one of models, scale-progress"),
        ("kv-cache/gird", {}, "kv-cache has no view 'gird' (expected one of grid, by_window"),
        ("kv-cache/grid", {"bench": "A"}, "'bench' is no setting of kv-cache (expected source"),
        ("kv-cache/grid", {"benchmark": "AMC24"}, "Benchmarks: “AMC24” is not available here"),
        ("", {}, "'' names no view"),
        ("/v/aaaaaaaaaaaa", {}, ""),
    ):
        with pytest.raises(rb.BoardError) as error:
            board.frame(view, **settings)
        assert str(error.value).startswith(message)
    with pytest.raises(rb.BoardError, match=r".AMC24. is not available here"):
        board.figure("kv-cache/grid", benchmark="AMC24")


def test_what_a_pasted_address_has_and_is_not_offered_is_a_notice(board: rb.Board) -> None:
    with pytest.warns(UserWarning, match=r".AMC24. is not available here"):
        frame = board.frame("/kv-cache?benchmark=AMC24,AMC23")
    assert len(frame.attrs["notices"]) == 1
    assert set(frame["benchmark"]) == {"AMC23"}


def test_a_short_link_is_followed(board: rb.Board, bundled_store: Path) -> None:
    snapshots.use(bundled_store)
    values, _ = KV_CACHE.clean({"benchmark": ["AMC23"]})
    name = pinned.make(KV_CACHE, KV_CACHE.views[1], values, 10)
    found = board.frame(f"https://board.example.org/v/{name}")
    assert found.equals(board.frame("kv-cache/by_window", benchmark="AMC23"))
    assert found.attrs["query"].endswith(f"&data={snapshots.snapshot().version}")


def test_the_figure_is_that_of_the_page(board: rb.Board, address: str) -> None:
    figure = board.figure("kv-cache/grid", benchmark="AMC23", columns=2)
    with urlopen(f"{address}api/kv-cache/grid.figure.json?benchmark=AMC23&columns=2") as answer:
        assert figure == go.Figure(json.load(answer))


def test_a_page_is_shown_in_frames_that_are_there(board: rb.Board, address: str) -> None:
    page = board.show(f"/{AMC}")
    assert repr(page).endswith(f"{AMC}>")
    markup = page._repr_html_()
    if board.address == address:
        first, *others = [part.partition('"')[0] for part in markup.split('src="')[1:]]
        assert len(others) == len(board.studies["kv-cache"]) - 1
        with urlopen(first) as answer:
            assert b"Open in Reasonboard" in answer.read()
    else:
        document = html.unescape(markup.partition('srcdoc="')[2].partition('" title=')[0])
        assert document.count("<h2") == len(board.studies["kv-cache"])
        assert "http://" not in document.partition("<script")[0]


def test_a_query_runs_on_the_store_and_on_no_server(bundled_store: Path, address: str) -> None:
    sql = "SELECT model, kind, step, value FROM result WHERE benchmark = $b ORDER BY ALL"
    frame = rb.open(bundled_store).query(sql, b="piqa")
    assert {str(dtype) for dtype in frame.dtypes} == {"category", "Int64", "Float64"}
    assert len(frame) > 100
    assert (frame.attrs["query"], frame.attrs["kinds"]) == (sql, "measured")
    odd = rb.open(bundled_store).query(
        "SELECT [1, 2] AS l, 1.50 AS d, DATE '2026-11-24' AS day, 2::HUGEINT AS n, true AS t"
    )
    assert odd.dtypes.map(str).tolist() == [
        "object",
        "Float64",
        "datetime64[s]",
        "Int64",
        "boolean",
    ]
    assert odd["l"][0] == [1, 2]
    for wrong, message in (
        ("SELECT x FROM result", 'the query: Binder Error: Referenced column "x"'),
        ("SELECT 1 AS a, 2 AS a", "the query: two columns are called 'a'"),
        ("FROM read_csv('/etc/passwd')", "the query: Permission Error"),
        ("DROP TABLE source", "the query: "),
    ):
        with pytest.raises(rb.BoardError) as error:
            rb.open(bundled_store).query(wrong)
        assert str(error.value).startswith(message)
    with pytest.raises(rb.BoardError, match="runs no SQL"):
        rb.open(address).query(sql, b="piqa")


def test_a_store_that_is_none_is_said(tmp_path: Path) -> None:
    with pytest.raises(rb.BoardError, match="no data yet"):
        rb.open(tmp_path)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(rb.BoardError, match="headers are for a dashboard"):
        rb.open(tmp_path, headers={"A": "b"})
    with pytest.raises(
        rb.BoardError, match=r"http:// .*is no dashboard|'http:///x' is no dashboard"
    ):
        rb.open("http:///x")


def test_a_store_that_cannot_be_written_to_is_read_as_it_is(
    small_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, _: Path(path) != small_store)
    before = {path: path.stat().st_mtime_ns for path in small_store.iterdir()}
    assert len(rb.open(small_store).frame("kv-cache/grid")) > 0
    assert {path: path.stat().st_mtime_ns for path in small_store.iterdir()} == before


@pytest.fixture(scope="module")
def odd_server() -> Iterator[str]:
    """A server that is busy at first, asks for a login, breaks off, and is no dashboard elsewhere."""
    server = Flask("odd")
    busy = iter([True, True, False])
    studies = b'[{"path": "s", "views": [{"name": "v"}], "settings": []}]'

    @server.get("/busy/api/studies.json")
    def at_work() -> Response:
        if next(busy):
            return Response("Two exports are being made.\n", 503, {"Retry-After": "0"})
        return Response(studies, mimetype="application/json")

    @server.get("/login/api/studies.json")
    def login() -> Response:
        return Response("no\n", 401)

    @server.get("/broken/api/<path:path>")
    def broken(path: str) -> Response:
        head = b'{"provenance":{},"notices":[],"columns":[{"name":"a","type":"integer"}],"rows":[\n{"a":1},\n{"a"'
        content = studies if path == "studies.json" else head
        return Response(content, mimetype="application/json")

    @server.get("/other/<path:path>")
    def other(path: str) -> str:
        return "<html>"

    with answering(server) as found:
        yield found


def test_a_server_that_is_busy_is_asked_again_and_any_other_trouble_is_said(
    odd_server: str,
) -> None:
    assert rb.open(f"{odd_server}busy").studies == {"s": ["v"]}
    for path, message in (
        ("login", "401 UNAUTHORIZED: login required"),
        ("other", "it answers no JSON"),
        ("none", "404 NOT FOUND"),
    ):
        with pytest.raises(rb.BoardError, match=message):
            rb.open(odd_server + path).frame("s/v")
    with pytest.raises(rb.BoardError, match="ended before its last row"):
        rb.open(f"{odd_server}broken").frame("s/v")
    with pytest.raises(rb.BoardError, match="refused"):
        rb.open("http://127.0.0.1:9/").frame("s/v")
