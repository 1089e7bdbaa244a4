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
from scripts.bench.browser import graphs, open_study, opened, tab
from scripts.bench.change import Times, drawn, last, ratio_of_each, slowest, turned
from scripts.bench.results import Row, median
from scripts.bench.server import Server, served
from scripts.bench.states import Change, start, walk

_Turns = tuple[Times, Times, Times]
"""One change on the small store, on the large one, and on the small one again."""


def grown(
    small: Path,
    large: Path,
    pages: Sequence[Study],
    size: int,
    rounds: int,
    seconds: float,
) -> Iterator[Row]:
    """A row for each page: at most so many changes that both stores offer, and no new one after so many seconds."""
    with ExitStack() as stack:
        servers = [stack.enter_context(served(store)) for store in (small, large, small)]
        browser = stack.enter_context(opened())
        for study in pages:
            begun, changes = _common(study, small, large, rounds + 1)
            found = _walked(browser, servers, study, begun, changes, seconds)
            drew = [turns for turns in found[1:] or found if all(map(drawn, turns))]
            if drew:
                yield _row(study.path, size, drew)


def _common(study: Study, small: Path, large: Path, count: int) -> tuple[Values, list[Change]]:
    """The state that a page begins with, and the changes from there as far as both stores offer what they lead to."""
    with stores.used(small):
        begun = start(study)
        found = list(islice(walk(study, begun), count))
    with stores.used(large):
        offered = takewhile(lambda one: study.clean(one.values) == (one.values, {}), found)
        return begun, list(offered)


def _walked(
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
        found = []
        for count, change in enumerate(changes):
            times: dict[int, Times] = {}
            for turn in range(len(tabs)):  # another one begins with every change
                place = (count + turn) % len(tabs)
                times[place] = _took(tabs[place], study, change)
            found.append((times[0], times[1], times[2]))
            if time.monotonic() > until:
                break
    return found


def _took(page: Page, study: Study, change: Change) -> Times:
    page.bring_to_front()
    return turned(page, study, change, graphs(study, change.touched))


def _row(what: str, size: int, found: Sequence[_Turns]) -> Row:
    every = [[slowest(turn) for turn in turns] for turns in found]
    seen = [turns for turns in found if all(turn["sight"] for turn in turns)]
    sight = [[last(turn, turn["sight"]) for turn in turns] for turns in seen]
    values: dict[str, float | int] = {
        "changes": len(found),
        "p50 ms": median([large for _, large, _ in every]),
        "x smallest": _times_small(every, 1),
        "x again": _times_small(every, 2),
        "in sight p50": median([large for _, large, _ in sight]),
        "x smallest there": _times_small(sight, 1),
        "x again there": _times_small(sight, 2),
        "answered p50": median([large["answered"] for _, large, _ in found]),
        "smallest answered": median([small["answered"] for small, _, _ in found]),
    }
    return Row("change, largest against smallest", what, size, values)


def _times_small(found: Sequence[Sequence[float]], place: int) -> float:
    return ratio_of_each([turns[place] for turns in found], [turns[0] for turns in found])
