"""How far words and marks of a page stand out from their ground, by its pixels (WCAG 2)."""

import io
from typing import Any, NamedTuple

import numpy as np
from PIL import Image
from playwright.sync_api import Page

from tests.browser.driver import settle

TEXT, LARGE_TEXT, MARK = 4.5, 3.0, 3.0
_MARKS = (
    ".points path, .teaser circle, .finding .dot, .finding .bar, .interval .bar, .interval circle"
)
_PLACES = """marks => {
    const CONTEXT = ["197 203 212", "59 66 77"]; // FAINT: of what stands behind the series, never of text
    const opacity = (element) =>
        (element?.nodeType === 1 ? getComputedStyle(element).opacity * opacity(element.parentNode) : 1);
    const parsed = ([ink, alpha], around) => {
        const [red, green, blue, own] = ink.match(/[\\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
        return [red, green, blue, (own ?? 1) * alpha * around];
    };
    const isContext = ([red, green, blue]) => CONTEXT.includes(`${red} ${green} ${blue}`);
    const places = [];
    const add = (what, element, range, inks, size = 0, weight = 0, line = 0) => {
        const around = opacity(element);
        const colors = inks.map((ink) => parsed(ink, around)).filter(([, , , alpha]) => alpha);
        const isSeen = element.checkVisibility({ visibilityProperty: true });
        if (!colors.length || !isSeen || element.closest(".visually-hidden, .skip")) return;
        if (what === "mark" && colors.some(isContext)) return;
        const box = element.closest(".table-scroll, pre")?.getBoundingClientRect();
        const words = (element.closest("td, p, a, text, button, .point, .trace") ?? element).textContent;
        for (const { left, top, right, bottom } of range.getClientRects()) {
            if (box && (top < box.top || bottom > box.bottom || right > box.right)) continue; // scrolled away
            places.push({
                what, words: words.trim().slice(0, 40), colors, size, weight,
                left: left - line, top: top + scrollY - line,
                width: right - left + 2 * line, height: bottom - top + 2 * line,
            });
        }
    };
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
        const node = words.currentNode, element = node.parentElement, text = node.data.trim();
        if (!text || element.closest("style, script, noscript, textarea")) continue;
        const { fill, color, fontSize, fontWeight } = getComputedStyle(element);
        const range = document.createRange();
        range.selectNodeContents(node);
        const what = /^[^\\p{L}\\p{N}]+$/u.test(text) ? "mark" : "text"; // as the dot before a name
        add(what, element, range, [[element.closest("svg") ? fill : color, 1]], parseFloat(fontSize), +fontWeight);
    }
    for (const mark of document.querySelectorAll(marks)) {
        const { fill, stroke, fillOpacity, strokeOpacity, strokeWidth } = getComputedStyle(mark);
        const width = parseFloat(strokeWidth);
        if (fill.startsWith("url")) continue; // a pattern
        add("mark", mark, mark, [[fill, fillOpacity], [stroke, width && strokeOpacity]], 0, 0, width / 2);
    }
    return places;
}"""
"""Where each word and mark stands on the page, and in which color: its own, its opacity with that of all around it."""

_PLACES_OF_PARTS = np.array([65536, 256, 1])
"""What red, green and blue count in a color as one number, as in #rrggbb."""


class Faint(NamedTuple):
    what: str
    words: str
    place: tuple[int, int]
    """In pixels from the left and the top of the page."""
    ratio: float


def luminance(colors: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The relative luminance of sRGB colors of 0 to 255 in the last axis."""
    parts = colors[..., :3] / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((np.abs(parts) + 0.055) / 1.055) ** 2.4)
    weighted: np.ndarray[Any, Any] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return weighted


def ground(patch: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The color that most of the pixels have."""
    codes = patch.reshape(-1, 3) @ _PLACES_OF_PARTS
    values, counts = np.unique(codes, return_counts=True)
    most: np.ndarray[Any, Any] = values[counts.argmax()] // _PLACES_OF_PARTS % 256
    return most


def contrast(place: dict[str, Any], picture: np.ndarray[Any, Any]) -> float:
    """The contrast of a word or mark in its color with the ground that the pixels under or around it show."""
    # Around a mark there is more of the ground than of the mark.
    more = 2 if place["what"] == "text" else 10 + int(min(place["width"], place["height"]))
    left, top = (max(int(place[side]) - more, 0) for side in ("left", "top"))
    right, bottom = int(place["left"] + place["width"]), int(place["top"] + place["height"])
    patch = picture[top : bottom + more + 1, left : right + more + 1]
    if not patch.size:
        return 21.0  # outside the picture
    below = ground(patch)
    colors = np.array(place["colors"])
    alpha = colors[:, 3:]
    if len(colors) > 1 and alpha.min() == 1:
        # An outline stands out from what it encloses, too.
        below = np.stack([below, colors[0, :3]])[:, None]
    inks = luminance(colors[:, :3] * alpha + below * (1 - alpha))
    paper = luminance(below)
    every = (np.maximum(inks, paper) + 0.05) / (np.minimum(inks, paper) + 0.05)
    return float(every.max())


def faint(page: Page) -> list[Faint]:
    """All words and marks of the page, made wide, that stand out from their ground by less than they must."""
    height = int(page.evaluate("document.documentElement.scrollHeight"))
    page.set_viewport_size({"width": 1440, "height": min(height, 9000)})
    settle(page)
    page.wait_for_timeout(150)  # until charts are as wide as their new place
    screen = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    picture = np.asarray(screen).astype(int)
    found = set()
    for place in page.evaluate(_PLACES, _MARKS):
        is_large = place["size"] >= 24 or (place["size"] >= 18.66 and place["weight"] >= 700)
        least = MARK if place["what"] == "mark" else LARGE_TEXT if is_large else TEXT
        ratio = contrast(place, picture)
        if ratio < least - 0.03:
            at = int(place["left"]), int(place["top"])
            found.add(Faint(place["what"], place["words"], at, round(ratio, 2)))
    return sorted(found)
