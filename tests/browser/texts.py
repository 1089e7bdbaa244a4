"""Words of a page that cannot be read: they lie on others, or are cut."""

from playwright.sync_api import Page

_UNREADABLE = """() => {
    const ASIDE = "svg, math, pre, .graph, .visually-hidden, .table-scroll, .filters, .item-near, .tabs, .switch, "
        + ".mark-list:not([open])";
    const seen = [], bad = [];
    const words = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    while (words.nextNode()) {
        const node = words.currentNode, element = node.parentElement, text = node.data.trim().slice(0, 40);
        if (!text || !element.checkVisibility({ visibilityProperty: true }) || element.closest(ASIDE)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
            if (isCut(element, box)) bad.push(`cut: ${text}`);
            seen.push({ node, text, box });
        }
    }
    function isCut(element, { left, right }) {
        for (let around = element; around.tagName !== "MAIN"; around = around.parentElement) {
            const { overflowX, textOverflow } = getComputedStyle(around);
            const edge = around.getBoundingClientRect();
            if (textOverflow === "ellipsis") return false; // three dots say so
            if (overflowX !== "visible" && (left < edge.left - 2 || right > edge.right + 2)) return true;
        }
        return false;
    }
    seen.forEach((one, at) => seen.slice(at + 1).forEach((other) => {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (one.node !== other.node && across > 3 && down > 6) bad.push(`${one.text} on ${other.text}`);
    }));
    const wider = document.documentElement.scrollWidth - innerWidth;
    return wider > 0 ? [...bad, `${wider} px wider than the window`] : bad;
}"""


def unreadable_at_twice_the_size(page: Page) -> list[str]:
    """What is cut, lies on other words or leaves the window while the letters of the browser are of 32 px."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    found: list[str] = page.evaluate(_UNREADABLE)
    devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    devtools.detach()
    return found
