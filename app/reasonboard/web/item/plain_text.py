"""Text of models and data sets for a page: nothing of it is markup, and nothing in it stays hidden."""

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

SHOWN_AT_FIRST = 20_000
"""In characters: what is longer is shown when somebody asks for it."""
MORE = 200_000
"""In characters: as much is added each time that somebody asks for more."""
LONGEST = 2_000_000
"""In characters: more of one text is never sent to a browser."""
_OF_A_PART = 200
"""In characters: as much room a message takes whose text is shorter."""
_PIECE = 100_000
"""In characters: the most that a browser lays out as one paragraph; UTF-16 has two units for some of them."""
_LINE = 2_000
"""In characters: a paragraph ends with a line where that many before its end hold the end of one."""
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
"""Control characters, what turns the direction of text, what has no width, halves of characters, tags."""
_PICTURES = 0x2400
_FIRST_PRINTABLE = 0x20


class Excerpt(NamedTuple):
    """The visible characters of a text, or of its beginning."""

    text: str
    is_whole: bool
    has_more: bool
    """Is more of it shown to who asks for more?"""
    is_rest: bool
    """Is that all of it?"""


def excerpt(text: str, more: int = 0) -> Excerpt:
    """As much of a text as is shown to a reader who asked for more of it so many times."""
    most, next_most = _most(more), _most(more + 1)
    shown = visible(text[:most].strip("\n"))
    is_whole = len(text) <= most and len(shown) <= most
    return Excerpt(shown[:most], is_whole, not is_whole and most < LONGEST, len(text) <= next_most)


def has_more(more: int) -> bool:
    """May a reader who asked for more so many times ask again?"""
    return _most(more + 1) < LONGEST


def _most(more: int) -> int:
    return min(more * MORE, LONGEST) if more else SHOWN_AT_FIRST


def parts(sizes: Iterable[int], more: int = 0) -> int:
    """How many messages of these lengths are shown together, from the first on: their number is bounded, too."""
    longest, most = _most(more), _most(more + 1)
    ends = accumulate(max(_OF_A_PART, min(size, longest)) for size in sizes)
    return sum(end <= most for end in ends)


def paragraphs(text: str) -> Iterator[str]:
    """The text in pieces that a browser can lay out, cut between lines where there are any."""
    while len(text) > _PIECE:
        line = text.rfind("\n", _PIECE - _LINE, _PIECE)
        yield text[:_PIECE] if line < 0 else text[:line]
        text = text[_PIECE:] if line < 0 else text[line + 1 :]
    yield text


def visible(text: str) -> str:
    """The text with a sign for each character that is not seen or moves others; it is not HTML yet."""
    return _HIDDEN.sub(_sign, text.replace("\r\n", "\n"))


def _sign(match: "re.Match[str]") -> str:
    code = ord(match[0])
    if code < _FIRST_PRINTABLE:
        return chr(_PICTURES + code)
    return f"⟦U+{code:04X}⟧"
