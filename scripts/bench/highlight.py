"""From a movement of the pointer to the frame that shows the highlight, where the browser makes it."""

import random
import time
from collections.abc import Iterator, Sequence

from app import address
from app.study import Study
from scripts.bench.browser import graphs, open_study, opened, tab
from scripts.bench.results import Row, median, p95
from scripts.bench.server import Server
from scripts.bench.states import start

_BETWEEN = 120
"""Milliseconds from one movement to the next: plotly.js hovers at most every 50."""


def highlights(
    server: Server, pages: Sequence[Study], size: int, rounds: int, seconds: float
) -> Iterator[Row]:
    """A row for each chart that is linked with others in the browser (assets/link.js)."""
    with opened() as browser, tab(browser) as page:
        for study in pages:
            open_study(page, server.address, study, address.encode(study, start(study)))
            for id in graphs(study, tuple(view.name for view in study.views)):
                page.evaluate(
                    "id => document.getElementById(id)?.scrollIntoView({block: 'center'})", id
                )
                points = page.evaluate("id => bench.points(id)", id)
                if not points:
                    continue
                page.evaluate("id => bench.listen(id)", id)
                dice = random.Random(id)  # noqa: S311
                until = time.monotonic() + seconds
                for x, y in [dice.choice(points) for _ in range(rounds)]:
                    page.mouse.move(x, y)
                    page.wait_for_timeout(_BETWEEN)
                    if time.monotonic() > until:
                        break
                took = page.evaluate("bench.hovers")
                values = {"hovers": len(took), "p50 ms": median(took), "p95 ms": p95(took)}
                yield Row("hover to frame", id.removesuffix("-graph"), size, values)
