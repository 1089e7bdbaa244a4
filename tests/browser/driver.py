"""What a person does with a page of the dashboard."""

import base64
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import BrowserContext, Page, Request, expect

from reasonboard.core.control import Control
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.studies import STUDIES

_VIOLATIONS = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
    window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
"""

GSM8K = {"a": "gsm8k-answers/Qwen3-Max", "b": "gsm8k-answers/GPT-3 175B · verifier"}
"""Two bundled runs whose answers to the same problems are bundled, too."""
TWO_MODELS = f"pair?{urlencode(GSM8K)}"
PROBLEM = (
    f"item?{urlencode(GSM8K | {'benchmark': 'GSM8K, first 10', 'item': '4', 'items': 'flipped'})}"
)
PAGES = {study.path: study.path for study in STUDIES} | {
    "two models": TWO_MODELS,
    "problem": PROBLEM,
}
"""The pages that show data, by their names: that of two models without and with a second one."""


HERE = Path(__file__).parent
_DRAWN = """() => [...document.querySelectorAll(".graph")].every((place) => {
    const { top, bottom, width } = place.getBoundingClientRect();
    const isDrawn = place.querySelector(".main-svg") && !place.hasAttribute("aria-busy");
    return !width || top > innerHeight || bottom < 0 || isDrawn;
})"""
"""Is every chart in the window drawn, and of the figure that came last?"""
_WATCHES: WeakKeyDictionary[Page, "Watch"] = WeakKeyDictionary()
_TABS: WeakKeyDictionary[BrowserContext, Page] = WeakKeyDictionary()


TREES = {
    part.partition("\n")[0]: part.partition("\n")[2].strip()
    for part in (HERE / "trees.txt").read_text().split("## ")[1:]
}
"""What a screen reader has of a chart of each study: what its cursor says, and its tree with the open list of marks."""


class Watch:
    """Collects what must not happen on a page."""

    def __init__(self, page: Page, address: str) -> None:
        page.add_init_script(_VIOLATIONS)
        self.page = page
        self.start(address)
        _WATCHES[page] = self
        page.on("request", self._asked)
        page.on("requestfinished", self._answered)
        page.on("requestfailed", self._answered)
        page.on("pageerror", lambda error: self.bad.append(f"error: {error}"))
        page.on(
            "console", lambda said: self.bad.append(said.text) if said.type == "error" else None
        )

    def start(self, address: str) -> None:
        """Forget what was collected; from now on only the server of this address may be asked."""
        host = address.split("/", 3)[2]
        self.own = (f"http://{host}/", "data:", "blob:")
        self.bad: list[str] = []
        self.pending: set[Request] = set()

    def _asked(self, request: Request) -> None:
        self.pending.add(request)
        if not request.url.startswith(self.own):
            self.bad.append(f"asked {request.url}")

    def _answered(self, request: Request) -> None:
        self.pending.discard(request)

    def check(self) -> None:
        assert not self.bad, self.bad


def clean_tab(
    context: BrowserContext,
    address: str,
    width: int = 1440,
    height: int = 1000,
    scheme: str = "light",
) -> tuple[Page, Watch]:
    """The tab of a browser as a visitor has it of whom nothing is remembered, and its watch.

    One test after the other has the same tab: its process has compiled the scripts, so a page takes it a third less.
    """
    if context not in _TABS or _TABS[context].is_closed():
        _TABS[context] = context.new_page()
    tab = _TABS[context]
    watch = clean(tab, address)
    tab.set_viewport_size({"width": width, "height": height})
    tab.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    return tab, watch


def clean(tab: Page, address: str) -> Watch:
    """Make a tab as if it had just been opened; its watch."""
    tab.unroute_all()
    tab.emulate_media(media="null", contrast="null", reduced_motion="null")
    tab.mouse.move(0, 0)
    # An address of the same server: the process of the tab would end with one of another site, as about:blank is.
    tab.goto(f"{address}assets/favicon.svg")
    tab.evaluate("[localStorage, sessionStorage].forEach((one) => one.clear())")
    devtools = tab.context.new_cdp_session(tab)
    devtools.send("Page.resetNavigationHistory")
    devtools.detach()
    watch = _WATCHES.get(tab) or Watch(tab, address)
    watch.start(address)
    return watch


def serious(page: Page, part: str | None = None, *, contrast: bool = True) -> list[str]:
    """What axe finds of serious and critical faults, on the whole page or in the part of this selector.

    The contrast of words takes it more than half of its time.
    """
    # The rows of a table are alike: four fifths of the time went into the contrast of every cell.
    place = {"include": [[part or "html"]], "exclude": [["tbody tr:nth-child(n + 4)"]]}
    # Half as long as with all that it finds right.
    rules = {"color-contrast": {"enabled": contrast}}
    found = Axe().run(page, context=place, options={"resultTypes": ["violations"], "rules": rules})
    return [
        f"{one['id']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found.response["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


def forgive(page: Page, *words: str) -> None:
    """What a test brought about itself is no fault of the page."""
    bad = _WATCHES[page].bad
    bad[:] = [one for one in bad if not any(word in one for word in words)]


START = {"pair": TWO_MODELS.removeprefix("pair")}
"""The state in which a page shows something, where that is not the one that it opens with."""
_OF_LOADS = {
    ("data", "runs"),
    ("iterations", "training"),
    ("models", "runs"),
    ("pair", "settings"),
    ("pair", "cut_off"),
    ("test-time", "passes"),
}
"""The views of what only loaded runs have: settings, several attempts, answers cut off."""


def drawn(study: Study) -> list[View]:
    """The views that show something of the bundled data while no mark is selected."""
    return [
        view
        for view in study.views
        if (study.path, view.name) not in _OF_LOADS and view.place != "details"
    ]


def reveal(page: Page, study: Study, view: str) -> None:
    """Open what a view stands in, where that is closed: more charts, or the details of the selected mark."""
    place = next(one.place for one in study.views if one.name == view)
    if place == "more":
        more = page.locator(".disclosure", has=page.locator(f"#{study.path}-{view}-view"))
        if more.get_attribute("open") is None:
            more.locator("> summary").click()
    if place == "details" and not page.locator("dialog.drawer").evaluate("one => one.open"):
        page.get_by_role("button", name="Details", exact=True).click()


def open_page(page: Page, address: str, path: str, search: str = "") -> None:
    """Go there and wait until every chart is drawn."""
    page.goto(f"{address}{path}{search}")
    expect(page.locator("h1")).to_be_visible(timeout=20_000)
    settle(page)


def settle(page: Page) -> None:
    """Wait until nothing has been asked for a moment, and controls and charts in sight are drawn."""
    quiet = 0
    for _ in range(600):
        page.wait_for_timeout(40)
        quiet = 0 if _WATCHES[page].pending else quiet + 1
        if quiet >= 4:
            break
    loading = page.locator(".controls .chip:not([hidden], :has(button, input))")
    expect(loading).to_have_count(0, timeout=15_000)
    draw(page)


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait for what no locator can expect; how long it takes depends on the machine."""
    for _ in range(300):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it never came")


def draw(page: Page) -> None:
    """Wait until the charts in sight are drawn."""
    # A function that the page waits for itself is eval, which its policy forbids.
    for _ in range(300):
        if page.evaluate(_DRAWN):
            return
        page.wait_for_timeout(50)
    busy = page.evaluate(
        "[...document.querySelectorAll('.graph')].map((one) => [one.id, one.ariaBusy, innerHeight,"
        "one.getBoundingClientRect().top, one.getBoundingClientRect().width, !!one.querySelector('.main-svg')])"
    )
    raise AssertionError(f"a chart in the window is not drawn: {busy}")


def state(page: Page, study: Study) -> str:
    """The query string of what is shown."""
    return page.locator(f"#{study.path}-page").get_attribute("data-address") or ""


def permalink(page: Page, study: Study) -> str:
    """The query string of what leaves the page: it names the version of the data."""
    return page.locator(f"#{study.path}-page").get_attribute("data-permalink") or ""


def shows(page: Page, study: Study, search: str | re.Pattern[str]) -> None:
    """Wait until what is shown has this query string, or one that matches the pattern."""
    shown = page.locator(f"#{study.path}-page")
    expect(shown).to_have_attribute("data-address", search, timeout=15_000)
    settle(page)


_OPEN = """(id) => {
    const view = document.getElementById(id);
    document.querySelectorAll("dialog[open]").forEach((one) => one.contains(view) || one.close());
    for (let place = view; place; place = place.parentElement) {
        if (place.tagName === "DETAILS") place.open = true;
        if (place.tagName === "DIALOG" && !place.open) place.showModal();
    }
}"""


def open_around(page: Page, study: Study, view: str) -> None:
    """Open the disclosure or the drawer that a view stands in, and close the drawer around others."""
    page.evaluate(_OPEN, f"{study.path}-{view}-view")


def show_tab(page: Page, study: Study, view: str, label: str) -> None:
    """Show the chart or the table of a view; what is shown already, as both side by side, is not offered."""
    open_around(page, study, view)
    if next(one for one in study.views if one.name == view).listing is not None:
        return
    tab = page.locator(f"#{study.path}-{view}-tab")
    if not tab.locator(f"input[value={label.lower()}]").is_checked():
        tab.get_by_text(label, exact=True).click()


def figure(page: Page, study: Study, view: str) -> dict[str, Any]:
    """Data, layout and height (pixels) of a view as they are drawn."""
    reveal(page, study, view)
    open_around(page, study, view)
    page.locator(f"#{study.path}-{view}-graph").scroll_into_view_if_needed()
    draw(page)
    chart = page.locator(f"#{study.path}-{view}-graph .js-plotly-plot")
    drawn: dict[str, Any] = json.loads(
        chart.evaluate(
            """c => {
                const { meta } = (window.reasonboard.figure?.(c.parentNode) ?? c).layout;
                return JSON.stringify({ data: c.data, layout: { ...c.layout, meta }, height: c._fullLayout.height });
            }"""
        )
    )
    return drawn


def label_of(control: Control, study: Study, value: str) -> str:
    """What a choice of a control is called."""
    return next(
        option.label for option in control.options(study.defaults()) if option.value == value
    )


def choose(page: Page, study: Study, control: Control, label: str) -> None:
    """Choose one more (or another) option of a control as a person would."""
    field = page.locator(f"#{study.path}-{control.name}")
    if ":" in control.place:
        reveal(page, study, control.place.partition(":")[2])
    if control.place.startswith("options:"):
        menu = page.locator(f"#{study.path}-{control.place.partition(':')[2]}-options")
        if menu.get_attribute("open") is None:
            menu.locator("summary").click()
    if control.place == "switch":
        field.click()
    elif control.segments:
        field.get_by_text(label, exact=True).click()
    else:
        field.click()
        option = page.locator(".dash-dropdown-option", has=page.get_by_text(label, exact=True))
        search = page.locator(".dash-dropdown-search")
        if search.count():  # a long list has only the options in sight
            search.fill(label)
        option.first.click()
        if control.multi:
            page.keyboard.press("Escape")
    settle(page)


def point_at(page: Page, study: Study, view: str, trace: int, x: float, y: float) -> None:
    """Move the mouse onto a point of a chart, given by a trace and its coordinates."""
    script = """([id, trace, x, y]) => {
        const gd = document.querySelector(`#${id} .js-plotly-plot`);
        const full = gd._fullData[trace];
        const axis = (name) => gd._fullLayout[`${name[0]}axis${name.slice(1)}`];
        const across = axis(full.xaxis || "x"), up = axis(full.yaxis || "y");
        const place = [across._offset + across.d2p(x), up._offset + up.d2p(y)];
        window.scrollBy(0, gd.getBoundingClientRect().top + place[1] - innerHeight / 2);
        const box = gd.getBoundingClientRect();
        return [box.left + place[0], box.top + place[1]];
    }"""
    reveal(page, study, view)
    left, top = page.evaluate(script, [f"{study.path}-{view}-graph", trace, x, y])
    page.mouse.move(left - 4, top - 4)
    page.wait_for_timeout(80)
    page.mouse.move(left, top)
    page.wait_for_timeout(150)


def click_mark(page: Page, study: Study, view: str, trace: int, x: float, y: float) -> None:
    """Click on a point of a chart."""
    point_at(page, study, view, trace, x, y)
    page.mouse.down()
    page.mouse.up()
    settle(page)


def choose_image(page: Page, study: Study, view: str, form: str) -> None:
    """Open the menu of images of a view and choose one: `png-1`, `svg-1`, `png-one`, `svg-two` ..."""
    reveal(page, study, view)
    menu = page.locator(f"#{study.path}-{view}-download")
    if menu.get_attribute("open") is None:
        menu.locator("summary").click()
    page.locator(f"#{study.path}-{view}-{form}").click()


def choose_colors(page: Page, study: Study, view: str, label: str) -> None:
    """Open the menu of images of a view and choose the colors of its images."""
    reveal(page, study, view)
    menu = page.locator(f"#{study.path}-{view}-download")
    if menu.get_attribute("open") is None:
        menu.locator("summary").click()
    menu.get_by_text(label, exact=True).click()
    expect(menu.get_by_role("radio", name=label, exact=True)).to_be_checked()


def save_png(page: Page, study: Study, view: str, scale: int) -> tuple[str, Image.Image]:
    """The name and the picture that the menu of images gives at a scale of the screen."""
    with page.expect_download() as saved:
        choose_image(page, study, view, f"png-{scale}")
    return saved.value.suggested_filename, Image.open(
        io.BytesIO(saved.value.path().read_bytes())
    ).convert("RGB")


def drop(page: Page, content: bytes, name: str = "image.png") -> None:
    """Drop a file onto the page, which has to take it: else the browser would open it."""
    page.evaluate(
        """([name, content]) => {
            const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([bytes], name));
            for (const kind of ["dragover", "drop"]) {
                const event = new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true });
                if (document.querySelector("h1").dispatchEvent(event)) {
                    throw new Error(`The page does not take files: ${kind}`);
                }
            }
        }""",
        [name, base64.b64encode(content).decode()],
    )


def chart_tree(page: Page, path: str, view: str) -> str:
    """What the cursor of a chart says: at a mark, at the next, and in the next panel; then the tree of its figure."""
    chart, status = page.locator(f"#{path}-{view}-graph"), page.locator("#mark-status")
    chart.scroll_into_view_if_needed()
    draw(page)
    chart.focus()
    said = []
    for key in ("Home", "ArrowRight", "PageDown"):
        page.keyboard.press(key)
        said.append(f"{key}: {status.text_content()}")
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    marks = page.locator(f"#{path}-{view}-chart .mark-list")
    expect(marks.locator("> ul")).to_be_visible()
    tree = page.locator(f"#{path}-{view}-chart").aria_snapshot()
    page.keyboard.press("Escape")
    expect(chart).to_be_focused()
    drawn_texts = re.compile(r"(- img): .*")  # those of a drawing with links are left to be read
    return "\n".join([*said, drawn_texts.sub(r"\1", tree)])
