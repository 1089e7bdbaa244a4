"""Query strings, and refusals in one line: the same for the API, embedded views and sheets."""

from flask import Blueprint, Response, request

from reasonboard.core.url_state import LONGEST
from reasonboard.web.api.state import EmptyError, UnknownError
from reasonboard.web.images.browser import BusyError
from reasonboard.web.images.service import MissingError, TooLargeError
from reasonboard.web.lanes import FullError

_STATUS: dict[type[Exception], int] = {
    UnknownError: 404,
    EmptyError: 404,
    TooLargeError: 413,
    MissingError: 501,
    FullError: 503,
    BusyError: 503,
}
_RETRY_AFTER = "5"
"""Seconds after which an export may be requested again."""


def query() -> str:
    """The query string of this request; `refuse_in_one_line` has checked its length."""
    return request.query_string.decode("ascii", "replace")


def refuse_in_one_line(routes: Blueprint) -> None:
    """Refuse long query strings, and answer errors of these routes with their status and one line."""

    @routes.before_request
    def too_long() -> Response | None:
        if len(request.query_string) <= LONGEST:
            return None
        return line(f"The query string has more than {LONGEST:,} bytes, the limit.", 414)

    def refused(problem: Exception) -> Response:
        status = next(status for kind, status in _STATUS.items() if isinstance(problem, kind))
        response = line(str(problem), status)
        if response.status_code == 503:  # noqa: PLR2004
            response.headers["Retry-After"] = _RETRY_AFTER
        return response

    for error in _STATUS:
        routes.register_error_handler(error, refused)


def line(text: str, status: int) -> Response:
    """A reply of one line of text."""
    return Response(f"{text}\n", status, mimetype="text/plain")
