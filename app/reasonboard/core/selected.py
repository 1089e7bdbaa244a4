"""What a study says of its selected mark in the strip over the charts, where that is more than one value."""

from collections.abc import Mapping
from typing import NamedTuple

from reasonboard.core.control import Values


class Selected(NamedTuple):
    """A value with its interval and verdict, and where to go from it."""

    value: str
    """'+9.6'."""
    interval: str = ""
    """'+5.6 to +13.6'."""
    words: str = ""
    """'points, A better'."""
    states: Mapping[str, Values] = {}
    """Other states of the page by what their links are called: 'Swap'."""
    pages: Mapping[str, str] = {}
    """Paths of other pages with their query, by what their links are called."""
