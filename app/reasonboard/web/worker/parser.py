"""Requests as they arrive: the request line has a longest length of its own."""

from waitress.parser import HTTPRequestParser
from waitress.utilities import BadRequest

LONGEST_LINE = 8190
"""Bytes of a request line: room for the longest query string that is read, and its path."""


class URITooLong(BadRequest):  # type: ignore[misc]
    code = 414
    reason = "URI Too Long"


class RequestParser(HTTPRequestParser):  # type: ignore[misc]
    """Collects one request; a request line that is too long is refused before the rest is read."""

    completed = False

    def received(self, data: bytes) -> int:
        """Take what belongs to this request; how many bytes that were."""
        if not self.headers_finished and not self.completed:
            line = (self.header_plus + data[: 2 * LONGEST_LINE]).lstrip(b"\r\n")
            if len(line.partition(b"\r\n")[0]) > LONGEST_LINE:
                self.parse_header(b"GET / HTTP/1.0\r\n")
                self.error = URITooLong(f"more than {LONGEST_LINE:,} bytes")
                self.completed = True
                return len(data)
        consumed: int = super().received(data)
        return consumed
