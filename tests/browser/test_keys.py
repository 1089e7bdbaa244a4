"""Charts without a mouse: a cursor on their marks, what is read out, and a finger that reads before it selects."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from reasonboard.studies import BY_PATH
from tests.browser.driver import clean_tab, open_page, reveal, serious, settle, show_tab, shows

KV_CACHE = BY_PATH["kv-cache"]
GRID = "#kv-cache-grid-graph"


class Keyboard:
    """Presses keys and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(
                120
            )  # no person is faster, and what opens takes the focus then
            self.presses += 1

    def to(self, selector: str) -> None:
        """Go on by Tab until an element of this selector has the focus."""
        for _ in range(20):
            self.press("Tab")
            if self.page.evaluate("one => document.activeElement.matches(one)", selector):
                return
        raise AssertionError(f"20 times Tab did not come to {selector}")


def test_keys_walk_the_marks_and_say_each_with_its_place(page: Page, address: str) -> None:
    open_page(page, address, "kv-cache")
    status, chart = page.locator("#mark-status"), page.locator(GRID)
    expect(chart).to_have_attribute("role", "application")
    assert chart.get_attribute("aria-labelledby") == "kv-cache-grid-heading"
    chart.focus()
    page.keyboard.press("ArrowRight")
    expect(status).to_have_text(
        re.compile(
            r"window 3,000, ratio 0.1, Pass@1 41\.3% .* 1 of 5, line 1 of 4, panel 1 of 5\.$"
        )
    )
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(status).to_have_text(re.compile(r"window 2,000, ratio 0.2.* 2 of 5, line 2 of 4"))
    expect(page.locator(f"{GRID} .cursor-cell")).to_have_count(1)
    page.keyboard.press("PageDown")
    expect(status).to_have_text(re.compile(r"AIME25, window 3,000, ratio 0.2.* panel 2 of 5"))
    page.keyboard.press("End")
    expect(status).to_have_text(re.compile(r"ratio 0.5.* 5 of 5"))
    page.keyboard.press("Enter")
    shows(page, KV_CACHE, re.compile(r"AIME25"))
    expect(chart).to_be_focused()
    expect(page.locator("#change-status")).to_have_text(re.compile(r"^28\.0% \("))
    page.keyboard.press("Escape")
    expect(page.locator(f"{GRID} .cursor-cell")).to_have_count(0)


_HEARD = """() => {
window.heard = [];
const node = () => ({
    connect: (next) => next, stop() {}, pan: {}, frequency: {},
    gain: { setValueAtTime() {}, linearRampToValueAtTime() {} },
    start() { window.heard.push([this.type, this.frequency.value]); },
});
window.AudioContext = class {
    currentTime = 0;
    createOscillator = node;
    createGain = node;
    createStereoPanner = node;
};
}"""
"""In place of the loudspeakers: the timbre and the pitch of each tone."""


def test_a_mark_is_heard_as_low_end_value_and_high_end_and_rough_where_it_could_be_chance(
    page: Page, address: str
) -> None:
    open_page(page, address, "prm-selection")
    page.evaluate(_HEARD)
    page.locator("#prm-selection-by_benchmark-graph").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("window.heard") == []
    page.keyboard.press("s")
    expect(page.locator("#mark-status")).to_have_text("Sound on.")

    def heard(key: str) -> list[list[Any]]:
        page.evaluate("window.heard = []")
        page.keyboard.press(key)
        tones: list[list[Any]] = page.evaluate("window.heard")
        return tones

    highest, next_one = heard("Home"), heard("ArrowDown")
    assert [timbre for timbre, _ in highest] == ["sine"] * 3
    low, value, high = (pitch for _, pitch in highest)
    assert low < value <= high
    assert next_one[1][1] < value
    reveal(page, BY_PATH["prm-selection"], "gaps")
    page.locator("#prm-selection-gaps-graph").scroll_into_view_if_needed()
    settle(page)
    page.locator("#prm-selection-gaps-graph").focus()
    assert {timbre for timbre, _ in heard("Home")} == {"sawtooth"}
    page.keyboard.press("s")
    assert heard("ArrowDown") == []


def test_a_cell_that_nobody_measured_is_read_and_the_list_selects_a_mark(
    open_profile: BrowserContext, address: str
) -> None:
    page, watch = clean_tab(open_profile, address)
    open_page(page, address, "type-length")
    page.locator("#type-length-grid-graph").focus()
    page.keyboard.press("Home")
    page.keyboard.press("End")
    said = re.compile(
        r"Baseline · Core, Type 1, length 19: not measured\. 20 of 20, line 1 of 7, panel"
    )
    expect(page.locator("#mark-status")).to_have_text(said)
    expect(page.locator("#type-length-grid-graph .cursor-cell")).to_have_count(1)
    label = page.locator("#type-length-grid-graph .hoverlayer .hovertext")
    expect(label).to_contain_text("Type 1, length 19: not measured")
    marks = page.locator("#type-length-grid-chart .mark-list")
    page.keyboard.press("l")
    marks.get_by_text("Qwen-2.5 3B · Baseline · Core, 140 marks").click()
    marks.get_by_text("Type 2, 20 marks").click()
    expect(marks.get_by_text("length 0: not measured")).to_be_visible()
    assert serious(page, "#type-length-grid-chart") == []
    assert marks.locator("button").count() == 20, "what is closed is not made"
    marks.get_by_text(re.compile("length 1, 100")).click()
    shows(page, BY_PATH["type-length"], re.compile(r"type=Type.2.*length=1"))
    expect(marks.get_by_text(re.compile("length 1, 100"))).to_be_focused()
    watch.check()


def test_filter_pick_compare_save_and_share_take_at_most_40_keys(page: Page, address: str) -> None:
    open_page(page, address, "kv-cache")
    keys = Keyboard(page)
    keys.press("Tab", "Enter")  # to the page
    keys.to("#kv-cache-benchmark")
    keys.press("Enter")
    expect(page.get_by_role("checkbox").first).to_be_visible()
    keys.press("ArrowDown", "Space", "Escape")
    settle(page)
    expect(page).to_have_url(re.compile("benchmark="))
    keys.to(GRID)
    keys.press("ArrowRight", "Enter")
    shows(page, KV_CACHE, re.compile("ratio=0.1"))
    keys.press("c")
    shows(page, KV_CACHE, re.compile("compare="))
    keys.press("ArrowRight", "Enter")
    drawer = page.locator("dialog.drawer")
    expect(drawer).to_be_visible()
    expect(drawer.locator("h2").first).to_contain_text("against")
    expect(drawer.locator("h2").first).to_be_focused()
    settle(page)
    keys.press("Escape")
    expect(page.locator(GRID)).to_be_focused()
    keys.to("#kv-cache-grid-download summary")
    keys.press("Enter")
    keys.to(".image-save")
    with page.expect_download():
        keys.press("Enter")
    keys.press("Escape")
    keys.to("#kv-cache-grid-share summary")
    keys.press("Enter", "Tab", "Enter")
    expect(page.locator("#kv-cache-grid-share .copied").first).not_to_be_empty()
    assert keys.presses <= 40


def test_a_change_and_another_page_are_said_in_one_place(page: Page, address: str) -> None:
    open_page(page, address, "kv-cache")
    status = page.locator("#change-status")
    expect(status).to_be_empty()
    page.locator("#kv-cache-grid-view").get_by_text("Loss to best", exact=True).click()
    settle(page)
    expect(status).to_have_text("Charts updated.")
    page.locator("#kv-cache-model").click()  # an open dropdown has the name of its label
    expect(page.get_by_role("dialog", name="Models")).to_be_visible()
    choices = page.get_by_role("group", name="Models")
    expect(choices.get_by_role("checkbox", name="DeepSeek-R1-Distill-Llama-8B")).not_to_be_checked()
    expect(choices.get_by_role("option")).to_have_count(0)
    page.keyboard.press("Escape")
    # What is hidden from screen readers takes no focus, also where one was opened.
    expect(page.locator(".dash-dropdown-focus-target:not([tabindex='-1'])")).to_have_count(0)
    expect(page.locator("#kv-cache-margin")).to_have_accessible_name("Acceptable loss 5 points")
    page.get_by_role("link", name="Iterations", exact=True).click()
    expect(status).to_have_text(re.compile(r"^Iterations · Reasonboard\. Accuracy rose on"))


def _first_cell(page: Page) -> list[float]:
    """Where the first cell of the first heatmap stands in the window."""
    cell: list[float] = page.locator(GRID).evaluate(
        """(place) => {
            const { xaxis, yaxis } = place.querySelector(".plot")._fullLayout;
            scrollBy(0, place.getBoundingClientRect().top - 300);
            const { left, top } = place.getBoundingClientRect();
            return [left + xaxis._offset + xaxis.d2p(0), top + yaxis._offset + yaxis.d2p(0)];
        }"""
    )
    return cell


def test_the_first_tap_reads_a_mark_and_the_second_selects_it(
    chrome: Browser, address: str
) -> None:
    context = chrome.new_context(viewport={"width": 360, "height": 780}, has_touch=True)
    page, watch = clean_tab(context, address, 360, 780)
    open_page(page, address, "kv-cache")
    cell = _first_cell(page)
    before = page.url
    page.touchscreen.tap(*cell)
    expect(page.locator(f"{GRID} .hoverlayer .hovertext")).to_be_visible()
    settle(page)
    assert page.url == before
    page.wait_for_timeout(400)  # a tap that comes sooner may be the same
    page.touchscreen.tap(*cell)
    shows(page, KV_CACHE, re.compile(r"ratio=0\.1"))
    watch.check()
    context.close()


@pytest.mark.long
def test_fingers_scroll_and_zoom_over_a_chart_and_select_nothing(
    chrome: Browser, address: str
) -> None:
    context = chrome.new_context(
        viewport={"width": 360, "height": 780}, has_touch=True, is_mobile=True
    )
    page, watch = clean_tab(context, address, 360, 780)
    devtools = context.new_cdp_session(page)
    open_page(page, address, "kv-cache")
    left, top = _first_cell(page)

    def move(*path: list[tuple[float, float]]) -> None:
        """The fingers go through these places, each a list of theirs, then leave."""
        for step, places in enumerate([*path, []]):
            kind = "touchMove" if step and places else "touchEnd" if step else "touchStart"
            points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(places)]
            devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            page.wait_for_timeout(20)
        settle(page)

    page.touchscreen.tap(left, top)  # it reads: another tap would select
    settle(page)
    before, scrolled = page.url, page.evaluate("scrollY")
    page.wait_for_timeout(400)
    move(*([(left, top), (left + 60 + 10 * step, top)] for step in range(10)))
    assert page.evaluate("visualViewport.scale") > 1
    move(*([(left, top + 150 - 15 * step)] for step in range(10)))
    assert page.evaluate("scrollY + visualViewport.offsetTop") > scrolled
    assert page.url == before
    watch.check()
    context.close()


def test_a_row_picks_its_mark_by_a_key_and_back_takes_it_back(page: Page, address: str) -> None:
    open_page(page, address, "kv-cache?ratio=0.2")
    show_tab(page, KV_CACHE, "grid", "Table")
    rows = page.locator("#kv-cache-grid-table")
    row = rows.get_by_role("link", name="DeepSeek-R1-Distill-Llama-8B · AIME24, 500 tokens, 0.3")
    row.focus()
    page.keyboard.press("Enter")
    shows(page, KV_CACHE, "?source=dynts-readings&window=500&ratio=0.3")
    expect(row).to_have_attribute("aria-current", "true")
    expect(row).to_be_focused()
    expect(rows.locator(".pick[aria-current]")).to_have_count(1)
    expect(page.locator("#change-status")).to_have_text(re.compile(r"^41\.3% \("))
    page.go_back()
    shows(page, KV_CACHE, "?source=dynts-readings&ratio=0.2")
    expect(row).not_to_have_attribute("aria-current", "true")
