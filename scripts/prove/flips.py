"""Files of a store that are damaged: what is wrong is named, and nothing that is sound is lost."""

import random
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from reasonboard.store import parts
from reasonboard.store import pointer as pointers
from reasonboard.store.errors import StoreError
from reasonboard.store.pointer import KEPT
from scripts.prove.callbacks import Callbacks
from scripts.prove.client import Reader
from scripts.prove.commands import Ended
from scripts.prove.dashboard import dashboard
from scripts.prove.lanes import Lane, commands_of, run_items
from scripts.prove.launcher import PUBLISH
from scripts.prove.outcome import Outcome, Wrong, expect
from scripts.prove.plan import Plan
from scripts.prove.stores import (
    State,
    World,
    advice,
    contents,
    load,
    loading,
    one_of,
    sources,
)  # fmt: skip

_WANTED = "unnoticed and right, or named in one line; nothing sound is lost"
_LOADS = ("first", "second", "third")
_SNAPSHOT = re.compile(r"results-.*\.duckdb")
_Damage = Callable[[Path, random.Random], str]
_Check = Callable[["_Damaged"], str]


class _Damaged:
    """A store with one damaged file, and what was in its snapshots before."""

    def __init__(
        self, world: World, states: list[State], more: Callable[[State], State], sound: list[State]
    ) -> None:
        self.world = world
        self.states = states
        """Of all snapshots that were kept, the newest first."""
        self.more = more
        """What each of them is after one load more."""
        self.sound = sound
        """The states whose own file is not damaged."""
        self.files = contents(world.store)

    def nothing_unlinked(self) -> None:
        """Raise Wrong where a file with data or a short link is gone; it may have another name.

        A snapshot may go if as many as are kept were published after it, as by a rebuild: one whose file was damaged
        counts, too, as long as the pointer names it, because its parts have all of it.
        """
        left = contents(self.world.store)
        snapshots = {name for name in left.values() if _SNAPSHOT.fullmatch(name)}
        with suppress(StoreError):
            pointer = pointers.read(self.world.store)
            snapshots |= {entry.file for entry in pointer.entries} if pointer else set()
        removed = sorted(
            name
            for digest, name in self.files.items()
            if name.endswith((".duckdb", ".link"))
            and digest not in left
            and not (
                _SNAPSHOT.fullmatch(name) and sum(snapshot > name for snapshot in snapshots) >= KEPT
            )
        )
        expect(not removed, f"removed a file with data: {', '.join(removed)}")


def flips(plan: Plan) -> Iterator[Outcome]:
    """Damage every file of a store in many ways, and work on with each."""
    with commands_of(plan, "flips") as lanes:
        truth, owners = _store(lanes[0], plan.folder / "flips")
        states = list(reversed(owners.values()))
        known: dict[State, State] = {}
        lock = threading.Lock()

        def more(lane: Lane, state: State) -> State:
            with lock:
                if state not in known:
                    fresh = truth._replace(commands=lane.commands)
                    known[state] = _after_one_more(fresh, state, states.index(state))
                return known[state]

        files = sorted(
            path.relative_to(truth.store) for path in truth.store.rglob("*") if path.is_file()
        )

        def item(lane: Lane, index: int, dice: random.Random) -> str:
            file = files[index % len(files)]
            world = World(lane.commands, truth.store, truth.data).copy(lane.folder / "store")
            how = dice.choice(_DAMAGES)(world.store / file, dice)
            sound = [state for state in states if owners.get(file) != state]
            damaged = _Damaged(world, states, partial(more, lane), sound)
            check = dice.choice(_checks(file))
            try:
                return check(damaged)
            except Wrong as wrong:
                raise Wrong(f"{file}, {how}, then {check.__name__.strip('_')}: {wrong}") from wrong

        count = plan.counts.flips
        tally = run_items(plan, "flips", count, lanes, item)
        what = f"flipped, cut, emptied, exchanged and removed files of {len(files)}"
        yield tally.outcome("flips", what, count if plan.item < 0 else 1, _WANTED)


def _store(lane: Lane, folder: Path) -> tuple[World, dict[Path, State]]:
    """A store with three snapshots and a link, and what is in the file of each snapshot, the oldest first."""
    world = World(lane.commands, folder / "store", sources(folder / "data"))
    world.do(PUBLISH)
    owners: dict[Path, State] = {}
    before = set(world.store.iterdir())
    for name in _LOADS:
        load(world, name).succeed()
        (new,) = (path for path in set(world.store.iterdir()) - before if path.suffix == ".duckdb")
        before |= {new}
        owners[new.relative_to(world.store)] = world.state()
    _make_link(world)
    return world, owners


def _make_link(world: World) -> None:
    """A short link, as a reader makes it: it is a file of the store."""
    with dashboard(world.store, world.data, workers=1) as server, Reader(server.port) as reader:
        reader.callback(Callbacks(reader).share("kv-cache", "grid", ""))
    expect(any(world.store.rglob("*.link")), "a short link was asked for, and none is in the store")


def _after_one_more(truth: World, state: State, back: int) -> State:
    """The content of the store after `rollback` to an earlier snapshot and one load."""
    world = truth.copy(truth.store.with_name("one-more"))
    for _ in range(back):
        world.do("rollback")
    expect(world.state() == state, "rollback does not lead back")
    load(world, "next").succeed()
    return world.state()


def _checks(file: Path) -> tuple[_Check, ...]:
    """What may follow when this file is damaged."""
    if file.parent.name != parts.FOLDER:
        return _CHECKS
    return (_part,) if file.name.startswith(parts.ANSWERS) else (_as_it_is, _load_first, _rebuild)


def _part(damaged: _Damaged) -> str:
    """Answers are damaged: check says so, loads go on, and loading the files again brings all back."""
    line = damaged.world.run("check").line()
    expect("expected a file with sha256" in line, f"does not say what was expected: {line[:200]}")
    load(damaged.world, "next").succeed()
    for name in _LOADS:
        damaged.world.do(*loading(damaged.world, name), "--replace")
    expect(damaged.world.run("check").code == 0, "check is not sound afterwards")
    expect(
        damaged.world.state().rows == damaged.more(damaged.states[0]).rows,
        "what was loaded again is not what was there",
    )
    return "named, loaded again"


def _as_it_is(damaged: _Damaged) -> str:
    """Check, read and load, then do what a refusal advises."""
    checked = damaged.world.run("check")
    line = "" if checked.code == 0 else checked.line()
    state = damaged.world.read()
    if isinstance(state, Ended):
        line = state.line()
    else:
        expect(state == damaged.states[0], "the data differ, and no command says so")
    return _load_line(damaged, line)


def _load_first(damaged: _Damaged) -> str:
    """Load at once, then do what a refusal advises."""
    return _load_line(damaged, "")


def _load_line(damaged: _Damaged, line: str) -> str:
    ended = load(damaged.world, "next")
    if ended.code == 0:
        state = damaged.world.state()
        expect(
            state == damaged.more(damaged.states[0]),
            "a load succeeded and what was loaded before is lost",
        )
        advised = _check_advises(damaged)
        return "named by check, loads went on" if line or advised else "unnoticed and right"
    refusal = ended.line()
    expect(
        "Nothing was loaded" in refusal, f"does not say that nothing was loaded: {refusal[:200]}"
    )
    damaged.nothing_unlinked()
    return _mended(damaged, refusal)


def _check_advises(damaged: _Damaged) -> bool:
    """Does check name damage that a load did not meet? What it advises changes no data and leaves all sound."""
    checked = damaged.world.run("check")
    if checked.code == 0:
        return False
    before = damaged.world.state()
    damaged.world.do(advice(checked.line()))
    expect(damaged.world.state() == before, "what check advised changed the data")
    expect(damaged.world.run("check").code == 0, "check is not sound after what it advised")
    return True


def _roll_back(damaged: _Damaged) -> str:
    """Go back one snapshot: to the data of then, or it is said why not."""
    ended = damaged.world.run("rollback")
    if ended.code:
        line = ended.line()
        damaged.nothing_unlinked()
        return _mended(damaged, line)
    state = damaged.world.state()
    expect(state == damaged.states[1], "rollback went to other data than those before the change")
    _sound_and_loads(damaged, state)
    return "rolled back"


def _rebuild(damaged: _Damaged) -> str:
    """Rebuild at once: of the parts, or of the snapshot if one of these is damaged."""
    return _mended(damaged, "`reasonboard rebuild`")


def _publish(damaged: _Damaged) -> str:
    """Start as `serve` does: it goes on with all that was loaded, or says why not."""
    ended = damaged.world.run(PUBLISH)
    if ended.code == 0:
        state = damaged.world.read()
        if isinstance(state, State):
            expect(state == damaged.states[0], "a start went on and what was loaded is lost")
            return "unnoticed and right"
        return _mended(damaged, state.line())
    damaged.nothing_unlinked()
    return _mended(damaged, damaged.world.run("check").line())


def _mended(damaged: _Damaged, line: str) -> str:
    """Do what the line advises: then the newest sound data is there, and loads work."""
    command = advice(line)
    ended = damaged.world.run(command)
    expect(
        ended.code == 0,
        f"{command}, as advised: exit code {ended.code}: {(ended.err or ended.out)[:200]}",
    )
    damaged.nothing_unlinked()
    state = damaged.world.state()
    number = one_of(damaged.states, state)
    expect(number >= 0, f"{command} leads to data that never were")
    at_least = damaged.states.index(damaged.sound[0])
    expect(number <= at_least, f"{command} loses data that a sound snapshot has")
    _sound_and_loads(damaged, state)
    return f"named, {command}"


def _sound_and_loads(damaged: _Damaged, state: State) -> None:
    expect(damaged.world.run("check").code == 0, "check is not sound afterwards")
    load(damaged.world, "next").succeed()
    expect(damaged.world.state() == damaged.more(state), "the load afterwards lost or changed data")


def _flip(path: Path, dice: random.Random) -> str:
    content = bytearray(path.read_bytes())
    if not content:
        return _garbage(path, dice)
    place = dice.choice((dice.randrange(len(content)), dice.randrange(min(len(content), 8192))))
    content[place] ^= 1 << dice.randrange(8)
    path.write_bytes(content)
    return f"one bit of byte {place} flipped"


def _truncate(path: Path, dice: random.Random) -> str:
    content = path.read_bytes()
    length = dice.randrange(len(content)) if content else 0
    path.write_bytes(content[:length])
    return f"cut to {length} bytes"


def _empty(path: Path, _: random.Random) -> str:
    path.write_bytes(b"")
    return "emptied"


def _garbage(path: Path, dice: random.Random) -> str:
    path.write_bytes(dice.choice((b"{", b"{}", b"null", b"\0" * 4096, dice.randbytes(4096))))
    return "replaced by garbage"


def _exchange(path: Path, dice: random.Random) -> str:
    """The content of another file of its kind stands in its place."""
    others = sorted(other for other in path.parent.glob(f"*{path.suffix}") if other != path)
    if not others:
        return _garbage(path, dice)
    other = dice.choice(others)
    path.write_bytes(other.read_bytes())
    return f"replaced by {other.name}"


def _remove(path: Path, _: random.Random) -> str:
    path.unlink()
    return "removed"


_DAMAGES: tuple[_Damage, ...] = (
    _flip,
    _flip,
    _flip,
    _truncate,
    _truncate,
    _empty,
    _garbage,
    _exchange,
    _remove,
)
_CHECKS: tuple[_Check, ...] = (_as_it_is, _as_it_is, _load_first, _roll_back, _rebuild, _publish)
