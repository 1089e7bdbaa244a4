"""What a view shows, in every form that it can be taken away in."""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from importlib.metadata import version
from typing import Any

import orjson
from flask import Blueprint, Response, request

from app import database
from app.address import LONGEST
from app.api import documentation, rows
from app.api.openapi import openapi
from app.api.state import State, UnknownError, find, read
from app.export.cells import one_line
from app.export.forms import CSV, FIGURE, FORMS, JSON, LATEX, MARKDOWN, PARQUET, Form, unlimited
from app.export.json_rows import json_chunks
from app.export.latex import latex
from app.export.markdown import markdown
from app.export.parquet import parquet_chunks
from app.export.table import csv_lines
from app.figures.marks import without_marks

_CHUNK = 500
_MOST_OF_A_FIGURE = 16 * 1024 * 1024
_ATTACHED = (CSV, PARQUET)
"""The forms that a browser saves; the others it may show."""


class TooMuchError(Exception):
    """What is too much, and what to take instead: one line."""


def blueprint(prefix: str) -> Blueprint:
    """The routes under `<prefix>api`."""
    routes = Blueprint("api", __name__, url_prefix=f"{prefix}api")

    @routes.get("/", strict_slashes=False)
    def about() -> Response:
        return Response(documentation.page(prefix), mimetype="text/html")

    @routes.get("/openapi.json")
    def described() -> Response:
        text = orjson.dumps(openapi(prefix))
        return _unless_known(lambda: Response(text, mimetype="application/json"), text)

    @routes.get("/<study>/<file>")
    def form(study: str, file: str) -> Response:
        return _answer(study, file, prefix)

    @routes.get("/<path:_>")
    def unknown(_: str) -> Response:
        raise UnknownError(f"There is no such address; {prefix}api says which there are.")

    @routes.errorhandler(UnknownError)
    def missing(problem: UnknownError) -> Response:
        return _told(problem, 404)

    @routes.errorhandler(TooMuchError)
    def refused(problem: TooMuchError) -> Response:
        return _told(problem, 413)

    return routes


def _answer(path: str, file: str, prefix: str) -> Response:
    """A view in the form that the file's ending names, in the state of the query string."""
    name, _, ending = file.partition(".")
    study, view = find(path, name)
    form = next((one for one in FORMS if one.ending == ending), None)
    if form is None:
        endings = ", ".join(f".{one.ending}" for one in FORMS)
        raise UnknownError(
            f"There is no such form of {study.path}/{view.name}; there are {endings}."
        )
    if len(request.query_string) > LONGEST:
        return _told(
            f"The query string has more than {LONGEST:,} bytes, the most it may have.", 414
        )
    search = request.query_string.decode("ascii", "replace")
    state = read(study, view, search, drawn=form is FIGURE)
    key = [request.path, state.search, state.columns, state.notices]
    response = _unless_known(lambda: _written(form, state, prefix), orjson.dumps(key))
    for notice in state.notices:
        response.headers.add("Reasonboard-Notice", ascii_line(notice))
    return response


def ascii_line(text: str) -> str:
    """The text as a header can have it: one line, quotes straight, what is not ASCII escaped."""
    straight = one_line(text).translate({ord("“"): '"', ord("”"): '"', ord("…"): "..."})
    return straight.encode("ascii", "backslashreplace").decode("ascii")


def _unless_known(make: Callable[[], Response], content: bytes) -> Response:
    """The response, or 304 where whoever asks has it; it is what the content, data and version make it."""
    made_of = (version("reasonboard"), database.snapshot().sha256, content.hex())
    tag = sha256("|".join(made_of).encode()).hexdigest()[:32]
    # What compresses an answer adds its name to the tag, after a colon.
    known = {one.partition(":")[0] for one in request.if_none_match.as_set(include_weak=True)}
    response = Response(status=304) if tag in known or "*" in known else make()
    if response.status_code in (200, 304):
        response.set_etag(tag)
        response.headers["Cache-Control"] = "no-cache"
    return response


def _written(form: Form, state: State, prefix: str) -> Response:
    kind = "attachment" if form in _ATTACHED else "inline"
    name = f"{state.study.path}-{state.view.name}-{database.snapshot().version}.{form.ending}"
    headers = {"Content-Disposition": f'{kind}; filename="{name}"'}
    body = _body(form, state, prefix)
    return Response(body, mimetype=form.mimetype, headers=headers)


def _body(form: Form, state: State, prefix: str) -> Any:
    if form is FIGURE:
        return _figure(state)
    if form is MARKDOWN or form is LATEX:
        write = markdown if form is MARKDOWN else latex
        return write(rows.provenance(state, prefix), _few(form, state))
    columns, lines = rows.typed(state)
    if form is CSV:
        header = [tuple(column.name for column in columns)] if columns else []
        return _joined(csv_lines(_both(header, lines)))
    told = rows.provenance(state, prefix)
    if form is JSON:
        return json_chunks(told, state.notices, columns, lines)
    if not columns:
        raise UnknownError("There are no rows for this choice, so there is no column to write.")
    return parquet_chunks(told, columns, lines)


def _few(form: Form, state: State) -> list[dict[str, Any]]:
    """The rows for a form that takes only so many; raises TooMuchError with their number."""
    most = form.most or 0
    found, total = state.study.table(state.view, state.values, 0, most)
    if total > most:
        raise TooMuchError(
            f"This table has {total:,} rows, {form.label} takes {most:,} at most. "
            f"Choose fewer, or take {unlimited()}."
        )
    return found


def _figure(state: State) -> bytes:
    figure = orjson.dumps(without_marks(rows.drawn(state)))
    if len(figure) > _MOST_OF_A_FIGURE:
        raise TooMuchError(
            f"This chart has {len(figure):,} bytes, the most is {_MOST_OF_A_FIGURE:,}. "
            f"Choose less, or take its rows as {unlimited()}."
        )
    return figure


def _both(
    header: list[tuple[Any, ...]], lines: Iterator[tuple[Any, ...]]
) -> Iterator[tuple[Any, ...]]:
    yield from header
    yield from lines


def _joined(parts: Iterable[str]) -> Iterator[str]:
    """The parts, some hundreds of them at a time."""
    chunk: list[str] = []
    for part in parts:
        chunk.append(part)
        if len(chunk) == _CHUNK:
            yield "".join(chunk)
            chunk = []
    yield "".join(chunk)


def _told(problem: object, status: int) -> Response:
    return Response(f"{problem}\n", status, mimetype="text/plain")
