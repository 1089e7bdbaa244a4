"""Readers who look at pages, take exports and follow links while the data change under them."""

import http.client
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from scripts.bench.results import percentile
from scripts.bench.stores import used
from scripts.prove.callbacks import Body, Callbacks, link_of, search_of
from scripts.prove.client import Answer, Reader
from scripts.prove.dashboard import Dashboard, dashboard
from scripts.prove.history import EXPORT, SEARCH, History, Seen, seen_in_export, seen_in_page
from scripts.prove.lanes import commands_of, dice_of, running_beside
from scripts.prove.launcher import PUBLISH
from scripts.prove.outcome import Failure, Outcome, Wrong
from scripts.prove.plan import Plan
from scripts.prove.stores import World, sources

THINK = 2.0
"""Seconds between an answer and the next request of a user, on average."""
_EVERY = 15.0
"""Seconds from one publish to the next."""
_AT_ONCE = 1.0
"""The same with a crowd: the next begins when the one before is there."""
_CAPACITY = 25
"""Users that the server answers without refusing any."""
_PATIENCE = 120.0
"""Seconds in which each answer comes, also to one of a crowd."""
_IDLE = 8
"""Connections that are used once in that time: their threads and workers sleep meanwhile."""
_FINE = (200, 204, 302, 304)
_PLAIN = (
    "/",
    "/kv-cache",
    "/healthz",
    "/_dash-layout",
    "/api/kv-cache/grid.csv" + SEARCH,
    "/api/kv-cache/grid.parquet",
)


class Log:
    """What all users met, gathered from their threads."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.errors: list[str] = []
        self.seen: list[Seen] = []
        self._lock = threading.Lock()

    def ask(self, what: str, request: Callable[[], Answer]) -> Answer | None:
        """Make the request and log it; None where it failed."""
        try:
            answer = _patiently(request)
        except (OSError, http.client.HTTPException) as error:
            with self._lock:
                self.errors.append(f"{what}: {error!r}")
            return None
        with self._lock:
            self.seconds.append(answer.seconds)
            if answer.status not in _FINE:
                self.errors.append(f"{what}: status {answer.status}: {answer.text()[:200]}")
                return None
        return answer

    def look(
        self, what: str, request: Callable[[], Answer], read: Callable[[str, float, float], Seen]
    ) -> None:
        """The same for an answer that shows the data that change."""
        began = time.monotonic()
        answer = self.ask(what, request)
        if answer is not None and answer.status == http.client.OK:
            seen = read(answer.text(), began, time.monotonic())
            with self._lock:
                self.seen.append(seen)


def _patiently(request: Callable[[], Answer]) -> Answer:
    """The answer; a server that has too many readers is asked again when it says so, as pages do."""
    until = time.monotonic() + _PATIENCE
    while True:
        answer = request()
        is_refused = answer.status == http.client.SERVICE_UNAVAILABLE
        if not is_refused or "retry-after" not in answer.headers or time.monotonic() > until:
            return answer
        time.sleep(float(answer.headers["retry-after"]))


class Script(NamedTuple):
    """What users ask for."""

    page: Body
    changes: Sequence[Body]
    log: Log


def users(plan: Plan) -> Iterator[Outcome]:
    """Let users read while the data change, and judge every answer; then more of them than can be answered."""
    yield from _reading(plan, _EVERY)
    counts = plan.counts
    crowd = counts._replace(
        users=counts.crowd, user_seconds=counts.crowd_seconds, late=max(counts.late, _PATIENCE)
    )
    yield from _reading(plan._replace(folder=plan.folder / "crowd", counts=crowd), _AT_ONCE)


def _reading(plan: Plan, every: float) -> Iterator[Outcome]:
    with commands_of(plan, "users") as lanes:
        folder = plan.folder / "users"
        world = World(lanes[0].commands, folder / "store", sources(folder / "data"))
        world.do(PUBLISH)
        history = History(world)
        with dashboard(world.store, world.data) as server:
            script = script_of(server, world.store)
            links = _read_and_publish(plan, every, server, history, script)
            log_failures = _log_failures(server)
        yield from _outcomes(plan, script.log, history, log_failures)
        yield links


def _read_and_publish(
    plan: Plan, every: float, server: Dashboard, history: History, script: Script
) -> Outcome:
    """Users and idle connections in threads, publishes in this one; the row of the short links."""
    until = time.monotonic() + plan.counts.user_seconds
    users_of_pages = [
        partial(user, server, script, dice_of(plan, "users", number), until)
        for number in range(plan.counts.users)
    ]
    idle = [partial(_idle, server, script, number, until) for number in range(_IDLE)]
    with running_beside([*users_of_pages, *idle]):
        checked, failures = _publish_until(
            until, min(every, plan.counts.user_seconds / 4), server, history
        )
    measured = f"{len(failures)} of {checked} answers wrong"
    return Outcome(
        "users",
        "answers of short links made before a publish",
        1,
        checked,
        "0 wrong",
        measured,
        failures,
    )


def _publish_until(
    until: float, every: float, server: Dashboard, history: History
) -> tuple[int, list[Failure]]:
    """Publish again and again; how often a link was followed afterwards, and where it did not keep to its data."""
    checked = 0
    failures: list[Failure] = []
    publishes = history.turns()
    for number in range(10**6):
        if time.monotonic() + every > until:
            break
        began = time.monotonic()
        count, wrong = _publish_with_link(server, history, publishes[number % len(publishes)])
        checked += count
        failures += [Failure(-1, reason) for reason in wrong]
        time.sleep(max(0.0, every - (time.monotonic() - began)))
    return checked, failures


def _publish_with_link(
    server: Dashboard, history: History, change: Callable[[], None]
) -> tuple[int, list[str]]:
    """Make a link, publish, and see that the link keeps to its data on every worker; how often it was asked."""
    with Reader(server.port) as reader:
        callbacks = Callbacks(reader)
        body = callbacks.share("kv-cache", "grid", SEARCH)
        answer = _patiently(lambda: reader.callback(body))
        if answer.status != http.client.OK:
            return 1, [f"no link was made: status {answer.status}: {answer.text()[:100]}"]
        name = link_of(answer.text())
        search = search_of(reader, name)
    version = search.rpartition("data=")[2]
    change()
    last = history.published[-1]
    if last.command == "rollback" or last.version == version:
        return 0, []  # what was current is kept no longer
    number = next(entry.number for entry in reversed(history.published) if entry.version == version)
    wrong: list[str] = []
    for ask in range(_IDLE):
        with Reader(server.port) as reader:
            path = f"{EXPORT.partition('?')[0]}{search}"
            answer = _patiently(partial(reader.get, path))
        if answer.status != http.client.OK:
            wrong.append(f"the link {name}: status {answer.status}: {answer.text()[:100]}")
            continue
        seen = seen_in_export(answer.text(), 0, 0)
        if seen.versions != {version} or seen.numbers != (
            {number} if number is not None else set()
        ):
            wrong.append(
                f"the link {name} to data {version} shows {sorted(seen.versions)} in its answer {ask + 1}"
            )
    return _IDLE, wrong


def user(server: Dashboard, script: Script, dice: random.Random, until: float) -> None:
    """Read until then, with pauses for thought."""
    with Reader(server.port, _PATIENCE) as reader:
        time.sleep(dice.uniform(0, THINK))
        while time.monotonic() < until:
            _step(reader, script, dice)
            time.sleep(dice.uniform(0.5, 1.5) * THINK)


def _step(reader: Reader, script: Script, dice: random.Random) -> None:
    match dice.randrange(10):
        case 0 | 1 | 2:
            body = dice.choice(script.changes)
            script.log.ask("a change of a page", lambda: reader.callback(body))
        case 3 | 4 | 5:
            script.log.look("a page", lambda: reader.callback(script.page), seen_in_page)
        case 6 | 7 | 8:
            script.log.look("an export", lambda: reader.get(EXPORT), seen_in_export)
        case _:
            path = dice.choice(_PLAIN)
            script.log.ask(path, lambda: reader.get(path))


def _idle(server: Dashboard, script: Script, number: int, until: float) -> None:
    """A connection that is used now and then: what answers it has not looked at the store since."""
    with Reader(server.port) as reader:
        time.sleep(number * _EVERY / _IDLE)
        while time.monotonic() < until:
            script.log.look("an idle connection", lambda: reader.get(EXPORT), seen_in_export)
            time.sleep(min(_EVERY, max(0.0, until - time.monotonic())) or 0.1)


def script_of(server: Dashboard, store: Path) -> Script:
    """What users ask this server for; it answers from the store."""
    with Reader(server.port) as reader, used(store):
        callbacks = Callbacks(reader)
        return Script(callbacks.page("/kv-cache", SEARCH), callbacks.changes(6), Log())


def _log_failures(server: Dashboard) -> list[Failure]:
    try:
        server.check_log()
    except Wrong as wrong:
        return [Failure(-1, str(wrong))]
    return []


def _outcomes(
    plan: Plan, log: Log, history: History, log_failures: list[Failure]
) -> Iterator[Outcome]:
    count = len(log.seconds)
    least = round(min(plan.counts.users, _CAPACITY) * plan.counts.user_seconds / THINK / 2)
    slowest = percentile(log.seconds, 99)
    slow = (
        []
        if slowest <= plan.counts.late
        else [Failure(-1, f"99 of 100 answers took up to {slowest:.2f} s")]
    )
    what = f"{plan.counts.users} users for {plan.counts.user_seconds:.0f} s, {len(history.published) - 1} publishes"
    times = f"p50 {percentile(log.seconds, 50):.3f} s, p99 {slowest:.3f} s, longest {max(log.seconds):.3f} s"
    yield Outcome(
        "users",
        f"{what}: time of an answer",
        least,
        count,
        f"p99 at most {plan.counts.late:.0f} s",
        times,
        slow,
    )
    errors = [Failure(-1, error) for error in log.errors] + log_failures
    yield Outcome("users", "failed requests", least, count, "0", f"{len(log.errors)}", errors)
    wrong: dict[str, list[Failure]] = {"torn": [], "stale": []}
    for seen in log.seen:
        try:
            history.judge(seen)
        except Wrong as reason:
            wrong["stale" if ": stale: " in str(reason) else "torn"].append(
                Failure(-1, str(reason))
            )
    torn, stale, looked = wrong["torn"], wrong["stale"], len(log.seen)
    yield Outcome("users", "answers of more than one version", 1, looked, "0", f"{len(torn)}", torn)
    yield Outcome(
        "users", "answers not of the newest data after 10 s", 1, looked, "0", f"{len(stale)}", stale
    )
