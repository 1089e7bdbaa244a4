"""A name leads to the page with the filter that shows it."""

import re
from functools import partial

from playwright.sync_api import BrowserContext, Page, Route, expect

from reasonboard.studies import BY_PATH, listed_studies
from tests.browser.driver import clean_tab, forgive, open_page, serious, shows


def test_a_benchmark_is_found_by_its_name_with_the_keyboard(page: Page, address: str) -> None:
    open_page(page, address, "iterations")
    page.keyboard.press("Control+k")
    search = page.get_by_role("dialog", name="Search")
    expect(search.get_by_role("option")).to_have_count(len(listed_studies()) + 1)
    page.keyboard.type("gpqa iter")
    expect(search.get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    shows(page, BY_PATH["iterations"], "?source=kimi-k15-figure-5&benchmark=GPQA")
    expect(search).to_be_hidden()


def test_a_model_of_another_page_is_found_with_the_button_after_what_is_not_there(
    page: Page, address: str
) -> None:
    open_page(page, address, "")
    button = page.get_by_role("button", name="Search")
    button.click()
    search = page.get_by_role("dialog", name="Search")
    page.keyboard.type("no such name")
    expect(search).to_contain_text("No results.")
    page.keyboard.press("Escape")
    expect(search).to_be_hidden()
    expect(button).to_be_focused()
    button.click()
    search.get_by_role("combobox").fill("pythia-2.8b scale")
    search.get_by_role("option").first.click()
    expect(page).to_have_url(re.compile(r"/scale-progress\?source=pythia&model=pythia-2\.8b$"))
    expect(page.locator("#scale-progress-page")).to_be_visible()


def test_a_search_that_the_server_had_no_time_for_is_asked_again_with_the_next_letter(
    page: Page, address: str
) -> None:
    open_page(page, address, "")
    line = "Too much is being asked for.\n"
    refuse = partial(Route.fulfill, status=503, body=line, content_type="text/plain")
    page.route("**/api/search.json*", refuse, times=1)
    page.keyboard.press("Control+k")
    search = page.get_by_role("dialog", name="Search")
    expect(search).to_contain_text("Too much is being asked for. Type on to try again.")
    page.keyboard.type("gpqa iter")
    expect(search.get_by_role("option")).to_have_count(1)
    forgive(page, "503")


def test_axe_finds_nothing_serious_in_the_search(
    open_profile: BrowserContext, address: str
) -> None:
    page, watch = clean_tab(open_profile, address, 360, 760, "dark")
    open_page(page, address, "")
    page.get_by_role("button", name="Search").click()
    page.keyboard.type("gpqa")
    expect(page.get_by_role("option").first).to_be_visible()
    assert serious(page, "dialog.search") == []
    watch.check()
