"""The answer of a page to its question, computed from the data shown, and the sentence about its selected mark."""

from collections.abc import Mapping
from typing import NamedTuple


class Headline(NamedTuple):
    """The answer line of a page and what stands under it, as plain text."""

    strong: str
    """The answer, at most 75 characters."""
    context: str = ""
    """What belongs to it, muted; `{}` is where the dropdown of `control` stands."""
    control: str = ""
    """The control that changes the answer itself; "" for none."""
    subject: str = ""
    """Whose numbers these are: a run, a model, a family."""
    extent: str = ""
    """How much there is: '8 sizes from 70M to 12B, 27 checkpoints'."""
    own: str = ""
    """The reader's own run, where `strong` speaks of it: the line begins with it."""
    beside: str = ""
    """The differences of that run to bundled models with their intervals."""
    tested: str = ""
    """How the answer was tested, in a few sentences: method, correction and its family, what is assumed."""


_PAIR = 2
"""Has words of its own."""


def counted(number: int, singular: str, plural: str = "") -> str:
    """'1 benchmark', '9 benchmarks'."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def any_in_words(number: int, singular: str) -> str:
    """Of several: 'any of 9 benchmarks', 'either benchmark'."""
    return f"either {singular}" if number == _PAIR else f"any of {counted(number, singular)}"


def none_in_words(number: int, singular: str) -> str:
    """Of several: 'None of 9 gains', 'Neither gain'."""
    return f"Neither {singular}" if number == _PAIR else f"None of {counted(number, singular)}"


def share_in_words(part: int, total: int) -> str:
    """How many of how many, before a noun: 'all 9', 'both', '2 of 9'."""
    if part < total:
        return f"{part:,} of {total:,}"
    return "both" if total == _PAIR else f"all {total:,}"


def part_in_words(part: int, tested: int, singular: str, untested: int = 0) -> str:
    """How many of those that were tested: 'all 9 gains', '2 of 9 gains'; of some: '2 of the 7 gains tested'."""
    noun = singular if tested == 1 else f"{singular}s"
    if tested == 1:
        return f"the one {noun} tested" if untested else f"the {noun}"
    if not untested:
        return f"{share_in_words(part, tested)} {noun}"
    which = f"{part:,} of the {tested:,}" if part < tested else f"all {tested:,}"
    return f"{which} {noun} tested"


_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


def in_words(number: int) -> str:
    """'Four', '12': at the beginning of a sentence."""
    return _NUMBERS[number] if number < len(_NUMBERS) else f"{number:,}"


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
