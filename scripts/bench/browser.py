"""A real browser, and what is measured in it (probe.js)."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from reasonboard.core.study import Study
from reasonboard.web.images.service import chromium

PROBE = Path(__file__).with_name("probe.js")
WIDTH, HEIGHT = 1440, 1000
"""The window, in pixels."""
_PATIENCE = 120_000


@contextmanager
def open_browser() -> Iterator[Browser]:
    """One Chromium without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def tab(browser: Browser, height: int = HEIGHT) -> Iterator[Page]:
    """A tab with an empty cache, as a new visitor has it, with our probe in every page."""
    context = browser.new_context(viewport={"width": WIDTH, "height": height}, color_scheme="light")
    context.set_default_timeout(_PATIENCE)
    context.add_init_script(path=PROBE)
    try:
        yield context.new_page()
    finally:
        context.close()


def open_study(page: Page, address: str, study: Study, search: str) -> dict[str, float]:
    """Go to a state of a page and wait for its charts; when those in sight and `all` were drawn, in ms."""
    every = graphs(study, tuple(view.name for view in study.views))
    page.goto(f"{address}{study.path}{search}")
    expect(page.locator("h1")).to_be_visible(timeout=_PATIENCE)
    times: dict[str, float] = page.evaluate("ids => bench.loaded(ids)", every)
    return times


def graphs(study: Study, views: tuple[str, ...]) -> list[str]:
    """The identifiers of the charts of these views."""
    return [f"{study.path}-{name}-graph" for name in views]
