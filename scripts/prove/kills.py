"""Commands that are killed, at random times and at every call that changes the store."""

import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, zip_longest
from pathlib import Path
from typing import NamedTuple

from scripts.prove.commands import Ended
from scripts.prove.lanes import Lane, commands_of, run_items
from scripts.prove.launcher import PUBLISH
from scripts.prove.outcome import Failure, Outcome, Wrong, expect
from scripts.prove.plan import Plan
from scripts.prove.stores import (
    State,
    World,
    contents,
    edited,
    follow,
    kinds_of_names,
    load,
    loading,
    one_of,
    sources,
)  # fmt: skip

_WANTED = "state before or after the command, nothing lost, next load works, no leftovers"


class Case(NamedTuple):
    """A command that is killed, with the states that its store may be in afterwards."""

    name: str
    arguments: Sequence[str]
    world: World
    """Never changed: every kill works on a copy."""
    states: tuple[State, State]
    """Before and after; the same for a rebuild."""
    then: tuple[State, State]
    """These after one load more."""
    names: set[str]
    """The kinds of names that are in the store when that load has been made."""
    calls: int
    """The number of calls at which the command can kill itself."""
    seconds: float


class Kill(NamedTuple):
    """One way to kill a command."""

    case: int
    at: int
    """The call before which it kills itself, 0 for a random time."""
    power: bool
    """Is what was not secured lost as well?"""


def kills(plan: Plan) -> Iterator[Outcome]:
    """Kill every command in every way, and see what it leaves."""
    with commands_of(plan, "kills") as lanes:
        cases, broken = _cases(lanes[0], plan.folder / "kills", plan.counts.commands)
        ways = _ways([case.calls for case in cases], plan)

        def item(lane: Lane, index: int, dice: random.Random) -> str:
            way = ways[index % len(ways)]
            return _killed(lane, cases[way.case], way, dice)

        count = plan.counts.kills
        tally = run_items(plan, "kills", count, lanes, item)
        for name, reason in broken.items():
            tally.failures.append(Failure(-1, f"{name}, not even killed: {reason}"))
        what = f"kills of {', '.join(case.name for case in cases)}"
        yield tally.outcome("kills", what, count if plan.item < 0 else 1, _WANTED)


def _ways(calls: Sequence[int], plan: Plan) -> list[Kill]:
    """Every call of every command, with and without a loss of power, then random times: shuffled by the seed.

    The commands take turns, so that of few kills each has some.
    """
    dice = random.Random(plan.seed)  # noqa: S311
    of_each = [
        [Kill(case, at, power) for power in (False, True) for at in range(1, number + 1)]
        for case, number in enumerate(calls)
    ]
    for ways in of_each:
        dice.shuffle(ways)
    every = [way for group in zip_longest(*of_each) for way in group if way]
    more = max(len(every) // 4, plan.counts.kills - len(every))
    random_times = [Kill(number % len(calls), 0, power=False) for number in range(more)]
    return (
        (every + random_times) if len(every) <= plan.counts.kills else _mixed(every, random_times)
    )


def _mixed(every: list[Kill], random_times: list[Kill]) -> list[Kill]:
    """Four calls, then a random time, and so on: where not all can be done, some of each are."""
    return [
        random_times[number // 5 % len(random_times)]
        if number % 5 == 4  # noqa: PLR2004
        else every[number - number // 5]
        for number in range(len(every) * 5 // 4)
    ]


def _killed(lane: Lane, case: Case, way: Kill, dice: random.Random) -> str:
    """Kill the command in this way on a copy of its store; raises Wrong for what must not be."""
    world = World(lane.commands, case.world.store, case.world.data).copy(lane.folder / "store")
    ended = lane.commands.run(
        case.arguments,
        world.store,
        world.data,
        kill_at=way.at,
        power=way.power,
        kill_after=0 if way.at else dice.uniform(0, 1) * case.seconds,
    )
    where = f"{case.name}, {ended.err.strip() if way.at else f'killed after {ended.seconds:.3f} s'}"
    where += ", power lost" if way.power else ""
    try:
        return f"{case.name} {_judged(world, case, ended)}"
    except Wrong as wrong:
        raise Wrong(f"{where}: {wrong}") from wrong


def _judged(world: World, case: Case, ended: Ended) -> str:
    expect(not ended.orphans, "a process that it started went on")
    expect(ended.code in (0, -9), f"exit code {ended.code}: {ended.err[-300:]}")
    before = contents(world.store)
    state, note = world.read(), ""
    if isinstance(state, Ended):
        follow(world, state.line())
        state, note = world.state(), ", rebuilt"
    number = one_of(case.states, state)
    expect(
        number >= 0, f"the state is neither that before nor that after: {_difference(case, state)}"
    )
    if world.run("check").code:
        note = ", rebuilt"
        follow(world, world.run("check").line())
        expect(world.state() == state, "what check advised changed the data")
    expect(bool(before) <= bool(contents(world.store)), "the store was emptied")
    load(world, "next").succeed()
    expect(world.state() == case.then[number], "the next load lost or changed data")
    expect(
        world.do("check").strip() == "No problems found.", "check is not sound after the next load"
    )
    left = kinds_of_names(world.store) - case.names - kinds_of_names(case.world.store)
    expect(not left, f"left in the store: {', '.join(sorted(left))}")
    world.do("rollback")
    expect(world.state() == state, "rollback does not lead back")
    return ("before", "after")[number] + note


def _difference(case: Case, state: State) -> str:
    return f"runs were {_runs(case.states[0])} and {_runs(case.states[1])}, are {_runs(state)}"


def _runs(state: State) -> list[str]:
    return [",".join(line.split(",")[1:3]) for line in state.runs.splitlines()[1:]]


def _cases(lane: Lane, folder: Path, count: int) -> tuple[list[Case], dict[str, str]]:
    """So many cases, and for each command that does not even work unkilled the reason."""
    loaded = _loaded_store(lane, folder)
    cases: list[Case] = []
    broken: dict[str, str] = {}
    for name, prepare in islice(_PREPARED.items(), count):
        try:
            world = loaded.copy(folder / f"{name}-before")
            arguments, world = prepare(world, folder)
            cases.append(_case(name, arguments, world, loaded, folder))
        except Wrong as wrong:
            broken[name] = str(wrong)
    return cases, broken


def _loaded_store(lane: Lane, folder: Path) -> World:
    """A store in which three loads were made, one after the other."""
    data = sources(folder / "data")
    world = World(lane.commands, folder / "loaded", data)
    world.do(PUBLISH)
    for name in ("first", "second", "third"):
        load(world, name).succeed()
    return world


def _case(name: str, arguments: Sequence[str], world: World, loaded: World, folder: Path) -> Case:
    """Run the command once to its end, to know what it does."""
    after = world.copy(folder / f"{name}-after")
    ended = _count_calls(after, arguments)
    calls = after.commands.calls()
    before = world.read()
    states = (before if isinstance(before, State) else loaded.state(), after.state())
    if name == "rebuild":
        expect(states[0] == states[1], "the rebuilt store has not all that was loaded")
    else:
        expect(states[0] != states[1], "it changes nothing")
    then = []
    for end in (loaded if isinstance(before, Ended) else world, after):
        more = end.copy(folder / f"{name}-more")
        load(more, "next").succeed()
        then.append(more.state())
    names = kinds_of_names(more.store)
    return Case(name, arguments, world, states, (then[0], then[1]), names, calls, ended.seconds)


def _count_calls(world: World, arguments: Sequence[str]) -> Ended:
    """Run a command to its end, its calls counted."""
    ended = world.commands.run(arguments, world.store, world.data, kill_at=-1)
    ended.succeed()
    return ended


def _load(world: World, _: Path) -> tuple[Sequence[str], World]:
    return loading(world, "fourth"), world


def _remove(world: World, _: Path) -> tuple[Sequence[str], World]:
    return ["remove", "second"], world


def _rollback(world: World, _: Path) -> tuple[Sequence[str], World]:
    return ["rollback"], world


def _publish(world: World, folder: Path) -> tuple[Sequence[str], World]:
    return [PUBLISH], world._replace(data=edited(world.data, folder / "edited"))


def _rebuild(world: World, _: Path) -> tuple[Sequence[str], World]:
    (world.store / "current.json").write_text("{")
    return ["rebuild"], world


def _restore(world: World, folder: Path) -> tuple[Sequence[str], World]:
    """A store is brought back from a backup that lacks what was loaded later."""
    kept = folder / "backup"
    shutil.rmtree(kept, ignore_errors=True)
    world.do("backup", str(kept))
    load(world, "later").succeed()
    return ["restore", str(kept)], world


_PREPARED: dict[str, Callable[[World, Path], tuple[Sequence[str], World]]] = {
    "load": _load,
    "rebuild": _rebuild,
    PUBLISH: _publish,
    "remove": _remove,
    "rollback": _rollback,
    "restore": _restore,
}
