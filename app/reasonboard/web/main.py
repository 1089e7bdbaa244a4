"""The web application: Dash and Flask, their pages and routes."""

import re
from typing import Any

from dash import Dash, Input, Output, State
from dash.dependencies import ClientsideFunction
from dash.development.base_component import Component
from dash.exceptions import DependencyException
from flask import Flask, Response, request
from flask_compress import Compress

from reasonboard.config import Settings
from reasonboard.core import url_state
from reasonboard.store import cache, database, snapshots
from reasonboard.store.answers import answer_readers
from reasonboard.studies import all_studies, find, listed, listed_studies, own_pages
from reasonboard.web import citation, docs, faults, home, link_preview
from reasonboard.web.api import loading, pushing
from reasonboard.web.api.routes import blueprint
from reasonboard.web.components.markup import render as render_html
from reasonboard.web.hosts import refuse_other_hosts
from reasonboard.web.item import page as item_page
from reasonboard.web.item.address import PARENT as ITEM_PARENT
from reasonboard.web.item.address import PATH as ITEM
from reasonboard.web.lanes import Lanes, refuse_when_busy
from reasonboard.web.links import folder as links
from reasonboard.web.links import pinned
from reasonboard.web.monitoring import metrics
from reasonboard.web.monitoring.middleware import Monitored, note_routes
from reasonboard.web.monitoring.peer import is_near
from reasonboard.web.page.change import carried_filters
from reasonboard.web.page.ids import column_count, text
from reasonboard.web.page.layout import layout as study_page
from reasonboard.web.page.registered import StudyPages
from reasonboard.web.security import secure
from reasonboard.web.sheet import page as sheet_page
from reasonboard.web.sheet.routes import blueprint as sheet_file
from reasonboard.web.sheet.sheet import PATH as SHEET
from reasonboard.web.shell import Child, Link, shell
from reasonboard.web.standalone import embed
from reasonboard.web.static_files import bundle, bundle_address, plotly_address, serve_static_files

_INDEX = """<!DOCTYPE html>
<html lang="en">
    <head>
        {%metas%}
        <title>{%title%}</title>
        <link rel="icon" type="image/svg+xml" href="PREFIXassets/favicon.svg">
        <script src="PREFIXassets/native.js"></script>
        <script id="plotly" async src="PREFIXPLOTLY"></script>
        {%css%}
        <link rel="stylesheet" href="PREFIXSTYLES">
    </head>
    <body>
        {%app_entry%}
        <noscript>
            <p>The pages need JavaScript. The <a href="PREFIXapi/">API</a> has the data of every page without it.</p>
        </noscript>
        <footer>{%config%}{%scripts%}<script src="PREFIXSCRIPTS"></script>{%renderer%}</footer>
    </body>
</html>"""


_PROBES = ("/healthz", "/readyz", "/metrics")
"""What machines ask the server for, whatever its prefix is."""

_OF_EVERY_PAGE = ("assets/", "_dash-component-suites/", "_dash-layout", "_dash-dependencies")
"""What each page that opens asks for, the same each time."""


_UNUSED = re.compile(r'<script src="[^"]*/(dash_table/|dash/deps/polyfill@)[^"]*"></script>\s*')
"""What Dash adds to every page for a table that no page has, and for browsers that cannot show them (native.js)."""


class _Pages(Dash):
    """Dash, whose index page says what its address shows: links are pasted where no script runs."""

    def interpolate_index(self, **parts: str) -> str:  # type: ignore[override]  # called by names
        path = request.path.removeprefix(self.config.requests_pathname_prefix)
        search = request.query_string.decode("ascii", "replace")
        preview = link_preview.preview(path, search)
        parts |= {
            "title": link_preview.title(preview),
            "metas": f"{parts['metas']}\n        {link_preview.head(preview)}",
            "scripts": _UNUSED.sub("", parts["scripts"]),
        }
        return str(Dash.interpolate_index(self, **parts))


def create_app(settings: Settings, *, replica: bool = False) -> Flask:
    """The WSGI application on the store's current snapshot, ready to be forked.

    A `replica` takes no files in: the next data that are published would replace them.
    Raises DataError where the store has no readable snapshot.
    """
    cache.bound(settings.cache)
    snapshots.use(settings.store)
    answer_readers(settings.store)
    server = Flask("reasonboard", static_folder=None)
    bundles = {kind: bundle(settings.assets, kind) for kind in ("js", "css")}
    app = _Pages(
        "reasonboard",
        server=server,  # type: ignore[arg-type]  # a Flask is meant, the annotation forgot it
        assets_folder=str(settings.assets.resolve()),
        requests_pathname_prefix=settings.prefix,
        routes_pathname_prefix=settings.prefix,
        title="Reasonboard",
        update_title="",
        index_string=_INDEX.replace("PREFIX", settings.prefix)
        .replace("PLOTLY", plotly_address(settings.shared))
        .replace("STYLES", bundle_address(bundles["css"], "css"))
        .replace("SCRIPTS", bundle_address(bundles["js"], "js")),
        assets_ignore=".*",  # they are in the bundles
        meta_tags=[{"name": "viewport", "content": "width=device-width, initial-scale=1"}],
        suppress_callback_exceptions=True,
        enable_mcp=False,
        add_log_handler=False,
        hooks={
            "request_pre": "question => window.reasonboard.asks(question)",
            "request_post": "(question, answer) => window.reasonboard.hears(question, answer)",
        },
    )
    note_routes(server)
    refuse_other_hosts(server, settings)
    refuse_when_busy(server, (*_PROBES, *(settings.prefix + path for path in _OF_EVERY_PAGE)))
    study_pages = _register(app, settings.links)
    study_pages.register()
    hashes: list[str] = []
    secure(server, app.callback_map, hashes, framed=f"{settings.prefix}embed/")
    faults.answer_for_faults(server)
    server.register_blueprint(loading.blueprint(settings.prefix, settings, replica=replica))
    _route(server, settings, Lanes(max(1, settings.threads // 2)), study_pages)
    _route_probes(server, settings)
    Compress(server)
    # Registered after it, so it has its turn before: what is compressed already stays so.
    serve_static_files(server, settings.prefix, settings.shared, bundles)
    # Dash finishes its set-up in the first request, and fails the parallel requests during it.
    server.test_client().get(settings.prefix)
    hashes += app.csp_hashes()
    database.close()
    server.wsgi_app = Monitored(server.wsgi_app, settings)  # type: ignore[method-assign]
    return server


def render(location: dict[str, Any], prefix: str) -> Component:
    """The page of a location: `path`, `search`, `columns`, and the values that were `carried` from another page."""
    path = str(location.get("path") or "").removeprefix(prefix).strip("/")
    if path == "":
        return home.home(listed_studies(), prefix)
    search = location.get("search")
    if path == SHEET:
        return sheet_page.layout(text(search), column_count(location.get("columns")))
    if path == home.LOAD:
        return home.load_page()
    if path == ITEM:
        return item_page.layout(text(search), prefix)
    study = find(path)
    if study is None:
        return home.missing(prefix)
    pin = pinned.pin(text(search))
    values, notices = url_state.decode(study, pin.search)
    chosen = carried_filters(values)
    values, lacking = url_state.carried(study, values, location.get("carried"))
    columns = column_count(location.get("columns"))
    return study_page(study, values, pin, notices + lacking, columns, chosen)


def _links(prefix: str) -> list[Link]:
    """The pages of the product's studies; the data come last."""
    return [Link(study.name, prefix + study.path) for study in listed()]


def _own_links(prefix: str) -> list[Link]:
    """The pages of the reader's own that no other link names: Explore, then the declared studies."""
    pages = [study for study in own_pages() if not study.of_own_runs]
    return [Link(study.name, prefix + study.path) for study in pages]


def _children(prefix: str) -> dict[str, Child]:
    """The pages that belong to another one, by their paths."""
    children = {
        study.path: Child(study.name, prefix + study.parent)
        for study in all_studies()
        if study.parent
    } | {ITEM: Child("One problem", prefix + ITEM_PARENT)}
    return {prefix + path: child for path, child in children.items()}


def _register(app: Dash, links_kept: int) -> StudyPages:
    """The layout and the callbacks that all pages share; `links_kept` short links may exist."""
    prefix = app.config.requests_pathname_prefix

    def layout() -> Component:
        return shell(_links(prefix), _own_links(prefix), _children(prefix), prefix)

    app.layout = layout
    app.clientside_callback(
        ClientsideFunction("reasonboard", "request"),
        Output("request", "data"),
        Input("url", "pathname"),
        State("chosen", "data"),
    )
    app.clientside_callback(
        ClientsideFunction("reasonboard", "scheme"),
        Output("scheme", "data"),
        Input("theme", "n_clicks"),
    )

    @app.callback(Output("page", "children"), Input("request", "data"), prevent_initial_call=True)
    def show(location: Any) -> Component:
        try:
            return render(location if isinstance(location, dict) else {}, prefix)
        except faults.READING as error:
            faults.log(error)
            return home.unavailable()

    sheet_page.register(app)
    return StudyPages(app, links_kept)


def _route(server: Flask, settings: Settings, lanes: Lanes, study_pages: StudyPages) -> None:
    """Health, and a real 404 where Dash would answer any path with its page."""
    prefix = settings.prefix
    pages = {
        prefix,
        f"{prefix}api",
        prefix + docs.PATH,
        prefix + SHEET,
        prefix + ITEM,
        prefix + home.LOAD,
    }

    def missing(
        what: str = "There is no page at this address.",
        why: str = "Check the address; a short link may have been deleted.",
    ) -> str:
        *links, data = _links(prefix)
        links = [*links, *_own_links(prefix), data]
        return render_html("missing", prefix=prefix, links=links, what=what, why=why)

    named = ("assets/", "_dash", "_reload-hash", "_favicon", "api/", "embed/", "v/", "docs/")
    own = tuple(prefix + name for name in named)

    server.register_blueprint(blueprint(prefix, lanes))
    server.register_blueprint(pushing.blueprint(prefix, settings))
    server.register_blueprint(embed.blueprint(prefix))
    server.register_blueprint(docs.blueprint(prefix, settings.shared / docs.PATH, missing))
    server.register_blueprint(sheet_file(prefix, lanes))
    server.register_blueprint(links.blueprint(prefix, missing))
    server.register_blueprint(citation.routes, url_prefix=f"{prefix}api")

    server.before_request(snapshots.refresh)
    server.before_request(study_pages.register)
    server.before_request(pinned.unpin)

    @server.after_request
    def release(response: Response) -> Response:
        response.call_on_close(snapshots.release)
        return response

    @server.before_request
    def unknown() -> Response | None:
        path = request.path
        if (
            path in _PROBES  # alive without any data
            or path.startswith(own)
            or path in pages
            or find(path.removeprefix(prefix)) is not None
        ):
            return None
        return Response(missing(), 404, mimetype="text/html")

    @server.errorhandler(DependencyException)
    def no_such_bundle(_: DependencyException) -> Response:
        return Response("No such file.\n", 404, mimetype="text/plain")


def _route_probes(server: Flask, settings: Settings) -> None:
    """What machines ask for: is the process alive, do the data answer, and the metrics."""

    @server.get("/healthz")
    def healthz() -> tuple[str, int]:
        return "OK", 200

    @server.get("/readyz")
    def readyz() -> tuple[str, int]:
        with snapshots.cursor() as cursor:
            cursor.execute(database.text("core/health")).fetchall()
        return "OK", 200

    @server.get("/metrics")
    def exposed() -> Response:
        if not is_near(request.environ, settings.trusted_proxies):
            refusal = (
                "Metrics are only served to this machine and to REASONBOARD_TRUSTED_PROXIES, not "
                "through a proxy.\n"
            )
            return Response(refusal, 403, mimetype="text/plain")
        text = metrics.exposition(snapshots.snapshot())
        return Response(text, content_type=metrics.CONTENT_TYPE)
