"""Tables in a browser: headings sort, the field searches, columns unfold, with the keyboard alone, too."""

import re
from functools import partial

from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from reasonboard.studies import BY_PATH, STUDIES, listed_studies
from tests.browser.driver import (
    choose,
    clean_tab,
    forgive,
    open_page,
    overflow,
    serious,
    settle,
    shows,
)

(DATA,) = (study for study in STUDIES if study.path == "data")
VALUES = "td:nth-child(2)"


def table(page: Page) -> Locator:
    return page.locator("#data-by_benchmark-rows")


def heading(page: Page, name: str) -> Locator:
    return table(page).locator("th").filter(has=page.get_by_role("button", name=name, exact=True))


def test_a_table_is_sorted_up_then_down_then_as_in_the_source_and_searched(
    page: Page, address: str
) -> None:
    open_page(page, address, "data")
    cell = table(page).locator(VALUES).first
    for state, shown in (("ascending", "0"), ("descending", "671,810,573"), ("none", "50%")):
        heading(page, "value").get_by_role("button").click()
        expect(heading(page, "value")).to_have_attribute("aria-sort", state)
        expect(cell).to_contain_text(shown)
    # With the keyboard, and it stays so when a filter changes.
    page.keyboard.press("Tab")
    table(page).get_by_role("searchbox").focus()
    page.keyboard.type("math")
    head = table(page).locator(".table-head")
    expect(head).to_contain_text("with “math”, of 54,753 in all")
    heading(page, "value").get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(heading(page, "value")).to_have_attribute("aria-sort", "ascending")
    expect(heading(page, "value").get_by_role("button")).to_be_focused()
    table(page).get_by_role("button", name="2", exact=True).click()
    expect(head).to_contain_text("Rows 51 to 100")
    choose(
        page,
        DATA,
        next(control for control in DATA.controls if control.name == "kind"),
        "read from a figure",
    )
    settle(page)
    expect(head).to_contain_text("Rows 1 to 50")
    expect(head).to_contain_text("with “math”")
    expect(heading(page, "value")).to_have_attribute("aria-sort", "ascending")
    table(page).get_by_role("searchbox").fill("<b>nothing</b> has this")
    expect(table(page)).to_contain_text("No row contains “<b>nothing</b> has this”.")
    table(page).get_by_role("searchbox").fill("")
    expect(head).not_to_contain_text("with “")


def test_columns_unfold_and_nothing_but_the_table_scrolls_sideways(
    page: Page, address: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 760})
    open_page(page, address, "data")
    expect(heading(page, "value")).to_be_in_viewport()
    expect(heading(page, "study")).to_be_hidden()
    table(page).get_by_text("All columns").click()
    expect(heading(page, "study")).to_be_visible()
    assert overflow(page) == 0
    assert not serious(page, "#data-by_benchmark-view")


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
