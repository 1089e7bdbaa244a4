"""Models by benchmarks: scores, ranks, or differences to a selected run."""

from collections.abc import Sequence

from reasonboard.charts.score_table import score_tables
from reasonboard.charts.theme import Figure, empty
from reasonboard.core.findings.words import join_names
from reasonboard.core.headline import counted
from reasonboard.studies.models.blocks import Block, blocks_of
from reasonboard.studies.models.charts.domains import domain_table
from reasonboard.studies.models.charts.forest import scores_on_benchmarks
from reasonboard.studies.models.charts.shown import Extent, Options, Shown, in_domain, shown_blocks
from reasonboard.studies.models.charts.tables import table_of
from reasonboard.studies.models.columns import DIRECTION_UNKNOWN, Column, Row, are_few

_HEADINGS = {"rank": "Ranks on each benchmark", "selected": "Difference to {b}"}
_SUBTITLES = {
    "value": "{unit}, best mean rank on top. Outlined: best. Bold: cannot be told from it.",
    "alone": "{unit}. Each benchmark has the score of one model alone: nothing is compared.",
    "rank": "Place on each benchmark, 1 for the best; equal scores share. Bold: cannot be told from the best.",
    "selected": "Points of each score minus that of {b}. Without color: cannot be told apart.",
    "domains": "Mean rank over the benchmarks of each domain, 1 for the best. Outlined: the best of the domain.",
    "mixed": "{unit}, of domains the mean rank. Outlined: best. Bold: cannot be told from it.",
    "few": "{unit}, the best on top. Open: cannot be told from the best.",
}
_TESTED = "share first place: cannot be told from the best, after Holm's correction"
_COLORS = "colors: each benchmark its own scale"


def models_by_benchmarks(
    rows: Sequence[Row],
    *,
    mode: str,
    order: str,
    scales: str,
    intervals: str,
    panel: str,
    a: str,
    b: str,
    own: str,
    drawn: str,
    domain: str,
    columns: int,
) -> Figure:
    """A block for each group of models that share benchmarks, a row per run, a column per benchmark or domain.

    `rows` are those of sql/scores.sql with their columns (`with_columns`), one per score. Up to three benchmarks are
    shown as dots with intervals instead. A click on a cell sets the benchmark and B, on a cell of B it exchanges A and
    B; one on a column's name sorts by it, one on a domain opens it.
    """
    options = Options(mode, scales == "shared", a, b, panel, intervals == "on", own == "on")
    extent = Extent(
        kept={a, b}, panel=panel, width=columns, domain="" if domain == "all" else domain,
        is_whole=drawn == "all", base=b if mode == "selected" else "",
    )  # fmt: skip
    blocks = blocks_of(rows, order, panel)
    parts = [part for block in blocks for part in shown_blocks(block, extent)]
    if not parts:
        return empty("No score of a model on a benchmark passes these filters.")
    shown_columns = [column for part in parts for column in part.columns]
    is_few = mode == "value" and are_few(shown_columns)
    draw = scores_on_benchmarks if is_few else _heatmap
    figure = draw(parts, options, columns)
    words = "few" if is_few else _words(parts, mode)
    all_columns = [column for block in blocks for column in in_domain(block, extent.domain)]
    figure["layout"]["meta"] |= _heads(words, all_columns, _name(blocks, b))
    return figure


def _heatmap(parts: Sequence[Shown], options: Options, columns: int) -> Figure:
    tables = [
        domain_table(part, options) if part.domains else table_of(part, options) for part in parts
    ]
    return score_tables(
        tables,
        columns=columns,
        row_control="b",
        centred=options.mode == "selected",
        summary=_summary(list({id(part.block): part.block for part in parts}.values())),
        uncertainty=_foot(parts),
    )


def _name(blocks: Sequence[Block], key: str) -> str:
    names = (run.name for block in blocks for run in block.runs if run.key == key)
    return next(names, "the selected run")


def _words(parts: Sequence[Shown], mode: str) -> str:
    """Which subtitle it has."""
    if all(part.domains for part in parts):
        return "domains"
    if mode == "value" and any(part.domains for part in parts):
        return "mixed"
    is_alone = all(len(column.rows) == 1 for part in parts for column in part.columns)
    return "alone" if is_alone and mode == "value" else mode


def _heads(words: str, columns: Sequence[Column], b: str) -> dict[str, str]:
    """Of all columns, in sight or not: what is said must not depend on the window."""
    units = {column.rows[0]["unit"] for column in columns}
    unit = "Score in %" if units == {"fraction"} else "Fractions in %, other scores in their unit"
    heading = _HEADINGS.get(words, "").format(b=b) or _heading(columns)
    return {"heading": heading, "subtitle": _SUBTITLES[words].format(unit=unit, b=b)}


def _foot(parts: Sequence[Shown]) -> str:
    """How it was tested, where anything was, and what is left out."""
    is_tested = any(
        len(column.rows) > 1 and column.is_ranked for part in parts for column in part.columns
    )
    has_columns = any(not part.domains for part in parts)
    unknown = [column.title for part in parts for column in part.columns if not column.is_ranked]
    words = [
        _TESTED if is_tested else "",
        _COLORS if is_tested and has_columns else "",
        f"{DIRECTION_UNKNOWN}, so not ranked: {join_names(unknown)}" if unknown else "",
    ]
    return " · ".join(filter(None, [*words, *[part.left_out for part in parts]]))


def _heading(columns: Sequence[Column]) -> str:
    sharings = [column.sharing for column in columns if column.sharing is not None]
    several = sum(len(sharing) > 1 for sharing in sharings)
    if all(len(column.rows) == 1 for column in columns):
        return "No two models share a benchmark here"
    if not sharings:
        shared = [column for column in columns if len(column.rows) > 1]
        if not any(column.is_ranked for column in shared):
            return "It is not known whether more or less is better, so nothing is ranked"
        return "No uncertainty is known where models share a benchmark"
    if len(columns) == 1:
        who = "Several models share the first place" if several else "One model is first alone"
        return f"{who} on {columns[0].benchmark}"
    if not several:
        return f"On each of {counted(len(sharings), 'benchmark')} one model is first alone"
    return f"On {several} of {counted(len(sharings), 'benchmark')} several models share the first place"


def _summary(blocks: Sequence[Block]) -> str:
    sizes = [f"{len(block.runs)} by {len(block.columns)}" for block in blocks]
    return f"Models by benchmarks, in {counted(len(blocks), 'block')}: {', '.join(sizes)}."
