"""Accuracy against length: a panel per task type, a line per model and method."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from reasonboard.charts.colors import ACCENT, INK, PAPER
from reasonboard.charts.grid import Grid, note_under, on, suffix
from reasonboard.charts.intervals import error_bars, interval_words
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
    title,
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
from reasonboard.studies.type_length.rows import uncertain

Row = dict[str, Any]

_RANGE = [0, 100]
_HEIGHT, _TALL = 160, 340
_MOST = 6
"""Lines that one panel can hold."""
_HOVER = "<b>length %{x}</b><br>%{fullData.name}<br>%{y:.1f} %<extra></extra>"


_SHARED = {"mode": "lines+markers", "cliponaxis": False, "dx": 1, "hovertemplate": _HOVER}
"""What all lines share is said once: there are dozens of them."""


class Style(NamedTuple):
    """How a line looks in every panel: colour and marker by method, dash by model and benchmark."""

    name: str
    number: int
    dash: str


def type_curves(
    rows: Sequence[Row], *, type: str, length: str, first: str, intervals: str, columns: int
) -> Figure:
    """Accuracy in percent against length on 0 to 100, or `type` alone in one large panel.

    Rows are one per line (`panel`) and type, with `lengths`, `shown`, `low`, `high` (percent, the
    last two over the seeds), `kinds`, `accuracy` (fraction) and what is known of each as equally
    long lists; the first six lines by `rank` are drawn, of `panels` in all. The largest resolved
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
    styles = _styles(rows)
    types = sorted({row["task_type"] for row in rows})
    labelled = alone and columns > 1
    across = 1 if alone else columns
    grid = Grid(len(types) + (not labelled), across, _TALL if alone else _HEIGHT, left=48)
    layout = grid.layout(hovermode="closest", template={"data": {"scatter": [_SHARED]}})
    traces: list[Trace] = []
    x = {
        "range": [-0.5, max(max(row["lengths"]) for row in rows) + 0.5],
        "dtick": 1 if labelled else 5,
    }
    y = {"range": _RANGE, "dtick": 50, "ticksuffix": " %"}
    for index, one in enumerate(types):
        group = [row for row in rows if row["task_type"] == one]
        found = [(row, drops[row["panel"], one]) for row in group if (row["panel"], one) in drops]
        drawn = _panel(group, found, styles, first, spread=alone, intervals=intervals == "on")
        traces += [trace | on(index) for trace in drawn]
        layout |= grid.axes(index, x, y)
        if index + grid.across >= len(types):
            layout[f"xaxis{suffix(index)}"] |= {"showticklabels": True, "title": title("length")}
        layout["annotations"].append(grid.title(index, one, _support(group)))
        layout["annotations"] += [drop_label(row, one) for row, one in found if alone]
        if length.isdigit():
            layout["shapes"].append(vertical(int(length), ACCENT, on(index)))
    said = _said(rows, len(styles), spread=alone, cliffs=bool(drops))
    if labelled:
        _label_ends(layout, rows, styles, said)
    else:
        traces += _key(layout, grid, len(types), styles, said)
    axes_said_once(layout)
    told = [methods(rows) if intervals == "on" and alone else "", tested if drops else ""]
    return figure(
        traces,
        layout,
        height=grid.height,
        summary=_summary(rows, types, said),
        uncertainty="; ".join(filter(None, told)) or None,
    )


def _panel(
    group: Sequence[Row],
    found: Sequence[tuple[Row, Tested]],
    styles: dict[str, Style],
    first: str,
    *,
    spread: bool,
    intervals: bool,
) -> list[Trace]:
    """The lines of one task type, before them what lies behind them: bands of one alone, and its drops."""
    behind = [*bands(group, first)] if spread and intervals else []
    behind += [cliff_marks(found)] if found else []
    curves = [_curve(row, styles[row["panel"]], spread, intervals) for row in group]
    # What lies behind has no hover: not the shared one either.
    return [*(trace | {"hovertemplate": ""} for trace in behind), *curves]


def _curve(row: Row, style: Style, spread: bool, intervals: bool) -> Trace:
    """One line; with `spread` its intervals in the hover, or whiskers over its seeds without them."""
    # A length that was not tested breaks the line.
    lengths = list(range(min(row["lengths"]), max(row["lengths"]) + 1))
    index = {length: at for at, length in enumerate(row["lengths"])}

    def along(values: Sequence[Any], missing: Any = None) -> list[Any]:
        return [values[index[length]] if length in index else missing for length in lengths]

    shown = along(row["shown"])
    hollow = [kind in HOLLOW for kind in along(row["kinds"])]
    ink = colour(style.number)
    fills = [PAPER if one else ink for one in hollow]
    edge = ink if any(hollow) else None
    trace: Trace = {
        "type": "scatter",
        "name": plain(style.name),
        "x0": lengths[0],
        "y": shown,
        "line": pen(ink, 2 if spread else 1.5, style.dash if style.dash != "solid" else None),
        "marker": marker(
            7 if spread else 5, fills if edge else ink, edge, 1, symbol=symbol(style.number)
        ),
        "meta": {
            "sets": {"type": row["task_type"]} | ({"first": row["panel"]} if row["chosen"] else {}),
            "x": "length",
            "xs": [str(length) for length in lengths],
        },
    }
    if spread and intervals:
        trace["hovertemplate"] = _HOVER.replace("<extra>", "<br>%{text}<extra>")
        trace["text"] = along([interval_words(one, 100, " %") for one in uncertain(row)], "")
    if spread and row["n_seeds"] > 1:
        ends = along(list(zip(row["low"], row["high"], strict=True)))
        trace["error_y"] = error_bars(shown, ends, ink, 1, decimals=1)
    return trace


def _styles(rows: Sequence[Row]) -> dict[str, Style]:
    """A style per line, named by what differs between the lines."""
    lines = {row["panel"]: row for row in rows}
    parts = ("model", "method", "benchmark")
    vary = [part for part in parts if len({row[part] for row in lines.values()}) > 1]
    kin = sorted({_kin(row) for row in lines.values()})
    styles = {}
    for panel, row in lines.items():
        words = [row[part] for part in vary] + [_extra(row)]
        name = " · ".join(word for word in words if word) or panel
        styles[panel] = Style(name, row["number"], DASHES[kin.index(_kin(row)) % len(DASHES)])
    return styles


def _kin(row: Row) -> tuple[Any, ...]:
    """What the lines of one dash share: all but the method."""
    size = row["params_b"] or float("inf")
    return row["benchmark"], size, row["model"], _extra(row)


def _extra(row: Row) -> str:
    """What a line of another test set or number of training examples has in its name besides."""
    usual = " · ".join(row[part] for part in ("model", "method", "benchmark") if row[part])
    return str(row["panel"]).removeprefix(usual).removeprefix(" · ")


def _label_ends(
    layout: dict[str, Any], rows: Sequence[Row], styles: dict[str, Style], said: str
) -> None:
    """The lines' names at their ends, and what the points are means of over them."""
    lines = ((row, styles[row["panel"]]) for row in rows)
    ends = [
        Line(style.name, style.number, row["lengths"], row["shown"], row["kinds"], [])
        for row, style in lines
    ]
    layout["annotations"] += end_labels(ends, {}, {"range": _RANGE}, _TALL, most=60)
    room = 24 + 7 * max(len(line.name) for line in ends)
    layout["margin"] = layout["margin"] | {"r": min(room, 340)}
    note_under(layout, _broken(said, narrow=False), down=44, room=34)


def _key(
    layout: dict[str, Any], grid: Grid, index: int, styles: dict[str, Style], said: str
) -> list[Trace]:
    """The lines and their names in the last place of the grid."""
    axes = on(index)
    settings = grid.axes(index, {"range": [0, 10]}, {"range": [-0.5, 6.5]})
    layout |= {name: setting | {"visible": False} for name, setting in settings.items()}
    place: dict[str, Any] = {"xref": axes["xaxis"], "yref": axes["yaxis"], "xanchor": "left"}
    words = _broken(said, narrow=grid.across == 1)
    layout["annotations"].append(note(words, 0, 6.2, align="left", **place))
    traces: list[Trace] = []
    for y, style in zip(range(5, -1, -1), styles.values(), strict=False):
        ink = colour(style.number)
        sample: Trace = scatter(
            "lines+markers",
            [0, 0.6, 1.2],
            [y, y, y],
            line=pen(ink, 2, style.dash),
            marker=marker(6, ink, symbol=symbol(style.number)),
            hoverinfo="skip",
            hovertemplate="",
            cliponaxis=False,
        )
        traces.append(sample | axes)
        layout["annotations"].append(note(plain(style.name), 1.5, y, color=INK, **place))
    return traces


def _broken(said: str, *, narrow: bool) -> str:
    """What the points are, on two lines, or on one for each part where there is little room."""
    return said.replace(" · ", "<br>") if narrow else said.replace(" · red", "<br>red")


def _said(rows: Sequence[Row], lines: int, *, spread: bool, cliffs: bool) -> str:
    every = rows[0]["panels"]
    by_line = groupby(sorted(rows, key=lambda row: row["rank"]), key=lambda row: row["rank"])
    means = sorted({mean_of(list(group)) for _, group in by_line})
    words = [
        means[0] if len(means) == 1 else "seeds and n differ",
        f"first {lines} of {every} lines" if lines < every else "",
        "whiskers: lowest and highest seed" if spread and means[0].startswith("mean") else "",
        "red: largest resolved drop" if cliffs else "",
    ]
    return " · ".join(one for one in words if one)


def _summary(rows: Sequence[Row], types: list[str], said: str) -> str:
    values = [value for row in rows for value in row["shown"]]
    lines = len({row["panel"] for row in rows})
    count = f"{lines} line{'s' if lines > 1 else ''}"
    ends = f"from {min(values):.1f} to {max(values):.1f} %"
    return f"Accuracy against length for {', '.join(types)}: {count} {ends}; {said}."


def _support(rows: Sequence[Row]) -> str:
    ends = [min(min(row["lengths"]) for row in rows), max(max(row["lengths"]) for row in rows)]
    return f"lengths {ends[0]} to {ends[1]}"
