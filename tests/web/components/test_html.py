"""What is written as HTML says what its components say, and no text becomes anything else."""

from html.parser import HTMLParser

import dash_mantine_components as dmc
import pytest
from dash import html
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.export.cells import cell
from reasonboard.store.database import Rows
from reasonboard.web.components.controls import aria
from reasonboard.web.components.markup import Html, part, render, render_html

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
def test_texts_stay_texts_and_attributes_stay_attributes(text: str, title: str) -> None:
    read = Read(render_html([html.P([text, html.Span("x", title=title)])]))
    assert read.text == text + "x"
    assert [tag for tag, _ in read.tags] == ["p", "span"]
    assert read.tags[1][1] == {"title": title}
    assert read.ends == ["span", "p"]


def test_attributes_have_their_names_in_html() -> None:
    made = render_html(
        [
            html.Button("Save", className="quiet", hidden=True, tabIndex=-1, n_clicks=0),
            html.Td("1", colSpan=2, style={"text-align": "right"}, **aria(label="one")),
            html.A("there", href="/kv-cache?a=1&b=2", download=""),
            html.Br(),
        ]
    )
    assert made == (
        '<button class="quiet" hidden tabindex="-1">Save</button>'
        '<td colspan="2" style="text-align:right" aria-label="one">1</td>'
        '<a download="" href="/kv-cache?a=1&amp;b=2">there</a><br>'
    )


def test_nothing_and_lists_in_lists_are_written_in_order() -> None:
    assert render_html([None, "a", 1, [html.B("c"), ["d"]], 2.5]) == "a1<b>c</b>d2.5"


def test_a_component_that_lives_by_its_script_is_refused() -> None:
    with pytest.raises(TypeError, match=r"expected a component of dash\.html"):
        render_html([dmc.Table()])


def test_a_part_holds_its_content_for_the_browser() -> None:
    made = part(render_html([html.P("a < b")]), id="below").to_plotly_json()["props"]
    assert made == {"id": "below", "data-html": "<p>a &lt; b</p>", "children": None}


def table_of(rows: Rows) -> Html:
    values = {"first": 0, "total": len(rows), "downloads": [], "api": "/api"}
    return render("table", title="Rows", rows=rows, **values)


def test_the_lines_of_a_template_leave_no_trace() -> None:
    assert "\n" not in table_of([{"value": 1}])


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_the_cells_of_a_table_stay_texts(texts: list[str]) -> None:
    rows = [{f"column {place}": text for place, text in enumerate(texts)}]
    read = Read(table_of(rows))
    assert [tag for tag, _ in read.tags].count("td") == read.ends.count("td") == len(texts)
    assert set(read.ends) == {"p", "a", "div", "table", "thead", "tbody", "tr", "th", "td"}
    assert read.text.endswith("".join(cell(rows[0], name) for name in rows[0]))
