"""Runs that push rows to a server which is killed meanwhile: no row is lost or there twice, and each is seen soon."""

import http.client
import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from scripts.prove.client import Reader
from scripts.prove.lanes import commands_of, running_beside
from scripts.prove.launcher import PUBLISH
from scripts.prove.outcome import Failure, Outcome, expect
from scripts.prove.plan import Plan
from scripts.prove.stores import World, sources
from tests.serving import COMMAND, free_port

_EVERY = 10.0
"""Seconds between two rows of a run."""
_SEEN = 20.0
"""Seconds in which the server runs, within which a row has to be seen."""
_KILLS = 2
_PATIENCE = 60.0
_TOKEN = "a-token-of-the-campaign"  # noqa: S105  (of a server that lasts a minute)
_ROWS = "SELECT source, iteration, round(100 * value, 6) FROM result WHERE source LIKE 'run-%' ORDER BY ALL"


@dataclass
class _Server:
    """`reasonboard serve`, which is killed and started again."""

    world: World
    port: int = field(default_factory=free_port)
    clock: tuple[float, float] = (0, 0)
    """Seconds in which it did not answer until now, and since when it does not; 0 if it does."""
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = {"HOST": "127.0.0.1", "PORT": str(self.port), "REASONBOARD_TOKEN": _TOKEN}
        settings |= {
            "REASONBOARD_STORE": str(self.world.store),
            "REASONBOARD_DATA": str(self.world.data),
        }
        settings |= {"REASONBOARD_WORKERS": "2", "REASONBOARD_PREFIX": "/"}
        with (self.world.store.parent / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [COMMAND, "serve"], env=os.environ | settings, stdout=log, stderr=log
            )
        until = time.monotonic() + _PATIENCE
        while not self._answers():
            expect(time.monotonic() < until, "the server does not answer after its start")
            time.sleep(0.1)

    def kill(self) -> None:
        """Kill it and its workers at once, and start it again."""
        begin, (down, _) = time.monotonic(), self.clock
        self.clock = (down, begin)
        if self.process:
            children = Path(
                f"/proc/{self.process.pid}/task/{self.process.pid}/children"
            ).read_text()
            for number in (self.process.pid, *map(int, children.split())):
                os.kill(number, signal.SIGKILL)
            self.process.wait()
        self.start()
        self.clock = (down + time.monotonic() - begin, 0)

    def up(self) -> float:
        """Seconds in which it answered until now."""
        down, stopped = self.clock
        return (stopped or time.monotonic()) - down

    def _answers(self) -> bool:
        try:
            with Reader(self.port) as reader:
                return reader.get("/healthz").status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False


@dataclass
class _Pushed:
    """What was acknowledged of the rows of all runs, and when it was seen."""

    rows: dict[tuple[str, int], tuple[float, float]] = field(default_factory=dict)
    """Run and step -> percent, and when it was taken."""
    seen: dict[tuple[str, int], float] = field(default_factory=dict)
    """Run and step -> seconds until a page could know of it."""
    failures: list[str] = field(default_factory=list)


def pushes(plan: Plan) -> Iterator[Outcome]:
    """Push a row of each run every ten seconds for as long as planned, and kill the server twice meanwhile."""
    runs, seconds = plan.counts.pushing_runs, plan.counts.pushing_seconds
    with commands_of(plan._replace(lanes=1), "pushes") as lanes:
        folder = plan.folder / "pushes"
        world = World(lanes[0].commands, folder / "store", sources(folder / "data"))
        world.do(PUBLISH)
        pushed = _Pushed()
        with _serving(world) as server:
            _push(server, pushed, runs, seconds)
        stored = world.do("query", _ROWS).splitlines()[1:]
        expect(world.do("check").strip() == "No problems found.", "check is not sound afterwards")
    yield from _outcomes(pushed, stored, runs, seconds)


@contextmanager
def _serving(world: World) -> Iterator[_Server]:
    server = _Server(world)
    server.start()
    try:
        yield server
    finally:
        if server.process:
            server.process.terminate()
            server.process.wait(_PATIENCE)


def _push(server: _Server, pushed: _Pushed, runs: int, seconds: float) -> None:
    """All runs push, the server is killed, and what it shows is looked at each second."""
    ended = threading.Event()
    until = time.monotonic() + seconds
    work = [
        partial(_run, server, pushed, f"run-{number}", until, number * _EVERY / runs)
        for number in range(runs)
    ]
    with running_beside([*work, partial(_look, server, pushed, ended)]):
        try:
            for _ in range(_KILLS):
                time.sleep(seconds / (_KILLS + 1))
                server.kill()
            time.sleep(max(0, until - time.monotonic()))
            limit = time.monotonic() + _PATIENCE
            while pushed.rows.keys() - pushed.seen.keys() and time.monotonic() < limit:
                time.sleep(0.5)
        finally:
            ended.set()


def _run(server: _Server, pushed: _Pushed, name: str, until: float, first: float) -> None:
    """Push the rows of a run, each until it is taken: one without an answer is sent again, as a client would."""
    time.sleep(first)
    step = 0
    while time.monotonic() < until:
        value = (7 * step + len(name)) % 101
        row = {
            "model": f"org/{name}",
            "benchmark": "B",
            "iteration": step,
            "value": value,
            "unit": "percent",
        }
        status, taken = 0, 0.0
        while status != http.client.ACCEPTED:
            try:
                with Reader(server.port) as reader:
                    taken = server.up()
                    answer = reader.ask(
                        "POST",
                        f"/api/runs/{name}",
                        json.dumps(row).encode(),
                        {"Authorization": f"Bearer {_TOKEN}"},
                    )
                    status = answer.status
                    if status not in (http.client.ACCEPTED, http.client.TOO_MANY_REQUESTS):
                        pushed.failures.append(f"{status} {answer.text()[:200]}")
                        return
            except (OSError, http.client.HTTPException):
                time.sleep(0.5)
        pushed.rows[name, step] = (value, taken)
        step += 1
        time.sleep(_EVERY)


def _look(server: _Server, pushed: _Pushed, ended: threading.Event) -> None:
    """Note how many steps of each run a page can show, each second."""
    while not ended.wait(1):
        try:
            with Reader(server.port) as reader:
                shown = _shown(reader)
        except (OSError, http.client.HTTPException, ValueError):
            continue  # it is down
        for (name, step), (_, taken) in list(pushed.rows.items()):
            if step < shown.get(name, 0) and (name, step) not in pushed.seen:
                pushed.seen[name, step] = server.up() - taken


def _shown(reader: Reader) -> Mapping[str, int]:
    return {
        name: runs
        for name, runs, _ in json.loads(reader.get("/api/newest.json?study=").text())["loads"]
    }


def _outcomes(
    pushed: _Pushed, stored: Sequence[str], runs: int, seconds: float
) -> Iterator[Outcome]:
    what = f"{runs} runs that push a row every {_EVERY:.0f} s for {seconds:.0f} s, {_KILLS} kills of the server"
    wanted = [
        f"{name},{step},{value:.1f}" for (name, step), (value, _) in sorted(pushed.rows.items())
    ]
    lost, more = set(wanted) - set(stored), len(stored) - len(set(stored))
    failures = [Failure(-1, reason) for reason in pushed.failures[:5]]
    failures += [Failure(-1, f"{len(lost)} rows lost, as {min(lost)}")] if lost else []
    failures += [Failure(-1, f"{more} rows are there twice")] if more else []
    yield Outcome(
        "pushes", what, len(wanted), len(wanted) - len(lost), "no row that was taken is lost or there twice",
        f"{len(wanted)} rows taken, {len(lost)} lost, {more} twice", failures,
    )  # fmt: skip
    late = {row: passed for row, passed in pushed.seen.items() if passed > _SEEN}
    unseen = pushed.rows.keys() - pushed.seen.keys()
    failures = [
        Failure(-1, f"step {step} of {name} after {late[name, step]:.0f} s")
        for name, step in sorted(late)[:5]
    ]
    failures += [Failure(-1, f"step {step} of {name} never") for name, step in sorted(unseen)[:5]]
    ranked = sorted(pushed.seen.values()) or [0]
    yield Outcome(
        "pushes", "until a page can show a row, while the server runs", len(pushed.rows), len(pushed.seen),
        f"each within {_SEEN:.0f} s", f"p50 {ranked[len(ranked) // 2]:.1f} s, at most {ranked[-1]:.1f} s", failures,
    )  # fmt: skip
