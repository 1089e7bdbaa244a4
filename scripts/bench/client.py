"""Sixteen visitors at once: `python -m scripts.bench.client PORT BODIES SECONDS CONNECTIONS MOST`.

A process of its own, so that the server has an interpreter for itself. BODIES is a JSON list of requests, asked
one after the other and again, for so many seconds and at most so often in all.
"""

import http.client
import json
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

_HEADERS = {"Content-Type": "application/json", "Accept-Encoding": "gzip, deflate, br"}
_PATIENCE = 120


def main() -> None:
    """Ask until the time is over, and print what came when."""
    port, path, seconds, connections, most = sys.argv[1:]
    bodies = [json.dumps(load).encode() for load in json.loads(Path(path).read_text())]
    answers: list[tuple[int, float, float]] = []
    numbers = iter(range(int(most)))
    started = time.perf_counter()
    until = started + float(seconds)
    threads = [
        threading.Thread(target=_visit, args=(int(port), bodies, numbers, until, answers))
        for _ in range(int(connections))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps([[number, sent - started, took] for number, sent, took in sorted(answers)]))


def _visit(
    port: int, bodies: list[bytes], numbers: Iterator[int], until: float,
    answers: list[tuple[int, float, float]],
) -> None:  # fmt: skip
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    for number in numbers:
        if time.perf_counter() > until:
            break
        sent = time.perf_counter()
        connection.request(
            "POST", "/_dash-update-component", bodies[number % len(bodies)], _HEADERS
        )
        response = connection.getresponse()
        response.read()
        if response.status != http.client.OK:
            raise OSError(f"HTTP {response.status}")
        answers.append((number, sent, time.perf_counter() - sent))
    connection.close()


if __name__ == "__main__":
    main()
