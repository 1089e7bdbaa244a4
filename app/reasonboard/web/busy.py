"""More readers than a worker can answer: those beyond its capacity are asked to come back, before any work is done."""

from flask import Flask, Response, request

BUSY = "reasonboard.busy"
"""In the environment of a request: do too many others wait already?"""
_SECONDS = "5"
"""Until they ask again, which takes no thread meanwhile."""
_LINE = "Too many readers at once. Try again in a few seconds."


def refuse_when_busy(server: Flask, free: tuple[str, ...]) -> None:
    """Answer 503 to requests beyond the capacity, except for paths that begin with one of `free`."""

    @server.before_request
    def refuse() -> Response | None:
        if not request.environ.get(BUSY) or request.path.startswith(free):
            return None
        # Refresh: a browser that opens a page here asks again by itself, as the scripts of a page do.
        headers = {"Retry-After": _SECONDS, "Refresh": _SECONDS, "Cache-Control": "no-store"}
        return Response(f"{_LINE}\n", 503, mimetype="text/plain", headers=headers)
