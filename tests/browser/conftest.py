"""A real browser on the real application; console errors, foreign requests and CSP violations fail."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from reasonboard.web.images.service import chromium
from tests.browser.driver import clean_tab
from tests.serving import serving

# A busy machine takes its time; what never comes fails all the same.
expect.set_options(timeout=60_000)


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


@pytest.fixture(scope="session")
def profile(
    playwright_here: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """A browser that keeps what it compiled of the scripts: a page takes it a third less than a new one."""
    with _kept(playwright_here, tmp_path_factory.mktemp("profile")) as context:
        yield context


@pytest.fixture(scope="session")
def open_profile(
    playwright_here: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """The same without the policy of pages: axe is injected, which that forbids to anybody else."""
    folder = tmp_path_factory.mktemp("profile")
    with _kept(playwright_here, folder, bypass_csp=True) as context:
        yield context


@pytest.fixture
def page(profile: BrowserContext, address: str) -> Iterator[Page]:
    """A clean tab whose every console error, foreign request and violation fails the test."""
    tab, watch = clean_tab(profile, address)
    yield tab
    watch.check()


@contextmanager
def _kept(playwright: Playwright, folder: Path, **more: Any) -> Iterator[BrowserContext]:
    context = playwright.chromium.launch_persistent_context(
        folder, executable_path=chromium(), accept_downloads=True, **more
    )
    try:
        yield context
    finally:
        context.close()
