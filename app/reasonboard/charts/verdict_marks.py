"""How a mark shows what a test says of it: the same on all charts of a page, so that a sign has one meaning there.

A rank is a circle: filled for the best, open for one tied with it, gray for one significantly below. A significant
difference is a triangle, up for the better and down for the worse, or a filled circle on a page without ranks; a
diamond where it is not known whether more is better. An open circle is not significant, a gray outline is not tested.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from reasonboard.charts.colors import MUTED, PAPER
from reasonboard.charts.traces import marker

Sign = Literal["significant", "up", "down", "different", "best", "below", "open", "untested"]

_SYMBOLS = {"up": "triangle-up", "down": "triangle-down", "different": "diamond"}
_RANKS: Mapping[Sign, str] = {
    "best": "Filled: best.",
    "open": "Open: tied.",
    "below": "Gray: significantly below.",
    "untested": "Gray outline: not tested.",
}
_DIFFERENCES: Mapping[Sign, str] = {
    "up": "▲ significantly better.",
    "down": "▼ significantly worse.",
    "different": "◆ significantly different, direction unknown.",
    "open": "Open: not significant.",
    "untested": "Gray outline: not tested.",
}


class Look(NamedTuple):
    """Fill, outline and shape of a mark."""

    fill: str
    edge: str
    symbol: str


def look(sign: Sign, ink: str, *, own: bool = False) -> Look:
    """The look of a mark that has this ink where nothing grays it; an `own` one keeps it as its outline."""
    symbol = _SYMBOLS.get(sign, "circle")
    if sign == "untested":
        return Look(PAPER, MUTED, symbol)
    if sign == "below":
        return Look(MUTED, ink if own else MUTED, symbol)
    return Look(PAPER if sign == "open" else ink, ink, symbol)


def marker_of(looks: Sequence[Look], size: Any) -> dict[str, Any]:
    """The settings of markers with these looks."""
    fills, edges, symbols = (list(parts) for parts in zip(*looks, strict=True))
    return marker(size, fills, edges, 1.6, symbols) | {"opacity": 1}


def key_of_ranks(signs: Iterable[Sign]) -> str:
    """What the signs of ranks mean that occur: 'Filled: best. Open: tied.'"""
    return _key(_RANKS, signs)


def key_of_differences(signs: Iterable[Sign]) -> str:
    """What the signs of differences mean that occur: '▲ significantly better. Open: not significant.'"""
    return _key(_DIFFERENCES, signs)


def _key(words_of: Mapping[Sign, str], signs: Iterable[Sign]) -> str:
    occurring = set(signs)
    return " ".join(words for sign, words in words_of.items() if sign in occurring)
