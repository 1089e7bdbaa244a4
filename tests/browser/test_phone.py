"""What fits a hand: filters from below, targets that a finger meets, nothing that scrolls sideways."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from reasonboard.studies import BY_PATH, LISTED
from tests.browser.driver import choose, clean_tab, open_page, shows

KV_CACHE = BY_PATH["kv-cache"]


@pytest.fixture
def phone(profile: BrowserContext, address: str) -> Iterator[Page]:
    tab, watch = clean_tab(profile, address, 360, 760)
    yield tab
    watch.check()


def test_all_filters_stand_in_a_sheet_and_all_pages_in_a_menu(phone: Page, address: str) -> None:
    open_page(phone, address, "kv-cache")
    button, sheet = phone.locator(".more-filters"), phone.locator("#kv-cache-filters")
    expect(button).to_have_text("Filters")
    button.click()
    filters = [one for one in KV_CACHE.controls if one.place in ("filters", "switch")]
    for control in filters:
        if len(control.options(KV_CACHE.defaults())) > 1:
            expect(sheet.locator(f"#kv-cache-{control.name}")).to_be_visible()
    benchmark = next(one for one in filters if one.name == "benchmark")
    choose(phone, KV_CACHE, benchmark, "AIME24")
    phone.locator("#kv-cache-intervals").click()
    shows(phone, KV_CACHE, re.compile("intervals=off"))
    expect(button).to_have_text("Filters (2)")
    sheet.get_by_role("button", name="Done").click()
    expect(phone.locator("#kv-cache-benchmark")).to_be_hidden()
    expect(button).to_be_focused()

    menu = phone.get_by_role("button", name="Menu")
    links = phone.get_by_role("navigation").get_by_role("link")
    expect(links.first).to_be_hidden()
    menu.click()
    expect(links).to_have_count(len(LISTED) + 2)  # Explore and Load results
    phone.keyboard.press("Escape")
    expect(links.first).to_be_hidden()
    expect(menu).to_be_focused()
