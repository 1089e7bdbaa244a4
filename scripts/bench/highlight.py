"""From what the pointer does to the frame that shows the highlight, where the browser makes it."""

import random
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from reasonboard.core import url_state
from reasonboard.core.study import Study
from scripts.bench.browser import graphs, open_browser, open_study, tab
from scripts.bench.results import Row, median, p95
from scripts.bench.server import Server
from scripts.bench.states import start


class _Act(NamedTuple):
    """What a pointer does, on which places of a chart, and what plotly.js says then."""

    part: str
    many: str
    places: str
    event: str
    said: str
    between: int
    """Milliseconds from one to the next: plotly.js hovers at most every 50, and a click changes the page."""


_ACTS = (
    _Act("hover to frame", "hovers", "points", "mousemove", "plotly_hover", 120),
    _Act("click to frame", "clicks", "cells", "mouseup", "plotly_click", 1200),
)


def highlights(
    server: Server, pages: Sequence[Study], size: int, rounds: int, seconds: float
) -> Iterator[Row]:
    """A row for each chart that is linked with others in the browser (assets/link.js), or has cells to pick."""
    with open_browser() as browser, tab(browser) as page:
        for study in pages:
            open_study(page, server.address, study, url_state.encode(study, start(study)))
            for id in graphs(study, tuple(view.name for view in study.views)):
                for act in _ACTS:
                    took = _acted(page, id, act, rounds, seconds)
                    if took:
                        values = {act.many: len(took), "p50 ms": median(took), "p95 ms": p95(took)}
                        yield Row(act.part, id.removesuffix("-graph"), size, values)


def _acted(page: Any, id: str, act: _Act, rounds: int, seconds: float) -> list[float]:
    page.evaluate("id => document.getElementById(id)?.scrollIntoView({block: 'center'})", id)
    page.wait_for_timeout(act.between)
    places = f"id => bench.{act.places}(id)"
    if not page.evaluate(places, id):
        return []
    page.evaluate("([id, act, said]) => bench.listen(id, act, said)", [id, act.event, act.said])
    dice = random.Random(id)  # noqa: S311
    until = time.monotonic() + seconds
    for _ in range(rounds):
        marks = page.evaluate(places, id)  # a click may move the chart
        if not marks:
            break
        page.mouse.move(*dice.choice(marks))
        page.wait_for_timeout(act.between)
        if act.event == "mouseup":
            page.mouse.down()
            page.mouse.up()
            page.wait_for_timeout(act.between)
        if time.monotonic() > until:
            break
    frames: list[float] = page.evaluate("bench.frames")
    return frames
