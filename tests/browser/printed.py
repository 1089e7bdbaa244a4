"""A page as it is printed, by the words of its PDF and their places."""

import io
from typing import Any, NamedTuple

from playwright.sync_api import Page
from pypdf import PdfReader

POINTS = 0.75
"""Of a pixel on paper."""
_NEAR = 4
"""Points that a word may be off its place."""
_HIGHEST = 780
"""Pixels of a panel that has to stay on one page."""
_CLOSE = """() => {
    document.querySelectorAll("dialog[open]").forEach((one) => one.close());
    document.querySelectorAll("details[open]").forEach((one) => { one.open = false; });
}"""
_CHARTS = """(highest) => {
    dispatchEvent(new Event("beforeprint"));
    const parse = (html) => new DOMParser().parseFromString(html, "text/html").body;
    const written = (text) => parse(text.replaceAll("<br>", " ")).textContent;
    const isPrinted = (plot) => plot.checkVisibility() && !plot.closest("dialog");
    const plots = [...document.querySelectorAll("figure .js-plotly-plot:not(.slice)")].filter(isPrinted);
    return plots.map((plot) => {
        const { _size: size, annotations, width, ...layout } = plot._fullLayout;
        const { left, top } = plot.getBoundingClientRect();
        const zoom = Number(plot.closest(".graph").style.zoom || 1);
        const texts = [...plot.querySelectorAll(".main-svg text")].map((text) => {
            const box = text.getBoundingClientRect();
            // A slanted one begins at another corner of its box: it is higher, and left out below.
            const font = parseFloat(getComputedStyle(text).fontSize);
            const place = { x: box.left - left, y: box.bottom - top, middle: (box.bottom + box.top) / 2 - top };
            return { words: text.textContent, ...place, height: box.height, font };
        }).filter(({ words, height, font }) => /^\\S/.test(words) && height && height < 2 * font);
        const axes = Object.entries(layout).filter(([name, axis]) => /^yaxis\\d*$/.test(name) && axis.visible);
        const down = (share) => zoom * (size.t + size.h * (1 - share));
        const panels = axes.map(([, { domain: [low, high] }]) => [down(high) - 14, down(low) + 14]);
        const isSeen = ({ visible, opacity }) => visible && opacity;
        return {
            heading: plot.closest(".view, .sheet-item, section").querySelector("h2")?.textContent ?? "",
            words: annotations.filter(isSeen).map(({ text }) => written(text)),
            width: width * zoom,
            panels: panels.filter(([top, bottom]) => bottom - top <= highest)
                .map(([top, bottom]) => texts.filter(({ middle }) => top < middle && middle < bottom)),
        };
    });
}"""
"""Of each chart its heading, its notes, its width, and the words of each panel with their places in pixels."""


class _Printed(NamedTuple):
    """Words of a PDF, with their left end and their baseline in points from the lower left of the page."""

    words: str
    x: float
    y: float
    size: float


class Paper:
    """A page, and what its PDF has of it."""

    def __init__(self, page: Page, form: str = "A4") -> None:
        page.evaluate(_CLOSE)
        self.charts: list[dict[str, Any]] = page.evaluate(_CHARTS, _HIGHEST)
        pdf = PdfReader(io.BytesIO(page.pdf(format=form, prefer_css_page_size=True)))
        self.texts = [joined(one.extract_text()) for one in pdf.pages]
        self._pages = [_printed(one) for one in pdf.pages]

    def missing(self) -> list[str]:
        """The words of charts that are on no page."""
        words = [word for chart in self.charts for word in (chart["heading"], *chart["words"])]
        return [word for word in words if not any(joined(word) in text for text in self.texts)]

    def cut(self) -> list[list[str]]:
        """The words of panels that are on no page as a whole, and headings without a panel of their chart."""
        found = []
        for chart in self.charts:
            pages = [self._page(panel) for panel in chart["panels"]]
            lost = zip(chart["panels"], pages, strict=True)
            found += [[word["words"] for word in panel] for panel, page in lost if page is None]
            if pages and not any(
                page is not None and joined(chart["heading"]) in self.texts[page] for page in pages
            ):
                found.append([chart["heading"]])
        return found

    def letters(self) -> float:
        """How large the smallest letters of charts are printed, as a share of their size on the screen."""
        panels = [panel for chart in self.charts for panel in chart["panels"]]
        return min(
            printed.size / POINTS / float(word["font"])
            for panel in panels
            for texts in self._pages
            for word, printed in zip(panel, self._whole(panel, texts), strict=False)
        )

    def _page(self, panel: list[dict[str, Any]]) -> int | None:
        """The page that has all words of a panel, each at its place."""
        pages = enumerate(self._pages)
        return next((number for number, texts in pages if self._whole(panel, texts)), None)

    def _whole(self, panel: list[dict[str, Any]], texts: list[_Printed]) -> list[_Printed]:
        """What is printed of the words of a panel, if a page has all of them, each at its place."""
        if not panel:
            return []
        first, *others = panel
        for start in (text for text in texts if _begins(first["words"], text.words)):
            places = [
                (
                    word["words"],
                    start.x + POINTS * (word["x"] - first["x"]),
                    start.y - POINTS * (word["y"] - first["y"]),
                )
                for word in others
            ]
            found = [_at(texts, *place) for place in places]
            if all(found):
                return [start, *(text for text in found if text)]
        return []  # it is cut, or on another page


def missing_on_paper(page: Page) -> list[Any]:
    """The words of charts that are not printed, panels that are cut; the address, if it does not come last."""
    paper = Paper(page)
    assert not any("Addtosheet" in text for text in paper.texts)
    address = [] if joined(page.url) in paper.texts[-1] else [page.url]
    return [*paper.missing(), *paper.cut(), *address]


def joined(words: str) -> str:
    """Without spaces: a PDF has places instead."""
    return "".join(words.split())


def _begins(words: str, printed: str) -> bool:
    return joined(words).startswith(joined(printed))


def _at(texts: list[_Printed], words: str, x: float, y: float) -> _Printed | None:
    """The text at this place that the words begin with."""
    return next(
        (
            text
            for text in texts
            if abs(text.x - x) < _NEAR and abs(text.y - y) < _NEAR and _begins(words, text.words)
        ),
        None,
    )


def _printed(page: Any) -> list[_Printed]:
    found: list[_Printed] = []

    def visit(words: str, cm: list[float], tm: list[float], _: object, size: float) -> None:
        x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
        y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
        scale = abs(tm[2] * cm[1] + tm[3] * cm[3])
        if words.strip():
            found.append(_Printed(words, x, y, scale * size))

    page.extract_text(visitor_text=visit)
    return found
