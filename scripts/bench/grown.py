"""The same changes on a small store and on a large one, by turns: what storing more costs who sees the same."""

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice, takewhile
from pathlib import Path

from playwright.sync_api import Browser, Page

from app import address
from app.control import Values
from app.study import Study
from scripts.bench import stores
from scripts.bench.browser import graphs, open_study, opened, tab
from scripts.bench.change import LOOKS, Times, drawn, last, ratio, turned
from scripts.bench.results import Row, median
from scripts.bench.server import Server, served
from scripts.bench.states import Change, start, walk

_Pair = tuple[Times, Times]


def grown(
    small: Path, large: Path, pages: Sequence[Study], size: int, rounds: int, seconds: float
) -> Iterator[Row]:
    """A row for each page: at most so many changes that both stores offer, and no new one after so many seconds."""
    with served(small) as one, served(large) as other, opened() as browser:
        for study in pages:
            begun, changes = _common(study, small, large, rounds + 1)
            found = _walked(browser, (one, other), study, begun, changes, seconds)
            drew = [pair for pair in found[1:] or found if all(map(drawn, pair))]
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
    servers: tuple[Server, Server],
    study: Study,
    begun: Values,
    changes: Sequence[Change],
    seconds: float,
) -> list[_Pair]:
    with ExitStack() as stack:
        tabs = [stack.enter_context(tab(browser)) for _ in servers]
        for server, page in zip(servers, tabs, strict=True):
            open_study(page, server.address, study, address.encode(study, begun))
        until = time.monotonic() + seconds
        found = []
        for change in changes:
            one, other = (_took(page, servers, study, change) for page in tabs)
            found.append((one, other))
            if time.monotonic() > until:
                break
    return found


def _took(page: Page, servers: Sequence[Server], study: Study, change: Change) -> Times:
    for server in servers:  # what one makes ahead would take the processor from the other
        server.rest(LOOKS)
    page.bring_to_front()
    return turned(page, study, change, graphs(study, change.touched))


def _row(what: str, size: int, pairs: Sequence[_Pair]) -> Row:
    every = [[last(one, list(one["times"])) for one in pair] for pair in pairs]
    seen = [pair for pair in pairs if all(one["sight"] for one in pair)]
    sight = [[last(one, one["sight"]) for one in pair] for pair in seen]
    values: dict[str, float | int] = {
        "changes": len(pairs),
        "p50 ms": median([large for _, large in every]),
        "x smallest": ratio([large for _, large in every], [small for small, _ in every]),
        "in sight p50": median([large for _, large in sight]),
        "x smallest there": ratio([large for _, large in sight], [small for small, _ in sight]),
        "answered p50": median([large["answered"] for _, large in pairs]),
        "smallest answered": median([small["answered"] for small, _ in pairs]),
    }
    return Row("change, largest against smallest", what, size, values)
