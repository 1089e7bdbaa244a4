"""A page on paper: light, as wide as the sheet, without what is pressed."""

import pytest
from playwright.sync_api import BrowserContext, expect

from reasonboard.studies import BY_PATH
from tests.browser.driver import clean_tab, open_page, until
from tests.browser.printed import Paper
from tests.states import many

KV_CACHE = BY_PATH["kv-cache"]
_PLOT = """() => {
    const { width, paper_bgcolor } = document.querySelector("#kv-cache-grid-graph .js-plotly-plot")._fullLayout;
    const { zoom } = document.getElementById("kv-cache-grid-graph").style;
    return [Math.round(width * (zoom || 1)), paper_bgcolor];
}"""
"""How wide the chart is on the page, in pixels, and on which color."""


def test_a_page_is_printed_light_at_the_width_of_paper_without_buttons(
    profile: BrowserContext, address: str
) -> None:
    page, watch = clean_tab(profile, address, 1440, 900, "dark")
    open_page(page, address, "kv-cache", "?window=500&ratio=0.1")
    screen = page.evaluate(_PLOT)
    page.emulate_media(media="print")
    until(page, lambda: page.evaluate(_PLOT)[0] <= 680 and page.evaluate(_PLOT)[1] == "#ffffff")
    for hidden in (".header", ".filters", ".view.main .view-actions", ".selection-actions"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator(".answer")).to_have_css("color", "rgb(0, 0, 0)")
    expect(page.locator(".view.main .caption").first).to_be_visible()
    page.emulate_media(media="screen")
    until(page, lambda: bool(page.evaluate(_PLOT) == screen))
    open_page(page, address, "load")
    expect(page.locator(".load-files")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".load-files")).to_be_hidden()
    watch.check()


TEXT_WIDTH = {"A4": 688, "Letter": 710}
"""Pixels between the margins of a page."""
_SCREEN = """() => [...document.querySelectorAll(".view .js-plotly-plot")].map((plot) => {
    const { width, height, annotations } = plot._fullLayout;
    return [width, height, annotations.length, plot.data.length, plot.parentElement.style.cssText];
})"""
"""How each chart is drawn."""
_CLIPPED = """() => [...document.querySelectorAll(".sliced > :is(.graph, .slice)")]
    .filter((part) => part.scrollWidth > part.clientWidth + 1).length"""
"""How many slices are narrower than their chart."""
_WORDS = "all => all.map((text) => text.textContent)"
ADDRESSES = many(
    ("models",),
    (
        "models",
        "kv-cache",
        "scale-progress",
        "type-length",
        "test-time",
        "iterations",
        "iterations?form=dual",
        "prm-selection",
        "sheet?item=iterations/grid&item=models/grid",
    ),
)


@pytest.mark.parametrize("path", ADDRESSES)
def test_charts_keep_their_size_on_paper_and_no_page_cuts_a_panel(
    profile: BrowserContext, address: str, path: str
) -> None:
    page, watch = clean_tab(profile, address)
    open_page(page, address, path)
    for form, width in TEXT_WIDTH.items():
        paper = Paper(page, form)
        assert paper.missing() == []
        assert paper.cut() == []
        assert paper.letters() >= 0.75
        assert min(chart["width"] for chart in paper.charts) >= 0.9 * width
    page.emulate_media(media="print")
    until(page, lambda: not page.evaluate(_CLIPPED))
    watch.check()


def test_after_printing_the_screen_is_as_it_was(profile: BrowserContext, address: str) -> None:
    page, watch = clean_tab(profile, address)
    open_page(page, address, "kv-cache")
    screen = page.evaluate(_SCREEN)
    page.pdf()
    until(page, lambda: bool(page.evaluate(_SCREEN)[: len(screen)] == screen))
    expect(page.locator(".slice, .sliced")).to_have_count(0)
    watch.check()


@pytest.mark.parametrize("state", many(["silent"], ["offline", "silent"]))
def test_without_an_answer_of_the_server_the_screen_is_printed(
    profile: BrowserContext, address: str, state: str
) -> None:
    page, _ = clean_tab(profile, address)
    open_page(page, address, "kv-cache")
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if ".figure.json" in one.url else None)
    words = page.locator(".view.main .annotation-text").evaluate_all(_WORDS)
    page.route("**/newest.json*", lambda _: None)  # it is asked, and does not answer
    page.evaluate("Date.now = ((now) => () => now() + 9000)(Date.now)")
    page.context.set_offline(state == "offline")
    try:
        paper = Paper(page)
    finally:
        page.context.set_offline(False)
    assert asked == []
    assert words
    assert set(words) <= set(paper.charts[0]["words"])
    assert paper.missing() == []
    assert paper.charts[0]["width"] == pytest.approx(680, abs=1)
