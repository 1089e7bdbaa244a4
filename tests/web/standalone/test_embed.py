"""A view alone, over HTTP: what stands in it, who may frame it, what is refused."""

import pytest
from flask.testing import FlaskClient

from reasonboard.charts.marks import without_selection
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.store import snapshots
from reasonboard.studies import STUDIES
from reasonboard.web.standalone.delivery import SCRIPTS
from tests.states import many
from tests.titles import title_of
from tests.web.standalone.parsing import Document

VIEWS = [(study, view) for study in STUDIES for view in study.views[: many(1, 9)]]
NAMES = [f"{study.path}-{view.name}" for study, view in VIEWS]
HOSTILE = "%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E"


@pytest.mark.parametrize(("study", "view"), VIEWS, ids=NAMES)
def test_a_view_can_be_embedded_and_draws_what_the_page_draws(
    client: FlaskClient, study: Study, view: View
) -> None:
    answer = client.get(f"/embed/{study.path}/{view.name}")
    assert answer.status_code == 200
    page = Document(answer.text)
    (layouts,) = page.figures
    for columns, figure in layouts.items():
        chart = client.get(
            f"/api/{study.path}/{view.name}.figure.json?columns={columns}"
        ).get_json()
        assert figure == without_selection(chart)
    assert f"/{study.path}" in [link.partition("?")[0] for link in page.links]
    assert page.texts[0] == f"{view.title} · {study.name} · Reasonboard"


def test_the_chart_is_that_of_the_state_and_leads_to_its_page(client: FlaskClient) -> None:
    search = "?benchmark=AMC23&mode=best"
    page = Document(client.get(f"/embed/kv-cache/grid{search}").text)
    assert page.figures[0]["4"] == client.get(f"/api/kv-cache/grid.figure.json{search}").json
    version = snapshots.snapshot().version
    assert f"/kv-cache?source=dynts-readings&benchmark=AMC23&mode=best&data={version}" in page.links
    properties = {
        meta.get("property"): meta["content"] for meta in page.metas if "property" in meta
    }
    assert properties["og:title"] == f"{title_of('kv-cache', 'grid')} · KV cache"
    assert properties["og:description"].startswith("Benchmarks: AMC23 · Show: Loss to best.")


def test_no_more_panels_stand_side_by_side_than_are_asked_for(client: FlaskClient) -> None:
    page = Document(client.get("/embed/kv-cache/grid?columns=1").text)
    chart = client.get("/api/kv-cache/grid.figure.json?columns=1").json
    assert page.figures == [{"4": chart}]


def test_only_what_is_embedded_may_be_framed(client: FlaskClient) -> None:
    for path in ("/", "/kv-cache", "/api", "/api/kv-cache/grid.figure.json", "/embedded", "/embed"):
        headers = client.get(path).headers
        assert headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    for path in ("/embed/kv-cache/grid", "/embed/kv-cache/nothing"):
        headers = client.get(path).headers
        assert "X-Frame-Options" not in headers
        policy = headers["Content-Security-Policy"].split("; ")
        assert "frame-ancestors *" in policy
        assert "script-src 'self'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_scripts_and_styles_are_addresses_of_ours_that_answer(
    client: FlaskClient, prefixed: FlaskClient
) -> None:
    for one, prefix in ((client, "/"), (prefixed, "/results/")):
        page = Document(one.get(f"{prefix}embed/kv-cache/grid").text)
        assert page.scripts == [""] * (1 + len(SCRIPTS))
        assert any(link.startswith(f"{prefix}kv-cache?") for link in page.links)
        for path in (*page.sources, *(href for href in page.links if "assets" in href)):
            assert path.startswith(prefix)
            with one.get(path) as file:
                assert file.status_code == 200


def test_the_scripts_of_a_document_alone_are_not_those_of_the_pages(client: FlaskClient) -> None:
    assert "standalone" not in client.get("/").text
    with client.get("/assets/standalone.js") as script:
        assert script.status_code == 200


@pytest.mark.parametrize(
    "path", ["kv-cache/nothing", "nothing/grid", "kv-cache", "kv-cache/grid/x", HOSTILE, "../x/y"]
)
def test_an_unknown_view_is_one_line(client: FlaskClient, path: str) -> None:
    answer = client.get(f"/embed/{path}")
    assert answer.status_code == 404
    if path != "../x/y":
        assert answer.mimetype == "text/plain"
        assert answer.text.count("\n") == 1


def test_a_query_string_that_is_too_long_is_one_line(client: FlaskClient) -> None:
    answer = client.get("/embed/kv-cache/grid", query_string="benchmark=" + "A" * 10_000)
    assert answer.status_code == 414
    assert answer.text == "The query string has more than 8,000 bytes, the limit.\n"


@pytest.mark.parametrize("hostile", [HOSTILE, "%ff", "%00", "'; DROP TABLE x", "{{7*7}}"])
def test_foreign_values_are_noticed_and_only_text(client: FlaskClient, hostile: str) -> None:
    for search in (f"benchmark={hostile}", f"{hostile}=1", f"columns={hostile}"):
        answer = client.get("/embed/kv-cache/grid", query_string=search)
        assert answer.status_code == 200
        page = Document(answer.text)
        assert page.scripts == [""] * (1 + len(SCRIPTS))
        version = snapshots.snapshot().version
        assert f"/kv-cache?source=dynts-readings&data={version}" in page.links
        assert ("class", "notice") in page.attributes
