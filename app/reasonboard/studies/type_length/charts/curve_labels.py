"""The names of the curves: at their ends, or in a key."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import INK, SERIES_TEXT
from reasonboard.charts.grid import Grid, on
from reasonboard.charts.labels import moved_apart
from reasonboard.charts.lines import Line, end_labels
from reasonboard.charts.theme import Trace, plain, symbol
from reasonboard.charts.traces import marker, note, pen, scatter
from reasonboard.studies.type_length.charts.curve_frame import (
    HEIGHT,
    NAMED,
    PHONE,
    TALL,
    Frame,
    Style,
)
from reasonboard.studies.type_length.rows import Row


def last_values(group: Sequence[Row], frame: Frame, axes: dict[str, str]) -> list[dict[str, Any]]:
    """The last value of each line that has a color, beside it and apart from the others."""
    styles, lengths, low = frame.styles, frame.lengths, frame.low
    named = [row for row in group if not styles[row["panel"]].faint]
    if len(named) > NAMED:
        return []
    named.sort(key=lambda row: float(row["shown"][-1]))
    places = moved_apart([row["shown"][-1] for row in named], 13 * (100 - low) / HEIGHT, 100)
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


def label_ends(layout: dict[str, Any], rows: Sequence[Row], frame: Frame) -> None:
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
    layout["annotations"] += end_labels(ends, {"range": [frame.low, 100]}, TALL, most=30)
    room = 24 + 7 * min(30, max(len(line.name) for line in ends))
    layout["margin"] = layout["margin"] | {"r": room}


def line_key(
    layout: dict[str, Any], grid: Grid, index: int, styles: dict[str, Style]
) -> list[Trace]:
    """The lines and their names in the last place of the grid; those that are gray on one line."""
    axes = on(index)
    settings = grid.axes(index, {"range": [0, 10]}, {"range": [-0.5, 6.5]})
    layout |= {name: setting | {"visible": False} for name, setting in settings.items()}
    place: dict[str, Any] = {"xref": axes["xaxis"], "yref": axes["yaxis"], "xanchor": "left"}
    named_styles = [style for style in styles.values() if not style.faint]
    if gray := [style for style in styles.values() if style.faint]:
        named_styles.append(gray[0]._replace(name=f"{len(gray)} others", dash="solid"))
    traces: list[Trace] = []
    # Half of a phone has room for half a name.
    tall = grid.across == PHONE and len(named_styles) <= 3  # noqa: PLR2004
    for row_of_key, style in enumerate(named_styles):
        y = 5 - row_of_key * (2.2 if tall else 1)
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
