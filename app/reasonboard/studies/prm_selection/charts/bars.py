"""Accuracy on every benchmark by who selected the training data: a dot with its interval for each selector."""

from collections import Counter
from collections.abc import Sequence

from reasonboard.charts.colors import FAINT, INK, MUTED, PAPER
from reasonboard.charts.intervals import level_whiskers
from reasonboard.charts.row_panels import Panel, row_panels
from reasonboard.charts.theme import Figure, Trace, empty
from reasonboard.charts.traces import dots, marker, texts
from reasonboard.core.findings.words import short_count
from reasonboard.core.headline import share_in_words
from reasonboard.statistics.uncertainty import interval_methods
from reasonboard.studies.prm_selection.charts.marks import (
    click_selector,
    hover,
    ink_of_row,
    kind_symbols,
    kinds_of_mark,
    panel_title,
    same_samples,
)
from reasonboard.studies.prm_selection.rows import (
    Comparison,
    Ranking,
    Row,
    how_corrected,
    interval,
    rankings,
    uncertainty,
    values_of,
)

_AXIS = {"range": [0, 122], "tickvals": [0, 50, 100], "ticktext": ["0", "50", "100%"]}
_ROOM = {2: 38, 3: 38, 4: 44}
"""Characters over one of two panels in a window of 768 pixels, and over one of four in one of 1440."""
Bar = list[Row]
"""The values of a selector on a benchmark, the most trusted first; empty where there is none."""
_KEY = "Filled: significantly below the highest. Open: tied with it."


def selector_bars(rows: Sequence[Row], *, selector: str, intervals: str, columns: int) -> Figure:
    """One panel per benchmark (and student), one dot per selector, in the order of the rows.

    Rows are one per panel and selector, with its `values` (percent, and how each was measured), the most trusted first,
    or None where there is no value. The first value is the dot, with its interval, the others are diamonds beside it.
    A dot is filled where its value is significantly below the highest of the panel. `selector` is strong.
    """
    if not rows:
        return empty("No data: the source has no values by selector for this choice.")
    ranked = rankings(rows)
    compared = [pair for ranking in ranked for pair in ranking.comparisons]
    panels = [_panel(ranking, rows, selector, intervals == "on", columns) for ranking in ranked]
    selectors = panels[0].names
    return row_panels(
        panels,
        x=_AXIS,
        picked=selector,
        columns=columns,
        summary=(
            f"{len(panels)} panel{'s' if len(panels) > 1 else ''} of {len(selectors)} selectors, "
            f"from {selectors[0]} to {selectors[-1]} by their mean distance from the benchmarks' means."
        ),
        uncertainty=_foot(rows, compared, selector, intervals == "on"),
        heading=_heading(ranked),
        subtitle=_subtitle(rows, compared),
    )


def _heading(ranked: Sequence[Ranking]) -> str:
    """On how many of the panels with several selectors one is highest."""
    compared = [ranking for ranking in ranked if ranking.comparisons]
    leaders = [ranking.leaders for ranking in compared]
    counts = Counter(name for names in leaders for name in names)
    if not counts:
        return ""
    best, times = max(counts.items(), key=lambda pair: pair[1])
    shared = any(best in names and len(names) > 1 for names in leaders)
    benchmarks = {ranking.benchmark for ranking in ranked}
    if len(ranked) == 1:
        return f"{best} is {'among the highest' if shared else 'highest'} on {ranked[0].benchmark}"
    nouns = "panels" if len(benchmarks) < len(ranked) else "benchmarks"
    where = share_in_words(times, len(compared)) if len(compared) > 1 else f"1 of {len(ranked)}"
    return f"{best} is highest on {where} {nouns}{', ties included' if shared else ''}"


def _subtitle(rows: Sequence[Row], compared: Sequence[Comparison]) -> str:
    metric = str(rows[0].get("metric") or "Accuracy")
    tested = sum(comparison.result is not None for comparison in compared)
    if not compared:
        return f"{metric} in %."
    if not tested:
        return f"{metric} in %. Not tested: number of problems unknown."
    return f"{metric} in %. {_KEY}" + (" –: not tested." if tested < len(compared) else "")


def _panel(
    ranking: Ranking, rows: Sequence[Row], picked: str, intervals: bool, columns: int
) -> Panel:
    """The panel of a benchmark among all `rows`."""
    title, detail = panel_title(ranking.rows[0], rows)
    if len(title + detail) > _ROOM.get(columns, len(title + detail)):
        detail = detail.replace(" points", "")
    names = [row["selector"] for row in ranking.rows]
    return Panel(title, detail, names, _marks(ranking, picked, intervals))


def _marks(ranking: Ranking, picked: str, intervals: bool) -> list[Trace]:
    bars = [values_of(row) for row in ranking.rows]
    # Where nothing is tested the subtitle says it once.
    untested = {
        pair.other["selector"] for pair in ranking.comparisons if ranking.tested and not pair.result
    }
    below = {pair.other["selector"] for pair in ranking.comparisons if pair.is_sure}
    ends = [interval(bar[0]) if bar and intervals else None for bar in bars]
    words = texts(
        [_end(bar, end) for bar, end in zip(bars, ends, strict=True)],
        list(range(len(bars))),
        [
            f"\u2005{_value(bar)}{' –' if bar and bar[0]['selector'] in untested else ''}"
            for bar in bars
        ],
        [
            INK if bar and bar[0]["selector"] == (picked or bar[0]["selector"]) else MUTED
            for bar in bars
        ],
        textposition="middle right",
        cliponaxis=False,
    )
    whiskers = level_whiskers(
        (y, *end, ink_of_row(bar[0], picked))
        for y, (bar, end) in enumerate(zip(bars, ends, strict=True))
        if end
    )
    marks = [*whiskers, _others(bars, picked), _dots(bars, picked, below), words]
    return [mark for mark in marks if mark["y"]]


def _dots(bars: Sequence[Bar], picked: str, below: set[str]) -> Trace:
    """The most trusted value of each selector: filled where it is significantly below the highest."""
    first = {y: bar[0] for y, bar in enumerate(bars) if bar}
    inks = [ink_of_row(row, picked) for row in first.values()]
    fills = [
        ink if row["selector"] in below else PAPER
        for row, ink in zip(first.values(), inks, strict=True)
    ]
    return dots(
        [row["value"] for row in first.values()],
        list(first),
        [hover(row) for row in first.values()],
        marker(8, fills, inks, 1.6, symbol=kind_symbols(first.values())),
        meta=click_selector(first.values()),
    )


def _others(bars: Sequence[Bar], picked: str) -> Trace:
    """The less trusted values for the same as open diamonds; none where they equal the dot."""
    others = [
        (y, row) for y, bar in enumerate(bars) for row in bar if row["value"] != bar[0]["value"]
    ]
    inks = [MUTED if row["selector"] == (picked or row["selector"]) else FAINT for _, row in others]
    return dots(
        [row["value"] for _, row in others],
        [y for y, _ in others],
        [hover(row) for _, row in others],
        marker(6, PAPER, inks, 1.2, symbol="diamond"),
        meta=click_selector(row for _, row in others),
    )


def _value(bar: Bar) -> str:
    """The value at the right of a dot, 'no data' where there is none."""
    if not bar:
        return "no data"
    samples = bar[0]["train_samples"]
    other = samples is not None and samples != bar[0]["budget"]
    return f"{bar[0]['value']:.1f}" + (f" ({short_count(samples)})" if other else "")


def _end(bar: Bar, ends: tuple[float, float] | None) -> float:
    """Where the last mark of a line ends, with the room of half a mark."""
    if not bar:
        return 0
    furthest: float = max(*(row["value"] + 2.5 for row in bar), ends[1] if ends else 0, 0)
    return round(furthest, 2)


def _foot(
    rows: Sequence[Row], compared: Sequence[Comparison], picked: str, intervals: bool
) -> str | None:
    """How the intervals and the verdicts were made, and what the shapes mean."""
    known = [bar for row in rows if (bar := values_of(row))]
    is_tested = any(pair.result for pair in compared)
    has_others = any(len({row["value"] for row in bar}) > 1 for bar in known)
    is_gray = not picked and not all(row["params_b"] for row in rows)
    parts = [
        interval_methods([uncertainty(bar[0]) for bar in known]) if intervals else "",
        f"significant after {how_corrected(compared)}" if is_tested else "",
        "in brackets: other sample size" if any("(" in _value(bar) for bar in known) else "",
        "small diamonds: other reported values" if has_others else "",
        "gray: not selected by a model" if is_gray else "",
        *same_samples(rows),
        *kinds_of_mark("square", (bar[0]["kind"] for bar in known)),
    ]
    return "; ".join(filter(None, parts)) or None
