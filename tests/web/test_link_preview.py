"""What a pasted link says of itself."""

import re
from html.parser import HTMLParser
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from hypothesis import given as every
from hypothesis import strategies as st

from reasonboard.core.study import Study
from reasonboard.studies import STUDIES
from reasonboard.web.link_preview import head, markup, preview
from tests.conftest import Given
from tests.states import few

HOSTILE = [
    "<script>alert(1)</script>", '"><meta http-equiv=refresh content=0>', "{%scripts%}", "{%config%}",
    "'; DROP TABLE source; --", "javascript:alert(1)", "pwned",
]  # fmt: skip


class Head(HTMLParser):
    """The title and the metas of a page, as a browser reads them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.title = ""
        self.metas: dict[str, list[str]] = {}
        self._in_title = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._in_title = tag == "title"
        if tag == "meta":
            name = given.get("property") or given.get("name") or ""
            self.metas.setdefault(name, []).append(given.get("content", ""))

    def handle_endtag(self, tag: str) -> None:
        self._in_title = self._in_title and tag != "title"

    def handle_data(self, data: str) -> None:
        self.title += data if self._in_title else ""


@pytest.fixture(autouse=True)
def data(bundled: None) -> None:
    """Previews answer from the bundled sources."""


def page_of(client: FlaskClient, path: str, search: str = "") -> str:
    """The index page, but for the token that Dash makes anew for each."""
    answer = client.get(f"/{path}", query_string=search)
    assert answer.status_code == 200
    return re.sub(r'"end_id":"[^"]*"', "", answer.text)


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)
def test_the_page_of_a_study_says_its_question(client: FlaskClient, study: Study) -> None:
    page = Head(client.get(f"/{study.path}").text)
    named = f"{study.name}: {study.question}"
    assert page.title == f"{named} · Reasonboard"
    assert page.metas["og:title"] == [named]
    assert page.metas["og:type"] == ["website"]
    assert page.metas["description"] == page.metas["og:description"]
    assert page.metas["description"][0].removesuffix(" …") in study.lead


def test_the_first_page_says_what_the_dashboard_is(client: FlaskClient) -> None:
    page = Head(client.get("/").text)
    assert page.title == page.metas["og:title"][0] == "Reasonboard"
    assert page.metas["description"] == [
        "Evaluation results of reasoning models, with their sources."
    ]


def test_what_the_address_picks_stands_first_in_words(client: FlaskClient) -> None:
    page = Head(client.get("/kv-cache?benchmark=AIME24,AIME25&mode=best").text)
    (text,) = page.metas["og:description"]
    assert text.startswith(
        "Benchmarks: AIME24, AIME25 · Show: Loss to best. Score by local window "
    )


def test_a_default_that_is_written_out_goes_without_saying(client: FlaskClient) -> None:
    study = next(one for one in STUDIES if one.path == "kv-cache")
    source = study.defaults()["source"]
    page = Head(client.get(f"/kv-cache?source={source}").text)
    assert page.metas["description"] == Head(client.get("/kv-cache").text).metas["description"]


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("study", few(STUDIES, 2), ids=lambda study: study.path)
def test_nothing_foreign_of_the_query_string_is_echoed(
    client: FlaskClient, study: Study, hostile: str
) -> None:
    plain = page_of(client, study.path)
    coded = quote(hostile, safe="")
    for search in (f"benchmark={coded}", f"{coded}={coded}", f"compare={coded}", coded, hostile):
        assert page_of(client, study.path, search) == plain


@pytest.mark.parametrize("search", ["%ff%fe", "benchmark=" + "A" * 100_000, "&" * 500, "%", "é"])
def test_a_query_string_that_cannot_be_read_gives_the_plain_preview(
    client: FlaskClient, search: str
) -> None:
    assert page_of(client, "data", search) == page_of(client, "data")


def test_hostile_names_in_the_data_are_only_text(given: Given) -> None:
    name = "<b>{%config%}&"
    row = {"benchmark": name, "kv_method": "D", "kv_window": 500, "kv_ratio": 0.1, "value": 0.5}
    given("kv-cache", s=[row, row | {"benchmark": "X"}])
    shown = preview("kv-cache", f"benchmark={quote(name, safe='')}")
    assert name in shown.description
    tags = head(shown)
    assert Head(tags).metas["og:description"] == [shown.description]
    assert "{%" not in tags
    assert "<b>" not in tags


@every(st.text(max_size=60) | st.text(alphabet="{}%<>&\"' a", max_size=30))
def test_every_text_is_one_value_of_one_attribute(text: str) -> None:
    safe = markup(text)
    assert not set('<>"{') & set(safe)


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)
def test_a_description_is_never_longer_than_a_preview_shows(study: Study) -> None:
    picks = []
    for control in study.controls:
        options = [] if control.marks else control.options(study.defaults())
        values = [quote(choice.value) for choice in options][: -1 if control.multi else None]
        picks.append(f"{control.name}={','.join(values if control.multi else values[-1:])}")
    assert 20 < len(preview(study.path, "&".join(picks)).description) <= 300


def test_the_inline_scripts_are_those_of_the_policy_still(client: FlaskClient) -> None:
    paths = [("", ""), ("kv-cache", "benchmark=AIME24")]
    scripts = [page_of(client, *address).split("<footer>")[1] for address in paths]
    assert scripts[0] == scripts[1]
    assert scripts[0].count("<script") > 2
