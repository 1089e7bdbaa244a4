"""Accuracy against length: a panel per task type, a line per model and method."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from app.figures.grid import Grid, suffix
from app.figures.theme import (
    ACCENT,
    DASHES,
    HAIRLINE,
    MUTED,
    PAPER,
    SYMBOLS,
    Figure,
    Trace,
    colour,
    empty,
    figure,
    plain,
    title,
)
from app.figures.lines import HOLLOW, vertical
from app.figures.type_length import mean_of

Row = dict[str, Any]


class Style(NamedTuple):
    """How one line looks in every panel: colour by method, dash by size, marker by benchmark."""

    name: str
    colour: str
    dash: str
    symbol: str


def type_curves(rows: Sequence[Row], *, type: str, length: str, columns: int) -> Figure:
    """Accuracy in percent against length on 0 to 100, or `type` alone in one large panel.

    Rows are one per line (`panel`) and type, with `lengths`, `shown`, `low` and `high` (percent, the
    last two over the seeds) as equally long lists. The last place holds the key of the lines.
    """
    if not rows:
        return empty("No data: the source has no values by type and length for this choice.")
    styles = _styles(rows)
    types = sorted({row["task_type"] for row in rows})
    alone = type in types
    shown = [type] if alone else types
    columns = 1 if alone else columns
    grid = Grid(len(shown) + 1, columns, 300 if alone else 150, left=48)
    raise NotImplementedError
