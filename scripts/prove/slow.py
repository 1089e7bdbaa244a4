"""Clients that send and read slowly, and heavy exports at once: others are answered all the same."""

import http.client
import itertools
import queue
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from reasonboard import config
from reasonboard.studies import STUDIES
from scripts.bench import stores
from scripts.prove.callbacks import Callbacks
from scripts.prove.client import Answer, Reader
from scripts.prove.dashboard import Dashboard, dashboard
from scripts.prove.lanes import commands_of, running_beside
from scripts.prove.launcher import PUBLISH
from scripts.prove.outcome import Failure, Outcome
from scripts.prove.plan import Plan
from scripts.prove.stores import World, load, sources

_DRIP = 5.0
"""Seconds from one byte of a slow sender to the next."""
_PAUSE = 0.2
_EXPORTS = 20
_HALF_HEADER = b"GET /kv-cache HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
_HALF_BODY = (
    b"POST /_dash-update-component HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b'Content-Length: 5000\r\n\r\n{"output": "'
)
_NOT_READ = b"GET /api/kv-cache/grid.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 50
_OPENINGS = (_HALF_HEADER, _HALF_BODY, _NOT_READ)


def slow(plan: Plan) -> Iterator[Outcome]:
    """First slow clients, then heavy exports."""
    with commands_of(plan, "slow") as lanes:
        folder = plan.folder / "slow"
        world = World(lanes[0].commands, folder / "store", sources(folder / "data"))
        world.do(PUBLISH)
        load(world, "first").succeed()
    with dashboard(world.store, world.data) as server:
        yield _slow_clients(plan, server)
    if not plan.counts.heavy_rows:
        return
    store = stores.generated(plan.folder, plan.counts.heavy_rows)
    with dashboard(store, config.read({}).data) as server:
        yield _heavy_exports(plan, server)


def _slow_clients(plan: Plan, server: Dashboard) -> Outcome:
    count, ended = plan.counts.slow_sockets, threading.Event()
    with running_beside([lambda: _crowd(server.port, count, ended)]):
        try:
            time.sleep(2)  # all of them are connected
            seconds, failures = _read(server, plan.counts.slow_seconds)
        finally:
            ended.set()
    what = f"a normal reader beside {count} slow sockets for {plan.counts.slow_seconds:.0f} s"
    return _outcome(plan, what, seconds, failures)


def _crowd(port: int, count: int, ended: threading.Event) -> None:
    """Keep this number of sockets open in the middle of a request; those that the server closes are opened anew."""
    selector = selectors.DefaultSelector()
    openings = itertools.cycle(_OPENINGS)
    while not ended.is_set():
        while len(selector.get_map()) < count:
            opening = next(openings)
            try:
                selector.register(_connected(port, opening), selectors.EVENT_READ, opening)
            except OSError:
                break  # the server takes no more for now
        for key, _ in selector.select(timeout=0):
            if key.data != _NOT_READ and not _is_open(key.fileobj):
                selector.unregister(key.fileobj)
        for key in list(selector.get_map().values()):
            if key.data != _NOT_READ and not _drip(key.fileobj):
                selector.unregister(key.fileobj)
        ended.wait(_DRIP)
    for key in list(selector.get_map().values()):
        selector.unregister(key.fileobj)
        _socket(key.fileobj).close()
    selector.close()


def _connected(port: int, opening: bytes) -> socket.socket:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    connection.settimeout(2)
    connection.connect(("127.0.0.1", port))
    connection.setblocking(False)
    connection.send(opening)
    return connection


def _is_open(file: object) -> bool:
    try:
        return bool(_socket(file).recv(4096))
    except BlockingIOError:
        return True
    except OSError:
        return False


def _drip(file: object) -> bool:
    """Send one byte more; False where the server has closed the connection."""
    try:
        _socket(file).send(b"x")
    except BlockingIOError:
        return True
    except OSError:
        return False
    return True


def _socket(file: object) -> socket.socket:
    if not isinstance(file, socket.socket):
        raise TypeError(f"{file!r} is no socket")
    return file


def _heavy_exports(plan: Plan, server: Dashboard) -> Outcome:
    """Twenty at once again and again, while a reader asks for a page and /healthz."""
    forms = ("csv", "json", "parquet", "figure.json")
    paths = [
        f"/api/{study.path}/{view.name}.{form}?source={stores.NAME}"
        for form in forms
        for study in STUDIES
        for view in study.views
    ]
    until = time.monotonic() + plan.counts.slow_seconds
    failures: list[Failure] = []
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
    for path in paths:
        waiting.put(path)
    with running_beside([lambda: _export(server, waiting, until, failures)] * _EXPORTS):
        seconds, late = _read(server, plan.counts.slow_seconds)
    what = f"a page and /healthz beside {_EXPORTS} exports at once of {plan.counts.heavy_rows:,} measurements"
    return _outcome(plan, what, seconds, failures + late)


def _export(
    server: Dashboard, paths: "queue.SimpleQueue[str]", until: float, failures: list[Failure]
) -> None:
    """Take exports one after the other; refused at once with a time to come back is fine."""
    while time.monotonic() < until:
        path = paths.get()
        paths.put(path)
        try:
            with Reader(server.port, patience=120) as reader:
                answer = reader.get(path)
        except (OSError, http.client.HTTPException) as error:
            failures.append(Failure(-1, f"{path}: {error!r}"))
            continue
        refused = (
            answer.status == http.client.SERVICE_UNAVAILABLE and "retry-after" in answer.headers
        )
        if answer.status >= http.client.INTERNAL_SERVER_ERROR and not refused:
            failures.append(Failure(-1, f"{path}: status {answer.status}: {answer.text()[:100]}"))
        if refused:
            time.sleep(_PAUSE)


def _read(server: Dashboard, duration: float) -> tuple[list[float], list[Failure]]:
    """Ask as a normal reader does, each time on a new connection; the seconds of each answer, and what failed."""
    with Reader(server.port, patience=60) as reader:
        body = Callbacks(reader).page("/kv-cache")
    requests: Sequence[Callable[[Reader], Answer]] = (
        lambda reader: reader.get("/healthz"),
        lambda reader: reader.get("/kv-cache"),
        lambda reader: reader.callback(body),
    )
    seconds: list[float] = []
    failures: list[Failure] = []
    until = time.monotonic() + duration
    for number in itertools.count():
        if time.monotonic() > until:
            break
        began = time.perf_counter()
        try:
            with Reader(server.port) as reader:
                status = requests[number % len(requests)](reader).status
        except (OSError, http.client.HTTPException) as error:
            failures.append(Failure(-1, f"a normal reader: {error!r}"))
        else:
            if status != http.client.OK:
                failures.append(Failure(-1, f"a normal reader: status {status}"))
        seconds.append(time.perf_counter() - began)
        time.sleep(_PAUSE)
    return seconds, failures


def _outcome(plan: Plan, what: str, seconds: list[float], failures: list[Failure]) -> Outcome:
    limit = plan.counts.late
    late = [taken for taken in seconds if taken > limit]
    if late:
        failures = [
            *failures,
            Failure(
                -1,
                f"{len(late)} of {len(seconds)} answers took over {limit:.0f} s, the longest {max(late):.1f} s",
            ),
        ]
    measured = f"longest {max(seconds, default=0):.2f} s, {len(failures)} failed"
    return Outcome(
        "slow", what, 1, len(seconds), f"each answer within {limit:.0f} s", measured, failures
    )
