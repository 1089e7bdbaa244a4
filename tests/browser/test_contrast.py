"""What is written and drawn can be seen: contrast by the pixels of every page, in both schemes (WCAG 2)."""

import io
from typing import Any, NamedTuple

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Page

from tests.browser.driver import new_tab, open_page

TEXT, LARGE_TEXT, MARK = 4.5, 3.0, 3.0
PATHS = [
    "", "models", "scale-progress", "iterations", "type-length", "prm-selection", "kv-cache", "data", "nothing-here",
    "sheet?item=iterations/grid&item=kv-cache/grid",
]  # fmt: skip
_PLACES = """() => {
    const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest(".visually-hidden, .skip");
    const places = [];
    const add = (what, element, range, color, size, weight) => {
        for (const { left, top, width, height } of range.getClientRects()) {
            places.push({ what, words: (element.textContent || element.className.baseVal || "").trim().slice(0, 40), left, top: top + scrollY, width, height, color, size, weight });
        }
    };
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
        const node = words.currentNode, element = node.parentElement;
        if (!node.data.trim() || !seen(element) || element.closest("style, script, noscript, textarea")) continue;
        const style = getComputedStyle(element);
        const range = document.createRange();
        range.selectNodeContents(node);
        const ink = element.closest("svg") ? style.fill : style.color;
        if (!/rgba\\(.*, 0\\)|transparent|none/.test(ink)) add("text", element, range, ink, parseFloat(style.fontSize), +style.fontWeight);
    }
    for (const mark of document.querySelectorAll(".point, .teaser circle, .dot, .bar, .js-line, .interval circle")) {
        const style = getComputedStyle(mark);
        const ink = [style.fill, style.stroke].find((one) => one !== "none" && !/rgba\\(.*, 0\\)/.test(one));
        if (ink && seen(mark)) add("mark", mark, mark, ink, 0, 0);
    }
    return places;
}"""
"""Where each word and mark stands on the page, and the colour that it is given."""


class Faint(NamedTuple):
    what: str
    words: str
    ratio: float


def luminance(colors: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The relative luminance of sRGB colours of 0 to 255 in the last axis."""
    parts = colors[..., :3] / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    weighted: np.ndarray[Any, Any] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return weighted


def ratios(patch: np.ndarray[Any, Any]) -> float:
    """The contrast of what is written in a patch of pixels with its ground, the colour that most of the pixels have.

    Strokes are thinner than pixels: the farthest twentieth of the pixels show their colour best.
    """
    pixels = patch.reshape(-1, 3)
    colors, counts = np.unique(pixels, axis=0, return_counts=True)
    ground = luminance(colors[counts.argmax()])
    every = luminance(pixels)
    contrast = (np.maximum(every, ground) + 0.05) / (np.minimum(every, ground) + 0.05)
    return float(contrast.max())


def faint(page: Page) -> list[Faint]:
    """All words and marks of the page that stand out from their ground by less than they must."""
    height = int(page.evaluate("document.documentElement.scrollHeight"))
    page.set_viewport_size({"width": 1440, "height": min(height, 9000)})
    page.wait_for_timeout(700)
    picture = np.asarray(Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")).astype(float)  # fmt: skip
    found = []
    for place in page.evaluate(_PLACES):
        left, top = int(place["left"]), int(place["top"])
        patch = picture[max(top - 1, 0) : int(top + place["height"]) + 2, max(left - 1, 0) : int(left + place["width"]) + 2]  # fmt: skip
        if patch.size < 12 * 3:
            continue
        is_large = place["size"] >= 24 or (place["size"] >= 18.66 and place["weight"] >= 700)
        least = MARK if place["what"] == "mark" else LARGE_TEXT if is_large else TEXT
        ratio = ratios(patch)
        if ratio < least - 0.05:
            found.append(Faint(place["what"], place["words"], round(ratio, 2)))
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_word_and_mark_of_every_page_stands_out(
    profile: BrowserContext, address: str, scheme: str
) -> None:
    found = {}
    for path in PATHS:
        tab, _ = new_tab(profile, address, scheme=scheme)
        open_page(tab, address, path) if path != "nothing-here" else tab.goto(address + path)
        assert (places := faint(tab)) is not None
        found[path] = places
        tab.close()
    assert {path: places for path, places in found.items() if places} == {}
