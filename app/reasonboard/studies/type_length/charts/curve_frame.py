"""What the panels of the curves share: where they stand, and how each line looks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from reasonboard.charts.colors import FAINT
from reasonboard.charts.grid import Grid
from reasonboard.charts.theme import DASHES, color
from reasonboard.statistics.decline import Tested
from reasonboard.studies.type_length.rows import Row

HEIGHT, TALL = 112, 300
ACROSS, PHONE = {4: 3, 3: 3, 2: 3}, 2
"""Panels side by side, by the columns of the page; the chart takes half of these. Else two."""
MOST, MOST_COLORED, NAMED = 6, 5, 2
"""Lines that one panel can hold, of how many each has a color, and how many have their last value beside them."""


class Style(NamedTuple):
    """How a line looks in every panel: color and marker by method, dash by model and benchmark."""

    name: str
    number: int
    dash: str
    faint: bool
    """Is it one of many, and neither A nor B?"""

    @property
    def ink(self) -> str:
        return FAINT if self.faint else color(self.number)


@dataclass(frozen=True)
class Frame:
    """The grid, styles, lengths and options that all panels share."""

    grid: Grid
    styles: dict[str, Style]
    """By line."""
    lengths: list[int]
    """The steps of the axis."""
    low: int
    """Where the axis of accuracy starts, in percent."""
    drops: Mapping[tuple[str, str], Tested]
    """The largest significant drop by line and type."""
    first: str
    """The line A."""
    alone: bool
    """Is there one large panel?"""
    intervals: bool


def styles_of(rows: Sequence[Row], named: Sequence[str]) -> dict[str, Style]:
    """A style per line, named by what differs between the lines; of many only the `named` are not faint."""
    lines = {row["panel"]: row for row in sorted(rows, key=lambda row: int(row["rank"]))}
    kept = [panel for panel in named if panel in lines] or list(lines)[:NAMED]
    few = len(lines) <= MOST_COLORED
    parts = ("model", "method", "benchmark")
    vary = [part for part in parts if len({row[part] for row in lines.values()}) > 1]
    kin = sorted({_kin(row) for row in lines.values()})
    styles = {}
    for panel, row in lines.items():
        words = [row[part] for part in vary] + [_extra(row)]
        name = " · ".join(word for word in words if word) or panel
        dash = DASHES[kin.index(_kin(row)) % len(DASHES)]
        styles[panel] = Style(name, row["number"], dash, not few and panel not in kept)
    return styles


def _kin(row: Row) -> tuple[Any, ...]:
    """What the lines of one dash share: all but the method."""
    size = row["params_b"] or float("inf")
    return row["benchmark"], size, row["model"], _extra(row)


def _extra(row: Row) -> str:
    """What a line of another test set or number of training examples has in its name besides."""
    usual = " · ".join(row[part] for part in ("model", "method", "benchmark") if row[part])
    return str(row["panel"]).removeprefix(usual).removeprefix(" · ")
