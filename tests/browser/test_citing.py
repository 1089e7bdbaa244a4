"""Citing a source: what is copied, and what happens where the clipboard is closed."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.driver import Watch, open_page
from tests.export.parsing import parsed

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
