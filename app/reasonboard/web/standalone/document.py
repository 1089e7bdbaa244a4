"""An HTML document with charts that need no dashboard around them.

    document(Page("Title", (Section("Heading", ("A caption.",), figure),)), contained())

yields the document piece by piece. A `Page` is a title and sections; a `Section` is a heading,
paragraphs, a chart (a Plotly dictionary as the pages draw it), sentences, a table, footnotes and
links. All texts are plain texts: whatever stands in them is shown and never run. How its scripts
and styles come along says a `Delivery`, of which there are two (web/standalone/delivery.py):
`linked(...)` names them by their addresses, `contained()` writes them into the document, so that
it works from a disk without a network.

The charts follow the width of the window and the reader's choice of light or dark, and are light
and as wide as the paper in print (assets/standalone.js, assets/standalone.css).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

import orjson
from jinja2 import Environment
from markupsafe import Markup

from reasonboard.charts.marks import without_marks, without_selection
from reasonboard.charts.theme import Figure, no_data_reason
from reasonboard.core.control import Values
from reasonboard.core.study import COLUMNS, Study
from reasonboard.core.view import View
from reasonboard.store.database import Row
from reasonboard.web.components.cells import is_long, text_table
from reasonboard.web.components.markup import unmarked
from reasonboard.web.standalone.delivery import Delivery

_CHUNK = 64
"""Pieces of the template that are sent at once."""
_NARROWER = (3, 2, 1)
"""So many panels stand side by side in narrower windows, the wider of them first."""


class Link(NamedTuple):
    label: str
    href: str
    """An address of http or https, or a relative one; of any other only the label is shown."""
    apart: bool = False
    """Does it open a window of its own?"""


class Section(NamedTuple):
    heading: str = ""
    """Left out where empty."""
    caption: Sequence[str] = ()
    """Paragraphs, above the chart."""
    figure: Figure | None = None
    layouts: Mapping[int, Figure] = MappingProxyType({})
    """The same chart laid out with fewer panels side by side, by their number, for narrow windows."""
    points: Sequence[str] = ()
    """Sentences, as a list under the chart."""
    rows: Sequence[Row] = ()
    """A table, with the columns of its first row; numbers are shown in the unit of their row."""
    footnotes: Sequence[str] = ()
    links: Sequence[Link] = ()
    href: str = ""
    """Where the heading leads to, if anywhere."""


class Page(NamedTuple):
    title: str
    sections: Sequence[Section]
    lead: Sequence[str] = ()
    """Paragraphs under the title."""
    notices: Sequence[str] = ()
    """What a reader should not miss, above the sections."""
    navigation: Sequence[Link] = ()
    """Links to other pages; the one without an address is this page."""
    foot: Sequence[str] = ()
    """Paragraphs at the end: the version of the data and the like."""
    kind: str = "page"
    """Its class in the style sheet: `page`, `embed`."""
    name: str = ""
    """What a window is called that shows it, where that is not the title."""
    head: str = ""
    """Further tags of the head, as markup: of ours, escaped."""


def document(page: Page, delivery: Delivery) -> Iterator[bytes]:
    """The document in UTF-8, piece by piece."""
    pieces = _TEMPLATE.stream(page=page, head=Markup(page.head), delivery=delivery)  # noqa: S704
    pieces.enable_buffering(_CHUNK)
    for piece in pieces:
        yield piece.encode("utf-8", "replace")


def data(item: object) -> Markup:
    """What JSON says of the item, such that nothing in it ends the element that it stands in."""
    text = orjson.dumps(item).decode()
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704


def followed(href: str) -> bool:
    """May a link lead there? Not where the address has a scheme that runs or opens something else."""
    scheme, colon, _ = re.split(r"[/?#]", href, maxsplit=1)[0].partition(":")
    plain = href.isprintable() and " " not in href
    return plain and (not colon or scheme.lower() in ("http", "https"))


def _laid_out(section: Section) -> dict[str, Figure]:
    """The chart by the number of panels side by side; the last stands for all that are wider."""
    figures = {**section.layouts, COLUMNS[-1]: section.figure or {}}
    return {
        str(columns): without_selection(without_marks(figures[columns]))
        for columns in sorted(figures)
    }


def _template() -> Any:
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.globals |= {"data": data, "laid_out": _laid_out, "text_table": text_table}
    environment.tests |= {"followed": followed, "long": is_long}
    return environment.from_string(
        (files("reasonboard.web.standalone") / "document.html").read_text()
    )


_TEMPLATE = _template()


def section(study: Study, view: View, values: Values, columns: int = COLUMNS[-1]) -> Section:
    """The view in this state, its chart with at most `columns` panels side by side."""
    answer = study.answer(view, values, columns)
    meta = answer.figure["layout"]["meta"]
    heading = meta.get("heading") or view.title
    reason = no_data_reason(answer.figure)
    if reason:
        return Section(heading, [reason, answer.caption])
    layouts: dict[int, Figure] = {}
    wider = answer.figure
    for number in _NARROWER:
        figure = study.answer(view, values, number).figure if number < columns else wider
        if figure != wider:
            layouts[number] = wider = figure
    words = tuple(filter(None, [unmarked(meta.get("subtitle", "")), answer.caption]))
    return Section(heading, words, answer.figure, layouts)
