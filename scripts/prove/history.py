"""What was published when, so that every answer can be compared with the data of its time."""

import json
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from scripts.prove.outcome import Wrong, expect
from scripts.prove.stores import World

NAME = "live"
SEARCH = f"?source={NAME}"
EXPORT = f"/api/kv-cache/grid.json{SEARCH}"
FRESH = 10.0
"""Seconds within which every answer follows from the newest data."""
_KEPT = 3
_CELLS = 6
_VERSION = re.compile(r"data ([0-9a-f]{7,})\b")
_HOVER = re.compile(r"Accuracy ([\d.]+).{0,8}?%")


class Published(NamedTuple):
    """A version of the data. All its cells of the load `live` have the same number."""

    began: float
    """When its command was started: it is not seen before."""
    ended: float
    """When its command had ended; times are those of time.monotonic."""
    version: str
    number: float | None
    """In percent; None where the load has been taken out."""
    command: str


class Seen(NamedTuple):
    """What an answer says of its data."""

    began: float
    ended: float
    versions: frozenset[str]
    numbers: frozenset[float]
    cells: int | None
    """How many cells of the load it has, None where it does not list them."""
    what: str


class History:
    """Changes a store under a running server, and remembers what was published when."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._made = 0
        self._kept: list[float | None] = []
        self.published: list[Published] = []
        self.load()

    def load(self) -> None:
        """Load other numbers in the place of those of before."""
        self._made += 1
        number = round(10 + self._made / 10, 1)
        table = self._world.store.with_name(f"{NAME}.csv")
        rows = [
            f"org/{NAME},MATH500,{window},{ratio},accuracy,{number},,percent"
            for window in (100, 500)
            for ratio in (0.1, 0.3, 0.5)
        ]
        head = "model,benchmark,kv_window,kv_ratio,metric,value,n,unit"
        table.write_text("\n".join([head, *rows]) + "\n")
        self._change(number, "load", str(table), "--name", NAME, "--replace")

    def remove(self) -> None:
        """Take the load out, or load where it is not in."""
        if self.published[-1].number is None:
            self.load()
        else:
            self._change(None, "remove", NAME)

    def alias(self) -> None:
        """Give the model of the load another size."""
        self._made += 1
        names = self._world.store.with_name("names.toml")
        names.write_text(f'[model."org/{NAME}"]\nparams_b = {self._made}\n')
        self._change(self.published[-1].number, "load", "--aliases", str(names))

    def rollback(self) -> None:
        """Go back to the data before, or load where none are kept."""
        if len(self._kept) < 2:  # noqa: PLR2004
            self.load()
            return
        began = time.monotonic()
        self._world.do("rollback")
        self._kept.pop()
        self._remember(began, self._kept[-1], "rollback")

    def turns(self) -> Sequence[Callable[[], None]]:
        """The changes, in the order in which a campaign makes them again and again."""
        return (
            self.load,
            self.alias,
            self.rollback,
            self.load,
            self.remove,
            self.load,
            self.load,
            self.rollback,
        )

    def judge(self, seen: Seen) -> None:
        """Raise Wrong where the answer is torn or older than it may be."""
        numbers = {entry.version: entry.number for entry in self.published}
        expect(
            len(seen.versions) <= 1,
            f"{seen.what}: torn: data {sorted(seen.versions)} in one answer",
        )
        expect(
            len(seen.numbers) <= 1,
            f"{seen.what}: torn: numbers {sorted(seen.numbers)} in one answer",
        )
        number = next(iter(seen.numbers), None)
        cells_right = seen.cells is None or seen.cells == (0 if number is None else _CELLS)
        expect(cells_right, f"{seen.what}: torn: {seen.cells} of {_CELLS} cells")
        for version in seen.versions:
            expect(version in numbers, f"{seen.what}: data {version}, which was never published")
            same = numbers[version] == number
            expect(
                same,
                f"{seen.what}: torn: data {version} with the number {number}, not {numbers[version]}",
            )
        self._fresh(seen, number)

    def _fresh(self, seen: Seen, number: float | None) -> None:
        possible = self.between(seen.began - FRESH, seen.ended)
        versions = {entry.version for entry in possible}
        if seen.versions <= versions and number in {entry.number for entry in possible}:
            return
        last = max(
            (entry for entry in self.published if entry.began < seen.began), key=lambda e: e.began
        )
        raise Wrong(
            f"{seen.what}: stale: {', '.join(seen.versions) or f'the number {number}'} "
            f"{seen.began - last.ended:.1f} s after {last.command} made it {last.version}"
        )

    def between(self, since: float, until: float) -> list[Published]:
        """What was the newest at any time between the two."""
        ends = [entry.ended for entry in self.published[1:]] + [float("inf")]
        return [
            entry
            for entry, end in zip(self.published, ends, strict=True)
            if entry.began <= until and end >= since
        ]

    def _change(self, number: float | None, *arguments: str) -> None:
        began = time.monotonic()
        self._world.do(*arguments)
        self._kept = [*self._kept, number][-_KEPT:]
        self._remember(began, number, arguments[0])

    def _remember(self, began: float, number: float | None, command: str) -> None:
        version = version_of(self._world.store)
        self.published.append(Published(began, time.monotonic(), version, number, command))


def version_of(store: Path) -> str:
    """The version that the store's pointer names."""
    return str(json.loads((store / "current.json").read_text())["version"])


def seen_in_export(text: str, began: float, ended: float) -> Seen:
    """What an export as JSON says of its data."""
    content = json.loads(text)
    rows = [row for row in content["rows"] if row["model"] == f"org/{NAME}"]
    numbers = frozenset(round(row["value"] * 100, 4) for row in rows)
    versions = frozenset(_VERSION.findall(content["provenance"]["version"]))
    return Seen(began, ended, versions, numbers, len(rows), "export")


def seen_in_page(text: str, began: float, ended: float) -> Seen:
    """What the answer of a callback says of its data, as far as it shows the load."""
    versions = frozenset(_VERSION.findall(text)) if "no longer kept" not in text else frozenset()
    numbers = frozenset(float(number) for number in _HOVER.findall(text))
    return Seen(began, ended, versions, numbers, None, "page")
