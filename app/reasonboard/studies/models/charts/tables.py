"""A block of models as a table of scores: a row per run, a column per benchmark."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from reasonboard.charts.cells import BEST, Cell, Position
from reasonboard.charts.heatmap_scales import Span, span
from reasonboard.charts.intervals import detects, least_in_words, problems
from reasonboard.charts.score_table_layout import Head, Table, Top
from reasonboard.charts.theme import plain
from reasonboard.core.headline import counted
from reasonboard.studies.models.blocks import Domain, Run
from reasonboard.studies.models.charts.cell import cell_of, origin_of, value_of
from reasonboard.studies.models.charts.shown import Options, Shown
from reasonboard.studies.models.columns import Column


def table_of(part: Shown, options: Options) -> Table:
    """The runs and columns of a block that are shown, with their cells."""
    several = len(part.block.runs) > 1
    spans, origin = _spans(part, options), _common_origin(part)
    cells: dict[Position, Cell] = {}
    for at, run in enumerate(part.runs):
        for index, column in enumerate(part.columns):
            if row := run.scores.get(column.panel):
                words = "" if origin else origin_of(row)
                cells[at, index] = cell_of(row, column, spans[column.panel], options, words)
    links = [(counted(part.missing, "more benchmark"), "?drawn=all")] if part.missing else []
    if part.domain:
        links.append(("all domains", "?domain=all"))
    return Table(
        part.block.title,
        part.block.detail,
        heads_of(part, options),
        [_top(column, options, several=several) for column in part.columns],
        cells,
        ["tied for first", "problems", _detects_head(part.columns)] if several else ["problems"],
        _selected_cell(part, options),
        f"<br>{origin}" if origin else "",
        (options.b, "a", {"b": options.a}),
        links,
    )


def heads_of(part: Shown, options: Options) -> list[Head]:
    """The names of the rows with rank, own mark and detail."""
    ranked = len(part.block.runs) > 1 and len(part.block.columns) > 1
    return [_head(run, options, ranked=ranked) for run in part.runs]


def _head(run: Run, options: Options, *, ranked: bool) -> Head:
    badge = "A" if run.key == options.a else "B" if run.key == options.b else ""
    several = f"{run.runs} runs" if run.runs > 1 else ""
    rank = f"{run.rank:.1f}" if ranked and run.rank is not None else ""
    # Plotly would encode a slash again that is encoded already.
    chosen = urlencode({"settings": "all", "model": run.model}, safe="/:@")
    all_values = f"?{chosen}" if several else ""
    return Head(
        run.key,
        run.name,
        rank,
        run.own and options.own,
        bool(badge),
        run.few,
        badge,
        run.averaged or several,
        all_values,
    )


def _common_origin(part: Shown) -> str:
    """The kind and source of all cells; "" where they differ, so that each cell says its own."""
    panels = {column.panel for column in part.columns}
    origins = {
        (row["kind"], row["title"]): row
        for run in part.runs
        for panel, row in run.scores.items()
        if panel in panels
    }
    return origin_of(next(iter(origins.values()))) if len(origins) == 1 else ""


def _selected_cell(part: Shown, options: Options) -> Position | None:
    """The place of the selected cell, from above."""
    panels = [column.panel for column in part.columns]
    keys = [run.key for run in part.runs]
    if options.b not in keys or options.panel not in panels:
        return None
    return keys.index(options.b), panels.index(options.panel)


def _top(column: Column, options: Options, *, several: bool) -> Top:
    sharing = _tied(column)
    words = [
        f"<b>{plain(column.benchmark)}</b>",
        _first_place(column),
        problems(column.problems) or "number of problems unknown",
        detects(column.detects, column.points),
    ]
    feet = [
        sharing or ("–" if column.is_ranked else "?"),
        f"{column.problems:,}" if column.problems else "–",
        "–" if column.detects is None else f"≥ {least_in_words(column.detects)}",
    ]
    return Top(
        column.panel, column.benchmark, column.domain.capitalize(), "<br>".join(filter(None, words)),
        feet if several else feet[1:2], column.panel == options.panel, {"order": "benchmark"},
    )  # fmt: skip


def _tied(column: Column) -> str:
    """'4 of 10', 'all 10', 'none'; "" if it is not tested."""
    if column.sharing is None:
        return ""
    tied, total = len(column.sharing), len(column.rows)
    return "none" if tied == 1 else f"all {total}" if tied == total else f"{tied} of {total}"


def _first_place(column: Column) -> str:
    """Who is first, in words."""
    if len(column.rows) == 1:
        return "only one model"
    if column.sharing is None:
        return "first place not tested" if column.is_ranked else column.missing
    if len(column.sharing) == 1:
        return "the best is significantly above all others"
    return f"{_tied(column)} tied for first"


def _detects_head(columns: Sequence[Column]) -> str:
    """What stands before the smallest differences that are detected."""
    return "detects, points" if all(column.is_share for column in columns) else "detects"


def _spans(part: Shown, options: Options) -> Mapping[str, Span]:
    """The scale of each column, in percent, points or ranks; the same for all where it is shared."""
    values = {column.panel: _values(part, column, options) for column in part.columns}
    least = {
        column.panel: 0.0 if options.mode == "rank" else column.detects or 0.0
        for column in part.columns
    }
    centred = options.mode == "selected"
    if options.is_shared:
        all_values = [value for some in values.values() for value in some]
        common = span(all_values, max(least.values(), default=0.0), centred=centred)
        return dict.fromkeys(values, common)
    return {panel: span(some, least[panel], centred=centred) for panel, some in values.items()}


def _values(part: Shown, column: Column, options: Options) -> list[float]:
    scores = [run.scores[column.panel] for run in part.runs if column.panel in run.scores]
    values = [value_of(row, column, options) for row in scores]
    return [value for value in values if value is not None]


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
            cells[row, index] = _domain_cell(part.runs[row], domain, rank, ends, marks)
    return Table(
        part.block.title,
        " · ".join(
            filter(None, [part.block.detail, "average rank by domain; click one to open it"])
        ),
        heads_of(part, options),
        [_domain_top(domain, options) for domain in part.domains],
        cells,
        ["benchmarks"],
        turned=(options.b, "a", {"b": options.a}),
        links=[("all benchmarks", "?drawn=all")],
        across="domain",
        whole_width=True,
    )


def _domain_cell(run: Run, domain: Domain, rank: float, ends: Span, marks: set[str]) -> Cell:
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


def _domain_top(domain: Domain, options: Options) -> Top:
    count = len(domain.columns)
    is_strong = any(column.panel == options.panel for column in domain.columns)
    words = f"<b>{plain(domain.name.capitalize())}</b><br>{counted(count, 'benchmark')}"
    return Top(domain.name, domain.name.capitalize(), "", words, [f"{count}"], is_strong)
