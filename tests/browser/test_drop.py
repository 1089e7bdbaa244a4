"""A table that is dropped on any page: its reading, its one question, the load, and the page that shows it."""

import shutil
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from tests.browser.driver import clean_tab, drop, overflow, serious
from tests.serving import serving

HARD = b"model,hard_math_score,note\nplum-7b,0.4,a\nfig-3b,0.9,b\n"


def test_a_table_dropped_on_a_page_is_asked_about_loaded_shown_and_undone(
    profile: BrowserContext, bundled_store: Path, tmp_path: Path
) -> None:
    store = shutil.copytree(bundled_store, tmp_path / "store")
    with serving(store) as address:
        page, watch = clean_tab(profile, address)
        page.goto(f"{address}sheet")
        expect(page.get_by_text("This report is empty")).to_be_visible()
        drop(page, HARD, "hard.csv")
        page.wait_for_url("**/load")
        question = page.get_by_role("group", name="Is 0.9 in 'hard_math_score' 90% or 0.9%?")
        expect(question).to_be_visible()
        button = page.locator(".load-them")
        expect(button).to_have_attribute("aria-disabled", "true")
        assert not question.get_by_role("radio", checked=True).count()
        assert not serious(page)
        page.set_viewport_size({"width": 360, "height": 740})
        assert overflow(page) <= 0
        assert not serious(page)
        page.set_viewport_size({"width": 1280, "height": 720})
        question.get_by_role("radio", name="Percent").check()
        expect(page.locator(".load-sentences")).to_contain_text("plum-7b has 0.4%")
        expect(page.locator(".load-command")).to_contain_text("--as hard_math_score=percent")
        role = page.get_by_role("combobox", name="What note is")
        role.focus()
        role.select_option("setting")
        expect(page.locator(".load-answers")).to_contain_text("note=setting")
        expect(button).to_have_attribute("aria-disabled", "false")
        name = page.get_by_label("Name of this load")
        expect(name).to_have_value("hard")
        name.fill("plums")
        button.click()  # while the name is checked
        page.wait_for_url("**/models?source=plums")
        line = page.locator("#load-line")
        expect(line).to_contain_text("Loaded as plums: 1 file read, 2 runs")
        line.get_by_role("button", name="Reading").click()
        expect(page.get_by_role("combobox", name="What note is")).to_be_visible()
        line.get_by_role("button", name="Undo").click()
        expect(line).to_contain_text("Undone: 2 runs of plums removed.")
        line.get_by_role("button", name="Close this line").click()
        expect(line).to_have_text("")
        watch.check()
