"""The cells of a heatmap by their roles, and the axes and panels in which they stand."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Any, NamedTuple, Self

from reasonboard.charts.theme import plain

DISPUTED, STARRED = "sources disagree", "cheapest within the margin"
"""Marks with a trace of their own: its name, by which a caption explains it, is that of the mark."""
BEST, TOGETHER, LOWER = "highest", "tied with the highest", "significantly lower"
"""Marks of the numbers: in an outlined pill, bold, and muted where that can be read."""
NOT_SIGNIFICANT, UNTESTED = "not significant", "not tested"
"""The marks of differences without a color."""
IMPOSSIBLE = "impossible value"
"""The mark of a printed share that no count of right answers gives: a corner, as of one that is disputed."""

_MOST_TICKS = 20
"""Labels of an axis that have room beside each other."""

TEXT, CUSTOM = "%{text}", "%{customdata}"
"""What a template has for the words of a cell; the first alone where hovers have nothing in common."""

Row = dict[str, Any]
Position = tuple[int, int]
"""Row from below and column from the left, counted from 0."""


class Cell(NamedTuple):
    """One cell: its values on both axes, its number, and the marks and words of that."""

    x: str
    """What a click on it sets the control of the x axis to; so with `y`."""
    y: str
    value: float | None
    """In percent or points."""
    marks: Collection[str] = ()
    """DISPUTED: another source, or another place of this one, gives a different value. NOT_SIGNIFICANT: a difference
    that noise alone could make. UNTESTED: one of which that is not known."""
    words: Any = None
    """What TEXT or CUSTOM stands for in the template of its panel."""
    label: str = ""
    """The number in the cell where that is not the value that gives it its color."""

    @property
    def is_colorless(self) -> bool:
        """Is it a difference that no test has shown?"""
        return NOT_SIGNIFICANT in self.marks or UNTESTED in self.marks


Placed = Mapping[Position, Cell]


class Roles(NamedTuple):
    """The columns of a row that play the roles of a grid of heatmaps, "" for a role that none plays.

    A column has a list with an item for each cell of the row (that of `value` says how many there are), or one
    value that holds for all of them. `panel` has one value.
    """

    x: str
    y: str
    value: str
    panel: str = ""
    disputed: str = ""

    def groups(self, rows: Sequence[Row]) -> list[list[Row]]:
        """The rows of each panel, which stand together."""
        return [list(group) for _, group in groupby(rows, key=lambda row: str(row[self.panel]))]

    def cells(self, rows: Sequence[Row]) -> list[Cell]:
        """The cells of some rows; a row of single values is one cell."""
        return [cell for row in rows for cell in self._cells(row)]

    def _cells(self, row: Row) -> list[Cell]:
        value = row[self.value]
        count = len(value) if isinstance(value, list) else 1
        columns = [
            row[name] if name else None for name in (self.x, self.y, self.value, self.disputed)
        ]
        lists = [column if isinstance(column, list) else [column] * count for column in columns]
        return [
            Cell(str(x), str(y), value, {DISPUTED} if disputed else ())
            for x, y, value, disputed in zip(*lists, strict=False)
        ]


class Axis(NamedTuple):
    """One side of a grid: a label per cell, and the position of each, evenly spaced if none are given."""

    control: str
    """The control that a click on a cell sets."""
    noun: str
    """What its steps are, in words: "window"; "" where a label says it."""
    labels: list[str]
    values: list[str]
    """What a click on the cell sets its control to."""
    positions: list[float] | None = None
    ticks: list[float] | None = None
    """Positions that carry a tick; every cell if none are given."""

    @classmethod
    def of(
        cls, control: str, noun: str, steps: Sequence[Any], label: Callable[[Any], str] = str
    ) -> Self:
        """An axis of evenly spaced steps, each with its label."""
        return cls(control, noun, [label(step) for step in steps], [str(step) for step in steps])

    def edges(self) -> list[float]:
        """Where the cells meet: half-way between neighbours, mirrored at both ends."""
        positions = self._positions()
        if len(positions) == 1:
            return [positions[0] - 0.5, positions[0] + 0.5]
        middles = [(a + b) / 2 for a, b in pairwise(positions)]
        return [2 * positions[0] - middles[0], *middles, 2 * positions[-1] - middles[-1]]

    def settings(self, picked: str = "") -> dict[str, Any]:
        """The axis by Plotly's names; the label of the value `picked` is bold, and shown in any case."""
        labels = zip(self._positions(), self.labels, self.values, strict=True)
        edges = self.edges()
        bold = self._positions()[self.values.index(picked)] if picked in self.values else None
        apart = (edges[-1] - edges[0]) / _MOST_TICKS
        ticks = [
            (position, f"<b>{plain(label)}</b>" if position == bold else plain(label))
            for position, label, _ in labels
            if position == bold
            or (self._ticked(position) and (bold is None or abs(position - bold) >= apart))
        ]
        return {
            "range": [edges[0], edges[-1]],
            "tickvals": [position for position, _ in ticks],
            "ticktext": [label for _, label in ticks],
            "showgrid": False,
        }

    @property
    def steps(self) -> list[str]:
        """Its steps in words: "window 500"."""
        return [f"{self.noun} {label}".strip() for label in self.labels]

    def _ticked(self, position: float) -> bool:
        return not self.ticks or position in self.ticks

    def _positions(self) -> list[float]:
        return self.positions or [float(index) for index in range(len(self.labels))]


@dataclass(frozen=True)
class Panel:
    """One heatmap: its cells, and what stands over them and in their hovers."""

    title: str
    detail: str
    cells: Sequence[Cell]
    sets: dict[str, str] = field(default_factory=dict)
    """The controls that a click sets besides those of the axes."""
    note: str = ""
    """A second line of the header."""
    template: str = ""
    """What all hovers have in common, shorter than a sentence for each cell."""
    blank: Any = ""
    """What TEXT or CUSTOM stands for at a place without a cell."""
    columns: Sequence[Any] = ()
    """What TEXT stands for instead of the words: a name for each column."""
    foot: str = ""
    """A line under the panel."""
    empty: str = ""
    """The reason, in words, why measured cells are not drawn: it stands in the panel instead of hatches."""
    detects: float = 0.0
    """The smallest difference that a test would find, in percent or points; the colors span at least that."""

    @property
    def numbers(self) -> list[float]:
        """The values of its cells, without those that are missing."""
        return [cell.value for cell in self.cells if cell.value is not None]

    def placed(self, x: Axis, y: Axis) -> Placed:
        """Its cells by their place on these axes, row by row."""
        by_values = {(cell.y, cell.x): cell for cell in self.cells}
        return {
            (row, column): by_values[up, across]
            for row, up in enumerate(y.values)
            for column, across in enumerate(x.values)
            if (up, across) in by_values
        }


def not_measured(
    values: Sequence[Sequence[float | None]], places: Sequence[Sequence[str]]
) -> dict[str, Any]:
    """What the trace of a heatmap has to say at its empty `places`, where these have a name: they have no hover."""
    words = [
        [
            f"{plain(name)}: not measured" if name and value is None else ""
            for value, name in zip(*line, strict=True)
        ]
        for line in zip(values, places, strict=True)
    ]
    return {"hovertext": words} if any(map(any, words)) else {}


def with_unit(number: str, unit: str) -> str:
    """'3.8 points', '41.3%'."""
    return f"{number}{'' if unit.startswith('%') else ' '}{unit}".rstrip()


def extent(panels: Sequence[Panel], unit: str) -> str:
    """The lowest and the highest value of all panels in words, '' where there is no value."""
    values = [value for panel in panels for value in panel.numbers]
    return f"from {min(values):.1f} to {with_unit(f'{max(values):.1f}', unit)}" if values else ""
