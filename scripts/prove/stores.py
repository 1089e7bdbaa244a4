"""Small stores to break, and what the product says is in them."""

import csv
import hashlib
import random
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from scripts.prove.commands import Commands, Ended
from scripts.prove.outcome import expect
from tests.sources import two_sources

_QUERIES = (
    "SELECT * EXCLUDE (loaded_at) FROM result ORDER BY ALL",
    "SELECT * FROM sample ORDER BY ALL",
    "SELECT name, aliases, params_b FROM model ORDER BY ALL",
)
TABLES = ("first", "second", "third", "fourth", "later", "next")
"""The names of the tables that the parts load."""
_ADVICE = ("reasonboard rebuild", "reasonboard rollback", "`rollback`", "`rebuild`")


class State(NamedTuple):
    """All that the product says is in a store: equal states are equal data, row by row."""

    runs: str
    rows: tuple[str, ...]


class World(NamedTuple):
    """A store, its sources, and the commands that work on it."""

    commands: Commands
    store: Path
    data: Path

    def run(self, *arguments: str) -> Ended:
        """Run a command on the store."""
        return self.commands.run(arguments, self.store, self.data)

    def do(self, *arguments: str) -> str:
        """Run a command that has to succeed; what it printed."""
        return self.run(*arguments).succeed()

    def state(self) -> State:
        """What is in the store; raises Wrong where it cannot be read."""
        state = self.read()
        return state if isinstance(state, State) else State(state.succeed(), ())

    def read(self) -> "State | Ended":
        """What is in the store, or the command that could not read it."""
        commands = [self.run("runs", "--csv"), *(self.run("query", sql) for sql in _QUERIES)]
        refused = next((command for command in commands if command.code), None)
        return refused or State(commands[0].out, tuple(command.out for command in commands[1:]))

    def copy(self, store: Path) -> "World":
        """The same with a copy of the store in the place of whatever is at `store`."""
        shutil.rmtree(store, ignore_errors=True)
        shutil.copytree(self.store, store, symlinks=True)
        return self._replace(store=store)

    def published(self) -> bool:
        """Has the store a pointer?"""
        return (self.store / "current.json").exists()


def sources(folder: Path) -> Path:
    """The sources of the small stores, and tables to load beside them: a snapshot is built in half a second."""
    for name in TABLES:
        table(folder.parent / "tables", name)
    return two_sources(folder)


def edited(data: Path, copy: Path) -> Path:
    """A copy of the sources in which one number differs."""
    shutil.copytree(data, copy)
    table = copy / "caption-kv-cache.csv"
    with table.open(newline="") as file:
        rows = list(csv.reader(file))
    column = rows[0].index("value")
    rows[1][column] = f"{float(rows[1][column]) / 2:g}"
    with table.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    return copy


def table(folder: Path, name: str) -> Path:
    """A table of measurements and one of answers of a model of this name, always the same: a folder to load."""
    dice = random.Random(name)  # noqa: S311
    into = folder / name
    if into.exists():
        return into
    into.mkdir(parents=True)
    rows = [
        f"org/{name},MATH500,{window},{ratio},accuracy,{dice.randint(0, 1000) / 10},500,percent"
        for window in (100, 500)
        for ratio in (0.1, 0.3, 0.5)
    ]
    head = "model,benchmark,kv_window,kv_ratio,metric,value,n,unit"
    (into / "numbers.csv").write_text("\n".join([head, *rows]) + "\n")
    answers = [f"org/{name},MATH500,40,q{item},{dice.randint(0, 1)},fraction" for item in range(20)]
    head = "model,benchmark,iteration,item,correct,unit"
    (into / "answers.csv").write_text("\n".join([head, *answers]) + "\n")
    return into


def load(world: World, name: str) -> Ended:
    """Load the table of this name, as a load of this name."""
    return world.run(*loading(world, name))


def loading(world: World, name: str) -> list[str]:
    """The arguments of that command. Snapshots name the file that was loaded: it is always the same."""
    return ["load", str(table(world.data.parent / "tables", name)), "--name", name]


def advice(line: str) -> str:
    """The command that a refusal names as the way out; raises Wrong where it names none."""
    expect(
        any(words in line for words in _ADVICE), f"names neither rebuild nor rollback: {line[:300]}"
    )
    return "rebuild" if "rebuild" in line else "rollback"


def follow(world: World, line: str) -> str:
    """Do what a refusal advises, which has to succeed; the command."""
    command = advice(line)
    world.do(command)
    return command


def contents(store: Path) -> dict[str, str]:
    """The digest of each file of the store that holds data, whatever the file is called by now."""
    return {
        hashlib.sha256(path.read_bytes()).hexdigest(): path.name
        for path in sorted(store.rglob("*"))
        if path.is_file() and path.name != "lock"
    }


def kinds_of_names(store: Path) -> set[str]:
    """The names in the store with their numbers and digests left out: what is more than usual is a leftover."""
    return {
        re.sub(r"[0-9a-f]{7,}|\d+", "#", path.relative_to(store).as_posix())
        for path in store.rglob("*")
    }


def one_of(states: Sequence[State], state: State) -> int:
    """Which of the states it is, -1 where none."""
    return next((number for number, other in enumerate(states) if other == state), -1)
