"""Models by benchmarks: scores, ranks, or differences to a selected run."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from reasonboard.charts.cells import (
    BEST,
    DISPUTED,
    IMPOSSIBLE,
    NOT_SIGNIFICANT,
    TOGETHER,
    Cell,
    Place,
)
from reasonboard.charts.heatmap_scales import Span, span
from reasonboard.charts.intervals import detects, problems
from reasonboard.charts.score_table import score_tables
from reasonboard.charts.score_table_layout import Head, Table, Top
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.core.headline import counted
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.studies.models.rows import Block, Column, Row, Run, blocks_of, interval
from reasonboard.studies.models.shown import Shown, shown

_HEADINGS = {"rank": "Ranks on each benchmark", "selected": "Difference to {b}"}
_SUBTITLES = {
    "value": "{unit}, best mean rank on top. Outlined: highest. Bold: cannot be told from it.",
    "alone": "{unit}. Each benchmark has the score of one model alone: nothing is compared.",
    "rank": "Place on each benchmark, 1 for the best; equal scores share. Bold: cannot be told from the best.",
    "selected": "Points of each score minus that of {b}. Without color: cannot be told apart.",
}
_TESTED = (
    "share first place: cannot be told from the highest by two-proportion tests, by problem where the answers of both "
    "are loaded, Holm's correction over all pairs of models of the benchmark · colors: each benchmark its own scale, "
    "which spans at least what it detects"
)


_LONG = 1000
"""From here on a number has no decimal."""


class _Options(NamedTuple):
    mode: str
    is_shared: bool
    """Have all benchmarks one scale?"""
    a: str
    b: str
    panel: str
    intervals: bool
    own: bool
    """Are own runs marked?"""


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
    columns: int,
) -> Figure:
    """A block for each group of models that share benchmarks, a row per run, a column per benchmark.

    `rows` are those of sql/scores.sql with their columns (`with_columns`), one per score. A click on a cell sets the
    benchmark and B, on a cell of B it exchanges A and B; one on a column's name sorts by it.
    """
    blocks = blocks_of(rows, order, panel)
    names = {run.key: run.name for block in blocks for run in block.runs}
    if mode == "selected":
        blocks = [block for block in blocks if any(column.has(b) for column in block.columns)]
    if not blocks:
        return empty("No score of a model on a benchmark passes these filters.")
    options = _Options(mode, scales == "shared", a, b, panel, intervals == "on", own == "on")
    parts = [
        part
        for block in blocks
        for part in shown(block, {a, b}, panel, columns, is_whole=drawn == "all")
    ]
    tables = [_table(part, options) for part in parts]
    shown_columns = [column for part in parts for column in part.columns]
    units = {column.rows[0]["unit"] for column in shown_columns}
    unit = "Score in %" if units == {"fraction"} else "Fractions in %, other scores in their unit"
    figure = score_tables(
        tables,
        columns=columns,
        row_control="b",
        centred=mode == "selected",
        summary=_summary(blocks),
        uncertainty=_foot(parts),
    )
    is_alone = all(len(column.rows) == 1 for column in shown_columns)
    words = "alone" if is_alone and mode == "value" else mode
    subtitle = _SUBTITLES[words].format(unit=unit, b=names.get(b, "the selected run"))
    heading = _HEADINGS.get(mode, "").format(b=names.get(b, "the selected run")) or _heading(
        shown_columns
    )
    figure["layout"]["meta"] |= {"heading": heading, "subtitle": subtitle}
    return figure


def _foot(parts: Sequence[Shown]) -> str:
    """How it was tested, where anything was, and what is left out."""
    is_tested = any(len(column.rows) > 1 for part in parts for column in part.columns)
    words = [_TESTED if is_tested else "", *[part.left_out for part in parts]]
    return " · ".join(filter(None, words))


def _heading(columns: Sequence[Column]) -> str:
    known = [column.sharing for column in columns if column.sharing is not None]
    several = sum(len(one) > 1 for one in known)
    if all(len(column.rows) == 1 for column in columns):
        return "No two models share a benchmark here"
    if not known:
        return "Of no benchmark is the uncertainty known"
    if not several:
        return f"On each of {counted(len(known), 'benchmark')} one model is first alone"
    return (
        f"On {several} of {counted(len(known), 'benchmark')} several models share the first place"
    )


def _summary(blocks: Sequence[Block]) -> str:
    sizes = [f"{len(block.runs)} by {len(block.columns)}" for block in blocks]
    return f"Models by benchmarks, in {counted(len(blocks), 'block')}: {', '.join(sizes)}."


def _table(part: Shown, options: _Options) -> Table:
    several = len(part.block.runs) > 1
    ranked = several and len(part.block.columns) > 1
    heads = [_head_of(run, options, ranked) for run in part.runs]
    spans, source = _spans(part, options), _source(part)
    cells: dict[Place, Cell] = {
        (at, place): _cell(
            run.scores[column.panel], column, spans[column.panel], options, is_alike=bool(source)
        )
        for at, run in enumerate(part.runs)
        for place, column in enumerate(part.columns)
        if column.panel in run.scores
    }
    panels = [column.panel for column in part.columns]
    keys = [run.key for run in part.runs]
    chosen = (
        (keys.index(options.b), panels.index(options.panel))
        if options.b in keys and options.panel in panels
        else None
    )
    more = counted(part.missing, "more benchmark")
    return Table(
        part.block.title,
        part.block.detail,
        heads,
        [_top(column, options, several=several) for column in part.columns],
        cells,
        ["share first place", "problems", "detects, points"] if several else ["problems"],
        chosen,
        source,
        (options.b, "a", {"b": options.a}),
        (more, "?drawn=all") if part.missing else ("", ""),
    )


def _source(part: Shown) -> str:
    """The kind and source of all cells of a block; "" where they differ, so that each cell says its own."""
    found = {_origin(row) for run in part.runs for row in run.scores.values()}
    return f"<br>{found.pop()}" if len(found) == 1 else ""


def _origin(row: Row) -> str:
    return f"{plain(KIND_WORDS[row['kind']])}, {plain(row['title'])}"


def _head_of(run: Run, options: _Options, ranked: bool) -> Head:
    badge = "A" if run.key == options.a else "B" if run.key == options.b else ""
    detail = f"{run.runs} runs" if run.runs > 1 else ""
    rank = f"{run.rank:.1f}" if ranked else ""
    every = f"?{urlencode({'settings': 'all', 'model': run.model})}" if detail else ""
    return Head(
        run.key, run.name, rank, run.own and options.own, bool(badge), run.few, badge, detail, every
    )


def _top(column: Column, options: _Options, *, several: bool) -> Top:
    sharing = "" if column.sharing is None else f"{len(column.sharing)} of {len(column.rows)}"
    words = [
        f"<b>{plain(column.benchmark)}</b>",
        f"{sharing} share first place" if sharing else "who shares first place cannot be tested",
        problems(column.problems) or "number of problems unknown",
        detects(column.detects),
    ]
    feet = [
        sharing or "–",
        f"{column.problems:,}" if column.problems else "–",
        _least(column.detects),
    ]
    return Top(
        column.panel, column.benchmark, column.domain.capitalize(), "<br>".join(filter(None, words)),
        feet if several else feet[1:2], column.panel == options.panel, {"order": "benchmark"},
    )  # fmt: skip


def _least(detectable: float | None) -> str:
    """The smallest difference that a benchmark detects, in points, short."""
    if detectable is None:
        return "–"
    return f"≥ {detectable:.0f}" if detectable >= 1 else f"≥ {detectable:.1f}"


def _spans(part: Shown, options: _Options) -> dict[str, Span]:
    """The scale of each column, in percent, points or ranks; the same for all where it is shared."""
    values = {column.panel: _values(part, column, options) for column in part.columns}
    least = {
        column.panel: 0.0 if options.mode == "rank" else column.detects or 0.0
        for column in part.columns
    }
    centred = options.mode == "selected"
    if options.is_shared:
        both = span(
            [one for some in values.values() for one in some],
            max(least.values(), default=0.0),
            centred=centred,
        )
        return dict.fromkeys(values, both)
    return {panel: span(some, least[panel], centred=centred) for panel, some in values.items()}


def _values(part: Shown, column: Column, options: _Options) -> list[float]:
    scores = [run.scores[column.panel] for run in part.runs if column.panel in run.scores]
    shown_values = [_value(row, column, options) for row in scores]
    return [value for value in shown_values if value is not None]


def _value(row: Row, column: Column, options: _Options) -> float | None:
    """What a cell shows: percent, a rank, or points; None where the selected run has no score here."""
    if options.mode == "rank":
        return column.ranks[row["key"]]
    times = 100.0 if column.is_share else 1.0
    value: float = row["value"]
    if options.mode != "selected":
        return round(value * times, 2)
    if not column.has(options.b):
        return None
    base: float = column.row(options.b)["value"]
    return round((value - base) * times, 2)


def _cell(row: Row, column: Column, ends: Span, options: _Options, *, is_alike: bool) -> Cell:
    value, key = _value(row, column, options), row["key"]
    marks = _marks(row, column, options)
    label = "" if value is None else _label(value, options.mode)
    share = None if value is None else _share(value, ends, column, options)
    words = _hover(row, column, value, options) + ("" if is_alike else f"<br>{_origin(row)}")
    return Cell(column.panel, key, share, kind=row["kind"], marks=marks, words=words, label=label)


def _share(value: float, ends: Span, column: Column, options: _Options) -> float:
    """The place of a value on its scale: high is good, whatever the metric; a single score is pale."""
    if options.mode == "selected":
        return round(max(-1.0, min(1.0, column.sign * value / (ends.high or 1.0))), 4)
    if len(column.rows) == 1:
        return 0.0
    share = round(ends.share(value), 4)
    return 1 - share if options.mode == "rank" or column.sign < 0 else share


def _marks(row: Row, column: Column, options: _Options) -> set[str]:
    """Of a single score there is no highest, but what is wrong with it is marked."""
    key, marks = row["key"], set()
    if options.mode == "selected":
        if (
            column.has(options.b)
            and key != options.b
            and column.told_from(key, options.b) is False
            and options.intervals
        ):
            marks.add(NOT_SIGNIFICANT)
        return marks
    if key in column.best and len(column.rows) > 1:
        marks.add(BEST)
    elif column.sharing is not None and key in column.sharing:
        marks.add(TOGETHER)
    if row["ambiguous"]:
        marks.add(DISPUTED)
    elif key in column.impossible:
        marks.add(IMPOSSIBLE)
    return marks


def _label(value: float, mode: str) -> str:
    if mode == "rank":
        return f"{value:g}"
    form = "+.1f" if mode == "selected" and value else ".0f" if abs(value) >= _LONG else ".1f"
    return f"{value:{form}}".replace("-", "−")


def _hover(row: Row, column: Column, value: float | None, options: _Options) -> str:
    """The run and benchmark, score with interval, problems, place, kind and source."""
    ends = interval(row)
    score = (
        f"{row['value'] * 100:.1f} %" if column.is_share else f"{row['value']:.4g} {row['unit']}"
    )
    within = (
        f" ({ends.low * 100:.1f} to {ends.high * 100:.1f})"
        if ends
        else ", no uncertainty available"
    )
    lines = [
        f"<b>{plain(row['name'])}, {plain(column.benchmark)}</b>",
        f"{plain(row['metric'])} {plain(score)}{within}",
    ]
    if options.mode == "selected" and value is not None and row["key"] != options.b:
        told = {True: "significant", False: "cannot be told apart", None: "not testable"}
        lines.append(
            f"{_label(value, 'selected')} points, {told[column.told_from(row['key'], options.b)]}"
        )
    elif column.sharing is not None:
        lines.append("shares first place" if row["key"] in column.sharing else "below the highest")
    seeds = f", {row['n_seeds']} seeds" if row["n_seeds"] and row["n_seeds"] > 1 else ""
    lines.append(
        (problems(row["n_items"], row["n_repeats"]) or "number of problems unknown") + seeds
    )
    if row["key"] in column.impossible:
        lines.append("no count of right answers gives this value")
    return "<br>".join(lines)
