"""A real browser on the real application; console errors, foreign requests and CSP violations fail."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.browser.driver import Watch
from tests.serving import chromium, serving

# A busy machine takes its time; what never comes fails all the same.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def address(bundled_store: Path) -> Iterator[str]:
    """The address of a running dashboard, with a slash at its end."""
    with serving(bundled_store) as found:
        yield found


@pytest.fixture(autouse=True)
def choices_of_the_data(bundled: None) -> None:
    """The tests ask the same data which choices there are."""


@pytest.fixture(scope="session")
def playwright_here() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chrome(playwright_here: Playwright) -> Iterator[Browser]:
    browser = playwright_here.chromium.launch(executable_path=chromium())
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def shared_context(chrome: Browser) -> Iterator[BrowserContext]:
    """One context per module, so that its scripts are loaded once."""
    context = chrome.new_context(
        viewport={"width": 1440, "height": 1000}, color_scheme="light", accept_downloads=True
    )
    yield context
    context.close()


@pytest.fixture
def page(shared_context: BrowserContext, address: str) -> Iterator[Page]:
    """A new tab whose every console error, foreign request and violation fails the test."""
    tab = shared_context.new_page()
    watch = Watch(tab, address)
    yield tab
    tab.close()
    watch.check()
