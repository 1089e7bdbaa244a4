"""`/api/load`: result files that a page sends are read, and loaded where a reader asks for it.

The page sends them piece by piece (`store/dropped.py`), then asks for a dry run, then for the load. Both are made in a
process of their own (`web/load_process.py`): it may be as large as that of `reasonboard load`.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Lock
from urllib.parse import urlsplit

from flask import Blueprint, Response, request

from reasonboard.config import Settings, is_loopback
from reasonboard.ingest.load import ready
from reasonboard.store import dropped
from reasonboard.store.dropped import DroppedError
from reasonboard.store.errors import StoreError
from reasonboard.web.api.pushing import has_token
from reasonboard.web.monitoring.peer import is_near

_HEADER = "Reasonboard-Load"
"""Pages of other sites can send it to no server that does not allow it, as this one never does."""


def blueprint(prefix: str, settings: Settings) -> Blueprint:
    """The routes under `<prefix>api`."""
    routes = Blueprint("loading", __name__, url_prefix=f"{prefix}api")
    one_at_a_time = Lock()

    @routes.get("/load")
    def offer() -> Response:
        """May this browser load files here, does it need the token for it, and how much may it send?"""
        needs_token = bool(settings.token)
        offered = needs_token or _is_here(settings)
        content = {"offered": offered, "token": needs_token, "largest": dropped.LARGEST}
        return Response(
            json.dumps(content),
            mimetype="application/json",
            headers={"Cache-Control": "no-store"},
        )

    @routes.before_request
    def check() -> Response | None:
        return _refusal(settings) if request.method in ("PUT", "POST") else None

    @routes.put("/load/<key>")
    def keep(key: str) -> Response:
        begin = request.args.get("from", "")
        if not (begin.isascii() and begin.isdigit() and len(begin) < 12):  # noqa: PLR2004
            return _line(f"from is {begin[:40]!r} (expected the number of bytes before).", 400)
        try:
            dropped.append(settings.store, key, int(begin), request.get_data(cache=False))
        except DroppedError as problem:
            return _line(str(problem), 413 if str(problem).startswith("More") else 409)
        except StoreError as problem:
            return _line(f"{problem}.", 507)
        return Response(status=204)

    @routes.post("/load/<key>")
    def load(key: str) -> Response | dict[str, object]:
        if not one_at_a_time.acquire(blocking=False):
            return _line("Other files are being read here. Try again in some seconds.", 503)
        try:
            return _loaded(settings, prefix, key)
        finally:
            one_at_a_time.release()

    return routes


def _refusal(settings: Settings) -> Response | None:
    """Why nothing is taken of whoever sent this request; None where he may load files."""
    origin = request.headers.get("Origin")
    if _HEADER not in request.headers or (origin and urlsplit(origin).netloc != request.host):
        return _line("Files are taken from pages of this dashboard alone.", 403)
    if settings.token:
        return None if has_token(settings) else _line("The token is missing or wrong.", 401)
    if not _is_here(settings):
        return _line(
            "Files are taken from the machine of the server alone, or with a token (REASONBOARD_TOKEN).",
            403,
        )
    return None


def _is_here(settings: Settings) -> bool:
    """Is it this machine that asks for itself, of a server that nobody else can reach?"""
    alone = is_loopback(settings.host) and not settings.allowed_hosts
    return alone and not settings.trusted_proxies and is_near(request.environ, ())


def _loaded(settings: Settings, prefix: str, key: str) -> Response | dict[str, object]:
    """What a load of these files did, or with `dry` would do.

    The status is 200 for files that cannot be loaded, too: a browser writes any other into its console as an error.
    """
    wanted = request.get_json(silent=True)
    if not isinstance(wanted, dict) or not isinstance(wanted.get("name"), str):
        return _line("The body is no load (expected an object with name and dry).", 400)
    dry_run = wanted.get("dry") is not False
    try:
        with tempfile.TemporaryDirectory(
            dir=ready(settings.store), prefix=f"loading-{os.getpid()}-"
        ) as folder:
            first = dropped.unpack(settings.store, key, Path(folder))
            name = wanted["name"].strip() or Path(first.split("/")[0]).stem
            job = {"folder": folder, "name": name, "prefix": prefix, "dry_run": dry_run}
            said = _run(settings, job)
        if not dry_run and "error" not in said:
            dropped.remove(settings.store, key)
    except DroppedError as problem:
        return {"error": str(problem)}
    except OSError as error:
        return {
            "error": f"{settings.store}: {error.strerror} (expected room for the files). Nothing was loaded."
        }
    return said


def _run(settings: Settings, job: dict[str, object]) -> dict[str, object]:
    """Let a process of its own do it, with these settings."""
    own = {
        "REASONBOARD_STORE": str(settings.store.resolve()),
        "REASONBOARD_DATA": str(settings.data.resolve()),
        "REASONBOARD_READER_MEMORY": str(settings.reader_memory),
        "REASONBOARD_READER_SECONDS": str(settings.reader_seconds),
    }
    job["folder"] = str(Path(str(job["folder"])).resolve())
    done = subprocess.run(
        [sys.executable, "-P", "-m", "reasonboard.web.load_process"],
        input=json.dumps(job).encode(),
        stdout=subprocess.PIPE,
        env=os.environ | own,
        check=False,
    )
    if done.returncode:
        return {"error": "The load ended early; the log of the server says why. Try it again."}
    said: dict[str, object] = json.loads(done.stdout)
    return said


def _line(text: str, status: int) -> Response:
    return Response(f"{text}\n", status, mimetype="text/plain")
