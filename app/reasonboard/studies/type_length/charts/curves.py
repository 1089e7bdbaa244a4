"""Accuracy against length: a panel per task type, a line per model and method."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from reasonboard.charts.colors import ACCENT, FAINT, INK, PAPER, SERIES_TEXT
from reasonboard.charts.grid import Grid, on, suffix
from reasonboard.charts.intervals import error_bars, interval_words
from reasonboard.charts.labels import moved_apart
from reasonboard.charts.lines import HOLLOW, Line, end_labels, vertical
from reasonboard.charts.stated_once import axes_said_once
from reasonboard.charts.theme import (
    DASHES,
    Figure,
    Trace,
    colour,
    empty,
    figure,
    plain,
    symbol,
)
from reasonboard.charts.traces import marker, note, pen, scatter
from reasonboard.statistics.decline import Tested
from reasonboard.studies.type_length.charts.heatmaps import mean_of
from reasonboard.studies.type_length.charts.marks import (
    bands,
    cliff_marks,
    cliffs,
    drop_label,
    methods,
)
from reasonboard.studies.type_length.rows import length_label, tested_lengths, uncertain

Row = dict[str, Any]

_HEIGHT, _TALL = 112, 300
_ACROSS, _PHONE = {4: 3, 2: 3}, 2
"""Panels side by side by the columns of the page, of which the chart takes half; else two."""
_MOST, _MOST_COLOURED, _NAMED = 6, 5, 2
"""Lines that one panel can hold, of how many each has a colour, and how many have their last value beside them."""
_TICKS = 4
_HOVER = "<b>%{fullData.name}, length %{x}</b><br>%{y:.1f} %<extra></extra>"


_SHARED = {"mode": "lines+markers", "cliponaxis": False, "dx": 1, "hovertemplate": _HOVER}
"""What all lines share is said once: there are dozens of them."""


class Style(NamedTuple):
    """How a line looks in every panel: colour and marker by method, dash by model and benchmark."""

    name: str
    number: int
    dash: str
    faint: bool
    """Is it one of many, and neither A nor B?"""

    @property
    def ink(self) -> str:
        return FAINT if self.faint else colour(self.number)


@dataclass(frozen=True)
class _Frame:
    """What the panels share."""

    grid: Grid
    styles: dict[str, Style]
    """By line."""
    lengths: list[int]
    """The steps of the axis."""
    low: int
    """Where the axis of accuracy starts, in percent."""
    drops: Mapping[tuple[str, str], Tested]
    """The largest significant drop by line and type."""
    first: str
    """The line A."""
    alone: bool
    """Is there one large panel?"""
    intervals: bool


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
    long lists; the first six lines by `rank` are drawn, of `panels` in all. The lengths that any of them was tested
    at stand evenly. Of more than five lines all are grey but `first` and `second`. The largest significant
    drop of every line is red. A type alone has its 95 % intervals as bands, and where the line
    `first` changes at once rather than steadily, its levels before and after. The last place of the
    grid holds the key of the lines.
    """
    if not rows:
        return empty("No data: the source has no values by type and length for this choice.")
    rows = [row for row in rows if row["rank"] <= _MOST]
    drops, tested = cliffs(rows)
    alone = any(row["task_type"] == type for row in rows)
    rows = [row for row in rows if not alone or row["task_type"] == type]
    styles, lengths = _styles(rows, (first, second)), tested_lengths(rows)
    # What is grey lies under the others.
    rows = sorted(rows, key=lambda row: not styles[row["panel"]].faint)
    types = sorted({row["task_type"] for row in rows})
    labelled = alone and columns > 1
    grid = _grid(len(types) + (not labelled), alone, columns)
    layout = grid.layout(hovermode="closest", template={"data": {"scatter": [_SHARED]}})
    frame = _Frame(grid, styles, lengths, _floor(rows), drops, first, alone, intervals == "on")
    traces: list[Trace] = []
    for index, kind in enumerate(types):
        group = [row for row in rows if row["task_type"] == kind]
        traces += _panel(layout, frame, index, group)
        layout["annotations"].append(grid.title(index, kind, ""))
        if index + grid.across >= len(types):
            layout[f"xaxis{suffix(index)}"]["showticklabels"] = True
        if length in map(str, lengths):
            layout["shapes"].append(vertical(lengths.index(int(length)), ACCENT, on(index)))
    if labelled:
        _label_ends(layout, rows, frame)
    else:
        traces += _key(layout, grid, len(types), styles)
    axes_said_once(layout)
    return _finished(traces, layout, frame, rows, tested)


def _grid(panels: int, alone: bool, columns: int) -> Grid:
    """The panels side by side on a page of so many columns; a type alone has one large panel."""
    across = 1 if alone else _ACROSS.get(columns, _PHONE)
    height = _TALL if alone else _HEIGHT
    return Grid(panels, across, height, left=40, gap=0.09, narrow=True)


def _finished(
    traces: list[Trace], layout: dict[str, Any], frame: _Frame, rows: Sequence[Row], tested: str
) -> Figure:
    """The figure with its words; `tested` says how its drops were tested."""
    types = sorted({row["task_type"] for row in rows})
    words = _words(rows, len(frame.styles), spread=frame.alone, cliffs=bool(frame.drops))
    shown = methods(rows) if frame.intervals and frame.alone else ""
    notes = [shown, *words[1:], tested if frame.drops else ""]
    chart = figure(
        traces,
        layout,
        height=frame.grid.height,
        summary=_summary(rows, types, " · ".join(words)),
        uncertainty="; ".join(filter(None, notes)) or None,
    )
    start = f", from {frame.low} %" if frame.low else ""
    chart["layout"]["meta"] |= {
        "heading": _heading(frame.drops, types),
        "subtitle": f"Accuracy in % by length{start}. {words[0].capitalize()}.",
    }
    return chart


def _heading(drops: Mapping[tuple[str, str], Tested], types: Sequence[str]) -> str:
    """The largest significant drop from one length to the next."""
    found = [(drop.step, kind) for (_, kind), drop in drops.items() if kind in types]
    where = f"{types[0]}: no" if len(types) == 1 else "No"
    if not found:
        return f"{where} significant drop from one length to the next"
    step, kind = min(found, key=lambda pair: pair[0].contrast.difference)
    points = abs(step.contrast.difference) * 100
    start, end = length_label(step.start), length_label(step.end)
    return f"Largest drop: {kind}, {points:.1f} points from length {start} to {end}"


def _axes(lengths: Sequence[int], low: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The axis of the lengths, evenly spaced, and that of accuracy; both with few ticks."""
    every = -(-len(lengths) // _TICKS)
    at = list(range(0, len(lengths), every))
    x = {
        "range": [-0.5, len(lengths) - 0.5],
        "tickvals": at,
        "ticktext": [length_label(lengths[index]) for index in at],
        "showgrid": False,
    }
    middle = (low + 100) / 2
    y = {
        "range": [low, 100],
        "tickvals": [low, middle, 100],
        "ticktext": [f"{low}", f"{middle:g}", "100 %"],
    }
    return x, y


def _floor(rows: Sequence[Row]) -> int:
    """Where the axis of accuracy starts, the same in all panels: 0, 20, 40, 60 or 80."""
    lowest = min(value for row in rows for value in (*row["shown"], *row["low"]))
    return max(0, min(80, int(lowest // 20) * 20))


def _last_values(group: Sequence[Row], frame: _Frame, axes: dict[str, str]) -> list[dict[str, Any]]:
    """The last value of each line that has a colour, beside it and apart from the others."""
    styles, lengths, low = frame.styles, frame.lengths, frame.low
    named = [row for row in group if not styles[row["panel"]].faint]
    if len(named) > _NAMED:
        return []
    named.sort(key=lambda row: float(row["shown"][-1]))
    places = moved_apart([row["shown"][-1] for row in named], 13 * (100 - low) / _HEIGHT, 100)
    end = max((lengths.index(row["lengths"][-1]) for row in named), default=0)
    return [
        note(
            f"{row['shown'][-1]:.0f}",
            end,
            place,
            color=SERIES_TEXT.get(ink := styles[row["panel"]].ink, ink),
            xref=axes["xaxis"],
            yref=axes["yaxis"],
            xanchor="left",
            yanchor="middle",
            xshift=5,
        )
        for row, place in zip(named, places, strict=True)
    ]


def _panel(layout: dict[str, Any], frame: _Frame, index: int, group: Sequence[Row]) -> list[Trace]:
    """The lines of one task type over what lies behind them; its axes and labels join the layout."""
    styles, lengths, drops = frame.styles, frame.lengths, frame.drops
    layout |= frame.grid.axes(index, *_axes(lengths, frame.low))
    places = ((row, (row["panel"], row["task_type"])) for row in group)
    found = [(row, drops[place]) for row, place in places if place in drops]
    if frame.alone:
        layout["annotations"] += [drop_label(row, one, lengths) for row, one in found]
    else:
        layout["annotations"] += _last_values(group, frame, on(index))
    named = [row for row in group if not styles[row["panel"]].faint]
    behind = [*bands(named, frame.first, lengths)] if frame.alone and frame.intervals else []
    behind += [cliff_marks(found, lengths)] if found else []
    curves = [
        _curve(row, styles[row["panel"]], lengths, frame.alone, frame.intervals) for row in group
    ]
    # What lies behind has no hover: not the shared one either.
    return [
        trace | on(index)
        for trace in (*(trace | {"hovertemplate": ""} for trace in behind), *curves)
    ]


def _curve(row: Row, style: Style, tested: Sequence[int], spread: bool, intervals: bool) -> Trace:
    """One line; with `spread` its intervals in the hover, or whiskers over its seeds without them."""
    # Only a length that another line was tested at breaks the line.
    start, end = (tested.index(row["lengths"][at]) for at in (0, -1))
    lengths = tested[start : end + 1]
    index = {length: at for at, length in enumerate(row["lengths"])}

    def along(values: Sequence[Any], missing: Any = None) -> list[Any]:
        return [values[index[length]] if length in index else missing for length in lengths]

    shown = along(row["shown"])
    hollow = [kind in HOLLOW for kind in along(row["kinds"])]
    ink = style.ink
    fills = [PAPER if one else ink for one in hollow]
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
        trace |= {"customdata": [length_label(one) for one in lengths], "hovertemplate": hover}
    if spread and intervals:
        trace["hovertemplate"] = hover.replace("<extra>", "<br>%{text}<extra>")
        trace["text"] = along([interval_words(one, 100, " %") for one in uncertain(row)], "")
    if spread and row["n_seeds"] > 1 and not style.faint:
        ends = along(list(zip(row["low"], row["high"], strict=True)))
        trace["error_y"] = error_bars(shown, ends, ink, 1, decimals=1)
    return trace


def _styles(rows: Sequence[Row], named: Sequence[str]) -> dict[str, Style]:
    """A style per line, named by what differs between the lines; of many only the `named` are not faint."""
    lines = {row["panel"]: row for row in sorted(rows, key=lambda row: int(row["rank"]))}
    kept = [panel for panel in named if panel in lines] or list(lines)[:_NAMED]
    few = len(lines) <= _MOST_COLOURED
    parts = ("model", "method", "benchmark")
    vary = [part for part in parts if len({row[part] for row in lines.values()}) > 1]
    kin = sorted({_kin(row) for row in lines.values()})
    styles = {}
    for panel, row in lines.items():
        words = [row[part] for part in vary] + [_extra(row)]
        name = " · ".join(word for word in words if word) or panel
        dash = DASHES[kin.index(_kin(row)) % len(DASHES)]
        styles[panel] = Style(name, row["number"], dash, not few and panel not in kept)
    return styles


def _kin(row: Row) -> tuple[Any, ...]:
    """What the lines of one dash share: all but the method."""
    size = row["params_b"] or float("inf")
    return row["benchmark"], size, row["model"], _extra(row)


def _extra(row: Row) -> str:
    """What a line of another test set or number of training examples has in its name besides."""
    usual = " · ".join(row[part] for part in ("model", "method", "benchmark") if row[part])
    return str(row["panel"]).removeprefix(usual).removeprefix(" · ")


def _label_ends(layout: dict[str, Any], rows: Sequence[Row], frame: _Frame) -> None:
    """The lines' names at their ends."""
    lines = ((row, frame.styles[row["panel"]]) for row in rows)
    ends = [
        Line(
            style.name,
            style.number,
            row["lengths"],
            row["shown"],
            row["kinds"],
            [],
            faint=style.faint,
        )
        for row, style in lines
    ]
    layout["annotations"] += end_labels(ends, {}, {"range": [frame.low, 100]}, _TALL, most=30)
    room = 24 + 7 * min(30, max(len(line.name) for line in ends))
    layout["margin"] = layout["margin"] | {"r": room}


def _key(layout: dict[str, Any], grid: Grid, index: int, styles: dict[str, Style]) -> list[Trace]:
    """The lines and their names in the last place of the grid; those that are grey on one line."""
    axes = on(index)
    settings = grid.axes(index, {"range": [0, 10]}, {"range": [-0.5, 6.5]})
    layout |= {name: setting | {"visible": False} for name, setting in settings.items()}
    place: dict[str, Any] = {"xref": axes["xaxis"], "yref": axes["yaxis"], "xanchor": "left"}
    shown = [style for style in styles.values() if not style.faint]
    if grey := [style for style in styles.values() if style.faint]:
        shown.append(grey[0]._replace(name=f"{len(grey)} others", dash="solid"))
    traces: list[Trace] = []
    # Half of a phone has room for half a name.
    tall = grid.across == _PHONE and len(shown) <= 3  # noqa: PLR2004
    for at, style in enumerate(shown):
        y = 5 - at * (2.2 if tall else 1)
        sample: Trace = scatter(
            "lines+markers",
            [0, 0.6, 1.2],
            [y, y, y],
            line=pen(style.ink, 2, style.dash),
            marker=marker(5, style.ink, symbol=symbol(style.number)),
            hoverinfo="skip",
            hovertemplate="",
            cliponaxis=False,
        )
        traces.append(sample | axes)
        words = plain(style.name).replace(" · ", "<br>" if tall else " · ")
        layout["annotations"].append(note(words, 1.5, y, color=INK, align="left", **place))
    return traces


def _words(rows: Sequence[Row], lines: int, *, spread: bool, cliffs: bool) -> list[str]:
    """What a point is, then how many lines there are and what the marks mean."""
    every = rows[0]["panels"]
    by_line = groupby(sorted(rows, key=lambda row: row["rank"]), key=lambda row: row["rank"])
    means = sorted({mean_of(list(group)) for _, group in by_line})
    words = [
        f"first {lines} of {every} lines" if lines < every else "",
        "whiskers: lowest and highest seed" if spread and means[0].startswith("mean") else "",
        "red: largest significant drop" if cliffs else "",
    ]
    usual = means[0] if len(means) == 1 else "seeds and problems differ"
    return [usual, *(one for one in words if one)]


def _summary(rows: Sequence[Row], types: list[str], said: str) -> str:
    values = [value for row in rows for value in row["shown"]]
    lines = len({row["panel"] for row in rows})
    count = f"{lines} line{'s' if lines > 1 else ''}"
    ends = f"from {min(values):.1f} to {max(values):.1f} %"
    return f"Accuracy against length for {', '.join(types)}: {count} {ends}; {said}."
