"""The first visit: from nothing to the charts of a page, in a real browser with an empty cache."""

from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import Browser

from reasonboard.core.study import Study
from scripts.bench.browser import open_browser, open_study, tab
from scripts.bench.results import Row, median
from scripts.bench.server import Server


def first_loads(server: Server, pages: Sequence[Study], rounds: int) -> Iterator[Row]:
    """A row per page: medians over all visitors."""
    with open_browser() as browser:
        for study in pages:
            visits = [_visit(browser, server, study) for _ in range(rounds)]
            names = list(visits[0])
            values = {name: median([visit[name] for visit in visits]) for name in names}
            yield Row("first load", study.path, 0, values)


def _visit(browser: Browser, server: Server, study: Study) -> dict[str, float]:
    with tab(browser) as page:
        sizes: list[float] = []
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")

        def finished(event: dict[str, Any]) -> None:
            sizes.append(event["encodedDataLength"])

        wire.on("Network.loadingFinished", finished)
        times = open_study(page, server.address, study, "")
        paint = page.evaluate(
            "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
        )
        return {
            "requests": float(len(sizes)),
            "MB": sum(sizes) / 1e6,
            "painted ms": paint,
            "in sight ms": times["sight"],
            "drawn ms": times["all"],
            "charts": float(times["charts"]),
        }
