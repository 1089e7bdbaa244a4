"""Readers of one server at once: `python -m scripts.bench.client SPEC`, with a JSON of what `Visit` has.

A process of its own, so that the server has an interpreter for itself.
"""

import http.client
import json
import random
import re
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import brotli

VERSION = "@version@"
"""In the text of a request: the version of the data that its reader has seen last."""
_HEADERS = {"Content-Type": "application/json", "Accept-Encoding": "br"}
_NEW = re.compile(rb'"data-version":"([0-9a-f]+)"')
_PATIENCE = 120


class Visit(NamedTuple):
    """How many readers ask for what, and how fast."""

    port: int
    version: str
    """Of the data at first."""
    bodies: list[str]
    readers: int
    seconds: float
    most: int = 1_000_000
    """Requests of all readers."""
    every: float = 0
    """Seconds from one change of a reader to the next, on average; 0: the next follows the answer, and the readers
    ask for all bodies by turns."""


class Seen(NamedTuple):
    """An answer."""

    sent: float
    """Seconds of time.monotonic, the same in all processes."""
    took: float
    """Seconds until the answer, with the waiting after a refusal."""
    version: str
    """The data that it shows; "" if it does not say so."""
    refused: int
    """How often the answer was 503 with Retry-After."""


class _Crowd:
    """All readers, and what they have seen."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.seen: list[Seen] = []
        self.errors: list[str] = []
        self.numbers = iter(range(visit.most))
        self.until = time.monotonic() + visit.seconds


def main() -> None:
    """Ask until the time is over, and print what came when."""
    crowd = _Crowd(Visit(**json.loads(Path(sys.argv[1]).read_text())))
    threads = [
        threading.Thread(target=_read, args=(crowd, number))
        for number in range(crowd.visit.readers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps({"seen": sorted(crowd.seen), "errors": crowd.errors}))


def _read(crowd: _Crowd, number: int) -> None:
    """Be one reader, with one connection and one page open."""
    visit, version = crowd.visit, crowd.visit.version
    connection = http.client.HTTPConnection("127.0.0.1", visit.port, timeout=_PATIENCE)
    for wanted in _turns(crowd, random.Random(number)):  # noqa: S311
        body = visit.bodies[wanted % len(visit.bodies)].replace(VERSION, version).encode()
        try:
            seen = _ask(connection, body)
        except (OSError, http.client.HTTPException) as error:
            crowd.errors.append(f"request {wanted}: {error!r}")
            connection.close()
            continue
        version = seen.version or version
        crowd.seen.append(seen)
    connection.close()


def _turns(crowd: _Crowd, dice: random.Random) -> Iterator[int]:
    """The numbers of the bodies that a reader asks for, each when it is time."""
    every = crowd.visit.every
    due = time.monotonic() + dice.uniform(0, every)
    for number in crowd.numbers:
        if max(due, time.monotonic()) > crowd.until:
            return
        time.sleep(max(0.0, due - time.monotonic()) if every else 0)
        yield dice.randrange(len(crowd.visit.bodies)) if every else number
        due = max(due + every * dice.uniform(0.5, 1.5), time.monotonic())


def _ask(connection: http.client.HTTPConnection, body: bytes) -> Seen:
    """The answer to a change; a server that has too much to do is asked again when it says so, as pages do."""
    sent = time.monotonic()
    refused = 0
    while True:
        connection.request("POST", "/_dash-update-component", body, _HEADERS)
        response = connection.getresponse()
        content = response.read()
        if response.headers.get("Content-Encoding") == "br":
            content = brotli.decompress(content)
        again = response.headers.get("Retry-After")
        if response.status == http.client.SERVICE_UNAVAILABLE and again:
            refused += 1
            time.sleep(float(again))
            continue
        if response.status not in (http.client.OK, http.client.NO_CONTENT):
            raise OSError(f"HTTP {response.status}")
        new = _NEW.search(content)
        return Seen(sent, time.monotonic() - sent, new[1].decode() if new else "", refused)


if __name__ == "__main__":
    main()
