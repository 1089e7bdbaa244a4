"""The small picture that stands for a study on the first page: two lines or a few dots, and what their ends are."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, NamedTuple


class TeaserLine(NamedTuple):
    """A line with a label at its end."""

    y: Sequence[float]
    """One value for each place, evenly spaced ..."""
    x: Sequence[float] = ()
    """... unless places are given, in any unit."""
    color: Literal["accuracy", "tokens", "muted"] = "accuracy"
    label: str = ""
    first: str = ""
    """What its first value is labelled with."""
    dots: bool = False
    below: bool = False
    """Does it stand at the foot of the picture on a scale of its own, filled?"""
    ends: Sequence[tuple[float, float]] = ()
    """The interval of each value."""
    after_gaps: Sequence[int] = ()
    """The positions of values to which no line leads, as others are missing before them."""


def after_gaps(places: Sequence[float], missing: Sequence[float]) -> list[int]:
    """Before which of the rising places some are missing."""
    pairs = enumerate(pairwise(places), 1)
    return [at for at, (before, place) in pairs if any(before < gone < place for gone in missing)]


def frontier_line(
    costs: Sequence[float], values: Sequence[float], *, first: str, label: str
) -> TeaserLine:
    """A frontier over its costs on a log scale, all above 0, each place a dot; `first` and `label` name its ends."""
    return TeaserLine(
        list(values), list(map(math.log10, costs)), label=label, first=first, dots=True
    )


class TeaserDot(NamedTuple):
    """A named value with its interval; `strong` is the one that the answer speaks of."""

    name: str
    value: float
    low: float | None
    high: float | None
    strong: bool


@dataclass(frozen=True)
class Teaser:
    """Lines over a base line that says its two ends, or dots in rows above a line of words."""

    summary: str
    """The text alternative."""
    start: str
    """Under the left end of the base line, or under the dots."""
    end: str = ""
    lines: Sequence[TeaserLine] = field(default_factory=list)
    dots: Sequence[TeaserDot] = field(default_factory=list)
    own: bool = False
    """Is the strong dot the reader's own run?"""
