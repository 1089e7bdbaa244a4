"""What a study says of its selected mark in the strip over the charts, where that is more than one value."""

from collections.abc import Mapping
from typing import NamedTuple


class Side(NamedTuple):
    """A or B of a difference."""

    value: str
    """'82.4%'."""
    about: str
    """'500 problems'."""


class Selected(NamedTuple):
    """A value with its interval and verdict, and where to go from it."""

    value: str = ""
    """'+9.6'."""
    interval: str = ""
    """'+5.6 to +13.6'."""
    unit: str = ""
    """'points'; "" where the value says it."""
    words: str = ""
    """'A better'."""
    sentence: str = ""
    """The same as a sentence: 'A is better.'"""
    how: str = ""
    """How it was tested: 'unpaired, 500 problems'."""
    sides: tuple[Side, ...] = ()
    """A and B, where there is a difference."""
    differing: str = ""
    """The settings that differ: 'shots 5 against 0, quantization awq for B alone'."""
    pages: Mapping[str, str] = {}
    """Paths of other pages with their query, by what their links are called."""
