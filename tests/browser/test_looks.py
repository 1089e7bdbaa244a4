"""Every page in a wide light and a narrow dark window: nothing moves, sticks out, or is too low or too faint."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.contrast import faint
from tests.browser.driver import PAGES, new_tab, open_page, overflow, serious

PATHS = {"home": "", **PAGES, "sheet": "sheet?item=iterations/grid&item=kv-cache/grid"}
_SHIFT = """() => new Promise((resolve) => {
    let sum = 0;
    const add = (one) => { sum += one.hadRecentInput ? 0 : one.value; };
    new PerformanceObserver((list) => list.getEntries().forEach(add))
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 300);
})"""
"""The cumulative layout shift of the page up to now."""
_TWICE = """() => {
    const ids = [...document.querySelectorAll("[id]")].filter((one) => !one.closest("svg")).map((one) => one.id);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
}"""
"""The ids that more than one element of the page has."""
_LOW = """() => [...document.querySelectorAll(
        "button, summary, .chip .dash-dropdown, .mantine-SegmentedControl-label, .header a")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true })
        && !one.closest(".findings, .visually-hidden, .skip, .switch"))
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 2 && height > 2 && height < 40)
    .map(([words, { height }]) => `${words}: ${height}`)"""
"""Targets that are lower than 40 px."""


class Look(NamedTuple):
    """A page as it is opened in a window."""

    name: str
    width: int
    scheme: str


LOOKS = [
    Look(name, width, scheme)
    for name in PATHS
    for width, scheme in ((1440, "light"), (360, "dark"))
]


@pytest.fixture(scope="module", params=LOOKS, ids=lambda look: "-".join(map(str, look)))
def look(request: pytest.FixtureRequest) -> Look:
    found: Look = request.param
    return found


@pytest.fixture(scope="module")
def opened(look: Look, open_profile: BrowserContext, address: str) -> Iterator[Page]:
    """The page of the look, which the tests of it share."""
    page, watch = new_tab(open_profile, address, look.width, 900, look.scheme)
    open_page(page, address, PATHS[look.name])
    yield page
    page.close()
    watch.check()


def test_the_layout_shifts_by_less_than_a_twentieth(opened: Page) -> None:
    assert opened.evaluate(_SHIFT) < 0.05


def test_nothing_scrolls_sideways_and_what_is_looked_for_is_high_enough(
    opened: Page, look: Look
) -> None:
    assert overflow(opened) <= 0
    assert opened.evaluate(_TWICE) == []
    if look.name not in PAGES:
        return
    if look.width == 1440:
        heading = opened.locator(".view h2, .item-page h2").first
        assert 0 < heading.evaluate("one => one.getBoundingClientRect().top") <= 420
    else:
        assert opened.evaluate(_LOW) == []


def test_axe_finds_nothing_serious(opened: Page) -> None:
    assert serious(opened) == []


def test_every_word_and_mark_stands_out(opened: Page) -> None:
    assert faint(opened) == []  # last: it makes the window as large as the page


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_that_is_not_there_can_be_read(
    profile: BrowserContext, address: str, scheme: str
) -> None:
    tab, _ = new_tab(profile, address, scheme=scheme)
    tab.goto(address + "nothing-here")
    assert faint(tab) == []
    if scheme == "light":
        tab.evaluate("document.querySelector('.byline').style.opacity = 0.6")
        tab.evaluate("document.querySelector('h1').style.color = '#999'")
        assert {one.words for one in faint(tab)} == {
            "Page not found",
            "To the questions and their answers",
        }
    tab.close()
