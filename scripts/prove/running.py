"""Files that grow and the watcher that loads them, both killed again and again: no row is lost, torn or there twice."""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from reasonboard import config
from reasonboard.cli.watch import loads_of
from reasonboard.ingest.watching.watching import Watch
from reasonboard.store import snapshots
from reasonboard.store.connections import connect
from scripts.prove.lanes import Lane, commands_of, run_items
from scripts.prove.launcher import PUBLISH
from scripts.prove.outcome import Outcome, expect
from scripts.prove.plan import Plan
from scripts.prove.stores import World, sources

FILES = 3
CHAIN = 10
"""Kills of one writer and one watcher, after which their rows are counted."""
_NAME = "mine"
_STARTS = '{"model"'
_LONGEST = 4.0
"""Seconds until the next kill, at most: about two loads."""
_WANTED = (
    "each row of a whole line is there once, the last of a step that stands twice; check is sound"
)
_STORED = f"""
SELECT model, iteration, round(100 * value, 6) FROM result WHERE source = '{_NAME}' ORDER BY ALL
"""  # noqa: S608  (our own name)

Rows = list[tuple[str, int, float]]
"""Model, step and percent, sorted."""


Kill = Callable[[], object]
"""Ends a process at once, and waits until it has."""


def running(plan: Plan) -> Iterator[Outcome]:
    """Kill writers and watchers, some kills one after the other on a store of their own."""
    count = plan.counts.running_kills
    with commands_of(plan, "running") as lanes:
        world = World(lanes[0].commands, plan.folder / "published", sources(plan.folder / "data"))
        world.do(PUBLISH)

        def item(lane: Lane, index: int, dice: random.Random) -> str:
            own = world._replace(commands=lane.commands).copy(lane.folder / f"store-{index}")
            folder = lane.folder / f"runs-{index}"
            folder.mkdir()
            kills = min(CHAIN, count - index * CHAIN)
            chain(kills, dice, _LONGEST, lambda what, seed: _started(what, folder, own, seed))
            _process("once", str(folder), str(own.store), str(own.data)).wait()
            stored, wanted = stored_rows(own.store), last_rows(folder)
            expect(
                stored == wanted, f"{len(stored)} rows, of {len(wanted)}: {_other(stored, wanted)}"
            )
            expect(own.do("check").strip() == "No problems found.", "check is not sound afterwards")
            return f"chain{'s' * (kills == CHAIN)} of {kills} kills, nothing lost"

        tally = run_items(plan, "running", -(-count // CHAIN), lanes, item)
    chains = -(-count // CHAIN) if plan.item < 0 else 1
    what = f"{count} kills of a writer of {FILES} files and of `watch`, in chains"
    yield tally.outcome("running", what, chains, _WANTED)


def chain(
    kills: int, dice: random.Random, longest: float, start: Callable[[str, int], Kill]
) -> None:
    """Run a "writer" and a "watcher", kill one of them so many times and `start` it anew with a seed; at last both."""
    kill = {name: start(name, dice.randrange(2**30)) for name in ("writer", "watcher")}
    try:
        for _ in range(kills):
            time.sleep(dice.uniform(0.1, longest))
            name = dice.choice(("writer", "watcher"))
            kill[name]()
            kill[name] = start(name, dice.randrange(2**30))
    finally:
        for end in kill.values():
            end()


def write(folder: Path, seed: int) -> None:
    """Log one step after the other to some files, each row in two pieces, from a step that may be there already."""
    dice = random.Random(seed)  # noqa: S311
    paths = [folder / f"{name}.jsonl" for name in range(FILES)]
    steps = [path.read_bytes().count(b"\n") if path.exists() else 0 for path in paths]
    opened = [os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY) for path in paths]
    step = max(0, max(steps) - dice.randrange(4))
    while True:
        for number, file in enumerate(opened):
            value = round(dice.uniform(0, 100), 3)
            row = {"model": f"m-{number}b", "benchmark": "B", "iteration": step, "value": value}
            line = json.dumps(row | {"unit": "percent"}).encode() + b"\n"
            half = dice.randrange(len(line))
            os.write(file, line[:half])
            time.sleep(0.002)
            os.write(file, line[half:])
        step += 1
        time.sleep(0.02)


def look(watch: Watch) -> None:
    """Load what is new, without the pause between two loads."""
    watch.opens = 0
    watch.look()


def last_rows(folder: Path) -> Rows:
    """Of each step that is logged in the folder the last row of a whole line."""
    rows = {}
    for path in folder.iterdir():
        for line in path.read_text().split("\n")[:-1]:
            begin = line.rfind(_STARTS)  # behind what a kill left
            if begin >= 0:
                row = json.loads(line[begin:])
                rows[row["model"], row["iteration"]] = row["value"]
    return sorted((*place, value) for place, value in rows.items())


def stored_rows(store: Path) -> Rows:
    """What was loaded of them."""
    with connect(snapshots.current(store).path) as connection:
        return connection.execute(_STORED).fetchall()


def _other(stored: Rows, wanted: Rows) -> str:
    """Some rows that are in one of them alone."""
    return str(sorted({*stored} ^ {*wanted})[:3])


def _started(what: str, folder: Path, world: World, seed: int) -> Kill:
    more = [str(seed)] if what == "writer" else [str(world.store), str(world.data)]
    process = _process(what, str(folder), *more)

    def kill() -> None:
        process.kill()
        process.wait()

    return kill


def _process(*arguments: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "scripts.prove.running", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def main() -> None:
    """A writer of FOLDER and SEED, or a watcher of FOLDER, STORE and DATA that looks again and again, or once."""
    what, folder, *more = sys.argv[1:]
    if what == "writer":
        write(Path(folder), int(more[0]))
    store, data = more
    settings = config.read({"REASONBOARD_STORE": store, "REASONBOARD_DATA": data})
    watch = Watch(Path(store), {_NAME: [folder]}, loads_of(settings, _NAME), print)
    look(watch)
    while what == "watcher":
        time.sleep(0.01)
        look(watch)


if __name__ == "__main__":
    main()
