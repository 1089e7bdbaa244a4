"""Documents that draw without a dashboard: what stands in them, and that it is only text."""

import json
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as every
from hypothesis import strategies as st

from reasonboard.web.standalone import delivery
from reasonboard.web.standalone.delivery import SCRIPTS, contained, linked
from reasonboard.web.standalone.document import Link, Page, Section, data, document, followed
from tests.web.standalone.parsing import Document

LINKED = linked("assets/", "assets/plotly.min.js")
HOSTILE = "</title></script><script>alert(1)</script><!-- \" onload='x' {{ 7 * 7 }} {%x%} &amp; ]]>"
FIGURE: dict[str, Any] = {
    "data": [{"type": "scatter", "y": [1, 2], "name": HOSTILE, "meta": {"sets": {}}}],
    "layout": {"height": 300, "meta": {"summary": HOSTILE}},
}
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), min_size=1, max_size=40)


def read(page: Page, how: delivery.Delivery = LINKED) -> Document:
    return Document(b"".join(document(page, how)).decode())


def hostile() -> Page:
    rows = [{"name": HOSTILE, "value": 0.5, "unit": "fraction", HOSTILE: 1}]
    links = (Link(HOSTILE, HOSTILE), Link(HOSTILE, "javascript:alert(1)"))
    section = Section(
        HOSTILE, (HOSTILE,), FIGURE, {1: FIGURE}, (HOSTILE,), rows, (HOSTILE,), links, href=HOSTILE
    )
    return Page(HOSTILE, [section], (HOSTILE,), (HOSTILE,), links, (HOSTILE,), name=HOSTILE)


@pytest.mark.parametrize("how", [LINKED, contained()], ids=["linked", "contained"])
def test_hostile_texts_are_shown_and_nothing_of_them_runs(how: delivery.Delivery) -> None:
    plain = Page("T", [Section("H", ("c",), FIGURE, {1: FIGURE})])
    page = read(hostile(), how)
    assert page.tags.count("script") == read(plain, how).tags.count("script")
    assert not {name for name, _ in page.attributes if name.startswith("on")}
    assert "".join(page.texts).count(HOSTILE) == 16
    assert page.texts[0].strip() == HOSTILE, "the name of the window"
    assert not {href for href in page.links if "alert" in href}


@every(st.lists(TEXTS, min_size=8, max_size=8))
def test_any_text_comes_back_from_where_it_was_put(texts: list[str]) -> None:
    one, two, three, four, five, six, seven, eight = texts
    section = Section(one, (two,), points=(three,), footnotes=(four,), links=(Link(five, "#x"),))
    page = read(Page(six, [section], lead=(seven,), foot=(eight,)))
    shown = "".join(page.texts)
    assert all(text.strip() in shown for text in texts)


@every(
    st.recursive(
        TEXTS | st.floats(allow_nan=False, allow_infinity=False) | st.none(), st.lists, max_leaves=8
    )
)
def test_data_is_json_that_ends_no_element(item: object) -> None:
    text = str(data({"a": item}))
    assert not set("<>&") & set(text)
    assert json.loads(text) == {"a": item}


def test_a_chart_is_there_in_every_layout_and_without_what_its_marks_stand_for() -> None:
    narrow = FIGURE | {"layout": FIGURE["layout"] | {"height": 900}}
    (found,) = read(Page("T", [Section("H", (), FIGURE, {1: narrow})])).figures
    assert list(found) == ["1", "4"]
    assert found["1"]["layout"]["height"] == 900
    assert found["4"]["data"] == [{"type": "scatter", "y": [1, 2], "name": HOSTILE}]


def test_a_contained_document_may_run_its_own_scripts_and_ask_for_nothing() -> None:
    page = read(hostile(), contained())
    hashes = [b64encode(sha256(text.encode()).digest()).decode() for text in page.scripts]
    allowed = next(part for part in page.policy.split("; ") if part.startswith("script-src "))
    assert allowed == "script-src " + " ".join(f"'sha256-{one}'" for one in hashes)
    assert len(hashes) == 1 + len(SCRIPTS)
    assert page.policy.startswith("default-src 'none'; ")
    assert page.sources == []
    assert page.links == []


@pytest.mark.parametrize("text", ["x = '</script>'", "/* <!-- */", "'<SCRIPT'", "\0"])
def test_a_script_that_would_end_its_element_is_refused(tmp_path: Path, text: str) -> None:
    script = tmp_path / "a.js"
    script.write_text(text)
    with pytest.raises(ValueError, match=r"a\.js cannot be written"):
        delivery._text(script)


@pytest.mark.parametrize(
    "href", ["https://a.b/c?d=e:f", "HTTP://a.b", "/x?y=a:b", "x.html", "x/y.csv", "#a:b", "?a:b"]
)
def test_links_lead_to_pages(href: str) -> None:
    assert followed(href)
    assert read(Page("T", [Section(links=(Link("l", href),))])).links[-1] == href


@pytest.mark.parametrize(
    "href",
    [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        " javascript:alert(1)",
        "java\tscript:alert(1)",
        "\x01javascript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
        "x:y",
    ],
)
def test_links_lead_nowhere_else(href: str) -> None:
    assert not followed(href)
    page = read(Page("T", [Section("H", links=(Link("label", href),), href=href)]))
    assert href not in page.links
    assert "label" in [text.strip() for text in page.texts]


def test_a_table_shows_numbers_in_their_unit_and_missing_as_a_dash() -> None:
    rows: list[dict[str, Any]] = [
        {"model": "A", "value": 0.5, "unit": "fraction"},
        {"model": None, "value": None, "unit": "fraction"},
    ]
    page = read(Page("T", [Section("H", rows=rows)]))
    cells = page.texts[page.texts.index("model") :]
    assert cells[:6] == ["model", "value", "A", "50%", "–", "–"]
