"""Runs in time: from the change to the run, to the pair with the run before, and to the flipped problems."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.driver import clean_tab, open_page, overflow, serious, settle
from tests.serving import serving
from tests.studies.history.conftest import history_store

__all__ = ["history_store"]


@pytest.fixture(scope="module")
def nights(history_store: Path) -> Iterator[str]:
    """The address of a server with the nights of a model."""
    with serving(history_store) as address:
        yield address


def test_a_reader_goes_from_the_change_to_the_flipped_problems(
    profile: BrowserContext, nights: str
) -> None:
    page, watch = clean_tab(profile, nights)
    open_page(page, nights, "history")
    expect(page.locator(".answer")).to_contain_text("GSM8K has been lower since 12 Nov")
    expect(page.locator(".nav-link[aria-current=page]")).to_have_text("History")
    _pick_by_keys(page, 12)
    strip = page.locator(".selection")
    expect(strip).to_contain_text("answers differ, between earlier runs")
    assert "panel=GSM8K" in page.url
    page.get_by_text("Mean per build").click()
    settle(page)
    assert "runs=build" in page.url
    page.go_back()
    settle(page)
    expect(strip).to_contain_text("answers differ, between earlier runs")
    strip.get_by_role("link", name="Flipped problems").click()
    page.wait_for_url("**/pair?*")
    expect(page.locator("#pair-problems-table tbody tr").first).to_be_visible()
    page.go_back()
    expect(strip).to_contain_text("against the run before")
    watch.check()


def test_a_baseline_is_kept_by_the_address_and_leads_to_the_pair(
    profile: BrowserContext, nights: str
) -> None:
    page, watch = clean_tab(profile, nights)
    open_page(page, nights, "history")
    strip = page.locator("#history-course-view .selection")
    expect(strip).to_be_hidden()
    _pick_by_keys(page, 2)
    strip.get_by_role("link", name="Set as baseline").click()
    expect(strip).to_contain_text("the baseline")
    _pick_by_keys(page, 8)
    expect(strip).to_contain_text("against the baseline (2 Nov, dev2)")
    expect(page.locator("#history-details")).to_be_hidden()
    page.reload()
    expect(strip).to_contain_text("against the baseline (2 Nov, dev2)")
    strip.get_by_role("link", name="Clear baseline").click()
    expect(strip).to_contain_text("against the run before")
    watch.check()


def _pick_by_keys(page: Page, mark: int) -> None:
    """Walk to a mark of the first chart with the arrow keys and select it."""
    page.locator("#history-course-graph").focus()
    for _ in range(mark):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    settle(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_it_has_no_serious_fault_and_is_as_wide_as_the_window(
    open_profile: BrowserContext, nights: str, width: int, scheme: str
) -> None:
    page, watch = clean_tab(open_profile, nights, width, 800, scheme)
    open_page(page, nights, "history?panel=GSM8K")
    settle(page)
    assert serious(page) == []
    assert overflow(page) <= 0
    watch.check()


def test_how_to_load_is_closed_where_runs_are_shown(profile: BrowserContext, nights: str) -> None:
    page, watch = clean_tab(profile, nights)
    open_page(page, nights, "history")
    expect(page.locator("#history-loading-view details")).not_to_have_attribute("open", "")
    watch.check()
