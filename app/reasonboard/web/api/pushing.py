"""`POST /api/runs/NAME`: rows of a run on another machine, as JSON lines.

They are added to a file of the store (`store/pushed.py`), which a process next to the server watches (`cli/beside.py`).
"""

import hmac
import time
from threading import Lock

from flask import Blueprint, Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from reasonboard.config import Settings
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.loading.load_names import is_bundled, load_name
from reasonboard.ingest.staging.pushed_rows import Rows
from reasonboard.store import pushed
from reasonboard.web.api.replies import line
from reasonboard.web.security import LONGEST_BODY

_CALLS = 5.0
"""A second, of each worker; as many as in `_BURST` seconds may come at once."""
_BURST = 4.0


class Rate:
    """How often something may be done."""

    def __init__(self, calls: float, burst: float) -> None:
        """`calls` a second, and as many at once as in `burst` seconds."""
        self._calls, self._most = calls, calls * burst
        self._left, self._at = self._most, time.monotonic()
        self._lock = Lock()

    def allows(self) -> bool:
        """May it be done now? Then it counts."""
        with self._lock:
            now = time.monotonic()
            self._left = min(self._most, self._left + (now - self._at) * self._calls)
            self._at = now
            if self._left < 1:
                return False
            self._left -= 1
            return True


def blueprint(prefix: str, settings: Settings) -> Blueprint:
    """The route under `<prefix>api`; without a token in the settings there is nothing."""
    routes = Blueprint("pushing", __name__, url_prefix=f"{prefix}api")
    rate = Rate(_CALLS, _BURST)

    @routes.post("/runs/<name>")
    def push(name: str) -> Response:
        if not settings.token:
            return line("This server accepts no runs (REASONBOARD_TOKEN is not set).", 404)
        if not has_token(settings):
            refusal = line(
                "The token is missing or wrong (expected Authorization: Bearer TOKEN).", 401
            )
            refusal.headers["WWW-Authenticate"] = "Bearer"
            return refusal
        if not rate.allows():
            refusal = line(f"More than {_CALLS:g} calls per second: send more rows per call.", 429)
            refusal.headers["Retry-After"] = "1"
            return refusal
        return _take(settings, name)

    return routes


def has_token(settings: Settings) -> bool:
    """Has this request the token of the settings?"""
    authorization = request.headers.get("Authorization", "").encode()
    return hmac.compare_digest(authorization, f"Bearer {settings.token}".encode())


def _take(settings: Settings, name: str) -> Response:
    """Keep the rows of this request, all of them or none."""
    refusal = _refusal(settings, name)
    if refusal:
        return refusal
    try:
        rows = Rows(name, request.get_data(cache=False))
        pushed.append(settings.store, name, rows.lines, rows.judge)
    except RequestEntityTooLarge:
        return line(f"The body has more than {LONGEST_BODY:,} bytes, the limit of a call.", 413)
    except IngestError as problem:
        return line(f"{problem}. Nothing was stored.", 400)
    except pushed.FullError as problem:
        return line(str(problem), 507)
    taken = f"{rows.count} row{'s' * (rows.count != 1)} taken."
    return line(" ".join([taken, *pushed.aside(settings.store, name).lines(name)]), 202)


def _refusal(settings: Settings, name: str) -> Response | None:
    """Why rows cannot have this coding, or their load this name."""
    coding = request.headers.get("Content-Encoding", "identity")
    if coding.lower() != "identity":
        return line(f"The body is encoded as {coding:.40} (expected plain JSON lines).", 415)
    if not _is_name(name):
        return line(
            f"{name!r:.100} is not a valid name for a load (expected letters, digits, '-', '_', '.').",
            400,
        )
    if is_bundled(settings.data, name):
        return line(
            f"{name} is the name of a bundled source. Use another name in the address.", 400
        )
    return None


def _is_name(name: str) -> bool:
    try:
        return load_name(name) == name
    except IngestError:
        return False
