"""The signs of heatmaps that need a key, and how each is drawn."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from reasonboard.charts.cells import (
    BEST,
    DISPUTED,
    IMPOSSIBLE,
    NOT_SIGNIFICANT,
    STARRED,
    TOGETHER,
    UNTESTED,
    Cell,
)
from reasonboard.charts.theme import Trace


class Sign(NamedTuple):
    """A sign over or in cells."""

    look: str
    """As a caption says it: "outlined"."""
    words: str


SIGNS = {
    BEST: Sign("outlined", "best"),
    TOGETHER: Sign("bold", "tied with the best"),
    NOT_SIGNIFICANT: Sign("no color", "not significant"),
    UNTESTED: Sign("no color", "cannot be tested"),
    "no data": Sign("hatched", "no score"),
    DISPUTED: Sign("red corner", "sources disagree"),
    IMPOSSIBLE: Sign("red corner at the left", "impossible value"),
    STARRED: Sign("star", "cheapest setting within the acceptable loss"),
}
"""By the marks of cells, and the name of the trace of places without one."""
RAMPS = {
    "panel": ("lowest of its panel", "highest"),
    "column": ("lowest of its column", "highest"),
    "shared": ("lowest", "highest"),
    "centred": ("lower", "higher"),
}
"""The ends of a color scale in words."""


def key(
    cells: Iterable[Cell], traces: Iterable[Trace], *, ramp: str, numbered: bool
) -> dict[str, Any]:
    """What the line over a chart explains: its color scale, and the signs that some cell has.

    The best and those tied with it are seen by their numbers, so only in `numbered` cells.
    """
    drawn = {trace.get("name") for trace in traces}.union(*(cell.marks for cell in cells))
    unseen = set() if numbered else {BEST, TOGETHER}
    return {"ramp": ramp, "signs": [name for name in SIGNS if name in drawn - unseen]}
