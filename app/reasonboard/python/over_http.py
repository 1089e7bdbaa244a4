"""A dashboard on any machine as a board: its API over HTTP."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from http.client import HTTPException, HTTPResponse
from typing import Any, NoReturn
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from reasonboard.python.address import Address
from reasonboard.python.board import Reply
from reasonboard.python.errors import BoardError

_CHUNK = 64 * 1024
_TIMES = 5
"""How often is asked where the server has too much to do."""
_LONGEST_WAIT = 30.0
_BUSY = 503
_LOGIN = (401, 403)


class OverHttp:
    """A dashboard; `address` is that of its first page, and `headers` go with every request."""

    def __init__(self, address: str, headers: Mapping[str, str], timeout: float) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.query:
            raise BoardError(
                f"{address[:100]!r} is no dashboard (expected its first page, such as https://board.example.org/)"
            )
        self.address = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/"
        self.home = self.address
        self._headers = dict(headers)
        self._timeout = timeout
        self._opener = build_opener(_Unfollowed)

    @contextmanager
    def get(self, path: str, search: str = "") -> Iterator[Reply]:
        """What the API answers for a path under `/api/`. Raises BoardError."""
        url = f"{self.address}api/{path}{f'?{search}' if search else ''}"
        with self._answer(url) as answer:
            if answer.headers.get_content_type() != "application/json":
                self._refuse(url, "it answers no JSON")
            try:
                chunks = iter(partial(answer.read, _CHUNK), b"")
                yield Reply(answer.headers.get_all("Reasonboard-Notice", []), chunks)
            except (OSError, HTTPException) as error:
                self._refuse(url, f"the answer broke off: {error}")

    def followed(self, name: str) -> str:
        """The address of the page that a short link leads to. Raises BoardError where there is none."""
        with self._answer(f"{self.address}v/{name}") as answer:
            return str(answer.headers.get("Location", ""))

    def query(self, sql: str, parameters: Mapping[str, Any]) -> NoReturn:  # noqa: ARG002
        """A server runs no SQL of others."""
        raise BoardError(
            f"query: {self.address} runs no SQL (expected rb.open() where the store is, or frame('data/by_benchmark') "
            "and the other views)"
        )

    def framed(self, views: Sequence[Address]) -> list[str]:
        """The address of each view alone, in the attribute of a frame that shows it."""
        return [
            f'src="{self.address}embed/{view.study}/{view.view}{f"?{view.search}" if view.search else ""}"'
            for view in views
        ]

    def _answer(self, url: str) -> HTTPResponse:
        """The answer to a request; where there is too much to do it is asked again. Raises BoardError."""
        request = Request(url, headers=self._headers)  # noqa: S310  (http or https: see __init__)
        for last in (*[False] * (_TIMES - 1), True):
            try:
                return self._opener.open(request, timeout=self._timeout)  # type: ignore[no-any-return]
            except HTTPError as error:
                with error:
                    if error.code == _BUSY and not last:
                        time.sleep(_seconds(error.headers.get("Retry-After")))
                        continue
                    self._refuse(url, _reason(error))
            except (URLError, OSError, HTTPException) as error:
                self._refuse(url, str(getattr(error, "reason", error)))
        raise AssertionError  # the last request returned or was refused

    def _refuse(self, url: str, reason: str) -> NoReturn:
        line = " ".join(reason.split())[:500]
        raise BoardError(
            line if line.endswith(".") else f"{url[:200]}: {line} (expected a dashboard)"
        )


class _Unfollowed(HTTPRedirectHandler):
    """Where a short link leads to is read, and a login that asks for a browser is none of our pages."""

    def http_error_302(self, req: Any, fp: Any, code: Any, msg: Any, headers: Any) -> Any:  # noqa: ARG002
        return fp


def _reason(error: HTTPError) -> str:
    """Why the server refuses, as its answer says in one line."""
    if error.code in _LOGIN:
        return (
            f"{error.code} {error.reason}: login required (expected the headers of a user who is logged in: "
            "rb.open(url, headers={...}))."
        )
    is_line = error.headers.get_content_type() == "text/plain"
    line = error.read(1000).decode("utf-8", "replace").strip() if is_line else ""
    return line or f"{error.code} {error.reason}"


def _seconds(retry_after: str | None) -> float:
    return min(float(retry_after), _LONGEST_WAIT) if retry_after and retry_after.isdigit() else 1.0
