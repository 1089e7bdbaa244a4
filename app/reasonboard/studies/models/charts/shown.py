"""The part of a block that a page draws: at most some 400 cells; the table has all."""

from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.core.headline import counted
from reasonboard.studies.models.blocks import Block, Domain, Run
from reasonboard.studies.models.columns import Column
from reasonboard.studies.models.pair import Against

_MOST_RUNS, _BEST_RUNS = 40, 20
_MOST_COLUMNS = 24
_IN_WIDTH = {1: 6, 2: 12, 3: 18}
"""The most columns, by how many charts fit side by side: 1 on a phone."""
_MOST_CELLS = 400
_RANKED_RUNS = 3
"""Under this many runs a mean rank per domain says little: all columns are shown."""


class Shown(NamedTuple):
    """The rows and columns of a block that are shown, and what is left out, in words."""

    block: Block
    runs: Sequence[Run]
    columns: Sequence[Column]
    left_out: str
    missing: int = 0
    """Columns that are not shown."""
    domains: Sequence[Domain] = ()
    """Instead of the columns, where these are too many."""
    domain: str = ""
    """The one domain whose columns are shown; "" for all."""


class Options(NamedTuple):
    """The values of its controls that decide what is drawn of each block, what a cell shows and how it is marked."""

    mode: str
    """"value", "rank", or "selected": the difference to run `b`."""
    is_shared: bool
    """Have all benchmarks one scale?"""
    a: str
    b: str
    panel: str
    """The selected column; it is shown in any case, and so are A and B."""
    intervals: bool
    own: bool
    """Are own runs marked?"""
    against: Against | None = None
    """The differences to run `b`."""
    width: int = 1
    """Charts that fit side by side."""
    domain: str = ""
    """The domain that is opened."""
    is_whole: bool = False
    """Are all columns shown, in parts of as many?"""

    @property
    def base(self) -> str:
        """The run that all others are compared with: what it has no score on is not shown, and no domain is closed."""
        return self.b if self.mode == "selected" else ""

    @property
    def most_columns(self) -> int:
        return _IN_WIDTH.get(self.width, _MOST_COLUMNS)


def shown_blocks(block: Block, options: Options) -> list[Shown]:
    """Of many runs the best 20, own ones and A and B; of many columns one per domain, or those of most models.

    All columns of one or two runs.

    [] where the block has nothing of the opened domain, or no score of the run that others are compared with.
    """
    all_columns = [
        column
        for column in in_domain(block, options.domain)
        if not options.base or column.has(options.base)
    ]
    if not all_columns:
        return []
    is_many = len(all_columns) > _MOST_COLUMNS
    if options.is_whole or (is_many and len(block.runs) < _RANKED_RUNS and not options.base):
        return _whole_block(block, all_columns, options)
    if is_many and not options.base and len(block.domains) > 1 and not options.domain:
        domains = block.domains[: options.most_columns]
        runs = _runs(block, len(domains), options)
        of_domains = [column for domain in domains for column in domain.columns]
        words = _left_out(block, runs, of_domains)
        return [Shown(block, runs, of_domains, words, domains=domains)]
    runs = _runs(block, min(options.most_columns, len(all_columns)), options)
    columns = _columns(block, all_columns, runs, options)
    runs = _with_scores(runs, columns) if options.domain else runs
    words = _left_out(block, runs, columns)
    return [
        Shown(block, runs, columns, words, len(all_columns) - len(columns), domain=options.domain)
    ]


def in_domain(block: Block, domain: str) -> list[Column]:
    """The columns of a domain, of all where it is ""."""
    return [column for column in block.columns if domain in ("", column.domain)]


def _whole_block(block: Block, all_columns: Sequence[Column], options: Options) -> list[Shown]:
    most = options.most_columns
    runs = _runs(block, min(most, len(all_columns)), options)
    words = _left_out(block, runs, all_columns)
    parts = [all_columns[offset : offset + most] for offset in range(0, len(all_columns), most)]
    return [
        Shown(block, _with_scores(runs, part), part, "" if offset else words, domain=options.domain)
        for offset, part in enumerate(parts)
    ]


def _runs(block: Block, columns: int, options: Options) -> Sequence[Run]:
    runs = block.runs
    if len(runs) <= _BEST_RUNS or (len(runs) <= _MOST_RUNS and len(runs) * columns <= _MOST_CELLS):
        return runs
    own = [run for run in runs if run.own][:_BEST_RUNS]
    kept = {run.key for run in [*runs[:_BEST_RUNS], *own]} | {options.a, options.b}
    return [run for run in runs if run.key in kept]


def _with_scores(runs: Sequence[Run], columns: Sequence[Column]) -> list[Run]:
    panels = {column.panel for column in columns}
    return [run for run in runs if not panels.isdisjoint(run.scores)]


def _columns(
    block: Block, all_columns: Sequence[Column], runs: Sequence[Run], options: Options
) -> Sequence[Column]:
    """The columns that have room; where not all runs are drawn, no more than make 400 cells."""
    most = options.most_columns
    if len(runs) < len(block.runs):
        most = min(most, _MOST_CELLS // len(runs))
    if len(all_columns) <= most:
        return all_columns
    counts = {
        column.panel: (
            column.panel == options.panel,
            sum(column.panel in run.scores for run in block.runs),
        )
        for column in all_columns
    }
    first = sorted(all_columns, key=lambda column: counts[column.panel], reverse=True)
    chosen = {column.panel for column in first[:most]}
    return [column for column in all_columns if column.panel in chosen]


def _left_out(block: Block, runs: Sequence[Run], columns: Sequence[Column]) -> str:
    """'60 more runs in the table, none of them first or tied for first here'; "" where all are shown."""
    keys = {run.key for run in runs}
    left_out = [run.key for run in block.runs if run.key not in keys]
    if not left_out:
        return ""
    leaders = frozenset().union(*(column.sharing or () for column in columns))
    firsts = sum(key in leaders for key in left_out)
    how = "" if not leaders else f", {firsts or 'none'} of them first or tied for first here"
    return f"{block.title}: {counted(len(left_out), 'more run')} in the table{how}"
