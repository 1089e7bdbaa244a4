"""A page as it is printed, by the text of its PDF."""

import io

from playwright.sync_api import Page
from pypdf import PdfReader

_TO_PRINT = """() => {
    document.querySelectorAll("dialog[open]").forEach((one) => one.close());
    document.querySelectorAll("details[open]").forEach((one) => { one.open = false; });
    const parse = (html) => new DOMParser().parseFromString(html, "text/html").body;
    const written = (text) => parse(text.replaceAll("<br>", " ")).textContent;
    const charts = document.querySelectorAll(".view:not([data-empty], dialog *) > figure:not([hidden]) .graph");
    return [...charts].map((place) => [
        place.closest(".view").querySelector("h2").textContent,
        ...(window.reasonboard.figure(place)?.layout.annotations ?? [])
            .filter(({ visible, opacity }) => visible !== false && opacity !== 0).map(({ text }) => written(text)),
    ]);
}"""
"""The heading and the words of each chart of the page, with all that can be closed closed."""


def missing_on_paper(page: Page) -> list[str]:
    """The words of charts that are not printed, all of a chart on one page; the address, if it does not come last."""
    charts = page.evaluate(_TO_PRINT)
    printed = io.BytesIO(page.pdf(prefer_css_page_size=True))
    texts = [_joined(one.extract_text()) for one in PdfReader(printed).pages]
    assert not any("Addtosheet" in text for text in texts)
    missing = [] if _joined(page.url) in texts[-1] else [page.url]
    for words in charts:
        of_pages = [[word for word in words if _joined(word) not in text] for text in texts]
        fewest: list[str] = min(of_pages, key=len)
        missing += fewest
    return missing


def _joined(words: str) -> str:
    """Without spaces: a PDF has places instead."""
    return "".join(words.split())
