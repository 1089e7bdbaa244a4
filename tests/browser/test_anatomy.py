"""The anatomy of every page: where the data begin, one toolbar under each chart, what stands at the end, tooltips."""

import pytest
from playwright.sync_api import BrowserContext, expect

from reasonboard.studies import BY_PATH, LISTED
from tests.browser.driver import TWO_MODELS, clean_tab, open_page, settle
from tests.browser.test_looks import UNREADABLE
from tests.states import many

STUDIES = {study.path: study.path for study in LISTED} | {"pair": TWO_MODELS}
PUSHED = many(("kv-cache", "type-length", "pair"), tuple(STUDIES))
_FIRST = """() => Math.min(...[...document.querySelectorAll(
        ".view.main .main-svg :is(text, .hm image, .point, .bars path), .view.main thead th")]
    .filter((one) => one.checkVisibility() && one.textContent.trim() !== "")
    .map((one) => one.getBoundingClientRect().top).filter((top) => top > 0))"""
"""Where the first column heads, titles of panels or marks of the main chart begin."""
_FEET = """() => [...document.querySelectorAll(".view-foot")].filter((one) => one.checkVisibility()).map((foot) => {
    const tools = foot.querySelector(".view-actions");
    const space = foot.getBoundingClientRect().right - tools.getBoundingClientRect().right;
    return [Math.round(space), tools.lastElementChild.innerText.split(/\\s*\\n\\s*/).join(" · ")];
})"""
"""How far each toolbar ends from the right edge of its foot, and its words."""

_UNEXPLAINED = """() => [...document.querySelectorAll(
        "button, summary, input:not([type=hidden]), select, textarea, .header a.button, #sheet-link, .view-actions a")]
    .filter((one) => !one.closest("[title]") && !one.closest(".dash-dropdown-content"))
    .map((one) => one.outerHTML.slice(0, 120))"""
"""The controls of the page, seen or not, that have no tooltip."""


@pytest.mark.parametrize("name", PUSHED)
def test_data_begin_in_the_upper_half_of_a_laptop_and_each_chart_has_one_toolbar_at_its_right(
    open_profile: BrowserContext, address: str, name: str
) -> None:
    page, watch = clean_tab(open_profile, address, 1280, 720)
    open_page(page, address, STUDIES[name])
    assert 0 < page.evaluate(_FIRST) <= 360
    assert page.evaluate(_UNEXPLAINED) == []
    assert page.evaluate(UNREADABLE) == []
    assert page.locator(".answer").evaluate("one => one.getBoundingClientRect().height") <= 72
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 720})
        settle(page)
        for space, words in page.evaluate(_FEET):
            assert space <= 1
            assert words == "Download · Share · Add to report"
    watch.check()


def test_how_it_was_tested_glossary_and_sources_stand_once_at_the_end(
    open_profile: BrowserContext, address: str
) -> None:
    page, watch = clean_tab(open_profile, address)
    open_page(page, address, "iterations")
    end = page.locator(".disclosures")
    for label in ("How this was tested", "Glossary", "Sources and citation"):
        expect(page.get_by_text(label, exact=True)).to_have_count(1)
        expect(end.get_by_text(label, exact=True)).to_have_count(1)
    end.get_by_text("Glossary", exact=True).click()
    expect(end.locator("dt").first).to_be_visible()
    watch.check()


def test_nothing_is_seen_of_a_selection_until_a_mark_is_selected_and_then_nothing_moves(
    open_profile: BrowserContext, address: str
) -> None:
    page, watch = clean_tab(open_profile, address, 1280, 720)
    study = BY_PATH["iterations"]
    open_page(page, address, study.path)
    strip, chart = page.locator(".selection"), page.locator("#iterations-grid-graph")
    expect(strip).to_be_hidden()
    chart.focus()
    page.keyboard.press("ArrowRight")
    before = chart.bounding_box()
    page.keyboard.press("Enter")
    settle(page)
    expect(strip).to_be_in_viewport()
    assert chart.bounding_box() == before
    under = strip.evaluate("one => one.previousElementSibling.id")
    assert under == "iterations-grid-rows"
    strip.get_by_role("link", name="Clear").click()
    expect(strip).to_be_hidden()
    watch.check()


def test_the_numbers_of_a_chart_are_downloaded_as_it_is_shown(
    open_profile: BrowserContext, address: str
) -> None:
    page, watch = clean_tab(open_profile, address)
    study = BY_PATH["kv-cache"]
    open_page(page, address, study.path, "?benchmark=AIME24")
    menu = page.locator("#kv-cache-grid-download")
    menu.locator("summary").click()
    assert menu.locator(".menu-body").inner_text().split()[:3] == ["Image", "PNG", "1x"]
    with page.expect_download() as saved:
        menu.get_by_role("link", name="CSV").click()
    lines = saved.value.path().read_text().splitlines()
    assert len(lines) > 1
    assert all("AIME24" in line for line in lines[1:])
    watch.check()
