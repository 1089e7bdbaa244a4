"""The scores of all models on one benchmark with their intervals, the best on top."""

from collections.abc import Sequence

from reasonboard.charts.forest_panels import ForestPanel, forest_panels
from reasonboard.charts.forest_plot import ForestRow, forest_plot
from reasonboard.charts.intervals import detects, problems
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.charts.ticks import reach
from reasonboard.charts.verdict_marks import Sign, key_of_ranks
from reasonboard.core.findings.pairs import Row
from reasonboard.core.headline import counted, share_in_words
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.statistics.uncertainty import interval_methods
from reasonboard.studies.models.charts.cell import ends_in_words, rank_words
from reasonboard.studies.models.charts.shown import Options, Shown
from reasonboard.studies.models.columns import (
    DIRECTION_UNKNOWN,
    Column,
    averaged,
    noun_of,
    of_chosen,
)

_MOST = 25
_NAMED = 3
"""At most this many names are said to be means of several runs."""


def scores_on_benchmark(
    rows: Sequence[Row],
    *,
    intervals: str,
    panel: str,
    a: str,
    b: str,
    own: str,
    mode: str,
    columns: int,
) -> Figure:
    """The runs on the benchmark `panel`, each marked by its rank.

    `rows` are those of sql/scores.sql with their columns. At most 25, own runs, A and B among them in any case.
    """
    on_panel = [row for row in rows if row["panel"] == panel]
    if not on_panel:
        return empty("None of the models shown has a score on this benchmark.")
    if on_panel[0]["few"] and mode == "value":
        return empty("See the chart of all benchmarks.")
    column = of_chosen(on_panel)[panel]
    options = Options("value", False, a, b, panel, intervals == "on", own == "on")
    ranked_rows = ranked(on_panel, column)
    own_runs = [row["key"] for row in ranked_rows if row["own"]][:_MOST]
    kept = [
        row
        for index, row in enumerate(ranked_rows)
        if index < _MOST or row["key"] in (a, b, *own_runs)
    ]
    shown_rows = forest_rows(kept, column, options)
    words = [
        interval_methods([column.interval(row["key"]) for row in kept]),
        *_left_out(len(ranked_rows) - len(kept), intervals),
        *_averages(kept),
    ]
    return forest_plot(
        shown_rows,
        x={"range": axis_range(shown_rows, column)},
        unit="%" if column.is_share else "",
        summary=f"{counted(len(kept), noun_of(kept))} on {column.title}, the best on top.",
        picked="",
        thin=True,
        control="b",
        uncertainty=" · ".join(words),
        narrow=columns == 1,
        heading=_heading(column),
        subtitle=_subtitle(column),
    )


def ranked(rows: Sequence[Row], column: Column) -> list[Row]:
    """The rows of a column, the best first; by name where nothing is ranked."""
    if not column.is_ranked:
        return sorted(rows, key=lambda row: str(row["name"]).lower())
    return sorted(rows, key=lambda row: (column.ranks[row["key"]], row["name"]))


def forest_rows(rows: Sequence[Row], column: Column, options: Options) -> list[ForestRow]:
    """The scores as dots with their intervals, in percent where they are fractions."""
    return [_row(row, column, options) for row in rows]


def axis_range(rows: Sequence[ForestRow], column: Column) -> list[float]:
    """From 0 to 100% for fractions, else as far as the scores reach, and most of their intervals."""
    ends = [ends for row in rows for ends in row.ends]
    low, most = reach([row.x for row in rows], ends)
    return [low, 100.0] if column.is_share else [low * 1.05, most * 1.05 or 1.0]


def _row(row: Row, column: Column, options: Options) -> ForestRow:
    key = row["key"]
    ends = column.interval(key)
    value = row["value"] * column.times
    badge = " (A)" if key == options.a else " (B)" if key == options.b else ""
    within = f" ({ends_in_words(ends, column)})" if ends else ", no uncertainty available"
    unit = "%" if column.is_share else f" {row['unit']}"
    size = problems(row["n_items"], row["n_repeats"]) or "number of problems unknown"
    words = [
        f"<b>{plain(row['name'])}</b>",
        f"{plain(column.benchmark)} {value:.{column.decimals}f}{plain(unit)}{within}",
        *([rank_words(key, column)] if key in column.rank_ranges else []),
        ", ".join(filter(None, [size, averaged(row)])),
        f"{KIND_WORDS[row['kind']]}, {plain(row['title'])}",
    ]
    return ForestRow(
        name=f"{row['name']}{badge}",
        x=round(value, 2) if column.is_share else value,
        label=f"{value:.{column.decimals}f}",
        hover="<br>".join(words),
        low=ends.low * column.times if ends and options.intervals else None,
        high=ends.high * column.times if ends and options.intervals else None,
        mark=key,
        verdict=_verdict(column, key),
        own=row["own"] and options.own,
    )


def _verdict(column: Column, key: str) -> Sign:
    if len(column.rows) == 1:
        return "best"  # there is nothing that it could be tested against
    if column.sharing is None:
        return "untested"
    if key in column.best:
        return "best"
    return "open" if key in column.sharing else "below"


def key_of(columns: Sequence[Column]) -> str:
    """What the marks of these benchmarks mean."""
    return key_of_ranks(_verdict(column, row["key"]) for column in columns for row in column.rows)


def _heading(column: Column) -> str:
    """'GSM8K: top two models are tied', 'GSM8K: one model is significantly above all others'."""
    noun, total = noun_of(column.rows), len(column.rows)
    if total == 1:
        return f"{column.title}: only one {noun} has a score"
    if column.sharing is None:
        untested = "not tested, " if column.is_ranked else ""
        return f"{column.title}: {untested}{column.missing}"
    tied = len(column.sharing)
    if tied == 1:
        others = "the other" if total == 2 else "all others"  # noqa: PLR2004
        above = "above" if column.sign > 0 else "below"
        return f"{column.title}: one {noun} is significantly {above} {others}"
    return f"{column.title}: {share_in_words(tied, total)} {noun}s are tied for first"


def _subtitle(column: Column) -> str:
    unit = f"{column.rows[0]['metric']} in {'%' if column.is_share else column.unit}"
    size = problems(column.problems) or "number of problems unknown"
    if len(column.rows) == 1:
        return f"{unit}, {size}."
    words = ", ".join(filter(None, [unit, size, detects(column.detects, column.points)]))
    if not column.is_ranked:
        return f"{words}. {DIRECTION_UNKNOWN.capitalize()}: nothing is ranked."
    return f"{words}. {key_of([column])}"


def _left_out(count: int, intervals: str) -> list[str]:
    words = [f"{count} more in the table"] if count else []
    return [*words, "intervals are off"] if intervals == "off" else words


def _averages(rows: Sequence[Row]) -> list[str]:
    """'org/plum-7b: mean of 6 runs', of the first few names that have one."""
    words = {f"{row['name']}: {few}": None for row in rows if (few := averaged(row))}
    more = [f"{len(words) - _NAMED} more means"] if len(words) > _NAMED else []
    return [*list(words)[:_NAMED], *more]


def scores_on_benchmarks(parts: Sequence[Shown], options: Options) -> Figure:
    """A panel per benchmark of these blocks, with the runs that are shown."""
    placed = [(part, column) for part in parts for column in part.columns]
    panels = [_panel(part, column, options) for part, column in placed]
    intervals = [
        column.interval(run.key)
        for part, column in placed
        for run in part.runs
        if column.panel in run.scores
    ]
    words = [interval_methods(intervals) if options.intervals else "intervals are off"]
    words += _averages([row for part in parts for run in part.runs for row in run.scores.values()])
    return forest_panels(
        panels,
        columns=options.width,
        summary=f"The scores of models on {len(panels)} benchmarks with their intervals.",
        uncertainty=" · ".join([*words, *(part.left_out for part in parts if part.left_out)]),
    )


def _panel(part: Shown, column: Column, options: Options) -> ForestPanel:
    scores = [run.scores[column.panel] for run in part.runs if column.panel in run.scores]
    rows = forest_rows(ranked(scores, column), column, options)
    return ForestPanel(
        column.title,
        _detail(column),
        rows,
        {"range": axis_range(rows, column)},
        "%" if column.is_share else "",
        {"panel": column.panel},
    )


def _detail(column: Column) -> str:
    """'500 problems, detects ≥ 7 points'."""
    size = problems(column.problems) or "number of problems unknown"
    least = detects(column.detects, column.points) if len(column.rows) > 1 else ""
    direction = "" if column.is_ranked else DIRECTION_UNKNOWN
    return ", ".join(filter(None, [size, least, direction]))
