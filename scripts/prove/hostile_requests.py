"""Requests that are wrong in every way, sent to a real server: it answers, and goes on."""

import http.client
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from scripts.bench.stores import used
from scripts.prove.callbacks import Body, Callbacks
from scripts.prove.client import PATIENCE, TRACEBACK, Answer, Reader
from scripts.prove.dashboard import Dashboard, dashboard
from scripts.prove.described import described_paths
from scripts.prove.forged import forged_callback, is_broken, odd_request
from scripts.prove.lanes import commands_of, run_items
from scripts.prove.launcher import PUBLISH
from scripts.prove.outcome import Outcome, Wrong, expect
from scripts.prove.plan import Plan
from scripts.prove.raw import ask_raw
from scripts.prove.stores import World, load, sources

_CLIENTS = 4
_DELIBERATE = (501, 503)
"""Not installed, and not now: with one line that says so."""
_SERVER_ERROR = 500
_HEALTHY = 5.0
"""Seconds within which /healthz answers between the requests."""


class Target(NamedTuple):
    """A server, and what it can be asked."""

    server: Dashboard
    workers: frozenset[int]
    bodies: Sequence[Body]
    paths: Sequence[str]


class Request(NamedTuple):
    """A request that can be sent."""

    kind: str
    what: str
    send: Callable[[], Answer | None]
    may_be_left: bool = False
    """Is it so broken that no answer has to come?"""
    coded: bool = False
    """Does it name a transfer coding? HTTP has its own answer, 501, where that is not known."""


def hostile_requests(plan: Plan) -> Iterator[Outcome]:
    """Forged callbacks, odd requests, and what the description of the API allows and forbids."""
    with commands_of(plan, "requests") as lanes:
        folder = plan.folder / "requests"
        world = World(lanes[0].commands, folder / "store", sources(folder / "data"))
        world.do(PUBLISH)
        load(world, "first").succeed()
    count = plan.counts.requests
    with dashboard(world.store, world.data) as server:
        target = _target(server, world.store, count // 4, plan.seed)

        def item(_: int, index: int, dice: random.Random) -> str:
            return _send_and_judge(target, index, dice)

        tally = run_items(plan, "requests", count, range(_CLIENTS), item)
        for check in (server.check_log, lambda: _healthy(target)):
            try:
                check()
            except Wrong as wrong:
                tally.add(-1, failure=f"after all of them: {wrong}")
    expected = "no 5xx but a deliberate one of one line, no traceback, within 30 s, server goes on"
    what = "forged callbacks, odd requests, cases of schemathesis"
    yield tally.outcome("requests", what, count if plan.item < 0 else 1, expected)


def _target(server: Dashboard, store: Path, count: int, seed: int) -> Target:
    with Reader(server.port) as reader, used(store):
        callbacks = Callbacks(reader)
        paths = (
            "/",
            "/kv-cache",
            "/iterations",
            "/scale-progress",
            "/type-length",
            "/prm-selection",
            "/data",
            "/sheet",
            "/x",
        )
        bodies = [
            *callbacks.every(),
            *callbacks.changes(4),
            *(callbacks.page(path) for path in paths),
            callbacks.page("/kv-cache", "?source=first"),
            callbacks.share("kv-cache", "grid", "?source=first"),
        ]
        description = reader.get("/api/openapi.json").text()
    described = described_paths(description, max(count, 1), seed)
    return Target(server, frozenset(server.workers()), bodies, described)


def _send_and_judge(target: Target, index: int, dice: random.Random) -> str:
    """Send the request of this index and judge the answer; now and then see that the server is well."""
    request = _request(target, index, dice)
    try:
        answer = request.send()
    except (OSError, http.client.HTTPException) as error:
        expect(request.may_be_left, f"{request.what}: {error!r}")
        answer = None
    if index % 100 == 0:
        _healthy(target)
    if answer is None:
        expect(request.may_be_left, f"{request.what}: the connection was closed without an answer")
        return f"{request.kind} without an answer"
    try:
        _judge(answer, request)
    except Wrong as wrong:
        raise Wrong(f"{request.what}: {wrong}") from wrong
    return f"{request.kind} {answer.status // 100}xx"


def _request(target: Target, index: int, dice: random.Random) -> Request:
    """The request of this index."""
    kind = ("callback", "callback", "odd request", "schemathesis")[index % 4]
    if kind == "schemathesis":
        path = target.paths[index // 4 % len(target.paths)]
        return Request(kind, f"GET {path[:200]}", lambda: target.server.get(path))
    make = partial(forged_callback, target.bodies) if kind == "callback" else odd_request
    what, content = make(dice)
    send = partial(ask_raw, target.server.port, content)
    coded = b"transfer-encoding:" in content.lower()
    return Request(kind, what, send, is_broken(content), coded)


def _judge(answer: Answer, request: Request) -> None:
    """Raise Wrong for what no server should answer."""
    text = " ".join(answer.text().split())
    expect(TRACEBACK.decode() not in text, f"status {answer.status} with a traceback")
    expect(answer.seconds <= PATIENCE, f"{answer.seconds:.1f} s")
    expect(
        "default-src 'none'" in answer.headers.get("content-security-policy", "")
        and answer.headers.get("x-content-type-options") == "nosniff",
        f"status {answer.status} without the headers of security",
    )
    if answer.status >= _SERVER_ERROR:
        expect(answer.status in _DELIBERATE, f"status {answer.status}: {text[:150]}")
        lines = answer.text().strip().count("\n") + 1
        expect(lines == 1 or request.coded, f"status {answer.status} with {lines} lines")


def _healthy(target: Target) -> None:
    """Raise Wrong where a worker ended or /healthz does not answer."""
    try:
        answer = target.server.get("/healthz")
    except (OSError, http.client.HTTPException) as error:
        raise Wrong(f"/healthz: {error!r}") from error
    expect(answer.status == http.client.OK, f"/healthz: status {answer.status}")
    expect(answer.seconds <= _HEALTHY, f"/healthz took {answer.seconds:.1f} s")
    ended = target.workers - set(target.server.workers())
    expect(not ended, f"{len(ended)} of {len(target.workers)} workers ended")
