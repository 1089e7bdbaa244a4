"""Backups that are made while loads run: each is sound and one version, and can be restored."""

import random
import time
from collections.abc import Iterator

from scripts.prove.lanes import Lane, commands_of, dice_of, running_beside
from scripts.prove.launcher import PUBLISH
from scripts.prove.outcome import Outcome, Tally, Wrong, expect
from scripts.prove.plan import Plan
from scripts.prove.stores import State, World, contents, load, sources

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
    expected = "equals one published version, restores to it, store sound"
    yield tally.outcome("backup", "backups during changes, restored", plan.counts.backups, expected)


def _round(world: World, other: Lane, number: int, dice: random.Random) -> str:
    """One backup while the store changes, and what can be done with it."""
    into = world.store.with_name(f"backup-{number}")
    published = [world.state()]

    def change() -> None:
        for _ in range(_CHANGES):
            _change(world, dice)
            published.append(world.state())

    with running_beside([change]):
        time.sleep(dice.uniform(0, 1))
        made = world._replace(commands=other.commands).run("backup", str(into))
    made.succeed()
    kept = world._replace(store=into)
    built = kept.copy(into.with_name(f"built-{number}"))
    built.do("rebuild")
    expect(built.do("check").strip() == "No problems found.", "check is not sound on the backup")
    state = built.state()
    expect(state in published, "the backup is none of the versions that were published")
    _refuses_what_is_in_use(world, kept)
    _restores(world, str(into), state)
    return "sound"


def _change(world: World, dice: random.Random) -> None:
    """Load a table that is not loaded, or remove one that is."""
    name = dice.choice(("second", "third", "fourth"))
    if f",{name}," in world.do("runs", "--csv"):
        world.do("remove", name)
    else:
        load(world, name).succeed()


def _refuses_what_is_in_use(world: World, kept: World) -> None:
    """A second backup into the same folder is refused, and the first stays as it is."""
    before = contents(kept.store)
    world.run("backup", str(kept.store)).line()
    expect(contents(kept.store) == before, "a refused backup changed the folder")


def _restores(world: World, source: str, state: State) -> None:
    """Restore over an existing store, and into an empty folder; damaging the backup afterwards does no harm."""
    empty = world._replace(store=world.store.with_name("restored"))
    for place in (world, empty):
        place.do("restore", source)
        expect(place.state() == state, "what was restored is not what was backed up")
        expect(
            place.do("check").strip() == "No problems found.", "check is not sound after restore"
        )
        load(place, "later").succeed()
        place.do("remove", "later")
        expect(place.state() == state, "a load and its removal after restore changed the data")
