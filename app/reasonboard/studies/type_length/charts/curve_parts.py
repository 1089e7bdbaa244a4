"""What the panels of the curves share: their places, the look and name of each line, and its summary."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from reasonboard.charts.colors import FAINT, INK, SERIES_TEXT
from reasonboard.charts.gaps import missing_words
from reasonboard.charts.grid import Grid, on
from reasonboard.charts.labels import moved_apart
from reasonboard.charts.lines import Line, end_labels
from reasonboard.charts.theme import DASHES, Trace, color, plain, symbol
from reasonboard.charts.traces import marker, note, pen, scatter
from reasonboard.statistics.decline import Tested
from reasonboard.studies.type_length.charts.heatmaps import mean_of
from reasonboard.studies.type_length.charts.marks import Cliffs
from reasonboard.studies.type_length.rows import Row, length_label, missing_of

HEIGHT, TALL = 112, 300
ACROSS, PHONE = {4: 3, 3: 3, 2: 3}, 2
"""Panels side by side, by the columns of the page; the chart takes half of these. Else two."""
MOST, MOST_COLORED, NAMED = 6, 5, 2
"""Lines that one panel can hold, of how many each has a color, and how many have their last value beside them."""


class Style(NamedTuple):
    """How a line looks in every panel: color and marker by method, dash by model and benchmark."""

    name: str
    number: int
    dash: str
    faint: bool
    """Is it one of many, and neither A nor B?"""

    @property
    def ink(self) -> str:
        return FAINT if self.faint else color(self.number)


@dataclass(frozen=True)
class Frame:
    """The grid, styles, lengths and options that all panels share."""

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


def styles_of(rows: Sequence[Row], named: Sequence[str]) -> dict[str, Style]:
    """A style per line, named by what differs between the lines; of many only the `named` are not faint."""
    lines = {row["panel"]: row for row in sorted(rows, key=lambda row: int(row["rank"]))}
    kept = [panel for panel in named if panel in lines] or list(lines)[:NAMED]
    few = len(lines) <= MOST_COLORED
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


_STEPS = "from one length to the next"


def heading(cliffs: Cliffs, names: Sequence[str], types: Sequence[str]) -> str:
    """The largest significant drop of all chosen lines and these types, with its line; or that none is, or is tested.

    `names` are the lines.
    """
    where = f"{types[0]}: " if len(types) == 1 else ""
    largest = cliffs.largest
    if largest is None:
        words = _without_drop(cliffs, where)
        return f"{words[0].upper()}{words[1:]}"
    panel, kind = largest
    step = cliffs.drops[largest].step
    points = abs(step.contrast.value) * 100
    start, end = length_label(step.start), length_label(step.end)
    line = f" · {panel}" if len(names) > 1 else ""
    return (
        f"Largest significant drop: {kind}{line}, {points:.1f} points from length {start} to {end}"
    )


def _without_drop(cliffs: Cliffs, where: str) -> str:
    if not cliffs.curves:
        return f"{where}only one length, so nothing to compare"
    if not cliffs.tested:
        return f"{where}drops {_STEPS} are not tested: number of problems unknown"
    tested = f" on the {cliffs.tested} of {cliffs.curves} curves tested"
    return f"{where}no significant drop {_STEPS}{tested if cliffs.tested < cliffs.curves else ''}"


def words_of(rows: Sequence[Row], lines: int, *, spread: bool, cliffs: bool) -> list[str]:
    """The words under the curves: what a point is, how many lines there are, what the marks mean."""
    total = rows[0]["panels"]
    by_line = groupby(sorted(rows, key=lambda row: row["rank"]), key=lambda row: row["rank"])
    means = sorted({mean_of(list(group)) for _, group in by_line})
    words = [
        f"{lines} of {total} lines, including the one with the largest drop"
        if lines < total and cliffs
        else f"{lines} of {total} lines"
        if lines < total
        else "",
        "whiskers: lowest and highest seed" if spread and means[0].startswith("mean") else "",
        "red: largest significant drop" if cliffs else "",
        _missing(rows),
    ]
    usual = means[0] if len(means) == 1 else "seeds and problems differ"
    return [usual, *(word for word in words if word)]


def _missing(rows: Sequence[Row]) -> str:
    gone = [words for row in rows for words in missing_of(row).values()]
    return missing_words(len(gone), gone)


def summary_of(rows: Sequence[Row], types: list[str], words: str) -> str:
    """The text alternative: types, lines and the range of their values, with what `words_of` says."""
    values = [value for row in rows for value in row["shown"]]
    lines = len({row["panel"] for row in rows})
    count = f"{lines} line{'s' if lines > 1 else ''}"
    ends = f"from {min(values):.1f} to {max(values):.1f}%"
    return f"Accuracy against length for {', '.join(types)}: {count} {ends}; {words}."


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
