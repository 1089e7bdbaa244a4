"""Spoilt files, loaded: each is taken or refused in one line, in bounded time and memory."""

import random
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from scripts.prove.commands import PATIENCE, Ended
from scripts.prove.extremes import EXTREMES, LARGE, REFUSED
from scripts.prove.lanes import Lane, commands_of, run_items
from scripts.prove.launcher import PUBLISH
from scripts.prove.mutations import spoil
from scripts.prove.outcome import Outcome, Wrong, expect
from scripts.prove.plan import LONG, Plan
from scripts.prove.seeds import Seed, seeds
from scripts.prove.stores import World, contents, load, sources

_MOST_MEMORY = 2048
"""Megabytes."""
_ADDRESS_SPACE = 6 * 1024**3
"""What protects the machine from a load that takes far more."""
_REAL_LOADS = 5
"""Every n-th load is no dry run."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_LONGEST_LINE = 4000


def files(plan: Plan) -> Iterator[Outcome]:
    """Load the files that are known to be hard, half of all at most, then spoilt ones of every tool."""
    counts = plan.counts
    known = EXTREMES | (LARGE if counts.files >= LONG.files else {})
    extremes = list(known.items())[: counts.files // 2]
    spoilt = seeds()
    with commands_of(plan, "files") as lanes:
        folder = plan.folder / "files"
        world = World(lanes[0].commands, folder / "store", sources(folder / "data"))
        world.do(PUBLISH)
        load(world, "first").succeed()
        before = contents(world.store)

        def item(lane: Lane, index: int, dice: random.Random) -> str:
            into = lane.folder / "files"
            shutil.rmtree(into, ignore_errors=True)
            into.mkdir(parents=True)
            if index < len(extremes):
                what, make = extremes[index]
                path = make(into)
                return _with_name(what, lambda: _extreme(lane, world, before, path, what))
            seed = spoilt[index % len(spoilt)]
            what, path = _write(seed, into, dice)
            real = index % _REAL_LOADS == 0
            return _with_name(what, lambda: _load_and_judge(lane, world, before, path, real=real))

        tally = run_items(plan, "files", counts.files, lanes, item)
        expected = "exit code 0 or 2, one line, store unchanged when refused, under 60 s and 2 GB"
        what = f"files of {len(spoilt)} sound ones spoilt, {len(extremes)} made to be hard"
        yield tally.outcome("files", what, counts.files if plan.item < 0 else 1, expected)


def _extreme(lane: Lane, world: World, before: dict[str, str], path: Path, what: str) -> str:
    """Load a file that was made to be hard: some of them have to be refused."""
    note = _load_and_judge(lane, world, before, path, real=True)
    expect(note == "refused" or what not in REFUSED, f"{note} (expected a refusal)")
    return note


def _with_name(what: str, check: Callable[[], str]) -> str:
    try:
        return check()
    except Wrong as wrong:
        raise Wrong(f"{what}: {wrong}") from wrong


def _write(seed: Seed, into: Path, dice: random.Random) -> tuple[str, Path]:
    """Write the files of the seed, one of them spoilt; what was done, and the path to load."""
    what, content = spoil(seed.files[seed.spoilt], dice)
    for name, sound in seed.files.items():
        path = into / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if name == seed.spoilt else sound)
    alone = len(seed.files) == 1 or not seed.spoilt.endswith(".toml")
    return f"{seed.spoilt}, {what}", into / seed.spoilt if alone else into


def _load_and_judge(
    lane: Lane, world: World, before: dict[str, str], path: Path, *, real: bool
) -> str:
    """Load the path into a copy of the store, an unused one where it is no dry run; judge what came of it."""
    own = world._replace(commands=lane.commands)
    store = lane.folder / ("store" if real else "dry")
    own = own._replace(store=store) if store.exists() and not real else own.copy(store)
    arguments = ["load", str(path), "--name", "spoilt", *([] if real else ["--dry-run"])]
    ended = own.commands.run(arguments, own.store, own.data, address_space=_ADDRESS_SPACE)
    _bounded(ended)
    if ended.code == 0:
        if real:
            checked = own.run("check")
            expect(
                checked.code == 0,
                f"it is loaded and check says: {(checked.err or checked.out)[:200]}",
            )
            _bounded(own.commands.run(["runs"], own.store, own.data, terminal=True))
        return "loaded" if real else "would be loaded"
    expect(ended.code == 2, f"exit code {ended.code} (expected 0 or 2): {_end(ended)}")  # noqa: PLR2004
    line = ended.line()
    expect(len(line) <= _LONGEST_LINE + len(str(path)), f"a line of {len(line)} characters")
    expect(
        "Nothing was loaded" in line or "expected" in line,
        f"not said what was expected: {line[:200]}",
    )
    now = contents(own.store)
    changed = sorted({*now.items()} ^ {*before.items()})
    expect(now == before, f"refused, and the store has changed: {[name for _, name in changed]}")
    return "refused"


def _bounded(ended: Ended) -> None:
    expect(not ended.late, f"not done within {PATIENCE:.0f} s")
    expect(ended.megabytes <= _MOST_MEMORY, f"{ended.megabytes:.0f} MB of memory")
    expect(ended.code >= 0, f"ended by signal {-ended.code}: {_end(ended)}")
    text = ended.out + ended.err
    expect("Traceback (most recent" not in text and "panicked" not in text, _end(ended))
    control = _CONTROL.search(text)
    expect(control is None, f"prints a raw {control.group()!r}" if control else "")
    expect(not ended.orphans, "a process that it started went on")


def _end(ended: Ended) -> str:
    lines: Sequence[str] = (ended.err or ended.out).strip().splitlines() or ["(nothing was said)"]
    return lines[-1][:200]
