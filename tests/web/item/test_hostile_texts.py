"""Text of models is plain text: 5,000 hostile ones, none of which leaves anything but text on the page."""

import random
from html.parser import HTMLParser

import pytest

from reasonboard.web.components.markup import render
from reasonboard.web.item import plain_text
from reasonboard.web.item.address import Address
from reasonboard.web.item.page import visible_text

PIECES = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "<iframe src=//evil.example>",
    "<a href=javascript:alert(1)>x</a>", "<style>@import '//evil.example'</style>", "<link href=//e.example>",
    "<!--", "-->", "<![CDATA[", "]]>", "</div></article>", "</template>", "{{ 7 * 7 }}", "{% include 'x' %}",
    "&lt;b&gt;",
    "&#x3c;",
    "![x](http://evil.example/x.png)", "[x](javascript:alert(1))", "$\\href{javascript:alert(1)}{x}$",
    "$\\includegraphics{http://evil.example/x.png}$", "\\(\\url{http://evil.example}\\)", "$$\\def\\a{\\a\\a}\\a$$",
    "\u202egnp.exe", "\u2066\u2067\u2069", "\u200b\u200f\u061c", "\ufeff", "\x00", "\x08\x08\x1b[31m", "\x7f\x9b",
    "\ud800",
    "\U000e0041\U000e0042", "مرحبا", "שלום", "é\u0301\u0301\u0301", "\r\n", "\r", "\n", "\t", "'\"`",
    "=cmd|' /C calc'!A0",
)  # fmt: skip
HIDDEN = {
    *range(9), *range(0x0B, 0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F
}  # fmt: skip


def hostile(count: int, seed: int = 25) -> list[str]:
    """Texts of some of these pieces, a few of them lines of a megabyte."""
    draw = random.Random(seed)
    texts = ["".join(draw.choices(PIECES, k=draw.randint(1, 12))) for _ in range(count - 5)]
    return [*texts, *((text + "x") * (1_000_000 // (len(text) + 1)) for text in texts[:5])]


class Page(HTMLParser):
    """The elements of a page, and the text of those that hold what a model wrote."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.inside = 0
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, attrs))
        self.inside += bool(self.inside) or ("class", "text prompt-text math") in attrs

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self.inside = max(self.inside - 1, 0)

    def handle_data(self, data: str) -> None:
        self.text += data if self.inside else ""

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data[:80]}")


def rendered(text: str) -> str:
    content = visible_text(text, Address())
    values = {"address": Address(), "whole": "/item", "kind": "prompt-text"}
    return render("item_text", content=content, **values) if content else ""


def test_5000_hostile_texts_are_nothing_but_text() -> None:
    for text in hostile(5000):
        page = Page()
        page.feed(rendered(text))
        page.close()
        assert {tag for tag, _ in page.elements} <= {"div", "p", "a"}
        for _, attributes in page.elements:
            assert {name for name, _ in attributes} <= {"class", "dir", "href"}
            assert all(value == "/item" for name, value in attributes if name == "href")
        assert not HIDDEN & {ord(one) for one in page.text}
        page.text.encode()  # no half of a character is left
        content = visible_text(text, Address())
        assert page.text == (content["text"] if content else "")
        assert len(page.text) <= 9 * plain_text.SHOWN_AT_FIRST


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("a\x00b", "a␀b"),
        ("a\x1b[31mb", "a␛[31mb"),
        ("a\u202eb", "a⟦U+202E⟧b"),
        ("a\r\nb\tc", "a\nb\tc"),
        ("a\ud800b", "a⟦U+D800⟧b"),
        ("مرحبا 👩‍🔬", "مرحبا 👩‍🔬"),
    ],
)
def test_what_is_not_seen_gets_a_sign(text: str, visible: str) -> None:
    assert plain_text.visible(text) == visible


def test_a_long_text_is_shown_from_its_beginning() -> None:
    first = visible_text("x" * 1_200_000, Address())
    whole = visible_text("x" * 1_200_000, Address(all=True))
    huge = visible_text("x" * 50_000_000, Address(all=True))
    assert first
    assert whole
    assert huge
    assert (len(first["text"]), first["size"], first["more"]) == (20_000, "1.2 MB", True)
    assert (len(whole["text"]), whole["size"]) == (1_200_000, "")
    assert (len(huge["text"]), huge["size"], huge["more"]) == (2_000_000, "50.0 MB", False)
