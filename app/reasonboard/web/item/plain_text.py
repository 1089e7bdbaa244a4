"""Text of models and data sets for a page: nothing of it is markup, and nothing in it stays hidden."""

import re
from typing import NamedTuple

SHOWN_AT_FIRST = 20_000
"""In characters: what is longer is shown when somebody asks for it."""
LONGEST = 2_000_000
"""In characters: more of one text is never sent to a browser."""
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
"""Control characters, what turns the direction of text, what has no width, halves of characters, tags."""
_PICTURES = 0x2400
_FIRST_PRINTABLE = 0x20


class Excerpt(NamedTuple):
    """The beginning of a text, or all of it."""

    text: str
    length: int
    """Of the whole text in characters."""

    @property
    def cut(self) -> bool:
        """Is it a beginning only?"""
        return len(self.text) < self.length


def excerpt(text: str, *, whole: bool = False) -> Excerpt:
    """As much of a text as is shown; `whole` is what somebody gets who asks for all."""
    return Excerpt(text[: LONGEST if whole else SHOWN_AT_FIRST], len(text))


def visible(text: str) -> str:
    """The text with a sign for each character that is not seen or moves others; it is not HTML yet."""
    return _HIDDEN.sub(_sign, text.replace("\r\n", "\n"))


def _sign(match: "re.Match[str]") -> str:
    code = ord(match[0])
    if code < _FIRST_PRINTABLE:
        return chr(_PICTURES + code)
    return f"⟦U+{code:04X}⟧"
