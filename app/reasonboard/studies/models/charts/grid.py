"""Models by benchmarks: scores, ranks, or differences to a selected run."""

from collections.abc import Sequence

from reasonboard.charts.score_table import score_tables
from reasonboard.charts.theme import Figure, empty
from reasonboard.core.findings.pairs import Row
from reasonboard.core.findings.words import join_names
from reasonboard.core.headline import counted, part_in_words
from reasonboard.studies.models.blocks import Block, blocks_of
from reasonboard.studies.models.charts.forest import key_of, scores_on_benchmarks
from reasonboard.studies.models.charts.shown import Options, Shown, in_domain, shown_blocks
from reasonboard.studies.models.charts.tables import domain_table, table_of
from reasonboard.studies.models.columns import DIRECTION_UNKNOWN, Column, are_few
from reasonboard.studies.models.pair import Against

_HEADINGS = {
    "rank": "Ranks on each benchmark",
    "selected": "Difference from {b}",
    "sizes": "Difference from {b}",
}
_SUBTITLES = {
    "value": "{unit}, best average rank on top.",
    "alone": "{unit}. Each benchmark has a score of only one model.",
    "rank": "Rank on each benchmark, 1 is best; equal scores share a rank.",
    "selected": "Score minus the score of {b}, in points.",
    "sizes": "Score minus the score of {b}, in points. Colored by size alone.",
    "domains": "Average rank over the benchmarks of each domain, 1 is best.",
    "mixed": "{unit}, of domains the average rank.",
    "few": "{unit}. {key}",
}
_TESTED = "tied for first: not significantly below the best, after Holm's correction"
_OF_PAIRS = "each model against {b}: Holm's correction over the benchmarks that both have"


def models_by_benchmarks(
    rows: Sequence[Row],
    *,
    against: Against | None = None,
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
    options = Options(
        mode, scales == "shared", a, b, panel, intervals == "on", own == "on", against,
        width=columns, domain="" if domain == "all" else domain, is_whole=drawn == "all",
    )  # fmt: skip
    blocks = blocks_of(rows, order, panel)
    parts = [part for block in blocks for part in shown_blocks(block, options)]
    if not parts:
        return empty("No scores match these filters.")
    shown_columns = [column for part in parts for column in part.columns]
    is_few = mode == "value" and are_few(shown_columns)
    draw = scores_on_benchmarks if is_few else _heatmap
    figure = draw(parts, options)
    words = "few" if is_few else _words(parts, options)
    all_columns = [column for block in blocks for column in in_domain(block, options.domain)]
    figure["layout"]["meta"] |= _heads(words, all_columns, _name(blocks, b))
    return figure


def _heatmap(parts: Sequence[Shown], options: Options) -> Figure:
    tables = [
        domain_table(part, options) if part.domains else table_of(part, options) for part in parts
    ]
    figure = score_tables(
        tables,
        columns=options.width,
        centred=options.mode == "selected",
        summary=_summary(list({id(part.block): part.block for part in parts}.values())),
        uncertainty=_foot(parts, options),
    )
    if options.is_shared and options.mode != "selected":
        figure["layout"]["meta"]["ramp"] = "shared"
    return figure


def _name(blocks: Sequence[Block], key: str) -> str:
    names = (run.name for block in blocks for run in block.runs if run.key == key)
    return next(names, "the selected run")


def _words(parts: Sequence[Shown], options: Options) -> str:
    """Which subtitle it has."""
    mode = options.mode
    if mode == "selected":
        return mode if options.intervals else "sizes"
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
    return {
        "heading": heading,
        "subtitle": _SUBTITLES[words].format(unit=unit, b=b, key=key_of(columns)),
    }


def _foot(parts: Sequence[Shown], options: Options) -> str:
    """How it was tested, where anything was, and what is left out."""
    unknown = [column.title for part in parts for column in part.columns if not column.is_ranked]
    words = [
        _test(parts, options),
        f"{DIRECTION_UNKNOWN}, so not ranked: {join_names(unknown)}" if unknown else "",
    ]
    return " · ".join(filter(None, [*words, *[part.left_out for part in parts]]))


def _test(parts: Sequence[Shown], options: Options) -> str:
    """How it was tested; "" if nothing was."""
    if options.mode != "selected":
        columns = [column for part in parts for column in part.columns]
        return _TESTED if any(column.sharing is not None for column in columns) else ""
    pairs = [
        options.against and options.against.pair(run.key, column.benchmark)
        for part in parts
        for run in part.runs
        for column in part.columns
    ]
    if not any(pair and pair.difference.result for pair in pairs):
        return ""
    return _OF_PAIRS.format(b=_name([part.block for part in parts], options.b))


def _heading(columns: Sequence[Column]) -> str:
    """'Ties for first place on 5 of 6 benchmarks; not tested on 1'."""
    shared = [column for column in columns if len(column.rows) > 1]
    compared = [column for column in shared if column.is_ranked]
    sharings = [column.sharing for column in compared if column.sharing is not None]
    if not shared:
        return "No two models share a benchmark here"
    if not compared:
        return "Not ranked: unknown whether higher or lower is better"
    if not sharings:
        return f"First place not tested: {compared[0].missing}"
    untested = len(compared) - len(sharings)
    ties = sum(len(sharing) > 1 for sharing in sharings)
    # One benchmark in several blocks is several columns.
    is_once = len({column.benchmark for column in compared}) == len(compared)
    noun = "benchmark" if is_once else "column"
    where = part_in_words(ties or len(sharings), len(sharings), noun, untested)
    if len(compared) == 1:
        where = compared[0].benchmark
    words = f"A tie for first place on {where}" if ties == 1 else f"Ties for first place on {where}"
    if not ties:
        words = f"One run is significantly above all others on {where}"
    return f"{words}; not tested on {untested:,}" if untested else words


def _summary(blocks: Sequence[Block]) -> str:
    sizes = [f"{len(block.runs)} by {len(block.columns)}" for block in blocks]
    return f"Models by benchmarks, in {counted(len(blocks), 'block')}: {', '.join(sizes)}."
