"""Workers that are killed while users read: only what they were answering is lost."""

import http.client
import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from scripts.prove.callbacks import Callbacks
from scripts.prove.client import Reader
from scripts.prove.dashboard import Dashboard, dashboard
from scripts.prove.lanes import commands_of, dice_of, running_beside
from scripts.prove.launcher import PUBLISH
from scripts.prove.outcome import Outcome, Tally, Wrong, expect
from scripts.prove.plan import Plan
from scripts.prove.stores import World, load, sources

_USERS = 8
_NEXT = 5.0
"""Seconds within which the next request is answered after a kill."""
_BACK = 30.0
"""Seconds within which a new worker is there."""


class Lost(NamedTuple):
    """A request without an answer."""

    at: float
    port: int
    """Of the user's end."""
    reason: str


class _Traffic:
    """Users who read without a pause until they are told to end."""

    def __init__(self, server: Dashboard) -> None:
        self.ended = threading.Event()
        self.lost: list[Lost] = []
        self.answered: list[tuple[float, float]] = []
        """When each answered request was sent, and answered."""
        self._server = server
        with Reader(server.port) as reader:
            self._page = Callbacks(reader).page("/kv-cache", "?source=first")

    def read(self) -> None:
        """One connection for each request: a kept one that a kill closes while idle is no request lost."""
        while not self.ended.is_set():
            reader, port = Reader(self._server.port), 0
            sent = time.monotonic()
            try:
                reader.connect()
                port = reader.port()
                answer = reader.callback(self._page)
                if answer.status == http.client.OK:
                    self.answered.append((sent, time.monotonic()))
                else:
                    self.lost.append(Lost(time.monotonic(), port, f"status {answer.status}"))
            except (OSError, http.client.HTTPException) as error:
                self.lost.append(Lost(time.monotonic(), port, repr(error)))
            finally:
                reader.close()
            self.ended.wait(0.05)


def workers(plan: Plan) -> Iterator[Outcome]:
    """Kill one worker after the other under load."""
    tally = Tally()
    with commands_of(plan, "workers") as lanes:
        folder = plan.folder / "workers"
        world = World(lanes[0].commands, folder / "store", sources(folder / "data"))
        world.do(PUBLISH)
        load(world, "first").succeed()
    with dashboard(world.store, world.data) as server:
        traffic = _Traffic(server)
        with running_beside([traffic.read] * _USERS):
            try:
                for number in range(plan.counts.worker_kills):
                    time.sleep(dice_of(plan, "workers", number).uniform(1, 2))
                    try:
                        tally.add(number, _killed(server, traffic, number))
                    except Wrong as wrong:
                        tally.add(number, failure=str(wrong))
            finally:
                traffic.ended.set()
    expected = f"only its own requests lost, next answer within {_NEXT:.0f} s, a new worker comes"
    yield tally.outcome(
        "workers",
        f"kills of one of two workers under {_USERS} users",
        plan.counts.worker_kills,
        expected,
    )


def _killed(server: Dashboard, traffic: _Traffic, number: int) -> str:
    before = server.workers()
    victim = before[number % len(before)]
    os.kill(victim, signal.SIGSTOP)  # what it has taken on by now is what it may lose
    own = _clients(victim, server.port)
    at = time.monotonic()
    os.kill(victim, signal.SIGKILL)
    with Reader(server.port) as reader:
        answer = reader.get("/healthz")
    expect(
        answer.status == http.client.OK, f"/healthz right after the kill: status {answer.status}"
    )
    expect(answer.seconds <= _NEXT, f"/healthz right after the kill took {answer.seconds:.1f} s")
    while len(set(server.workers()) - {victim}) < len(before):
        expect(time.monotonic() - at < _BACK, f"no new worker within {_BACK:.0f} s")
        time.sleep(0.1)
    time.sleep(1)
    lost = [request for request in traffic.lost if request.at >= at]
    foreign = [request for request in lost if request.port not in own]
    expect(
        not foreign,
        f"{len(foreign)} requests of others lost, first {foreign[0].reason if foreign else ''}",
    )
    longest = max((end - sent for sent, end in traffic.answered if end >= at), default=float("inf"))
    expect(longest <= _NEXT, f"a request waited {longest:.1f} s")
    return "kills lost nothing" if not lost else "kills lost requests of their own"


def _clients(worker: int, port: int) -> set[int]:
    """The ports at the other end of all connections that the worker has accepted."""
    inodes = set()
    for descriptor in Path(f"/proc/{worker}/fd").iterdir():
        match = re.fullmatch(r"socket:\[(\d+)\]", str(descriptor.readlink()))
        if match:
            inodes.add(match.group(1))
    ports = set()
    for line in Path(f"/proc/{worker}/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[9] in inodes and int(fields[1].rpartition(":")[2], 16) == port:
            ports.add(int(fields[2].rpartition(":")[2], 16))
    return ports
