"""Accuracy against length: a panel per task type, a line per model and method."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from app.figures.grid import Grid, suffix
from app.figures.lines import HOLLOW, Line, end_labels, vertical
from app.figures.theme import (
    ACCENT,
    DASHES,
    INK,
    MUTED,
    PAPER,
    Figure,
    Trace,
    colour,
    empty,
    figure,
    plain,
    symbol,
    title,
)
from app.figures.type_length import mean_of

Row = dict[str, Any]

_RANGE = [0, 100]
_HEIGHT, _TALL = 160, 340
_MOST = 6
"""Lines that one panel can hold."""


class Style(NamedTuple):
    """How a line looks in every panel: colour and marker by method, dash by model and benchmark."""

    name: str
    number: int
    dash: str


def type_curves(rows: Sequence[Row], *, type: str, length: str, columns: int) -> Figure:
    """Accuracy in percent against length on 0 to 100, or `type` alone in one large panel.

    Rows are one per line (`panel`) and type, with `lengths`, `shown`, `low`, `high` (percent, the
    last two over the seeds) and `kinds` as equally long lists; the first six lines by `rank` are
    drawn, of `panels` in all. The last place of the grid holds the key of the lines.
    """
    if not rows:
        return empty("No data: the source has no values by type and length for this choice.")
    rows = [row for row in rows if row["rank"] <= _MOST]
    alone = any(row["task_type"] == type for row in rows)
    rows = [row for row in rows if not alone or row["task_type"] == type]
    styles = _styles(rows)
    types = sorted({row["task_type"] for row in rows})
    labelled = alone and columns > 1
    across = 1 if alone else columns
    grid = Grid(len(types) + (not labelled), across, _TALL if alone else _HEIGHT, left=48)
    layout: dict[str, Any] = {"margin": grid.margin, "annotations": [], "hovermode": "closest"}
    layout["shapes"] = []
    traces: list[Trace] = []
    end = max(max(row["lengths"]) for row in rows) + 0.5
    for index, one in enumerate(types):
        group = [row for row in rows if row["task_type"] == one]
        axes = {"xaxis": f"x{suffix(index)}", "yaxis": f"y{suffix(index)}"}
        traces += [_curve(row, styles[row["panel"]], spread=alone) | axes for row in group]
        layout |= grid.axes(index, {"range": [-0.5, end], "dtick": 5}, _accuracy_axis())
        if index + grid.across >= len(types):
            layout[f"xaxis{suffix(index)}"] |= {"showticklabels": True, "title": title("length")}
        layout["annotations"].append(grid.title(index, one, _support(group)))
        if length.isdigit():
            layout["shapes"].append(vertical(int(length), ACCENT, (axes["xaxis"], axes["yaxis"])))
    said = _said(rows, len(styles), spread=alone)
    if labelled:
        _label_ends(layout, rows, styles, said)
    else:
        traces += _key(layout, grid, len(types), styles, said)
    return figure(traces, layout, height=grid.height, summary=_summary(rows, types, said))


def _curve(row: Row, style: Style, *, spread: bool) -> Trace:
    """One line; with `spread` thin whiskers from the lowest to the highest seed."""
    # A length that was not tested breaks the line.
    lengths = list(range(min(row["lengths"]), max(row["lengths"]) + 1))
    at = {length: index for index, length in enumerate(row["lengths"])}
    shown = [row["shown"][at[n]] if n in at else None for n in lengths]
    hollow = [n in at and row["kinds"][at[n]] in HOLLOW for n in lengths]
    ink = colour(style.number)
    where = f"<b>{plain(row['task_type'])}, length %{{x}}</b><br>{plain(row['panel'])}"
    trace: Trace = {
        "type": "scatter",
        "mode": "lines+markers",
        "name": plain(style.name),
        "x": lengths,
        "y": shown,
        "line": {"color": ink, "width": 2 if spread else 1.5, "dash": style.dash},
        "marker": {
            "symbol": symbol(style.number),
            "size": 7 if spread else 5,
            "color": [PAPER if one else ink for one in hollow] if any(hollow) else ink,
            "line": {"color": ink, "width": 1},
        },
        "cliponaxis": False,
        "hovertemplate": f"{where}<br>%{{y:.1f}} %<extra></extra>",
        "meta": {
            "sets": {"type": row["task_type"]} | ({"first": row["panel"]} if row["chosen"] else {}),
            "x": "length",
            "xs": [str(length) for length in lengths],
        },
    }
    return trace | (_whiskers(row, lengths, ink) if spread and row["n_seeds"] > 1 else {})


def _whiskers(row: Row, lengths: list[int], ink: str) -> Trace:
    at = {length: index for index, length in enumerate(row["lengths"])}

    def apart(high: str, low: str) -> list[float | None]:
        return [round(row[high][at[n]] - row[low][at[n]], 1) if n in at else None for n in lengths]

    look = {"type": "data", "symmetric": False, "thickness": 1, "width": 0, "color": ink}
    ends = {"array": apart("high", "shown"), "arrayminus": apart("shown", "low")}
    return {"error_y": look | ends}


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
    ends = []
    for row in rows:
        style = styles[row["panel"]]
        line = Line(style.name, style.number, row["lengths"], row["shown"], row["kinds"], [])
        ends.append(line)
    layout["annotations"] += end_labels(ends, {}, {"range": _RANGE}, _TALL, most=60)
    room = 24 + 7 * max(len(line.name) for line in ends)
    layout["margin"] = layout["margin"] | {"r": min(room, 340), "b": layout["margin"]["b"] + 20}
    layout["annotations"].append(
        {
            "text": said, "xref": "paper", "yref": "paper", "x": 0, "y": 0, "yshift": -44,
            "xanchor": "left", "yanchor": "top", "showarrow": False,
            "font": {"size": 11, "color": MUTED},
        }
    )  # fmt: skip


def _key(
    layout: dict[str, Any], grid: Grid, index: int, styles: dict[str, Style], said: str
) -> list[Trace]:
    """The lines and their names in the last place of the grid."""
    axes = {"xaxis": f"x{suffix(index)}", "yaxis": f"y{suffix(index)}"}
    settings = grid.axes(index, {"range": [0, 10]}, {"range": [-0.5, 6.5]})
    layout |= {name: setting | {"visible": False} for name, setting in settings.items()}
    place = {"xref": axes["xaxis"], "yref": axes["yaxis"], "xanchor": "left", "showarrow": False}
    small = {"size": 11, "color": MUTED}
    layout["annotations"].append(place | {"text": said, "x": 0, "y": 6.2, "font": small})
    traces: list[Trace] = []
    for y, style in zip(range(5, -1, -1), styles.values(), strict=False):
        ink = colour(style.number)
        sample: Trace = {
            "type": "scatter", "mode": "lines+markers", "x": [0, 0.6, 1.2], "y": [y, y, y],
            "line": {"color": ink, "width": 2, "dash": style.dash},
            "marker": {"symbol": symbol(style.number), "size": 6, "color": ink},
            "hoverinfo": "skip", "cliponaxis": False,
        }  # fmt: skip
        traces.append(sample | axes)
        name = {"text": plain(style.name), "x": 1.5, "y": y, "font": small | {"color": INK}}
        layout["annotations"].append(place | name)
    return traces


def _said(rows: Sequence[Row], lines: int, *, spread: bool) -> str:
    every = rows[0]["panels"]
    by_line = groupby(sorted(rows, key=lambda row: row["rank"]), key=lambda row: row["rank"])
    means = sorted({mean_of(list(group)) for _, group in by_line})
    words = [
        means[0] if len(means) == 1 else "seeds and n differ",
        f"first {lines} of {every} lines" if lines < every else "",
        "whiskers: lowest and highest seed" if spread and means[0].startswith("mean") else "",
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


def _accuracy_axis() -> dict[str, Any]:
    return {"range": _RANGE, "dtick": 50, "ticksuffix": " %"}
