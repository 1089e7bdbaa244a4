"""What a view shows, in every form that it can be taken away in."""

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from importlib.metadata import version

import orjson
from flask import Blueprint, Response, request

from reasonboard import studies
from reasonboard.core import url_state
from reasonboard.export.forms import CSV, IMAGES, PARQUET, Form
from reasonboard.export.texts import one_line
from reasonboard.store import snapshots
from reasonboard.web.api import files, newest, openapi, search
from reasonboard.web.api.replies import query, refuse_in_one_line
from reasonboard.web.api.state import State, UnknownError, find, form_of, read
from reasonboard.web.images.service import chromium
from reasonboard.web.lanes import Lanes
from reasonboard.web.links import pinned

_ATTACHED = (CSV, PARQUET)
"""The forms that a browser saves; the others it may show."""


def blueprint(prefix: str, lanes: Lanes) -> Blueprint:
    """The routes under `<prefix>api`; what is exported takes one of the lanes."""
    routes = Blueprint("api", __name__, url_prefix=f"{prefix}api")

    documents: dict[str, Callable[[], bytes]] = {
        "openapi": lambda: orjson.dumps(openapi.openapi(prefix)),
        "search": lambda: search.entries(prefix),
        "studies": openapi.studies_json,
        "newest": lambda: newest.newest(request.args.get("study", "")),
    }

    @routes.get("/", strict_slashes=False)
    def about() -> Response:
        return Response(openapi.page(prefix), mimetype="text/html")

    for name, content_of in documents.items():
        routes.add_url_rule(f"/{name}.json", name, partial(_document, content_of))

    @routes.get("/<study>/<file>")
    def form(study: str, file: str) -> Response:
        return _answer(study, file, prefix, lanes)

    @routes.get("/<path:_>")
    def unknown(_: str) -> Response:
        raise UnknownError(f"Unknown address. See {prefix}api for the valid ones.")

    refuse_in_one_line(routes)
    return routes


def _document(content_of: Callable[[], bytes]) -> Response:
    content = content_of()
    return _unless_known(lambda: Response(content, mimetype="application/json"), content)


def _answer(path: str, file: str, prefix: str, lanes: Lanes) -> Response:
    """A view in the form that the file's ending names, in the state of the query string."""
    saved = _saved(path, file)
    if saved is not None:
        return saved
    name, _, ending = file.partition(".")
    study, view = find(path, name)
    form = form_of(study, view, ending)
    if form in IMAGES:
        chromium()  # without one nothing is made
    state = read(study, view, query(), form)
    look = [state.columns, state.size.name, state.scheme]
    key = [request.path, state.search, look, state.notices]
    make = partial(lanes.run, lambda: _written(form, state, prefix))
    return _with_notices(_unless_known(make, orjson.dumps(key)), state.notices)


def _with_notices(response: Response, notices: Sequence[str]) -> Response:
    """The response, which says in its head what of the address it could not show."""
    for notice in notices:
        response.headers.add("Reasonboard-Notice", ascii_line(notice))
    return response


def _saved(path: str, file: str) -> Response | None:
    """The file of its state that a study offers under this name; None where it offers none."""
    study = studies.find(path)
    saved = study.saved if study else None
    if study is None or saved is None or file != saved.name:
        return None
    pin = pinned.pin(query())
    values, notices = url_state.decode(study, pin.search)
    notices = [*filter(None, [pinned.lost(pin)]), *notices]
    headers = {"Content-Disposition": f'attachment; filename="{saved.name}"'}
    content = saved.write(study, values)
    return _with_notices(Response(content, mimetype="application/toml", headers=headers), notices)


def ascii_line(text: str) -> str:
    """The text as a header can have it: one line, quotes straight, what is not ASCII escaped."""
    straight = one_line(text).translate({ord("“"): '"', ord("”"): '"', ord("…"): "..."})
    return straight.encode("ascii", "backslashreplace").decode("ascii")


def _unless_known(make: Callable[[], Response], content: bytes) -> Response:
    """The response, or 304 where whoever asks has it; it is what the content, data and version make it."""
    made_of = (version("reasonboard"), snapshots.snapshot().sha256, content.hex())
    tag = sha256("|".join(made_of).encode()).hexdigest()[:32]
    # What compresses an answer adds its name to the tag, after a colon.
    tags = {name.partition(":")[0] for name in request.if_none_match.as_set(include_weak=True)}
    response = Response(status=304) if tag in tags or "*" in tags else make()
    if response.status_code in (200, 304):
        response.set_etag(tag)
        response.headers["Cache-Control"] = "no-cache"
    return response


def _written(form: Form, state: State, prefix: str) -> Response:
    kind = "attachment" if form in _ATTACHED else "inline"
    file = files.file_of(form, state, prefix)
    headers = {"Content-Disposition": f'{kind}; filename="{file.name}"'}
    return Response(file.body, mimetype=form.mimetype, headers=headers)
