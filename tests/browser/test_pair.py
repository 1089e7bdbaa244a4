"""Two models, one benchmark: from the difference to the problems behind it, and back."""

from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, expect

from reasonboard import config
from tests.browser.driver import Watch, open_page, settle
from tests.ingest.in_process import load_records
from tests.serving import serving
from tests.studies.pair.two_loads import A, B, load


def test_a_reader_filters_the_problems_pages_them_and_goes_back(
    chrome: Browser, tmp_path: Path
) -> None:
    store = tmp_path / "store"
    for key, name in ((A, "first"), (B, "second")):
        load_records(config.read({}).data, store, load(key), name)
    with serving(store) as address:
        page = chrome.new_page()
        watch = Watch(page, address)
        open_page(page, address, "pair", f"?{urlencode({'a': A, 'b': B, 'panel': 'M'})}")
        rows = page.locator("#pair-problems-table tbody tr")
        expect(rows).to_have_count(18)
        current = page.locator(".nav-link[aria-current=page]")
        expect(current).to_have_text("Models")
        problems = page.locator("#pair-problems-view")
        problems.get_by_role("button", name="Problem", exact=True).click()
        expect(rows.first).to_contain_text("item 00")
        settle(page)
        assert page.url.endswith("tables=problems;;item")
        problems.get_by_role("searchbox").fill("item 07")
        expect(rows).to_have_count(1)
        settle(page)
        assert "tables=problems;;item;item%2007" in page.url
        page.reload()
        expect(rows).to_have_count(1)
        expect(problems.get_by_role("searchbox")).to_have_value("item 07")
        page.go_back()
        expect(rows).to_have_count(18)
        expect(rows.first).to_contain_text("item 00")
        expect(problems.get_by_role("searchbox")).to_have_value("")
        page.go_back()
        expect(rows.first).to_contain_text("item 20")
        page.get_by_role("link", name="Swap").click()
        expect(page.locator(".answer")).to_contain_text("org-b is better than org-a on 0 of 4")
        page.locator("#pair-problems-table a", has_text="item 07").click()
        page.wait_for_url("**/item?*")
        expect(current).to_have_text("Models")
        page.go_back()
        expect(rows).to_have_count(18)
        page.get_by_role("link", name="Models", exact=True).last.click()
        page.wait_for_url("**/models*")
        page.close()
        watch.check()
