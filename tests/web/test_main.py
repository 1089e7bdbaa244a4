"""The pages over HTTP, as any client sees them."""

import json
import re
from pathlib import Path
from typing import Any

import orjson
import pytest
from dash.development.base_component import Component
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from reasonboard import config
from reasonboard.store import cache
from reasonboard.studies import LISTED, STUDIES, own_pages
from reasonboard.studies.history.study import HISTORY
from reasonboard.web.loads import PAGES
from reasonboard.web.main import create_app, render
from tests.states import few, many

PATHS = ["", *(study.path for study in STUDIES)]


def callbacks(client: FlaskClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(client.get("/_dash-dependencies").data)
    return [one for one in found if one["clientside_function"] is None]


def body(callback: dict[str, Any], value: object) -> dict[str, Any]:
    """A body as the browser sends it, with the same value for every input."""
    pairs = [part.rsplit(".", 1) for part in callback["output"].strip(".").split("...")]
    outputs = [{"id": id, "property": name} for id, name in pairs]
    inputs = [one | {"value": value} for one in callback["inputs"]]
    return {
        "output": callback["output"],
        "outputs": outputs if callback["output"].startswith("..") else outputs[0],
        "inputs": inputs,
        "state": [one | {"value": value} for one in callback["state"]],
        "changedPropIds": [f"{inputs[0]['id']}.{inputs[0]['property']}"],
    }


def post(client: FlaskClient, content: object) -> TestResponse:
    return client.post("/_dash-update-component", json=content)


@pytest.mark.parametrize("path", PATHS)
def test_every_page_answers(client: FlaskClient, path: str) -> None:
    assert client.get("/" + path).status_code == 200


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize("path", few(["kv-cache", *PATHS], 1))
def test_a_page_is_the_same_however_little_is_kept(path: str) -> None:
    pages = []
    for megabytes in (0, 10, cache.DEFAULT_MEGABYTES):
        cache.bound(megabytes)
        pages.append(
            orjson.dumps(
                render({"path": path, "columns": 4}, "/"), default=Component.to_plotly_json
            )
        )
    assert pages[0] == pages[1] == pages[2]


@pytest.mark.parametrize(
    "path",
    ["nonsense", "health", "_mcp", "scale-progress/more", "api/x/y.csv", "api/data/nothing.csv",
     "assets/..%2fpyproject.toml", "_dash-component-suites/os/x.js", "..%2f..%2fetc/passwd"],
)  # fmt: skip
def test_an_unknown_path_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get("/" + path).status_code == 404


def test_the_page_that_is_not_there_leads_to_all_pages_and_takes_drops_there(
    client: FlaskClient, prefixed: FlaskClient
) -> None:
    for there, prefix in ((client, "/"), (prefixed, "/results/")):
        text = there.get(f"{prefix}nothing-here").text
        assert "Check the address; a short link may have been deleted." in text
        scripts = re.findall("<script.*?</script>", text, re.DOTALL)
        assert scripts == [f'<script src="{prefix}assets/drop-elsewhere.js" defer></script>']
        names = re.findall(r'class="nav-link">([^<]*)<', text)
        own = [study.name for study in own_pages() if not study.of_own_runs]
        *studies, data = [study.name for study in LISTED]
        assert names == [*studies, *own, data, "Report"]
        for study in LISTED:
            assert f'href="{prefix}{study.path}"' in text
        assert f'href="{prefix}load"' in text


def test_a_load_leads_to_the_pages_in_the_order_of_the_navigation() -> None:
    first, *others = LISTED
    assert list(PAGES.items()) == [(study.path, study.name) for study in (first, HISTORY, *others)]


def test_health_says_ok(client: FlaskClient) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "OK")


def test_the_dashboard_can_live_under_a_path(prefixed: FlaskClient) -> None:
    assert prefixed.get("/results/kv-cache").status_code == 200
    assert prefixed.get("/kv-cache").status_code == 404
    assert prefixed.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/nonsense", "/assets/style.css", "/_dash-layout"]
)
def test_every_answer_carries_the_headers(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        headers = answer.headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "sha256-" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_nothing_is_sent_to_a_cloud_and_no_tool_protocol_is_on(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, bundled_store: Path
) -> None:
    monkeypatch.setenv("DASH_MCP_ENABLED", "true")
    other = create_app(config.read({"REASONBOARD_STORE": str(bundled_store)})).test_client()
    assert other.get("/_mcp").status_code == 404
    for path in PATHS:
        page = post(client, body(callbacks(client)[0], {"path": "/" + path})).text
        assert '"type":"Graph"' not in page  # charts are drawn by a script of ours alone
    script = re.findall(r'src="(/assets/bundle\.js[^"]*)"', client.get("/").text)
    assert "showSendToCloud: false" in client.get(script[0], buffered=True).text


@pytest.mark.parametrize(
    "value",
    [None, "nonsense", -1.5, {"a": 1}, {"view": "grid", "point": {"curveNumber": 999, "pointNumber": -1}},
     {"view": "grid", "point": {"curveNumber": 0, "x": 0, "y": [], "pointNumber": 0}},
     {"view": ["grid"], "point": 5}, ["x"] * 1200, [["nested"]], {"path": {}}],
    ids=lambda value: str(value)[:30],
)  # fmt: skip
def test_foreign_values_in_a_callback_are_answered_with_the_defaults(
    client: FlaskClient, value: object
) -> None:
    for callback in callbacks(client)[: many(4, 100)]:
        content = body(callback, value)
        clicks = [one for one in content["inputs"] if one["id"].endswith("-click")]
        for changed in (content["inputs"][0], *clicks):
            content["changedPropIds"] = [f"{changed['id']}.{changed['property']}"]
            assert post(client, content).status_code in (200, 204)


@pytest.mark.parametrize(
    "value", [10**30, -(10**30), 2**63, 1e308, {"grid": 10**30}, [[10**30]], {"search": [1e30]}],
    ids=lambda value: str(value)[:30],
)  # fmt: skip
def test_a_number_that_no_browser_counts_to_is_refused(client: FlaskClient, value: object) -> None:
    for callback in callbacks(client):
        assert post(client, body(callback, value)).status_code == 400


def test_foreign_bodies_are_refused_with_a_reason(client: FlaskClient) -> None:
    good = body(callbacks(client)[1], None)
    changes: list[dict[str, Any]] = [{"output": "x.y"}, {"inputs": []}, {"outputs": None}]
    wrongs: list[Any] = [None, [], {}, *(good | change for change in changes)]
    for wrong in wrongs:
        answer = post(client, wrong)
        assert answer.status_code == 400
        assert answer.json
        assert answer.json["error"]


def test_a_body_from_another_site_is_refused(client: FlaskClient) -> None:
    good = body(callbacks(client)[0], {"path": "/"})
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert client.post("/_dash-update-component", json=good, headers=headers).status_code == 403


def test_a_huge_body_is_refused(client: FlaskClient) -> None:
    answer = client.post(
        "/_dash-update-component", data=b"x" * 1_000_000, content_type="application/json"
    )
    assert answer.status_code in (400, 413)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused(client: FlaskClient, method: str) -> None:
    assert client.open("/scale-progress", method=method).status_code == 405


def test_a_download_has_the_rows_of_its_filters(client: FlaskClient) -> None:
    text = client.get("/api/data/by_source.csv?source=caption-kv-cache&kind=approximate").text
    assert len(text.splitlines()) == 1 + 32


def test_a_table_links_to_its_forms_and_only_to_those_that_take_it(client: FlaskClient) -> None:
    page = post(client, body(callbacks(client)[0], {"path": "/data"})).text
    page = page.replace("\\u002f", "/")
    for ending in ("csv", "json", "parquet"):
        assert f"api/data/by_benchmark.{ending}?data=" in page
    assert "api/data/by_benchmark.tex" not in page
    assert "api/data/off_grain.tex?data=" in page
    assert "without a browser" in page
