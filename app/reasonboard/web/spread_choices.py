"""What ± may be in a table, and which of it fits its numbers: a share of n problems has a known standard error."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from reasonboard.ingest.formats.shown_tables import ShownSpread, SpreadNumber
from reasonboard.ingest.names.benchmark_words import spelling
from reasonboard.ingest.names.catalogue import Entries

_HALF_OF_95 = 1.96
_BY_NAME: Mapping[str, Callable[[float, float], float]] = {
    "standard error": lambda share, n: math.sqrt(share * (1 - share) / n),
    "half of a 95% interval": lambda share, n: _HALF_OF_95 * math.sqrt(share * (1 - share) / n),
    "standard deviation": lambda share, _: math.sqrt(share * (1 - share)),
}
_NEAR = 0.04
"""Of the spread itself: it may be of n or of n - 1 problems, and the share is rounded."""


@dataclass(frozen=True, slots=True)
class SpreadChoice:
    """One thing that ± can be."""

    name: str
    fits: str
    """`fits all 12 values`; '' if the numbers of problems are not known, or none fits."""


def known_items(entries: Entries) -> dict[str, int]:
    """The number of problems of each benchmark of the catalogue, by the spellings of its names."""
    return {
        spelling(name): each.items
        for each in entries.benchmark
        if each.items
        for name in (each.name, *each.aliases)
    }


def choices(spread: ShownSpread, items: Mapping[str, int]) -> list[SpreadChoice]:
    """All that ± can be, each with how many of the numbers it fits."""
    counted = [
        (number, float(n))
        for number in spread.numbers
        if (n := number.n or items.get(spelling(number.benchmark))) and 0 < number.value < 1
    ]
    return [SpreadChoice(name, _fits(counted, formula)) for name, formula in _BY_NAME.items()]


def _fits(
    counted: Sequence[tuple[SpreadNumber, float]], formula: Callable[[float, float], float]
) -> str:
    fitting = sum(1 for number, n in counted if _is_near(number, formula(number.value, n)))
    if not fitting:
        return ""
    total = len(counted)
    if fitting < total:
        return f"fits {fitting} of {total} values"
    return f"fits all {total} values" if total > 1 else "fits the value"


def _is_near(number: SpreadNumber, expected: float) -> bool:
    return abs(number.spread - expected) <= number.rounding / 2 + _NEAR * expected
