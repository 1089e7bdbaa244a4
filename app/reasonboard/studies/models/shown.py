"""How much of a block is drawn at once: at most some 400 cells, the rest stands in the table."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from reasonboard.core.headline import counted
from reasonboard.studies.models.rows import Block, Column, Run

_MOST_RUNS, _BEST_RUNS = 40, 20
_MOST_COLUMNS, _ON_PHONE = 24, 8
_MOST_CELLS = 400


class Shown(NamedTuple):
    """The rows and columns of a block that are drawn, and what is left out, in words."""

    block: Block
    runs: Sequence[Run]
    columns: Sequence[Column]
    left_out: str
    missing: int
    """Columns that are not drawn."""


def shown(
    block: Block, kept: Collection[str], panel: str, width: int, *, is_whole: bool = False
) -> list[Shown]:
    """Of many runs the best 20, own ones and the `kept`; of many columns those of most models, and the selected.

    `width` is the number of charts that fit side by side: on a phone a block has 8 columns. `is_whole` has all
    columns, in parts of as many.
    """
    most = _ON_PHONE if width == 1 else _MOST_COLUMNS
    columns = _columns(block, panel, most)
    runs = block.runs
    if len(runs) > _MOST_RUNS or (
        len(runs) > _BEST_RUNS and len(runs) * len(columns) > _MOST_CELLS
    ):
        first = {run.key for run in runs[:_BEST_RUNS]}
        runs = [run for run in runs if run.key in first or run.own or run.key in kept]
    if not is_whole:
        missing = len(block.columns) - len(columns)
        return [Shown(block, runs, columns, _left_out(block, runs, columns), missing)]
    words = _left_out(block, runs, block.columns)
    parts = [block.columns[at : at + most] for at in range(0, len(block.columns), most)]
    return [
        Shown(block, _with_scores(runs, part), part, "" if at else words, 0)
        for at, part in enumerate(parts)
    ]


def _with_scores(runs: Sequence[Run], columns: Sequence[Column]) -> list[Run]:
    panels = {column.panel for column in columns}
    return [run for run in runs if not panels.isdisjoint(run.scores)]


def _columns(block: Block, panel: str, most: int) -> list[Column]:
    if len(block.columns) <= most:
        return block.columns
    counts = {
        column.panel: (column.panel == panel, sum(column.panel in run.scores for run in block.runs))
        for column in block.columns
    }
    first = sorted(block.columns, key=lambda column: counts[column.panel], reverse=True)[:most]
    chosen = {column.panel for column in first}
    return [column for column in block.columns if column.panel in chosen]


def _left_out(block: Block, runs: Sequence[Run], columns: Sequence[Column]) -> str:
    """'60 more runs, none shares a first place here; 4 more benchmarks: in the table'; "" where nothing is."""
    there = {run.key for run in runs}
    gone = [run.key for run in block.runs if run.key not in there]
    words = []
    if gone:
        leaders = frozenset().union(*(column.sharing or () for column in columns))
        firsts = sum(key in leaders for key in gone)
        how = (
            f"{firsts} of them share a first place here"
            if firsts
            else "none shares a first place here"
        )
        words.append(f"{counted(len(gone), 'more run')}, {how}")
    if missing := len(block.columns) - len(columns):
        words.append(counted(missing, "more benchmark"))
    return f"{block.title}: {'; '.join(words)}: in the table" if words else ""
