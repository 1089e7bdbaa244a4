"""Citing a source: what is copied, and what happens where the clipboard is closed."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driver import Watch, open_page
from tests.export.parsing import parsed

_CLOSED = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
_REFUSED = "document.execCommand = () => false;"


def opened(page: Page, address: str) -> None:
    open_page(page, address, "kv-cache")
    page.locator("#kv-cache-sources summary").first.click()
    page.locator("#kv-cache-sources .cite summary").first.click()


def test_the_copy_button_copies_the_entry_and_says_so(chrome: Browser, address: str) -> None:
    context = chrome.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    watch = Watch(page, address)
    opened(page, address)
    entry = page.locator("#kv-cache-sources .copyable").nth(1)
    entry.get_by_role("button").click()
    expect(entry.get_by_role("status")).to_have_text("Copied")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert parsed(copied)[0].key == "guo2026dynts"
    expect(entry.get_by_role("status")).to_have_text("", timeout=8000)
    watch.check()
    context.close()


@pytest.mark.parametrize(
    ("scripts", "said"), [(_CLOSED, "Copied"), (_CLOSED + _REFUSED, "Selected: copy it with Ctrl+C")]
)  # fmt: skip
def test_without_a_clipboard_the_text_is_selected(
    chrome: Browser, address: str, scripts: str, said: str
) -> None:
    context = chrome.new_context()
    page = context.new_page()
    watch = Watch(page, address)
    page.add_init_script(scripts)
    opened(page, address)
    text = page.locator("#kv-cache-sources .copyable").first
    text.get_by_role("button").press("Enter")
    expect(text.get_by_role("status")).to_have_text(re.compile(re.escape(said)))
    assert page.evaluate("() => getSelection().toString()") == text.locator("pre").text_content()
    watch.check()
    context.close()
