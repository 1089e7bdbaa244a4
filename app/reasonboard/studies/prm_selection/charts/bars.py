"""Accuracy on every benchmark by who selected the training data: bars side by side."""

from collections.abc import Sequence
from itertools import groupby

from reasonboard.charts.colors import INK, MUTED, PAPER
from reasonboard.charts.intervals import level_lines
from reasonboard.charts.lines import fills
from reasonboard.charts.row_panels import Panel, row_panels
from reasonboard.charts.theme import Figure, Trace, empty
from reasonboard.charts.traces import HOVER, dots, marker, pen, texts
from reasonboard.statistics.uncertainty import said
from reasonboard.studies.prm_selection.charts.marks import (
    click_selector,
    hover,
    ink_of,
    open_kinds,
    panel_title,
    same_samples,
    short,
)
from reasonboard.studies.prm_selection.rows import (
    Row,
    interval,
    uncertainty,
    values_of,
)

_AXIS = {
    "range": [0, 118],
    "tickvals": [0, 25, 50, 75, 100],
    "ticktext": ["0", "25", "50", "75", "100 %"],
}
Bar = list[Row]
"""The values of a selector on a benchmark, the most trusted first; empty where there is none."""


def selector_bars(rows: Sequence[Row], *, selector: str, intervals: str, columns: int) -> Figure:
    """One panel per benchmark (and student), one bar per selector, in the order of the rows.

    Rows are one per panel and selector, with `values` (percent), `kinds`, `samples`, `locators` and
    `known` (how each was measured) as equally long lists, the most trusted first, or None where
    there is no value. The first value is the bar, with its interval, the others are diamonds on it.
    `selector` is strong.
    """
    if not rows:
        return empty("No data: the source has no values by selector for this choice.")
    panels = []
    for _, group in groupby(rows, key=lambda row: (row["benchmark"], row["model"])):
        panel = list(group)
        traces = _marks(panel, selector, intervals == "on")
        names = [row["selector"] for row in panel]
        panels.append(Panel(*panel_title(panel[0], rows), names, traces))
    selectors = panels[0].names
    known = [uncertainty(values_of(row)[0]) for row in rows if row["values"]]
    return row_panels(
        panels,
        x=_AXIS,
        picked=selector,
        columns=columns,
        note=_note(rows, selector),
        summary=(
            f"{len(panels)} panel{'s' if len(panels) > 1 else ''} of bars for {len(selectors)} "
            f"selectors, from {selectors[0]} to {selectors[-1]} by their mean distance from the benchmarks' means."
        ),
        uncertainty=said(known) if intervals == "on" else None,
        bargap=0.35,
    )


def _marks(panel: Sequence[Row], picked: str, intervals: bool) -> list[Trace]:
    bars = [values_of(row) for row in panel]
    ends = [interval(bar[0]) if bar and intervals else None for bar in bars]
    known = [(y, round(end[0], 2), round(end[1], 2)) for y, end in enumerate(ends) if end]
    # Dark with a light edge: one of both is seen on any bar and beside it.
    edge, line = {"color": PAPER, "width": 4}, {"color": INK, "width": 1.2}
    whiskers = [level_lines(known, "95 % interval", look) for look in (edge, line)]
    marks = [_bars(bars, picked), *whiskers, _others(bars, picked)]
    strong = [
        bool(row["values"]) and row["selector"] == (picked or row["selector"]) for row in panel
    ]
    words = texts(
        [_end(bar, end) for bar, end in zip(bars, ends, strict=True)],
        list(range(len(panel))),
        [_room(bar) + _value(bar) for bar in bars],
        [INK if one else MUTED for one in strong],
        textposition="middle right",
        cliponaxis=False,
    )
    return [mark for mark in [*marks, words] if mark["y"]]


def _bars(bars: Sequence[Bar], picked: str) -> Trace:
    """The most trusted value of each selector; an open bar where its source did not print it."""
    first = {y: bar[0] for y, bar in enumerate(bars) if bar}
    inks = [ink_of(row, picked, reference=not row["params_b"]) for row in first.values()]
    return {
        "type": "bar",
        "orientation": "h",
        "x": [row["value"] for row in first.values()],
        "y": list(first),
        "text": [hover(row) for row in first.values()],
        "textposition": "none",
        "hovertemplate": HOVER,
        "marker": {
            "color": fills([row["kind"] for row in first.values()], inks),
            "line": pen(inks, 1.5),
        },
        "meta": click_selector(first.values()),
    }


def _others(bars: Sequence[Bar], picked: str) -> Trace:
    """The less trusted values for the same as open diamonds; none where they equal the bar."""
    others = [
        (y, row) for y, bar in enumerate(bars) for row in bar if row["value"] != bar[0]["value"]
    ]
    inks = [INK if row["selector"] == (picked or row["selector"]) else MUTED for _, row in others]
    return dots(
        [row["value"] for _, row in others],
        [y for y, _ in others],
        [hover(row) for _, row in others],
        marker(8, PAPER, inks, 1.2, symbol="diamond"),
        meta=click_selector(row for _, row in others),
    )


def _value(bar: Bar) -> str:
    """The value at the right of a bar, 'no data' where there is none."""
    if not bar:
        return "no data"
    samples = bar[0]["train_samples"]
    other = samples is not None and samples != bar[0]["budget"]
    return f"{bar[0]['value']:.1f}" + (f" ({short(samples)})" if other else "")


def _end(bar: Bar, ends: tuple[float, float] | None) -> float:
    """Where the last mark of a line ends."""
    if not bar:
        return 0
    furthest: float = max(*(row["value"] for row in bar), ends[1] if ends else 0, 0)
    return round(furthest, 2)


def _room(bar: Bar) -> str:
    """The space before a bar's value: more where a diamond stands at its end."""
    return "\u2002" if len({row["value"] for row in bar}) > 1 else "\u2005"


def _note(rows: Sequence[Row], picked: str) -> list[str]:
    """What the marks mean, in words."""
    bars = [bar for row in rows if (bar := values_of(row))]
    words = {
        "in brackets: with another number": any("(" in _value(bar) for bar in bars),
        "bar: the most trusted value; diamonds: other values for the same": any(
            len({row["value"] for row in bar}) > 1 for bar in bars
        ),
        "grey: not selected by a model": not picked and not all(row["params_b"] for row in rows),
    }
    return [
        "accuracy in %",
        *same_samples(rows),
        *(part for part, needed in words.items() if needed),
        *open_kinds((bar[0]["kind"] for bar in bars), "outlined bar"),
    ]
