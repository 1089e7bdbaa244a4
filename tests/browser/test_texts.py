"""The texts of the charts as a browser sets them: none lies on another, none is cut at the edge of its chart."""

import pytest
from playwright.sync_api import BrowserContext

from reasonboard.core.study import Study
from reasonboard.studies import BY_PATH, LISTED
from tests.browser.driver import new_tab, open_page, reveal

PAGES = [
    *((study, "") for study in LISTED if study.path != "models"),
    (BY_PATH["type-length"], "?mode=difference"),
]
"""The names of the models page are links that are scrolled on their own."""
_UNREADABLE = """() => [...document.querySelectorAll(".js-plotly-plot")].flatMap(chart => {
    const edge = chart.getBoundingClientRect();
    const texts = [...chart.querySelectorAll(".main-svg text")]
        .filter(text => text.textContent.trim() && !text.closest(".hoverlayer")
            && text.checkVisibility({ visibilityProperty: true }))
        .map(text => ({ words: text.textContent, box: text.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
    const cut = texts.filter(({ box }) => box.left < edge.left - 1 || box.right > edge.right + 2
        || box.top < edge.top - 2 || box.bottom > edge.bottom + 2);
    const over = texts.flatMap((a, at) => texts.slice(at + 1)
        .filter(b => Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left) > 2
            && Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top) > 4)
        .map(b => `${a.words} on ${b.words}`));
    return [...cut.map(({ words }) => `cut: ${words}`), ...over];
})"""


@pytest.mark.parametrize(("width", "height"), [(1440, 1000), (360, 760)])
@pytest.mark.parametrize(
    ("study", "search"), PAGES, ids=[f"{study.path}{search}" for study, search in PAGES]
)
def test_no_text_of_a_chart_covers_another_or_is_cut(
    profile: BrowserContext, address: str, study: Study, search: str, width: int, height: int
) -> None:
    tab, watch = new_tab(profile, address, width, height)
    open_page(tab, address, study.path, search)
    for view in study.views:
        if view.place != "details":
            reveal(tab, study, view.name)
    assert tab.evaluate(_UNREADABLE) == []
    tab.close()
    watch.check()
