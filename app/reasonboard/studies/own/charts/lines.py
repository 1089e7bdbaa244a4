"""Lines of a declared study: a panel for each value of `panel`, a line for each of `color`."""

from collections.abc import Sequence
from itertools import chain
from statistics import fmean
from typing import Any

from reasonboard.charts.colors import SERIES_TEXT
from reasonboard.charts.gaps import Missing, Restart, restart_marks, restart_words
from reasonboard.charts.grid import Grid, named_panel, on
from reasonboard.charts.lines import (
    Line,
    end_labels,
    missing_fields,
    missing_in,
    padded,
    smoothed,
    trace,
    uncertain,
)
from reasonboard.charts.text_width import cut_apart
from reasonboard.charts.theme import SIGNS, Figure, Trace, empty, figure, plain, symbol
from reasonboard.charts.theme import color as ink_of
from reasonboard.charts.ticks import round_ticks
from reasonboard.charts.traces import paper_note
from reasonboard.core.smoothing import NONE, Smoothing
from reasonboard.studies.own.charts.axes import Across, across, turn_labels
from reasonboard.studies.own.charts.words import (
    MOST_PANELS,
    along,
    detail_of,
    heading,
    hover,
    left_out,
    measure,
    summary,
    uncertainty,
    why_empty,
)
from reasonboard.studies.own.declared import Declared, noun_of
from reasonboard.studies.own.rows import Row, is_share

MOST_LINES, MOST_NAMED = 12, 5
_PAIR = 2
"""Up to this number, panels take at most half of the page each."""
_HEIGHTS = {1: 320, 2: 240}
_SMALL = 190
_BOTTOM = 32
"""Pixels under the panels: labels of ticks, no title."""
_FROM_ZERO = 50
"""Below this percentage the axis of a share starts at 0."""
_PER_COLUMN = {4: 150, 3: 115, 2: 80, 1: 40}
"""Characters of a line of the key, by the columns that the page has room for."""
_LONGEST_NAME = 30
"""Characters of a name in the key."""


def lines(
    declared: Declared, rows: Sequence[Row], *, intervals: str, smoothing: str = NONE, columns: int
) -> Figure:
    """The values of the marks along x with their intervals, in percent where they are shares.

    A mark without a value is left out; the line has a gap there, as where a file has no number. Of more than 12 lines
    the best five have color and name, the others are gray; of more than 24 panels the first are drawn. With `smoothing`
    (core/smoothing.py) lines are averages over their pale marks, without intervals. The words say so.
    """
    measured = [row for row in rows if row["value"] is not None]
    if not measured:
        return empty(why_empty(declared, rows))
    panels = list(dict.fromkeys(row["panel"] for row in measured))[:MOST_PANELS]
    names = list(
        dict.fromkeys(row["color"] for row in sorted(measured, key=lambda row: row["number"]))
    )
    marks = [row for row in measured if row["panel"] in panels]
    faint = _faint(marks, names)
    named = [name for name in names if name not in faint]
    x = across([row for row in rows if row["panel"] in panels], declared.x, columns)
    at_ends = bool(declared.color) and len(panels) == 1 and columns > 1
    key = key_lines(marks, named, columns) if declared.color and not at_ends else []
    grid = grid_of(declared, len(panels), columns, _HEIGHTS.get(len(panels), _SMALL), key)
    averages = Smoothing(smoothing if x.has_order else NONE)
    is_uncertain = intervals == "on" and not averages
    layout = grid.layout(hovermode="closest")
    y = value_axis(marks, is_uncertain)
    traces, of_panels = list[Trace](), list[list[Line]]()
    for index, panel in enumerate(panels):
        inside = [row for row in rows if row["panel"] == panel]
        of_panels.append(_lines(declared, inside, x, is_uncertain, faint))
        traces += [
            part | on(index)
            for part in [
                *missing_fields(of_panels[-1], x.settings, y),
                *(part for line in of_panels[-1] for part in _traces(line, averages)),
            ]
        ]
        marks_of_restarts = restart_marks(_restarts(declared, inside, x), y["range"][0])
        traces += [part | on(index) for part in marks_of_restarts]
        layout |= grid.axes(index, x.settings, y)
        if declared.panel:
            layout["annotations"].append(grid.title(index, panel, detail_of(inside), among=panels))
        if at_ends:
            _name_at_ends(layout, of_panels[-1], y, grid)
    layout["annotations"] += key_notes(grid, key)
    about = _about(declared, marks, y["range"][0], averages, len(names) if faint else 0)
    chart = figure(
        traces,
        layout,
        height=grid.height,
        summary=summary(declared, marks, panels, names),
        uncertainty=_foot(
            uncertainty(marks) if is_uncertain else None,
            missing_in(chain(*of_panels)),
            restart_words(_restarts(declared, marks, x)),
        ),
        panels=[named_panel(panel, index) for index, panel in enumerate(panels)],
        heading=heading(declared, marks),
        subtitle=". ".join([*about, *left_out(rows, panels)]),
    )
    if columns == 1:
        turn_labels(chart, x.settings["ticktext"])
    return chart


def _foot(*parts: str | None) -> str | None:
    """How the intervals were made, how many values are missing, and what restarts left out."""
    return "; ".join(filter(None, parts)) or None


def _restarts(declared: Declared, rows: Sequence[Row], x: Across) -> list[Restart]:
    """Those of the trainings of these marks along their steps, each once."""
    if declared.x.column not in ("step", "iteration", "progress"):
        return []
    lost = {(row["run"], row["x"]): row["lost"] for row in rows if row.get("lost")}
    return [Restart(x.places[at], numbers) for (_, at), numbers in lost.items()]


def _about(
    declared: Declared, rows: Sequence[Row], low: float, averages: Smoothing, lines: int
) -> list[str]:
    """What is drawn, from `low` percent on; with `averages` the smoothing, with `lines` which of them have a color."""
    averaged = averages.words if averages else ""
    best = "highest" if rows[0]["higher_is_better"] is None else "best"
    few = f"In color: the {MOST_NAMED} of {lines} lines with the {best} mean" if lines else ""
    return [words for words in (_axes_in_words(declared, rows, low), averaged, few) if words]


def _axes_in_words(declared: Declared, rows: Sequence[Row], low: float) -> str:
    """'Accuracy in % by budget in tokens, a line for each model, from 40%'."""
    each = f", a line for each {noun_of(declared.color)}" if declared.color else ""
    start = f", from {low:.0f}%" if is_share(rows[0]) and low > 0 else ""
    return f"{measure(rows)} by {along(declared)}{each}{start}"


def value_axis(rows: Sequence[Row], intervals: bool) -> dict[str, Any]:
    """The y axis: all values, with their intervals where these are drawn; shares from 0, unless changes are small."""
    ends = [
        end for row in rows for end in (row["low"], row["high"]) if intervals and end is not None
    ]
    values = [row["shown"] for row in rows] + ends
    share = is_share(rows[0])
    low, high = padded(values, **({"floor": -1.0, "ceiling": 101.0} if share else {}))
    low = -1.0 if share and low < _FROM_ZERO else low
    unit = "%" if share else ""
    return {"range": [low, high]} | round_ticks(low, high, unit=unit)


def grid_of(declared: Declared, panels: int, columns: int, height: int, key: Sequence[str]) -> Grid:
    """The panels, with room for their names and the key over them."""
    top = (30 if declared.panel else 12) + (8 + 18 * len(key) if key else 0)
    few = columns > _PAIR
    return Grid(panels, min(columns, 3), height, left=52, bottom=_BOTTOM, top=top, few=few)


def key_notes(grid: Grid, key: Sequence[str]) -> list[dict[str, Any]]:
    """The lines of the key, over the panels."""
    return [
        paper_note(words, 0, 1, yshift=grid.top - 12 - 18 * key_row, size=12, yanchor="middle")
        for key_row, words in enumerate(key)
    ]


def key_lines(rows: Sequence[Row], names: Sequence[str], columns: int) -> list[str]:
    """The names of the lines in their inks, broken where the page is narrow."""
    numbers = {row["color"]: row["number"] for row in rows}
    broken, length = [[]], 0  # type: list[list[str]], int
    for name, short in cut_apart(names, _LONGEST_NAME).items():
        if broken[-1] and length + len(short) + 4 > _PER_COLUMN.get(columns, 110):
            broken.append([])
            length = 0
        ink, sign = ink_of(numbers[name]), SIGNS[symbol(numbers[name])]
        broken[-1].append(
            f'<span style="color:{SERIES_TEXT.get(ink, ink)}">{sign} {plain(short)}</span>'
        )
        length += len(short) + 4
    return ["   ".join(line) for line in broken]


def _faint(rows: Sequence[Row], names: Sequence[str]) -> set[str]:
    """The lines without a color, where there are too many for each to have one: all but those of the best mean."""
    if len(names) <= MOST_LINES:
        return set()
    sign = -1 if rows[0]["higher_is_better"] is False else 1
    values: dict[str, list[float]] = {}
    for row in rows:
        values.setdefault(row["color"], []).append(sign * row["value"])
    return set(sorted(names, key=lambda name: -fmean(values[name]))[MOST_NAMED:])


def _name_at_ends(
    layout: dict[str, Any], lines: Sequence[Line], y: dict[str, Any], grid: Grid
) -> None:
    """Write the names of the lines to the right of the panel, in the margin if it is as wide as the page."""
    labeled = [line.only([y is not None for y in line.y]) for line in lines if not line.faint]
    _, end = grid.x_domain(0)
    names = end_labels(labeled, y, grid.panel, most=22)
    layout["annotations"] += [name | {"x": end} for name in names]
    if end < 1:
        return
    room = 24 + 7 * min(22, max(len(line.name) for line in labeled))
    layout["margin"] = layout["margin"] | {"r": room}


def _traces(line: Line, averages: Smoothing) -> list[Trace]:
    """A line with its intervals, or its average over its pale marks."""
    if not averages:
        return [*uncertain(line, "95% interval"), trace(line)]
    width, values = 1.2 if line.faint else 2.4, trace(line)
    words = f"{plain(line.name)}, {averages.name}"
    return smoothed(values, averages.of(values["y"]), line.ink, words, width)


def _lines(
    declared: Declared, rows: Sequence[Row], x: Across, intervals: bool, faint: set[str]
) -> list[Line]:
    """The lines of a panel with gaps at what is missing, the faint ones first, so that the others lie over them."""
    lines_ = []
    names = dict.fromkeys(row["color"] for row in rows if row["value"] is not None)
    for color in sorted(names, key=lambda name: name not in faint):
        places = sorted(
            (row for row in rows if row["color"] == color), key=lambda row: x.places[row["x"]]
        )
        marks = [row for row in places if not row.get("missing")]
        lines_.append(
            Line(
                color,
                marks[0]["number"],
                [x.places[row["x"]] for row in marks],
                [row["shown"] for row in marks],
                [row["kind"] for row in marks],
                ["" if row["value"] is None else hover(declared, row) for row in marks],
                sets=sets_of(declared, marks[0]),
                along=("x", [row["x"] for row in marks]),
                faint=color in faint,
                joined=x.has_order,
                ends=[
                    (row["low"], row["high"])
                    if intervals and row["low"] is not None and color not in faint
                    else None
                    for row in marks
                ],
                missing=[
                    Missing(x.places[row["x"]], row["missing"])
                    for row in places
                    if x.has_order and row.get("missing")
                ],
            )
        )
    return lines_


def sets_of(declared: Declared, row: Row) -> dict[str, str]:
    """The selection that a click on a mark of this line makes."""
    chosen = {"panel": (declared.panel, row["panel"]), "series": (declared.color, row["color"])}
    return {name: value for name, (column, value) in chosen.items() if column}
