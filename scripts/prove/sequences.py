"""Remove and rollback under a running server: every thread and worker answers from the new data."""

import time
from collections.abc import Iterator, Sequence

from scripts.prove.callbacks import Body, Callbacks
from scripts.prove.client import Reader
from scripts.prove.dashboard import Dashboard, dashboard
from scripts.prove.history import EXPORT, FRESH, SEARCH, History, seen_in_export, seen_in_page
from scripts.prove.lanes import commands_of
from scripts.prove.launcher import PUBLISH
from scripts.prove.outcome import Outcome, Tally, Wrong, expect
from scripts.prove.plan import Plan
from scripts.prove.stores import World, sources

_READERS = 12
"""Connections that are kept, more than two workers have threads: each has answered before the change."""


def sequences(plan: Plan) -> Iterator[Outcome]:
    """Load, read on all connections, take back, read again; the same many times on the same server."""
    tally = Tally()
    with commands_of(plan, "sequences") as lanes:
        folder = plan.folder / "sequences"
        world = World(lanes[0].commands, folder / "store", sources(folder / "data"))
        world.do(PUBLISH)
        history = History(world)
        with dashboard(world.store, world.data) as server:
            for number in range(plan.counts.sequences):
                try:
                    tally.add(number, _sequence(server, history, number))
                except Wrong as wrong:
                    tally.add(number, failure=str(wrong))
            try:
                server.check_log()
            except Wrong as wrong:
                tally.add(-1, failure=str(wrong))
    what = "remove or rollback under a running server, then pages and exports"
    yield tally.outcome("sequences", what, plan.counts.sequences, "all new within 10 s, no error")


def _sequence(server: Dashboard, history: History, number: int) -> str:
    readers = [Reader(server.port) for _ in range(_READERS)]
    try:
        page = Callbacks(readers[0]).page("/kv-cache", SEARCH)
        history.load()
        history.load()
        _wait(readers, page, history)
        change = (history.remove, history.rollback)[number % 2]
        change()
        seconds = _wait(readers, page, history)
        expect(seconds <= FRESH, f"after {history.published[-1].command}: {seconds:.0f} s")
        fresh = [Reader(server.port) for _ in range(_READERS)]
        try:
            _look(fresh, page, history)
        finally:
            _close(fresh)
    finally:
        _close(readers)
    return history.published[-1].command


def _wait(readers: Sequence[Reader], page: Body, history: History) -> float:
    """Ask on all connections until all answer from the newest data; the seconds that it took.

    Raises Wrong where one does not when it has to, or answers with an error.
    """
    published = history.published[-1]
    while True:
        try:
            _look(readers, page, history)
        except Wrong as wrong:
            seconds = time.monotonic() - published.ended
            if seconds > FRESH:
                raise Wrong(f"{seconds:.0f} s after {published.command}: {wrong}") from wrong
            time.sleep(0.5)
        else:
            return time.monotonic() - published.ended


def _look(readers: Sequence[Reader], page: Body, history: History) -> None:
    """Raise Wrong where a page or an export is not of the newest data."""
    newest = history.published[-1]
    number = frozenset() if newest.number is None else frozenset({newest.number})
    for reader in readers:
        export, shown = reader.export(EXPORT), reader.callback(page)
        for answer in (export, shown):
            expect(answer.status == 200, f"status {answer.status}: {answer.text()[:150]}")  # noqa: PLR2004
        for seen in (seen_in_export(export.text(), 0, 0), seen_in_page(shown.text(), 0, 0)):
            expect(
                seen.numbers == number,
                f"{seen.what} shows {sorted(seen.numbers)}, not {sorted(number)}",
            )
            expect(
                seen.versions <= {newest.version}, f"{seen.what} is of data {sorted(seen.versions)}"
            )


def _close(readers: Sequence[Reader]) -> None:
    for reader in readers:
        reader.close()
