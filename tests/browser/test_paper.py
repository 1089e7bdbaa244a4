"""Pages on paper, images in the font of the pages, and a still page for who wants it so."""

import re

from playwright.sync_api import BrowserContext, Page, Route, expect

from reasonboard.studies import BY_PATH
from tests.browser.driver import choose_image, figure, new_tab, open_page, point_at

KV_CACHE = BY_PATH["kv-cache"]
_PLOT = """() => {
    const { width, paper_bgcolor } = document.querySelector("#kv-cache-grid-graph .js-plotly-plot")._fullLayout;
    const { zoom } = document.getElementById("kv-cache-grid-graph").style;
    return [Math.round(width * (zoom || 1)), paper_bgcolor];
}"""
"""How wide the chart is on the page, in pixels, and on which colour."""


def hold(page: Page) -> list[Route]:
    """Where every change from now on waits."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route("**/_dash-update-component*", keep)
    return held


def test_a_page_is_printed_light_at_the_width_of_paper_without_buttons(
    profile: BrowserContext, address: str
) -> None:
    page, watch = new_tab(profile, address, 1440, 900, "dark")
    open_page(page, address, "kv-cache", "?window=500&ratio=0.1")
    screen = page.evaluate(_PLOT)
    page.emulate_media(media="print")
    page.wait_for_timeout(300)
    width, paper = page.evaluate(_PLOT)
    assert width <= 680
    assert paper == "#ffffff"
    for hidden in (".header", ".filters", ".view.main .view-actions", ".selection-actions"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator(".answer")).to_have_css("color", "rgb(0, 0, 0)")
    expect(page.locator(".view.main .caption").first).to_be_visible()
    page.emulate_media(media="screen")
    for _ in range(100):
        if page.evaluate(_PLOT) == screen:
            break
        page.wait_for_timeout(50)
    assert page.evaluate(_PLOT) == screen
    page.close()
    watch.check()


def test_an_image_carries_the_heading_and_the_font_of_the_page(page: Page, address: str) -> None:
    open_page(page, address, "kv-cache")
    with page.expect_download() as saved:
        choose_image(page, KV_CACHE, "grid", "svg-1")
    svg = saved.value.path().read_text("utf-8")
    assert re.search(
        r"@font-face ?{ ?font-family: ?Inter; ?src: ?url\(data:font/woff2;base64,", svg
    )
    words = re.sub(r"<[^>]+>", "", svg)
    meta = figure(page, KV_CACHE, "grid")["layout"]["meta"]
    for said in (meta.get("heading") or meta["title"], meta["subtitle"], f"{meta['kinds']}."):
        assert said.split(" ")[-1] in words


def test_no_outline_stays_behind_where_nothing_may_move(page: Page, address: str) -> None:
    page.emulate_media(reduced_motion="reduce", contrast="more", color_scheme="dark")
    open_page(page, address, "kv-cache")
    ink = page.evaluate("getComputedStyle(document.body).color")
    expect(page.locator(".question")).to_have_css("color", ink)  # no word is faint
    hold(page)
    point_at(page, KV_CACHE, "grid", 0, 1, 2)
    page.mouse.down()
    page.mouse.up()
    outline = page.locator("#kv-cache-grid-graph .picked-cell")
    expect(outline).to_have_count(1)
    expect(outline).to_have_count(0, timeout=5_000)
    page.unroute("**/_dash-update-component*")


def test_a_chart_says_that_it_is_being_changed(page: Page, address: str) -> None:
    open_page(page, address, "kv-cache")
    held = hold(page)
    page.locator("#kv-cache-intervals").click()
    shown = page.locator("#kv-cache-page")
    expect(shown).to_have_attribute("data-busy", "")
    expect(page.locator("#change-status")).to_have_text("The charts are being made.")
    held[0].continue_()
    expect(shown).not_to_have_attribute("data-busy", "")
    page.unroute("**/_dash-update-component*")
