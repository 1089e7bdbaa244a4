"""What is written as HTML says what its components say, values as a reader sees them, and no text becomes code."""

from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.core.table_state import TableState
from reasonboard.store.arrangement import Arrangement
from reasonboard.store.database import Rows
from reasonboard.web.components import tables
from reasonboard.web.components.cells import cell, text_table, value
from reasonboard.web.components.markup import Html, escaped, link, marked_up, part, render

WORDS = st.text(max_size=60).filter(lambda text: "\r" not in text and "\x00" not in text)


class Read(HTMLParser):
    """The tags with their attributes, and the text, of some HTML."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.ends: list[str] = []
        self.text = ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.ends.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@given(WORDS, WORDS)
def test_texts_and_addresses_of_a_template_stay_what_they_are(text: str, href: str) -> None:
    read = Read(link(text, href))
    assert read.text == text
    assert read.tags == [("a", {"href": href, "class": "state"})]
    assert read.ends == ["a"]


def test_a_part_holds_its_content_for_the_browser() -> None:
    made = part(escaped("a < b"), id="below").to_plotly_json()["props"]
    assert made == {"id": "below", "data-html": "a &lt; b", "children": None}


def table_of(rows: Rows) -> Html:
    columns = tables.columns(rows, (), list(rows[0]), Arrangement())
    values: dict[str, Any] = {
        "first": 0, "total": len(rows), "every": len(rows), "most": 0, "state": TableState(), "form": "rows",
        "root": "/", "picks": [], "number": 1, "turns": [], "downloads": [], "api": "/api",
    }  # fmt: skip
    return render("table", title="Rows", rows=rows, columns=columns, **values)


def test_the_lines_of_a_template_leave_no_trace() -> None:
    assert "\n" not in table_of([{"value": 1}])


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_the_cells_of_a_table_stay_texts(texts: list[str]) -> None:
    rows = [{f"column {place}": text for place, text in enumerate(texts)}]
    read = Read(table_of(rows))
    assert [tag for tag, _ in read.tags].count("td") == read.ends.count("td") == len(texts)
    assert set(read.ends) == {
        "p",
        "a",
        "div",
        "table",
        "thead",
        "span",
        "tbody",
        "tr",
        "th",
        "button",
        "td",
    }
    assert read.text.endswith("".join(cell(rows[0], name) for name in rows[0]))


@given(WORDS)
def test_a_subtitle_has_colored_words_and_no_other_markup(text: str) -> None:
    kept = text.replace("{", "").replace("}", "")
    read = Read(marked_up(f"{{accuracy:{kept}}} in % {text}{{other:x}}"))
    assert read.text.startswith(f"{kept} in % ")
    assert read.tags[0] == ("b", {"class": "accuracy"})
    assert {tag for tag, _ in read.tags} == {"b"}


ROWS: list[dict[str, Any]] = [
    {"model": "a|b\\", "n": 12, "value": 0.4567, "gap": -0.5, "empty": None, "kind": "read_off", "unit": "fraction"},
    {"model": None, "n": None, "value": 1234.0, "gap": 0.0, "empty": None, "kind": "stated", "unit": "tokens"},
]  # fmt: skip


def test_a_table_has_its_numbers_in_their_units_and_leaves_out_empty_columns() -> None:
    table = text_table(ROWS)
    assert table.columns == [
        ("model", False), ("n", True), ("value", True), ("gap", True), ("kind", False)
    ]  # fmt: skip
    assert table.rows == [
        ["a|b\\", "12", "45.67%", "-0.5", "read from a figure"],
        ["–", "–", "1,234", "0", "stated"],
    ]


def test_missing_is_a_dash_and_never_zero() -> None:
    assert value(None, "fraction") == "–"
    assert value(0.0, "fraction") == "0%"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("2026-11-06T03:06:00+00:00", "2026-11-06 03:06"),
        ("2026-11-06T03:06:00+09:00", "2026-11-05 18:06"),
        ("2026-11-06T00:00:00+00:00", "2026-11-06"),
        ("2026-11-06", "2026-11-06"),
        ("yesterday", "yesterday"),
        (None, "–"),
    ],
)
def test_a_date_is_shown_without_the_letters_of_its_form(written: str | None, shown: str) -> None:
    assert cell({"date": written}, "date") == shown
