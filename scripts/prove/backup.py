"""Backups that are made while loads run: each is sound and one version, and can be restored."""

import random
from collections.abc import Iterator

from scripts.prove.lanes import Lane, beside, commands_of, dice_of
from scripts.prove.launcher import PUBLISH
from scripts.prove.outcome import Outcome, Tally, Wrong, expect
from scripts.prove.plan import Plan
from scripts.prove.stores import State, World, load, loading, sources

_CHANGES = 3
"""Changes that are made while a backup is."""


def backups(plan: Plan) -> Iterator[Outcome]:
    """Back up, restore into an empty store, restore over what came later; and refuse where a folder is in use."""
    tally = Tally()
    with commands_of(plan, "backup") as (lane, other, *_):
        folder = plan.folder / "backup"
        world = World(lane.commands, folder / "store", sources(folder / "data"))
        world.do(PUBLISH)
        load(world, "first").succeed()
        for number in range(plan.counts.backups):
            try:
                tally.add(number, _round(world, other, number, dice_of(plan, "backup", number)))
            except Wrong as wrong:
                tally.add(number, failure=str(wrong))
    wanted = "equals one published version, restores to it, store sound"
    yield tally.outcome("backup", "backups during changes, restored", plan.counts.backups, wanted)


def _round(world: World, other: Lane, number: int, dice: random.Random) -> str:
    """One backup while the store changes, and what can be done with it."""
    into = world.store.with_name(f"backup-{number}")
    published = [world.state()]

    def change() -> None:
        for turn in range(_CHANGES):
            own = World(world.commands, world.store, world.data)
            what = dice.choice(("load", "remove"))
            _changed(own, what if turn else "remove")
            published.append(own.state())

    side = world._replace(commands=other.commands)
    with beside([change]):
        side.commands.run(["runs"], side.store, side.data)
        made = [side.run("backup", str(into))]
    for ended in made:
        ended.succeed()
    kept = world._replace(store=into)
    expect(kept.do("check").strip() == "All is sound.", "check is not sound on the backup")
    state = kept.state()
    expect(state in published, "the backup is none of the versions that were published")
    _refuses_what_is_in_use(world, str(into))
    _restores(world, str(into), state)
    return "sound"


def _changed(world: World, what: str) -> None:
    """Remove the second load where it is in, else load it."""
    is_in = "second," in world.do("runs") or ",second" in world.do("runs")
    if is_in and what == "remove":
        world.do("remove", "second")
    elif not is_in:
        world.do(*loading(world, "second"))
    else:
        world.do(*loading(world, "third"))


def _refuses_what_is_in_use(world: World, into: str) -> None:
    """A second backup into the same folder is refused, and the first stays as it is."""
    before = world._replace(store=world.store.with_name(into.rpartition("/")[2])).state()
    world.run("backup", into).line()
    after = world._replace(store=world.store.with_name(into.rpartition("/")[2])).state()
    expect(before == after, "a refused backup changed the folder")


def _restores(world: World, source: str, state: State) -> None:
    """Restore over what there is, and into nothing; the backup can be damaged afterwards without harm."""
    empty = world._replace(store=world.store.with_name("restored"))
    for place in (world, empty):
        place.do("restore", source)
        expect(place.state() == state, "what was restored is not what was backed up")
        expect(place.do("check").strip() == "All is sound.", "check is not sound after restore")
        load(place, "later").succeed()
        place.do("remove", "later")
        expect(place.state() == state, "a load and its removal after restore changed the data")
