"""Items that do not depend on each other, done on several lanes at once."""

import queue
import random
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from scripts.prove.commands import Commands
from scripts.prove.outcome import Tally, Wrong
from scripts.prove.plan import Plan


class Lane(NamedTuple):
    """What an item has for itself while it is done."""

    commands: Commands
    folder: Path


Place = TypeVar("Place")
Item = Callable[[Place, int, random.Random], str]
"""Does the item of this index and says in a few words how it went; raises Wrong where a promise was broken."""


@contextmanager
def commands_of(plan: Plan, part: str) -> Iterator[list[Lane]]:
    """Lanes with their processes, as long as the block lasts."""
    with ExitStack() as stack:
        folders = [plan.folder / part / f"lane-{number}" for number in range(plan.lanes)]
        yield [
            Lane(stack.enter_context(Commands(folder / "command")), folder) for folder in folders
        ]


def run_items(
    plan: Plan, part: str, count: int, lanes: Sequence[Place], item: Item[Place]
) -> Tally:
    """Do the items 0 to `count` - 1, each with dice of its own; a checker that breaks is a failed item.

    A failure is printed when it happens: a part can take an hour.
    """
    tally, lock = Tally(), threading.Lock()
    waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
    for index in range(count) if plan.item < 0 else [plan.item]:
        waiting.put(index)

    def work(lane: Place) -> None:
        while True:
            try:
                index = waiting.get_nowait()
            except queue.Empty:
                return
            note, failure = "", ""
            try:
                note = item(lane, index, dice_of(plan, part, index))
            except Wrong as wrong:
                failure = str(wrong)
            except Exception as error:  # noqa: BLE001  (a checker that broke has shown nothing)
                failure = f"the checker broke: {error!r}"
            with lock:
                tally.add(index, note, failure)
            if failure:
                print(f"{part} {index}: {failure}", file=sys.stderr, flush=True)

    threads = [threading.Thread(target=work, args=(lane,)) for lane in lanes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return tally


@contextmanager
def running_beside(calls: Sequence[Callable[[], None]]) -> Iterator[None]:
    """Run each call in a thread of its own beside the block; its end waits for them and raises what they raised."""
    with ThreadPoolExecutor(len(calls)) as pool:
        running = [pool.submit(call) for call in calls]
        yield
        for call in running:
            call.result()


def dice_of(plan: Plan, part: str, index: int) -> random.Random:
    """The dice of an item: the same for the same seed, part and index."""
    return random.Random(f"{plan.seed} {part} {index}")  # noqa: S311
