"""Two models, one benchmark: from the difference to the problems behind it, and back."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.driver import TWO_MODELS, Watch, open_page, settle
from tests.export.parsing import parsed


def test_a_reader_filters_the_problems_pages_them_and_goes_back(page: Page, address: str) -> None:
    open_page(page, address, TWO_MODELS)
    rows = page.locator("#pair-problems-table tbody tr")
    expect(rows).to_have_count(5)
    current = page.locator(".nav-link[aria-current=page]")
    expect(current).to_have_text("Models")
    expect(page).to_have_title("Two models · Reasonboard")
    problems = page.locator("#pair-problems-view")
    problems.get_by_role("button", name="Problem", exact=True).click()
    expect(rows.first).to_contain_text("Josh decides")
    settle(page)
    assert page.url.endswith("tables=problems;;item")
    problems.get_by_role("searchbox").fill("4")
    expect(rows).to_have_count(1)
    settle(page)
    assert "tables=problems;;item;4" in page.url
    page.reload()
    expect(rows).to_have_count(1)
    expect(problems.get_by_role("searchbox")).to_have_value("4")
    page.go_back()
    expect(rows).to_have_count(5)
    expect(rows.first).to_contain_text("Josh decides")
    expect(problems.get_by_role("searchbox")).to_have_value("")
    page.go_back()
    expect(rows.first).to_contain_text("John drives")
    page.get_by_role("link", name="Swap").click()
    expect(page.locator(".answer")).to_contain_text("GPT-3 175B · verifier is worse than Qwen3-Max")
    page.locator("#pair-problems-table").get_by_role("link", name="4", exact=True).click()
    page.wait_for_url("**/item?*")
    expect(current).to_have_text("Models")
    page.go_back()
    expect(rows).to_have_count(5)
    page.get_by_role("link", name="Models", exact=True).last.click()
    page.wait_for_url("**/models*")


_CLOSED = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
_REFUSED = "document.execCommand = () => false"


def test_an_entry_is_copied_and_without_a_clipboard_its_text_is_selected(
    chrome: Browser, address: str
) -> None:
    context = chrome.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    watch = Watch(page, address)
    open_page(page, address, "kv-cache")
    page.locator("#kv-cache-sources summary").first.click()
    page.locator("#kv-cache-sources .cite summary").first.click()
    entry = page.locator("#kv-cache-sources .copyable").nth(1)
    entry.get_by_role("button").click()
    expect(entry.get_by_role("status")).to_have_text("Copied")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert parsed(copied)[0].key == "guo2026dynts"
    expect(entry.get_by_role("status")).to_have_text("", timeout=8000)
    text = page.locator("#kv-cache-sources .copyable").first
    for script, said in ((_CLOSED, "Copied"), (_REFUSED, "Selected. Press Ctrl+C")):
        page.evaluate(f"() => {{ {script}; getSelection().empty(); }}")
        text.get_by_role("button").press("Enter")
        expect(text.get_by_role("status")).to_have_text(re.compile(re.escape(said)))
        selected = page.evaluate("() => getSelection().toString()")
        assert selected == text.locator("pre").text_content()
    watch.check()
    context.close()
