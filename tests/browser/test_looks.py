"""Every page in a wide light or a narrow dark window: nothing moves, sticks out, or is too low or too faint.

A push opens each page in one of them, as the style sheet is the same for all; `make test-long` opens each in both.

The narrow one is as narrow as a page of 1280 px that is enlarged four times; texts in charts are read at 360 px.
"""

from typing import NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Page

from reasonboard.core.study import Study
from reasonboard.studies import BY_PATH, LISTED
from tests.browser.contrast import faint
from tests.browser.driver import PAGES, clean_tab, open_page, overflow, reveal, serious, settle
from tests.browser.texts import unreadable_at_twice_the_size
from tests.states import many

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
UNREADABLE = """() => [...document.querySelectorAll(".js-plotly-plot")].flatMap(chart => {
    const edge = chart.getBoundingClientRect();
    const texts = [...chart.querySelectorAll(".main-svg text")]
        .filter(text => text.textContent.trim() && !text.closest(".hoverlayer")
            && text.checkVisibility({ visibilityProperty: true }))
        .map(text => ({ words: text.textContent, box: text.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
    const cut = texts.filter(({ box }) => box.left < edge.left - 1 || box.right > edge.right + 2
        || box.top < edge.top - 2 || box.bottom > edge.bottom + 2);
    const over = texts.flatMap((a, at) => texts.slice(at + 1)
        .filter(b => Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 2
            && Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 4)
        .map(b => `${a.words} on ${b.words}`));
    return [...cut.map(({ words }) => `cut: ${words}`), ...over];
})"""
"""The texts of charts that lie on another or are cut at the edge of their chart."""
_LOW = """() => [...document.querySelectorAll(
        "button, summary, .chip .dash-dropdown, .segmented .dash-options-list-option, .header a")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true })
        && !one.closest(".findings, .visually-hidden, .skip, .switch"))
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 2 && height > 2 && height < 40)
    .map(([words, { height }]) => `${words}: ${height}`)"""
"""Targets that are lower than 40 px."""

_OPEN_ALL = """() => {
    document.querySelectorAll("details").forEach((one) => { one.open = true; });
    document.querySelector("dialog.drawer")?.show();
}"""
"""Opens menus, what stands closed under the charts, and the details of the selected mark."""


class Look(NamedTuple):
    """A page as it is opened in a window."""

    name: str
    width: int
    scheme: str


# In a push one of each kind of page is narrow or wide.
NARROW = many(("home", "iterations", "data", "problem"), tuple(PATHS))
WIDE = many(("models", "two models", "kv-cache", "type-length", "test-time"), tuple(PATHS))
OPENED = many(("kv-cache", "sheet"), tuple(PATHS))
"""Pages whose opened menus axe reads the contrast of; `faint` measures that of every page as it is shown."""
LOOKS = [Look(name, 1440, "light") for name in WIDE] + [Look(name, 320, "dark") for name in NARROW]


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(map(str, look)))
def test_nothing_of_a_page_moves_sticks_out_is_covered_too_low_or_too_faint(
    open_profile: BrowserContext, address: str, look: Look
) -> None:
    page, watch = clean_tab(open_profile, address, look.width, 900, look.scheme)
    open_page(page, address, PATHS[look.name])
    assert page.evaluate(_SHIFT) < 0.05
    assert overflow(page) <= 0
    assert page.evaluate(_TWICE) == []
    if look.name in PAGES and look.width == 1440:
        heading = page.locator(".view h2, .item-page h2").first
        assert 0 < heading.evaluate("one => one.getBoundingClientRect().top") <= 420
    elif look.name in PAGES:
        assert page.evaluate(_LOW) == []
    assert unreadable_at_twice_the_size(page) == []
    study = BY_PATH.get(look.name)
    if look.width == 320:
        assert serious(page) == []
        page.set_viewport_size({"width": 360, "height": 900})  # the least that charts are made for
        settle(page)
    if study in LISTED and study.path != "models":  # whose names are links, scrolled on their own
        _reads(page, study)
        if study.path == "type-length":
            open_page(page, address, study.path, "?mode=difference")
            _reads(page, study)
        page.evaluate("scrollTo(0, 0)")  # the places of texts count from the top of the page
    assert faint(page) == []  # it makes the window as large as the page
    if look.width == 1440:
        page.evaluate(_OPEN_ALL)
        dropdown = page.locator(".filters .dash-dropdown:visible")
        if dropdown.count():
            dropdown.first.click()
        assert serious(page, contrast=look.name in OPENED) == []
    watch.check()


def _reads(page: Page, study: Study) -> None:
    """Every text of the charts can be read."""
    for view in study.views:
        if view.place != "details":
            reveal(page, study, view.name)
    assert page.evaluate(UNREADABLE) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_that_is_not_there_can_be_read(
    profile: BrowserContext, address: str, scheme: str
) -> None:
    tab, _ = clean_tab(profile, address, scheme=scheme)
    tab.goto(address + "nothing-here")
    assert faint(tab) == []
    if scheme == "light":
        tab.evaluate("document.querySelector('.byline').style.opacity = 0.6")
        tab.evaluate("document.querySelector('h1').style.color = '#999'")
        assert {one.words for one in faint(tab)} == {"Page not found", "Home"}
