"""What the pages say of their numbers: observations that lead to marks, claims, comparisons."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from reasonboard.studies import STUDIES
from tests.browser.driver import clean_tab, click_mark, open_page, overflow, serious, settle, shows

STUDY = {study.path: study for study in STUDIES}


def test_an_observation_leads_to_its_marks_without_leaving_the_place(
    page: Page, address: str
) -> None:
    study = STUDY["models"]
    open_page(page, address, study.path)
    page.locator("summary", has_text="Findings").click()
    observations = page.locator(".findings-apart .observations").first
    observations.locator(".findings-more > summary").first.click()
    links = observations.locator(".findings-more").first.locator("a.state")
    expect(links.first).to_be_visible()
    link = links.last
    link.scroll_into_view_if_needed()
    place = observations.last.bounding_box() or {"y": 0.0}
    wanted = link.get_attribute("href") or ""
    link.click()
    settle(page)
    expect(page).to_have_url(re.compile(re.escape(wanted) + "$"))
    now = observations.last.bounding_box() or {"y": 1e6}
    assert abs(now["y"] - place["y"]) < 400
    details = observations.locator(".findings details").first
    details.locator(".finding-verdict").click()
    expect(details.locator("p").first).to_be_visible()
    page.go_back()
    settle(page)
    shows(page, study, "")


def test_a_mark_is_held_compared_swapped_and_cleared(page: Page, address: str) -> None:
    study = STUDY["kv-cache"]
    open_page(page, address, study.path, "?window=500&ratio=0.1")
    strip, drawer = page.locator("#kv-cache-selected"), page.locator("dialog.drawer")
    page.get_by_role("link", name="Compare", exact=True).click()
    shows(page, study, re.compile("compare="))
    expect(strip).to_contain_text("select another mark")
    expect(drawer).to_be_hidden()
    click_mark(page, study, "grid", 0, 1, 1)
    expect(drawer).to_be_visible()
    expect(drawer.locator(".big")).to_contain_text(re.compile(r"[+−]?\d+\.\d points 95%: "))
    expect(drawer.locator(".verdict")).to_contain_text("such a")
    expect(strip).to_contain_text(re.compile("A .* against B .* points"))
    before = drawer.locator(".sides").inner_text()
    drawer.get_by_role("link", name="Swap A and B").click()
    settle(page)
    expect(drawer.locator(".sides")).not_to_have_text(before)
    expect(drawer).to_be_visible()
    expect(drawer).to_contain_text("two-proportion score test")
    drawer.get_by_role("link", name="Clear A").click()
    settle(page)
    expect(drawer).to_contain_text("Compare with another mark")
    shows(page, study, re.compile("^(?!.*compare=)"))


def test_the_drawer_is_closed_by_back_by_escape_and_by_a_click_beside_it(
    page: Page, address: str
) -> None:
    study = STUDY["iterations"]
    search = "?source=kimi-k15-figure-5&iteration=148"
    open_page(page, address, study.path, search)
    place = page.evaluate("scrollY")
    drawer = page.locator("dialog.drawer")
    details = page.get_by_role("button", name="Details", exact=True)
    for close in (
        page.go_back,
        lambda: page.keyboard.press("Escape"),
        lambda: page.mouse.click(200, 500),
        lambda: drawer.get_by_role("button", name="Close details").click(),
    ):
        details.click()
        expect(drawer).to_be_visible()
        close()
        expect(drawer).to_be_hidden()
        expect(details).to_be_focused()
        shows(page, study, search)
        expect(page).to_have_url(re.compile(re.escape(search) + "$"))
    assert page.evaluate("scrollY") == place


@pytest.mark.long
def test_axe_finds_nothing_serious_in_the_drawer(
    open_profile: BrowserContext, address: str
) -> None:
    page, watch = clean_tab(open_profile, address, 360, 900, "dark")
    open_page(page, address, "iterations", "?iteration=148")
    page.get_by_role("link", name="Compare", exact=True).click()
    settle(page)
    page.evaluate("dash_clientside.set_props('iterations-iteration', { value: '156' })")
    expect(page.locator("dialog.drawer .sides")).to_be_visible()
    assert serious(page, "dialog.drawer > .below") == []
    assert overflow(page) <= 0
    watch.check()
