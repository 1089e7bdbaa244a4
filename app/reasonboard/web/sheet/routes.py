"""A sheet as one file that needs no server: `/api/sheet.html?...` and `.pdf`, and how long it may take on paper."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

import orjson
from flask import Blueprint, Response, request

from reasonboard.charts.theme import Figure, no_data_reason
from reasonboard.core.study import COLUMNS
from reasonboard.export.bibtex import bibliography
from reasonboard.store import snapshots
from reasonboard.web.api.replies import query, refuse_in_one_line
from reasonboard.web.citation import entry, plain
from reasonboard.web.components.markup import unmarked
from reasonboard.web.images import service
from reasonboard.web.images.service import TooLargeError, chromium
from reasonboard.web.lanes import Lanes
from reasonboard.web.links import pinned
from reasonboard.web.sheet.references import Marks, marks_text, references
from reasonboard.web.sheet.sheet import Item, decode
from reasonboard.web.standalone.delivery import contained
from reasonboard.web.standalone.document import Link, Page, Section, document

_ON_SCREEN = COLUMNS
"""So many panels side by side, in windows of each width; two of them where the document is printed."""
_ON_PAPER = (2,)


def blueprint(prefix: str, lanes: Lanes) -> Blueprint:
    """The routes under `<prefix>api`; a sheet takes one of the lanes."""
    routes = Blueprint("sheet", __name__, url_prefix=f"{prefix}api")

    @routes.get("/sheet.html")
    def saved() -> Response:
        """The document, as an attachment: the policy of its scripts stands in it."""
        return lanes.run(
            lambda: _attached(
                document(_requested_page(prefix, _ON_SCREEN), contained()), "html", "text/html"
            )
        )

    @routes.get("/sheet.pdf")
    def printed() -> Response:
        """The same on paper: without a Chromium nothing is made."""
        chromium()
        return lanes.run(lambda: _printed(prefix))

    @routes.get("/sheet.bib")
    def cited() -> Response:
        """Its references."""
        sources = references(decode(query())[0].items).sources
        text = bibliography(entry(row) for row in sources)
        return _attached(text.encode(), "bib", "application/x-bibtex")

    refuse_in_one_line(routes)
    return routes


def _printed(prefix: str) -> Response:
    page = _requested_page(prefix, _ON_PAPER)
    seconds = patience([section.figure for section in page.sections if section.figure])
    content = service.printed(b"".join(document(page, contained())), seconds)
    return _attached(content, "pdf", "application/pdf")


def _requested_page(prefix: str, columns: Sequence[int]) -> Page:
    return _page(query(), request.host_url + prefix[1:], columns)


def _attached(body: bytes | Iterator[bytes], ending: str, mimetype: str) -> Response:
    name = f"reasonboard-sheet-{snapshots.snapshot().version}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return Response(body, mimetype=mimetype, headers=headers)


def _page(search: str, home: str, columns: Sequence[int]) -> Page:
    """The sheet as a document, its charts laid out with each of these numbers of panels side by side.

    `home` is the address of this dashboard, which its links lead to.
    """
    sheet, notices = decode(search)
    cited = references(sheet.items)
    sections = [
        _figure(number, item, marks, home, columns)
        for number, (item, marks) in enumerate(zip(sheet.items, cited.marks, strict=True), 1)
    ]
    sources = [f"[{number}] {plain(row)}" for number, row in enumerate(cited.sources, 1)]
    notes = [f"{note.symbol} {note.text}" for note in cited.footnotes]
    end = Section("References", points=sources, footnotes=notes)
    return Page(
        sheet.title or "Report",
        [*sections, end] if sources else sections,
        lead=notices or ([] if sections else ["This report is empty."]),
        foot=[f"Reasonboard · {cited.data}"],
    )


def _figure(number: int, item: Item, marks: Marks, home: str, columns: Sequence[int]) -> Section:
    with pinned.answering(item.search):
        widest = item.study.answer(item.view, item.values, columns[-1])
        layouts = {
            narrower: item.study.answer(item.view, item.values, narrower).figure
            for narrower in columns[:-1]
        }
    meta = widest.figure["layout"]["meta"]
    reason = no_data_reason(widest.figure)
    words = [item.study.name, meta["filters"], widest.legend]
    captions = [
        *item.caption.splitlines(),
        reason or unmarked(meta.get("subtitle", "")),
        " · ".join(filter(None, words)),
    ]
    return Section(
        f"Figure {number}: {item.view.title}",
        [caption for caption in captions if caption],
        None if reason else widest.figure,
        layouts=layouts,
        footnotes=[marks_text(marks)],
        links=[Link("Open this view", f"{home}{item.study.path}{item.search}")],
    )


LONGEST = 180.0
"""Seconds that a reader waits for a PDF at most."""
_START = 25.0
"""Seconds to start the browser, and for the document without charts."""
_OF_A_CHART = 2.0
"""Seconds for a chart of little, on a machine with much else to do: it takes a tenth of them where that is all."""
_OF_A_MEGABYTE = 25.0
"""Seconds for each megabyte of the JSON of a chart."""


def patience(figures: Sequence[Figure]) -> float:
    """The seconds that a PDF of these charts may take; raises TooLargeError where it could not end."""
    sizes = [len(orjson.dumps(figure)) / 1e6 for figure in figures]
    ends = list(accumulate((_OF_A_CHART + _OF_A_MEGABYTE * size for size in sizes), initial=_START))
    most = max(1, sum(end <= LONGEST for end in ends) - 1)
    if most < len(figures):
        raise TooLargeError(
            f"These {len(figures)} views are too many for a PDF: at most {most}, if all are like "
            "the first ones. HTML has no such limit."
        )
    return min(ends[-1], LONGEST)
