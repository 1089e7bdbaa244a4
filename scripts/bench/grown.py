"""The same changes on a small store and on a large one, by turns: what storing more costs who sees the same."""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice, takewhile
from pathlib import Path

from playwright.sync_api import Browser, Page

from reasonboard.core import url_state
from reasonboard.core.control import Values
from reasonboard.core.study import Study
from scripts.bench import stores
from scripts.bench.browser import graphs, open_browser, open_study, tab
from scripts.bench.change import Times, change_state, is_drawn, last, ratio_of_each, slowest
from scripts.bench.results import Row, median
from scripts.bench.server import Server, served
from scripts.bench.states import Change, start, walk

_Turns = tuple[Times, Times, Times]
"""One change on the small store, on the large one, and on the small one again."""


def grown(
    small: Path, large: Path, pages: Sequence[Study], size: int, rounds: int, seconds: float
) -> Iterator[Row]:
    """A row for each page: at most so many changes that both stores offer, and no new one after so many seconds."""
    with ExitStack() as stack:
        servers = [stack.enter_context(served(store)) for store in (small, large, small)]
        browser = stack.enter_context(open_browser())
        for study in pages:
            begun, changes = _common(study, small, large, rounds + 1)
            measured = _measure_walk(browser, servers, study, begun, changes, seconds)
            drawing = [
                measurement
                for measurement in measured[1:] or measured
                if all(map(is_drawn, measurement))
            ]
            if drawing:
                yield _row(study.path, size, drawing)


def _common(study: Study, small: Path, large: Path, count: int) -> tuple[Values, list[Change]]:
    """The state that a page begins with, and the changes from there as far as both stores offer what they lead to."""
    with stores.used(small):
        begun = start(study)
        changes = list(islice(walk(study, begun), count))
    with stores.used(large):
        offered = takewhile(
            lambda change: study.clean(change.values) == (change.values, {}), changes
        )
        return begun, list(offered)


def _measure_walk(
    browser: Browser,
    servers: Sequence[Server],
    study: Study,
    begun: Values,
    changes: Sequence[Change],
    seconds: float,
) -> list[_Turns]:
    with ExitStack() as stack:
        tabs = [stack.enter_context(tab(browser)) for _ in servers]
        for server, page in zip(servers, tabs, strict=True):
            open_study(page, server.address, study, url_state.encode(study, begun))
        until = time.monotonic() + seconds
        measured = []
        for count, change in enumerate(changes):
            times: dict[int, Times] = {}
            for step in range(len(tabs)):  # another one begins with every change
                place = (count + step) % len(tabs)
                times[place] = _took(tabs[place], study, change)
            measured.append((times[0], times[1], times[2]))
            if time.monotonic() > until:
                break
    return measured


def _took(page: Page, study: Study, change: Change) -> Times:
    page.bring_to_front()
    return change_state(page, study, change, graphs(study, change.touched))


def _row(what: str, size: int, measured: Sequence[_Turns]) -> Row:
    every = [[slowest(tab) for tab in tabs] for tabs in measured]
    seen = [tabs for tabs in measured if all(tab["sight"] for tab in tabs)]
    sight = [[last(tab, tab["sight"]) for tab in tabs] for tabs in seen]
    values: dict[str, float | int] = {
        "changes": len(measured),
        "p50 ms": median([large for _, large, _ in every]),
        "x smallest": _times_small(every, 1),
        "x again": _times_small(every, 2),
        "in sight p50": median([large for _, large, _ in sight]),
        "x smallest there": _times_small(sight, 1),
        "x again there": _times_small(sight, 2),
        "answered p50": median([large["answered"] for _, large, _ in measured]),
        "smallest answered": median([small["answered"] for small, _, _ in measured]),
    }
    return Row("change, largest against smallest", what, size, values)


def _times_small(times: Sequence[Sequence[float]], place: int) -> float:
    return ratio_of_each([tabs[place] for tabs in times], [tabs[0] for tabs in times])
