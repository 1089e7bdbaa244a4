"""`/api/load`: result files that a page sends are read, and loaded where a reader asks for it.

The page sends them piece by piece (`store/dropped.py`), then asks for a dry run, then for the load. Both are made in a
process of their own (`web/load_process.py`): it may be as large as that of `reasonboard load`.
"""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

import orjson
from flask import Blueprint, Response, request

from reasonboard.config import Settings, is_loopback
from reasonboard.store import dropped
from reasonboard.store.dropped import BusyError, DroppedError, TooLargeError
from reasonboard.store.errors import StoreError
from reasonboard.web.api.pushing import has_token
from reasonboard.web.api.replies import line
from reasonboard.web.components.markup import render
from reasonboard.web.monitoring.peer import is_near, is_of

_HEADER = "Reasonboard-Load"
"""Pages of other sites can send it to no server that does not allow it, as this one never does."""
_ASK_AGAIN = "1"
"""Seconds after which a page that waits for its turn asks for it again."""
_LONGEST = 600.0
"""Seconds that the files of a page may take: others wait meanwhile."""
_MOST_ANSWERS = 1000
_LONGEST_ANSWER = 1000
_ROOT = 0
"""The user that may do all, anyway: one such process hands on what Windows asks of its Linux."""


def blueprint(prefix: str, settings: Settings, *, replica: bool) -> Blueprint:
    """The routes under `<prefix>api`."""
    routes = Blueprint("loading", __name__, url_prefix=f"{prefix}api")

    @routes.get("/load")
    def offer() -> Response:
        return _offer(settings, replica)

    @routes.before_request
    def check() -> Response | None:
        return None if request.method in ("GET", "HEAD", "OPTIONS") else _refusal(settings, replica)

    @routes.put("/load/<key>")
    def keep(key: str) -> Response:
        begin = request.args.get("from", "")
        if not (begin.isascii() and begin.isdigit() and len(begin) < 12):  # noqa: PLR2004
            return line(f"from is {begin[:40]!r} (expected the number of bytes before).", 400)
        dropped.append(settings.store, key, int(begin), request.get_data(cache=False))
        return Response(status=204)

    @routes.delete("/load/<key>")
    def forget(key: str) -> Response:
        dropped.remove(settings.store, key)
        return Response(status=204)

    @routes.post("/load/undo")
    def take_back() -> Response:
        asked = _json_of_request()
        if not isinstance(asked, dict) or not isinstance(asked.get("name"), str):
            return line("The body names no load (expected a JSON object with name).", 400)
        lines = _run(settings, {"undo": asked["name"], "dry_run": False})
        return Response(
            lines, mimetype="application/x-ndjson", headers={"Cache-Control": "no-store"}
        )

    @routes.post("/load/<key>")
    def load(key: str) -> Response:
        return _load(prefix, settings, key)

    routes.register_error_handler(BusyError, _later)
    for error, status in ((TooLargeError, 413), (DroppedError, 409), (StoreError, 507)):
        routes.register_error_handler(error, partial(_refused, status))
    return routes


def _refused(status: int, problem: Exception) -> Response:
    return line(f"{problem}.", status)


def _offer(settings: Settings, replica: bool) -> Response:
    """May this browser load files here, does it need the token for it, and how much may it send?"""
    closed = _closed(settings, replica)
    content = {
        "offered": not closed,
        "closed": closed,
        "token": bool(settings.token),
        "largest": dropped.LARGEST,
        "most": dropped.MOST_FILES,
        "folders": dropped.MOST_FOLDERS,
    }
    headers = {"Cache-Control": "no-store"}
    return Response(json.dumps(content), mimetype="application/json", headers=headers)


def _load(prefix: str, settings: Settings, key: str) -> Response:
    """Lines of JSON, as `web/load_process.py` writes them: to a browser any error is one of the page.

    A page whose turn it is not asks again: to wait here would take a thread of those that answer others.
    """
    job_request = _json_of_request()
    if not isinstance(job_request, dict) or not isinstance(job_request.get("name"), str):
        return line("The body is not a load (expected a JSON object with name and dry).", 400)
    dry_run = job_request.get("dry") is not False
    answers = job_request.get("answers", [])
    from_names = job_request.get("from", "")
    if not isinstance(from_names, str) or len(from_names) > _LONGEST_ANSWER:
        return line("from is no pattern (expected one such as {model}-seed{seed}).", 400)
    if not _are_texts(answers):
        return line("answers is not a list of strings (expected COLUMN=ROLE in each).", 400)
    job = {"name": job_request["name"].strip(), "prefix": prefix, "dry_run": dry_run}
    job |= {"answers": answers, "from": from_names}
    turn = ExitStack()
    try:
        folder = turn.enter_context(dropped.unpacked(settings.store, key))
        lines = _lines(settings, key, job | {"folder": str(folder.resolve())}, turn)
    except BusyError:
        raise
    except DroppedError as problem:
        lines = iter([_json("error", f"{problem}. Nothing was loaded.")])
    except OSError as error:
        lines = iter([_no_room(settings, error)])
    headers = {"Cache-Control": "no-store"}
    response = Response(lines, mimetype="application/x-ndjson", headers=headers)
    response.call_on_close(turn.close)
    return response


def _json_of_request() -> object:
    try:
        return orjson.loads(request.get_data(cache=False)) if request.is_json else None
    except orjson.JSONDecodeError:
        return None


def _refusal(settings: Settings, replica: bool) -> Response | None:
    """Why nothing is taken of whoever sent this request; None where he may load files."""
    origin = request.headers.get("Origin")
    if _HEADER not in request.headers or (origin and origin.partition("://")[2] != request.host):
        return line("Files can only be loaded from pages of this dashboard.", 403)
    closed = _closed(settings, replica)
    if closed:
        return line(closed, 403)
    if settings.token and not has_token(settings):
        return line("The token is missing or wrong.", 401)
    return None


def _closed(settings: Settings, replica: bool) -> str:
    """Why this browser may not load files here, even with the token; "" where it may."""
    if replica:
        return (
            "This is a replica: it shows what is published elsewhere (`reasonboard load PATH --to "
            "URL`)."
        )
    if not os.access(settings.store, os.W_OK):
        return f"{settings.store} is not writable."
    if not (settings.token or _is_here(settings)):
        return (
            "Only the user who runs the server can load files, on its machine or with a token "
            "(REASONBOARD_TOKEN)."
        )
    return ""


def _is_here(settings: Settings) -> bool:
    """Does the user who runs the server ask it himself, on its machine, which no other can reach?"""
    alone = is_loopback(settings.host) and not settings.allowed_hosts
    near = alone and not settings.trusted_proxies and is_near(request.environ, ())
    return near and is_of({os.getuid(), _ROOT}, request.environ, settings.port)


def _lines(
    settings: Settings, key: str, job: dict[str, object], turn: ExitStack
) -> Iterator[bytes]:
    """What a load of these files does, or with `dry_run` would do. A load takes what the page sent, done or not."""
    with turn:
        try:
            yield from _run(settings, job)
            if not job["dry_run"]:
                dropped.remove(settings.store, key)
        except OSError as error:
            yield _no_room(settings, error)


def _run(settings: Settings, job: dict[str, object]) -> Iterator[bytes]:
    """The lines of a process of its own that does it. Where nobody reads on, a load is finished, a dry run ended."""
    own = {
        "REASONBOARD_STORE": str(settings.store.resolve()),
        "REASONBOARD_DATA": str(settings.data.resolve()),
        "REASONBOARD_READER_MEMORY": str(settings.reader_memory),
        "REASONBOARD_READER_SECONDS": str(settings.reader_seconds),
    }
    with subprocess.Popen(  # noqa: S603  (our own code and number)
        [sys.executable, "-P", "-m", "reasonboard.web.load_process", str(os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | own,
        start_new_session=True,  # it ends with the server, not before it
    ) as process:
        assert process.stdin is not None  # noqa: S101  (a pipe)
        assert process.stdout is not None  # noqa: S101
        until = time.monotonic() + _LONGEST
        timer = threading.Timer(_LONGEST, process.kill)
        timer.daemon = True  # a server that is stopped does not wait for it
        timer.start()
        try:
            process.stdin.write(json.dumps(job).encode())
            process.stdin.close()
            for line in process.stdout:  # `yield from` would close it where nobody reads on
                yield _with_html(line)
        finally:
            if job["dry_run"]:
                process.kill()
            process.stdout.read()
            timer.cancel()
        if process.wait():
            yield _json("error", _early(job, is_late=time.monotonic() >= until))


def _with_html(line: bytes) -> bytes:
    """The line with the HTML of what it says of tables."""
    message = orjson.loads(line) if b'"reading": {' in line else {}
    if not message.get("reading"):
        return line
    message["html"] = render("reading", **message.pop("reading"))
    return orjson.dumps(message) + b"\n"


def _are_texts(answers: object) -> bool:
    return (
        isinstance(answers, list)
        and len(answers) <= _MOST_ANSWERS
        and all(isinstance(text, str) and 0 < len(text) <= _LONGEST_ANSWER for text in answers)
    )


def _early(job: dict[str, object], *, is_late: bool) -> str:
    """Why a load or a dry run ended before it was done."""
    if not is_late:
        return "The load ended early (see the server log)"
    taken = f"These files take more than {_LONGEST / 60:g} minutes, the limit while others wait"
    return taken + (". Nothing was loaded." if job["dry_run"] else "; see Data for what is loaded.")


def _later(problem: BusyError) -> Response:
    """What a page is told that has to ask again (assets/asking.js): no error, which a browser would write down."""
    response = line(f"{problem}.", 202)
    response.headers["Retry-After"] = _ASK_AGAIN
    return response


def _no_room(settings: Settings, error: OSError) -> bytes:
    reason = f"{settings.store}: {error.strerror}. Free some space and try again"
    return _json("error", f"{reason}. Nothing was loaded.")


def _json(name: str, text: str) -> bytes:
    return json.dumps({name: text}).encode() + b"\n"
