"""A page on paper: light, as wide as the sheet, without what is pressed."""

from playwright.sync_api import BrowserContext, expect

from reasonboard.studies import BY_PATH
from tests.browser.driver import clean_tab, open_page, until

KV_CACHE = BY_PATH["kv-cache"]
_PLOT = """() => {
    const { width, paper_bgcolor } = document.querySelector("#kv-cache-grid-graph .js-plotly-plot")._fullLayout;
    const { zoom } = document.getElementById("kv-cache-grid-graph").style;
    return [Math.round(width * (zoom || 1)), paper_bgcolor];
}"""
"""How wide the chart is on the page, in pixels, and on which colour."""


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
    open_page(page, address, "data")
    expect(page.locator(".load-files")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".load-files")).to_be_hidden()
    watch.check()
