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
        assert page.text == "".join(content["paragraphs"] if content else "")
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


def test_a_long_text_is_shown_from_its_beginning_and_more_of_it_to_who_asks() -> None:
    def shown(length: int, more: int) -> tuple[int, str, bool, bool]:
        content = visible_text("x" * length, Address(more=more))
        assert content
        size = sum(map(len, content["paragraphs"]))
        return size, content["size"], content["more"], content["rest"]

    assert shown(150_000, 0) == (20_000, "150 kB", True, True)
    assert shown(1_200_000, 0) == (20_000, "1.2 MB", True, False)
    assert shown(1_200_000, 1) == (200_000, "1.2 MB", True, False)
    assert shown(1_200_000, 5) == (1_000_000, "1.2 MB", True, True)
    assert shown(1_200_000, 6)[:3] == (1_200_000, "", False)
    assert shown(50_000_000, 999_999_999)[:3] == (2_000_000, "50.0 MB", False)


@pytest.mark.parametrize("piece", ["x", "\u200b", "👩", "{", "lorem ipsum\n"])
def test_no_paragraph_is_longer_than_a_browser_can_lay_out(piece: str) -> None:
    """In units of UTF-16, as a browser counts; nothing is lost but the line breaks between them."""
    content = visible_text(piece * 300_000, Address(more=1))
    assert content
    units = [len(one.encode("utf-16-le")) // 2 for one in content["paragraphs"]]
    assert max(units) <= 200_000
    assert 200_000 - len(units) <= len("".join(content["paragraphs"])) <= 200_000
    assert content["more"]
    if "\n" in piece:
        assert all(one.startswith("lorem") for one in content["paragraphs"])


def test_messages_are_shown_together_as_far_as_a_browser_can_lay_them_out() -> None:
    """Long ones by their lengths, short ones by their number; each as long as it is shown."""
    assert plain_text.parts([]) == 0
    assert plain_text.parts([50_000_000] * 3) == 3
    assert plain_text.parts([20_000] * 1000) == 10
    assert plain_text.parts([0] * 100_000) == 1000
    assert plain_text.parts([20_000] * 1000, more=1) == 20
    assert plain_text.parts([50_000_000] * 3, more=99) == 1
    assert plain_text.has_more(0)
    assert not plain_text.has_more(99)
