"""A view alone, to stand in a frame of another page: `/embed/<study>/<view>?<its query string>`."""

from flask import Blueprint, Response

from reasonboard.export.forms import FIGURE
from reasonboard.store import snapshots
from reasonboard.web import link_preview
from reasonboard.web.api.replies import query, refuse_in_one_line
from reasonboard.web.api.state import State, UnknownError, find, read
from reasonboard.web.images.service import TooLargeError
from reasonboard.web.standalone.delivery import linked
from reasonboard.web.standalone.document import Link, Page, document, section

_PLOTLY = "_dash-component-suites/plotly/package_data/plotly.min.js"
"""Where the pages have it from: who has seen one of them has it already."""
_LARGEST = 32 * 1024 * 1024
_LONGEST_SOURCE = 200


def blueprint(prefix: str) -> Blueprint:
    """The routes under `<prefix>embed`; every answer may be framed by others (web/security.py)."""
    routes = Blueprint("embed", __name__, url_prefix=f"{prefix}embed")

    @routes.get("/<study>/<view>")
    def embedded(study: str, view: str) -> Response:
        return _answer(read(*find(study, view), query(), FIGURE, elsewhere=True), prefix)

    @routes.get("/<path:_>")
    def unknown(_: str) -> Response:
        raise UnknownError(f"Unknown address (expected {prefix}embed/STUDY/VIEW).")

    refuse_in_one_line(routes)
    return routes


def _answer(state: State, prefix: str) -> Response:
    delivery = linked(f"{prefix}assets/", prefix + _PLOTLY)
    body = b"".join(document(_page(state, prefix), delivery))
    if len(body) > _LARGEST:
        raise TooLargeError(f"This chart has {len(body):,} bytes (limit: {_LARGEST:,}).")
    return Response(body, mimetype="text/html", headers={"Cache-Control": "no-cache"})


def _page(state: State, prefix: str) -> Page:
    """The chart, what it shows, where its numbers come from, and the way to its page."""
    study, view = state.study, state.view
    chart = section(study, view, state.values, state.columns)
    meta = chart.figure["layout"]["meta"] if chart.figure else {}
    open_page = Link("Open in Reasonboard", f"{prefix}{study.path}{state.search}", apart=True)
    preview = link_preview.preview(study.path, state.search)
    preview = preview._replace(title=f"{view.title} · {study.name}")
    return Page(
        view.title,
        (chart._replace(heading="", footnotes=(_source(meta.get("source", "")),), links=(open_page,)),),
        notices=state.notices,
        kind="embed",
        name=f"{preview.title} · {link_preview.SITE}",
        head=link_preview.head(preview),
    )  # fmt: skip


def _source(source: str) -> str:
    """Source and version of the data in one line; the page that the link leads to has all of it."""
    snapshot = snapshots.snapshot()
    cut = source if len(source) <= _LONGEST_SOURCE else source[: _LONGEST_SOURCE - 1] + "…"
    return f"Source: {cut or 'none'} · data {snapshot.version} · {snapshot.made}"
