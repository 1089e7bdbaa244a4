"""Faults of the store under a running server: it is full, read-only, gone, damaged or swapped.

Answers go on from what is open. Where they cannot, there is one line for whoever asks and one in the log.
"""

import errno
import logging
from collections.abc import Iterable, Iterator

import duckdb
from flask import Flask, Response, request

from reasonboard.store import snapshots
from reasonboard.store.errors import DataError

UNREADABLE = "The data is temporarily unavailable (see the server log). Try again in a few seconds."
READING = (DataError, duckdb.Error)
"""What is raised where the data cannot be read."""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE)
_CLOSED = (errno.EROFS, errno.EACCES, errno.EIO, errno.ESTALE, errno.ENOENT, errno.ENOTDIR)
_LATER = "10"
"""Seconds after which to ask again."""
_LONGEST_PATH = 200
_log = logging.getLogger(__name__)


def answer_for_faults(server: Flask) -> None:
    """Let every route answer 503 in one line where the data cannot be read."""

    @server.errorhandler(DataError)
    @server.errorhandler(duckdb.Error)
    def unreadable(error: DataError | duckdb.Error) -> Response:
        return unavailable(error)

    @server.errorhandler(OSError)
    def disk(error: OSError) -> Response:
        if error.errno not in (*_FULL, *_CLOSED):
            raise error
        return unavailable(error)


def unavailable(error: Exception) -> Response:
    """The answer where the data cannot be read; the error is logged."""
    log(error)
    headers = {"Retry-After": _LATER, "Cache-Control": "no-store"}
    return Response(f"{UNREADABLE}\n", 503, mimetype="text/plain", headers=headers)


def log(error: Exception) -> None:
    """Write, in one line, what this request failed of."""
    _log_at(_this_request(), error)


def aborting(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The parts of an answer that this request is sent; where no more can be read its connection ends.

    So nobody takes what was sent for the whole. The error is logged in one line.
    """
    requested = _this_request()  # no longer known when the parts are sent

    def parts() -> Iterator[bytes]:
        try:
            yield from chunks
        except (*READING, OSError) as error:
            _log_at(requested, error)
            raise ConnectionAbortedError from None

    return parts()


def _this_request() -> str:
    path = request.path[:_LONGEST_PATH].encode("ascii", "backslashreplace").decode("ascii")
    return f"{request.method} {path!r}"


def _log_at(requested: str, error: Exception) -> None:
    """Log it; a database that is of no more use is opened anew next time."""
    _log.error("%s: %s", requested, str(error).partition("\n")[0] or type(error).__name__)
    if isinstance(error, duckdb.FatalException):
        snapshots.close()
