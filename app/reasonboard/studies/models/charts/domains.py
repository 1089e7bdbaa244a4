"""A block of many benchmarks as a table with one column per domain: the average rank of each run there."""

from reasonboard.charts.cells import BEST, Cell, Position
from reasonboard.charts.heatmap_scales import Span, span
from reasonboard.charts.score_table_layout import Table, Top
from reasonboard.charts.theme import plain
from reasonboard.core.headline import counted
from reasonboard.studies.models.blocks import Domain, Run
from reasonboard.studies.models.charts.shown import Options, Shown
from reasonboard.studies.models.charts.tables import heads_of


def domain_table(part: Shown, options: Options) -> Table:
    """Of each run the average rank over its benchmarks of a domain; a click on a column opens the domain."""
    cells: dict[Position, Cell] = {}
    for index, domain in enumerate(part.domains):
        ranks = {
            row: rank for row, run in enumerate(part.runs) if (rank := domain.rank(run)) is not None
        }
        ends = span(list(ranks.values()))
        best = min(ranks.values(), default=None)
        for row, rank in ranks.items():
            marks = {BEST} if rank == best and len(part.runs) > 1 else set()
            cells[row, index] = _cell(part.runs[row], domain, rank, ends, marks)
    return Table(
        part.block.title,
        " · ".join(
            filter(None, [part.block.detail, "average rank by domain; click one to open it"])
        ),
        heads_of(part, options),
        [_top(domain, options) for domain in part.domains],
        cells,
        ["benchmarks"],
        turned=(options.b, "a", {"b": options.a}),
        links=[("all benchmarks", "?drawn=all")],
        across="domain",
        whole_width=True,
    )


def _cell(run: Run, domain: Domain, rank: float, ends: Span, marks: set[str]) -> Cell:
    firsts, benchmarks = domain.first_places(run)
    lines = [
        f"<b>{plain(run.name)}, {plain(domain.name)}</b>",
        f"average rank {rank:.1f} over {counted(_count(run, domain), 'benchmark')}",
        f"first or tied for first on {firsts} of {counted(benchmarks, 'benchmark')} tested"
        if benchmarks
        else "first place not tested",
    ]
    share = 1 - round(ends.share(rank), 4)
    return Cell(
        domain.name, run.key, share, marks=marks, words="<br>".join(lines), label=f"{rank:.1f}"
    )


def _count(run: Run, domain: Domain) -> int:
    return sum(column.panel in run.scores for column in domain.columns)


def _top(domain: Domain, options: Options) -> Top:
    count = len(domain.columns)
    is_strong = any(column.panel == options.panel for column in domain.columns)
    words = f"<b>{plain(domain.name.capitalize())}</b><br>{counted(count, 'benchmark')}"
    return Top(domain.name, domain.name.capitalize(), "", words, [f"{count}"], is_strong)
