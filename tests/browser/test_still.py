"""Nothing moves under the reader: what a page loads later has its place before."""

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.driver import PAGES, new_tab, open_page

_SHIFT = """() => new Promise((resolve) => {
    let sum = 0;
    const add = (one) => { sum += one.hadRecentInput ? 0 : one.value; };
    new PerformanceObserver((list) => list.getEntries().forEach(add))
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 300);
})"""
"""The cumulative layout shift of the page up to now."""


@pytest.mark.parametrize("width", [1440, 360])
@pytest.mark.parametrize("path", ["", *PAGES.values(), "sheet"], ids=["home", *PAGES, "sheet"])
def test_the_layout_shifts_by_less_than_a_twentieth(
    profile: BrowserContext, address: str, path: str, width: int
) -> None:
    page, watch = new_tab(profile, address, width, 900)
    open_page(page, address, path)
    assert page.evaluate(_SHIFT) < 0.05
    page.close()
    watch.check()
