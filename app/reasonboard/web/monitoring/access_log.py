"""A line of JSON for every request, on standard output. It has the path, but no values of the query."""

import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from reasonboard.web.monitoring.peer import Peer

_LONGEST_PATH, _LONGEST_USER, _LONGEST_ADDRESS, _LONGEST_METHOD = 130, 100, 45, 16
_MOST_NAMES, _LONGEST_NAME = 12, 16
"""Letters of each: a letter may take twelve bytes in JSON, and all together stay below 4,096."""


def write(environ: Mapping[str, Any], peer: Peer, status: int, size: int, seconds: float) -> None:
    """Write the line of a request, `size` bytes of whose answer were made."""
    text = line(environ, peer, status, size, seconds) + "\n"
    with suppress(OSError):  # nobody reads it any more: that stops no answer
        os.write(sys.__stdout__.fileno() if sys.__stdout__ else 1, text.encode("ascii"))


def line(environ: Mapping[str, Any], peer: Peer, status: int, size: int, seconds: float) -> str:
    """The request as JSON in ASCII, below 4,096 bytes, so that lines of several processes do not mix."""
    path = str(environ.get("PATH_INFO", "")).encode("latin-1", "replace").decode("utf-8", "replace")
    query = str(environ.get("QUERY_STRING", ""))
    names = dict.fromkeys(part.partition("=")[0] for part in query.split("&") if part)
    entry: dict[str, str | int | float | list[str]] = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "peer": peer.address[:_LONGEST_ADDRESS],
        "method": str(environ.get("REQUEST_METHOD", ""))[:_LONGEST_METHOD],
        "path": path[:_LONGEST_PATH],
        "parameters": [name[:_LONGEST_NAME] for name in list(names)[:_MOST_NAMES]],
        "status": status,
        "bytes": size,
        "ms": round(seconds * 1000, 1),
    }
    if peer.user:
        entry["user"] = peer.user[:_LONGEST_USER]
    return json.dumps(entry)
