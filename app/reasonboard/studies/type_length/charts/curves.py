"""Accuracy against length: a panel per task type, a line per model and method."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import ACCENT, PAPER, SERIES_TEXT
from reasonboard.charts.gaps import fields, gaps, words_in
from reasonboard.charts.grid import Grid, named_panel, on, suffix
from reasonboard.charts.intervals import error_bars
from reasonboard.charts.lines import HOLLOW, vertical
from reasonboard.charts.theme import Figure, Trace, empty, figure, plain, symbol
from reasonboard.charts.traces import marker, pen
from reasonboard.core.findings.uncertainty_words import interval_words
from reasonboard.studies.type_length.charts.curve_parts import (
    ACROSS,
    HEIGHT,
    MOST,
    PHONE,
    TALL,
    Frame,
    Style,
    heading,
    label_ends,
    last_values,
    line_key,
    styles_of,
    summary_of,
    words_of,
)
from reasonboard.studies.type_length.charts.marks import (
    Cliffs,
    bands,
    cliff_marks,
    cliffs,
    drop_label,
    methods,
)
from reasonboard.studies.type_length.rows import (
    Row,
    length_label,
    missing_of,
    tested_lengths,
    uncertain,
)

_TICKS = 4
_HOVER = "<b>%{fullData.name}, length %{x}</b><br>%{y:.1f}%<extra></extra>"
_SHARED = {"mode": "lines+markers", "cliponaxis": False, "dx": 1, "hovertemplate": _HOVER}
"""What all lines share is written once: there are dozens of them."""


def type_curves(
    rows: Sequence[Row],
    *,
    type: str,
    length: str,
    first: str,
    second: str,
    intervals: str,
    columns: int,
) -> Figure:
    """Accuracy in percent against length, all panels on one range, or `type` alone in one large panel.

    Rows are one per line (`panel`) and type, with `lengths`, `shown`, `low`, `high` (percent, the
    last two over the seeds), `kinds`, `accuracy` (fraction) and what is known of each as equally
    long lists; six of the `panels` lines are drawn: that of the largest drop of all lines, `first`, `second` and the
    next by `rank`. The lengths that any of them was tested at stand evenly. Of more than five lines all are gray but
    these three. The largest significant drop of every line is red. A type alone has its 95% intervals as bands, and
    where the line `first` changes at once rather than steadily, its levels before and after. The last place of the
    grid holds the key of the lines.
    """
    if not rows:
        return empty("No data: the source has no values by type and length for this choice.")
    alone = any(row["task_type"] == type for row in rows)
    of_all = cliffs(rows, type if alone else "")
    rows = [row for row in rows if not alone or row["task_type"] == type]
    named = _named(of_all, first, second)
    rows = _drawn(rows, named)
    styles, lengths = styles_of(rows, named), tested_lengths(rows)
    # What is gray lies under the others.
    rows = sorted(rows, key=lambda row: not styles[row["panel"]].faint)
    types = sorted({row["task_type"] for row in rows})
    labelled = alone and columns > 1
    grid = _grid(len(types) + (not labelled), alone, columns)
    layout = grid.layout(hovermode="closest", template={"data": {"scatter": [_SHARED]}})
    frame = Frame(
        grid, styles, lengths, _floor(rows), of_all.drops, first, alone, intervals == "on"
    )
    traces: list[Trace] = []
    for index, kind in enumerate(types):
        group = [row for row in rows if row["task_type"] == kind]
        traces += _panel(layout, frame, index, group)
        layout["annotations"].append(grid.title(index, kind, among=types))
        if index + grid.across >= len(types):
            layout[f"xaxis{suffix(index)}"]["showticklabels"] = True
        if length in map(str, lengths):
            layout["shapes"].append(vertical(lengths.index(int(length)), ACCENT, on(index)))
    if labelled:
        label_ends(layout, rows, frame)
    else:
        traces += line_key(layout, grid, len(types), styles)
    return _finished(traces, layout, frame, rows, of_all)


def _named(of_all: Cliffs, first: str, second: str) -> list[str]:
    """The lines that are drawn in any case: that of the largest drop, A and B."""
    largest = [of_all.largest[0]] if of_all.largest else []
    return list(dict.fromkeys([*largest, first, second]))


def _drawn(rows: Sequence[Row], named: Sequence[str]) -> list[Row]:
    """The rows of as many lines as a panel can hold: the `named` ones and the next by rank."""
    ranks = {row["panel"]: row["rank"] for row in rows}
    kept = sorted(ranks, key=lambda panel: (panel not in named, ranks[panel]))[:MOST]
    return [row for row in rows if row["panel"] in kept]


def _grid(panels: int, alone: bool, columns: int) -> Grid:
    """The panels side by side on a page with this number of columns; a type alone has one large panel."""
    across = 1 if alone else ACROSS.get(columns, PHONE)
    height = TALL if alone else HEIGHT
    return Grid(panels, across, height, left=40, gap=0.09, narrow=True)


def _finished(
    traces: list[Trace], layout: dict[str, Any], frame: Frame, rows: Sequence[Row], of_all: Cliffs
) -> Figure:
    """The figure with its words."""
    types = sorted({row["task_type"] for row in rows})
    words = words_of(rows, len(frame.styles), spread=frame.alone, cliffs=bool(frame.drops))
    shown = methods(rows) if frame.intervals and frame.alone else ""
    notes = [shown, *words[1:], of_all.how if frame.drops else ""]
    start = f", from {frame.low}%" if frame.low else ""
    return figure(
        traces,
        layout,
        height=frame.grid.height,
        summary=summary_of(rows, types, " · ".join(words)),
        uncertainty="; ".join(filter(None, notes)) or None,
        panels=[named_panel(kind, index) for index, kind in enumerate(types)],
        heading=heading(of_all, list(dict.fromkeys(row["panel"] for row in rows)), types),
        subtitle=f"Accuracy in % by length{start}. {words[0].capitalize()}.",
    )


def _axes(lengths: Sequence[int], low: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The axis of the lengths, evenly spaced, and that of accuracy; both with few ticks."""
    step = -(-len(lengths) // _TICKS)
    ticks = list(range(0, len(lengths), step))
    x = {
        "range": [-0.5, len(lengths) - 0.5],
        "tickvals": ticks,
        "ticktext": [length_label(lengths[index]) for index in ticks],
        "showgrid": False,
    }
    middle = (low + 100) / 2
    y = {
        "range": [low, 100],
        "tickvals": [low, middle, 100],
        "ticktext": [f"{low}", f"{middle:g}", "100%"],
    }
    return x, y


def _floor(rows: Sequence[Row]) -> int:
    """Where the axis of accuracy starts, the same in all panels: 0, 20, 40, 60 or 80."""
    lowest = min(value for row in rows for value in (*row["shown"], *row["low"]))
    return max(0, min(80, int(lowest // 20) * 20))


def _panel(layout: dict[str, Any], frame: Frame, index: int, group: Sequence[Row]) -> list[Trace]:
    """The lines of one task type over what lies behind them; its axes and labels join the layout."""
    styles, lengths, drops = frame.styles, frame.lengths, frame.drops
    layout |= frame.grid.axes(index, *_axes(lengths, frame.low))
    places = ((row, (row["panel"], row["task_type"])) for row in group)
    falls = [(row, drops[place]) for row, place in places if place in drops]
    if frame.alone:
        layout["annotations"] += [drop_label(row, drop, lengths) for row, drop in falls]
    else:
        layout["annotations"] += last_values(group, frame, on(index))
    named = [row for row in group if not styles[row["panel"]].faint]
    behind = [*_missing(frame, group)]
    behind += [*bands(named, frame.first, lengths)] if frame.alone and frame.intervals else []
    behind += [cliff_marks(falls, lengths)] if falls else []
    curves = [
        _curve(row, styles[row["panel"]], lengths, frame.alone, frame.intervals) for row in group
    ]
    # What lies behind has no hover: not the shared one either.
    return [
        trace | on(index)
        for trace in (*(trace | {"hovertemplate": ""} for trace in behind), *curves)
    ]


def _missing(frame: Frame, group: Sequence[Row]) -> list[Trace]:
    """Gray fields where a panel with one line has gaps; of several lines each has the words in its own."""
    lengths, traces = frame.lengths, list[Trace]()
    x = (-0.5, len(lengths) - 0.5)
    for row in group:
        shares, gone = dict(zip(row["lengths"], row["shown"], strict=True)), missing_of(row)
        values, words = map(shares.get, lengths), map(gone.get, lengths)
        line_gaps = gaps(range(len(lengths)), list(values), list(words))
        style = frame.styles[row["panel"]]
        if len(frame.styles) == 1:
            traces += fields(line_gaps, x, (frame.low, 100))
        elif not style.faint:
            traces += words_in(line_gaps, x, SERIES_TEXT.get(style.ink, style.ink))
    return traces


def _curve(row: Row, style: Style, tested: Sequence[int], spread: bool, intervals: bool) -> Trace:
    """One line; with `spread` its intervals in the hover, or whiskers over its seeds without them."""
    # Only a length that another line was tested at, or that is missing, breaks the line.
    start, end = (tested.index(row["lengths"][ticks]) for ticks in (0, -1))
    lengths = tested[start : end + 1]
    index = {length: ticks for ticks, length in enumerate(row["lengths"])}

    def along(values: Sequence[Any], missing: Any = None) -> list[Any]:
        return [values[index[length]] if length in index else missing for length in lengths]

    shown = along(row["shown"])
    hollow = [kind in HOLLOW for kind in along(row["kinds"])]
    ink = style.ink
    fills = [PAPER if is_hollow else ink for is_hollow in hollow]
    edge = ink if any(hollow) else None
    size, width = (3, 1.2) if style.faint else (7, 2) if spread else (4, 1.8)
    trace: Trace = {
        "type": "scatter",
        "name": plain(style.name),
        "x0": start,
        "y": shown,
        "line": pen(ink, width, None if style.faint or style.dash == "solid" else style.dash),
        "marker": marker(size, fills if edge else ink, edge, 1, symbol=symbol(style.number)),
        "meta": {
            "sets": {"type": row["task_type"]} | ({"first": row["panel"]} if row["chosen"] else {}),
            "x": "length",
            "xs": [str(length) for length in lengths],
        },
    }
    hover = _HOVER
    if tested != list(range(len(tested))):  # else a place on the axis is the length
        hover = hover.replace("%{x}", "%{customdata}")
        trace |= {
            "customdata": [length_label(length) for length in lengths],
            "hovertemplate": hover,
        }
    if spread and intervals:
        trace["hovertemplate"] = hover.replace("<extra>", "<br>%{text}<extra>")
        trace["text"] = along(
            [interval_words(uncertainty, 100, "%") for uncertainty in uncertain(row)], ""
        )
    if spread and row["n_seeds"] > 1 and not style.faint:
        ends = along(list(zip(row["low"], row["high"], strict=True)))
        trace["error_y"] = error_bars(shown, ends, ink, 1, decimals=1)
    return trace
