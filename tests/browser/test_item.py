"""One problem in a browser: hostile answers stay text, formulas are set, the path leads on and back."""

import shutil
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from reasonboard import config
from reasonboard.ingest.loading.load import load
from tests.browser.driver import clean_tab
from tests.browser.printed import missing_on_paper
from tests.ingest.in_process import read_here
from tests.ingest.texts.test_places import written
from tests.serving import serving
from tests.web.item.test_hostile_texts import PIECES, hostile

GSM8K = {
    "a": "gsm8k-answers/Qwen3-Max",
    "b": "gsm8k-answers/GPT-3 175B · verifier",
    "benchmark": "GSM8K, first 10",
}


def open_item(page: Page, address: str, **parts: str) -> None:
    page.goto(f"{address}item?{urlencode(parts)}")
    expect(page.locator("#item .item-page")).to_be_visible()


def test_hostile_answers_run_nothing_and_ask_nobody(
    profile: BrowserContext, bundled_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "store"
    shutil.copytree(bundled_store, store)
    answers = ["\n".join(hostile(400)[:395]), "".join(PIECES) * 40, "<think>" + "\n".join(PIECES)]
    samples = written(tmp_path / "run", answers)
    monkeypatch.setattr("reasonboard.ingest.loading.load.read_isolated", read_here)
    load(config.read({}).data, store, [str(samples.parent)], name="hostile")
    with serving(store) as address:
        page, watch = clean_tab(profile, address)
        for item in ("0", "1", "2"):
            open_item(page, address, a="hostile/org/m-7b", benchmark="gsm8k", item=item, more="1")
            page.wait_for_timeout(1500)
            ours = page.locator("#item .text")
            assert page.evaluate("window.violations") == []
            assert (
                ours.locator("img, script, iframe, a, link, style, svg, object, form").count() == 0
            )
            assert page.evaluate("window.alerted ?? null") is None
        watch.check()


LAID_OUT = """() => {
    const all = [...document.querySelectorAll("body *")];
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
    const depth = (one) => 1 + Math.max(0, ...[...one.children].map(depth));
    const looksForSigns = (one) => !getComputedStyle(one).fontFeatureSettings.includes('"calt" 0');
    return {
        longest: Math.max(...texts.map(({ data }) => data.length)),
        shown: Math.max(0, ...[...document.querySelectorAll("#item .text")].map((one) => one.textContent.length)),
        alternates: all.filter(looksForSigns).map(({ tagName, className }) => `${tagName}.${className}`),
        unbroken: [...document.querySelectorAll("#item bdi, #item .text")]
            .filter((one) => getComputedStyle(one).overflowWrap === "normal").length,
        deepest: Math.max(0, ...[...document.querySelectorAll("#item math")].map(depth)),
        formulas: document.querySelectorAll("#item math").length,
    };
}"""


@pytest.mark.long
def test_what_a_browser_lays_out_of_a_text_is_bounded(
    profile: BrowserContext, bundled_store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted in elements and letters, so that it is the same on every machine."""
    store = tmp_path / "store"
    shutil.copytree(bundled_store, store)
    nested = [f"$${before * 60}x{'}' * 60}$$" for before in (r"\sqrt{", "x^{", r"\boxed{")]
    large = r"$$\def\a{" + "x" * 1000 + "}" + r"\a" * 150 + "$$"
    answers = ["{" * 300_000, "->" * 150_000, "\n".join([*nested, "$x^2$", large])]
    samples = written(tmp_path / "run", answers)
    monkeypatch.setattr("reasonboard.ingest.loading.load.read_isolated", read_here)
    load(config.read({}).data, store, [str(samples.parent)], name="heavy")
    with serving(store) as address:
        page, watch = clean_tab(profile, address)
        of_run = {"a": "heavy/org/m-7b", "benchmark": "gsm8k"}
        for item in ("0", "1"):
            open_item(page, address, **of_run, item=item)
            first = page.evaluate(LAID_OUT)
            assert first["shown"] == 20_000
            page.get_by_role("link", name="Show more, 300 kB").first.click()
            expect(page.get_by_role("link", name="Show all, 300 kB").first).to_be_visible()
            for laid_out in (first, page.evaluate(LAID_OUT)):
                assert laid_out["longest"] <= 200_000
                assert laid_out["alternates"] == []
                assert laid_out["unbroken"] == 0
        open_item(page, address, **of_run, item="2")
        if page.locator("#item").get_attribute("data-katex"):
            expect(page.locator("#item math").first).to_be_visible()
            laid_out = page.evaluate(LAID_OUT)
            assert laid_out["formulas"] == 1
            assert laid_out["deepest"] <= 40
            expect(page.locator("#item .math", has_text="boxed")).to_contain_text(nested[0])
        watch.check()


def test_a_problem_leads_to_the_next_one_and_back(page: Page, address: str) -> None:
    open_item(page, address, **GSM8K, item="4", items="flipped")
    expect(page.locator(".answer")).to_contain_text(
        "Qwen3-Max is right; GPT-3 175B · verifier is wrong."
    )
    expect(page).to_have_title("One problem · Reasonboard")
    page.get_by_role("link", name="Next ›").click()
    expect(page.locator("#item")).to_contain_text("problem 9")
    assert "item=9" in page.url
    page.go_back()
    expect(page.locator("#item")).to_contain_text("problem 4")
    page.get_by_role("switch", name="Raw text").click()
    expect(page.locator(".item[data-raw='1']")).to_be_visible()
    assert "raw=1" in page.url


def test_formulas_are_set_as_mathml_where_katex_is_installed(page: Page, address: str) -> None:
    open_item(page, address, **GSM8K, item="4")
    if not page.locator("#item").get_attribute("data-katex"):
        return
    expect(page.locator("#item math").first).to_be_visible()
    page.evaluate(
        """() => {
            const text = document.querySelector("#item .math"), other = document.querySelector("#item .item-page");
            text.textContent = "so $ 2 \\times 0 = 0 $, for $5 and $6, or $ 7 to $ 8";
            other.replaceWith(other.cloneNode(true));
        }"""
    )
    text = page.locator("#item .math").first
    expect(text.locator("math")).to_have_count(1)
    expect(text).to_contain_text("for $5 and $6, or $ 7 to $ 8")
    assert page.locator("#item [style]").count() == 0


def test_a_phone_shows_problem_a_or_b(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 760})
    open_item(page, address, **GSM8K, item="4", items="flipped")
    expect(page.locator(".item-problem")).to_be_visible()
    expect(page.locator("[data-panel='b']")).to_be_hidden()
    page.get_by_role("tab", name="B", exact=True).click()
    expect(page.locator("[data-panel='b']")).to_be_visible()
    expect(page.locator(".item-problem")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(media="print")
    expect(page.locator(".item-problem")).to_be_visible()
    assert missing_on_paper(page) == []
