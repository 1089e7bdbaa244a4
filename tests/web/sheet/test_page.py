"""A sheet over HTTP: its page, its file, its references as BibTeX."""

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from reasonboard.core import url_state
from reasonboard.store import snapshots
from reasonboard.web.images import service
from tests.export.parsing import parsed
from tests.titles import title_of
from tests.web.test_link_preview import Head
from tests.web.test_main import body, callbacks, post

CODED = "%3Cscript%3Ealert(1)%3C/script%3E"
SEARCH = (
    f"?title=Mine&item=kv-cache/grid?source=caption-kv-cache&caption={CODED}&item=iterations/grid"
)
CAPTION = "<script>alert(1)</script>"


def shown(client: FlaskClient, search: str, prefix: str = "/") -> str:
    """What the page's callback makes of an address."""
    known = json.loads(client.get(f"{prefix}_dash-dependencies").data)
    render = next(one for one in known if one["output"] == "page.children")
    request = {"path": f"{prefix}sheet", "search": search, "columns": 4}
    answer = client.post(f"{prefix}_dash-update-component", json=body(render, request))
    assert answer.status_code == 200
    return json.dumps(json.loads(answer.text))


def texts_of(page: str) -> list[str]:
    """Every text of a page."""
    found: list[str] = []

    def look(item: Any) -> None:
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, list):
            for one in item:
                look(one)
        elif isinstance(item, dict) and item.get("type") != "Store":
            look((item.get("props") or {}).get("children"))

    look(json.loads(page)["response"]["page"]["children"])
    return found


def reordered(client: FlaskClient, data: object) -> Any:
    change = next(
        callback
        for callback in callbacks(client)
        if callback["output"] == "sheet-references.children"
    )
    answer = post(client, body(change, data))
    assert answer.status_code == 200
    return json.loads(answer.text)


def test_the_page_shows_every_view_with_its_caption_and_ends_with_the_references(
    client: FlaskClient,
) -> None:
    texts = texts_of(shown(client, SEARCH))
    assert texts.count(CAPTION) == 2  # the field, and the text for paper
    places = [
        texts.index(one)
        for one in ("Mine", "Figure 1", "Source [1]; some values are approximate (from text) §.", "Figure 2",
                    "Source [2]; all values are read from a figure ¶.", "References", "These sources as BibTeX")
    ]  # fmt: skip
    assert places == sorted(places)


def test_an_empty_sheet_says_how_it_is_filled(client: FlaskClient) -> None:
    texts = texts_of(shown(client, ""))
    assert any("“Add to report” under a chart" in text for text in texts)
    assert "References" not in texts


@pytest.mark.parametrize(
    "search", ["?item=../../etc/passwd", "?item=x/y&item=kv-cache/nothing", "?nothing=1", "?" + "x" * 200_000]
)  # fmt: skip
def test_what_cannot_be_shown_is_a_notice(client: FlaskClient, search: str) -> None:
    page = json.loads(shown(client, search))
    assert '"className": "notice"' in json.dumps(page)


@pytest.mark.parametrize("search", [None, 5, {"a": 1}, ["?item=kv-cache/grid"]])
def test_a_search_that_is_no_text_is_an_empty_sheet(client: FlaskClient, search: Any) -> None:
    assert "References" not in texts_of(shown(client, search))


def test_a_new_order_is_answered_with_its_references_and_no_figure(client: FlaskClient) -> None:
    turned = "?item=iterations/grid&item=kv-cache/grid?source=caption-kv-cache"
    answer = reordered(client, {"search": turned, "slots": [1, 0]})
    assert answer["sideUpdate"] == {
        "sheet-1-number": {"children": "Figure 1"},
        "sheet-1-marks": {"children": "Source [1]; all values are read from a figure ¶."},
        "sheet-0-number": {"children": "Figure 2"},
        "sheet-0-marks": {"children": "Source [2]; some values are approximate (from text) §."},
    }
    text = json.dumps(answer["response"])
    assert text.index("Kimi k1.5") < text.index("caption-kv-cache.csv")
    assert "Graph" not in text
    assert len(text) < 6000


@pytest.mark.parametrize(
    "slots", [None, [], [0], [0, 1, 2], ["page", "url"], [99, -1], [1.5, {}], [True, None]]
)
def test_slots_that_the_page_does_not_have_are_told_nothing(
    client: FlaskClient, slots: object
) -> None:
    answer = reordered(client, {"search": SEARCH, "slots": slots})
    assert not answer.get("sideUpdate")


def test_the_references_are_the_sources_of_the_link(client: FlaskClient) -> None:
    page = shown(client, SEARCH)
    href = re.search(r'"href": "(/api/sheet\.bib\?[^"]*)"', page)
    assert href
    entries = parsed(client.get(href[1]).text)
    assert [entry.fields["year"] for entry in entries][1:] == ["2025"]
    assert len(entries) == 2


def test_sources_are_given_in_the_order_of_the_figures(client: FlaskClient) -> None:
    one, two = "item=kv-cache/grid?source=caption-kv-cache", "item=iterations/grid"
    first = client.get(f"/api/sheet.bib?{one}&{two}&{one}")
    second = client.get(f"/api/sheet.bib?{two}&{one}")
    assert [entry.key for entry in parsed(first.text)] == [
        entry.key for entry in reversed(parsed(second.text))
    ]
    assert client.get("/api/sheet.bib?item=nothing/grid").text == ""


def test_the_file_holds_the_figures_the_captions_and_the_references(client: FlaskClient) -> None:
    answer = client.get("/api/sheet.html" + SEARCH)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith(
        'attachment; filename="reasonboard-sheet-'
    )
    text = answer.text
    assert text.count('<div class="graph"') == 2
    assert "<title>Mine</title>" in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert CAPTION not in text
    version = snapshots.snapshot().version
    page = f"http://localhost/kv-cache?source=caption-kv-cache&amp;data={version}"
    assert f'href="{page}"' in text
    assert (
        text.index("Figure 1: ")
        < text.index("Figure 2: ")
        < text.index("[1] ")
        < text.index("§ Approx")
    )


@pytest.mark.long
def test_the_sheet_is_a_pdf_where_a_browser_can_print_it(client: FlaskClient) -> None:
    assert '"/api/sheet.pdf' in shown(client, SEARCH)
    answer = client.get("/api/sheet.pdf" + SEARCH)
    assert answer.status_code == 200
    assert answer.mimetype == "application/pdf"
    assert answer.data.startswith(b"%PDF-")
    assert answer.data.count(b"/Type /Page\n") >= 1
    assert b"/S /URI" in answer.data  # its links lead back


def test_without_a_browser_the_page_offers_no_pdf_and_the_address_says_why(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    service.close()
    assert "/api/sheet.pdf" not in shown(client, SEARCH)
    answer = client.get("/api/sheet.pdf" + SEARCH)
    assert answer.status_code == 501
    assert "reasonboard[images]" in answer.text


def test_a_file_is_refused_where_its_address_is_too_long(client: FlaskClient) -> None:
    answer = client.get("/api/sheet.html?title=" + "x" * url_state.LONGEST)
    assert answer.status_code == 414
    assert answer.text.count("\n") == 1


def test_it_lives_under_the_prefix(prefixed: FlaskClient) -> None:
    assert prefixed.get("/results/sheet").status_code == 200
    assert prefixed.get("/sheet").status_code == 404
    page = shown(prefixed, "?item=kv-cache/grid", "/results/")
    assert '"/results/api/sheet.html?item=kv-cache/grid?source=dynts-readings%26data=' in page
    assert '"/results/kv-cache?source=dynts-readings&data=' in page
    saved = prefixed.get("/results/api/sheet.html?item=kv-cache/grid").text
    assert 'href="http://localhost/results/kv-cache?source=dynts-readings&amp;data=' in saved


def test_a_pasted_link_names_the_views_and_repeats_nothing_of_its_maker(
    client: FlaskClient,
) -> None:
    head = Head(client.get("/sheet" + SEARCH).text)
    assert head.title == "Report with 2 views · Reasonboard"
    assert head.metas["og:description"] == [
        f"KV cache: {title_of('kv-cache', 'grid')}; Iterations: {title_of('iterations', 'grid')}"
    ]
    hostile = quote("{%scripts%}<b>", safe="")
    empty = Head(client.get(f"/sheet?title={hostile}&item={hostile}").text)
    assert empty.title == "Report · Reasonboard"


def test_words_that_are_colored_on_a_page_are_plain_in_files(client: FlaskClient) -> None:
    for address in ("/api/sheet.html?item=iterations/grid", "/embed/iterations/grid"):
        text = client.get(address).text
        assert "Accuracy in % with 95% interval and mean response length in tokens" in text
        assert "{accuracy:Accuracy} in" not in text.partition("<script")[0]
