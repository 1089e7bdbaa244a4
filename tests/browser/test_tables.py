"""Tables in a browser: headings sort, the field searches, columns unfold, with the keyboard alone, too."""

from playwright.sync_api import Locator, Page, expect

from reasonboard.studies import STUDIES
from tests.browser.driver import choose, open_page, overflow, serious, settle

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
