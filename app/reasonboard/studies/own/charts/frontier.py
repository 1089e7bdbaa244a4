"""The frontier of a declared study: a value against what it costs, the marks that nothing beats for less joined."""

from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import HAIRLINE, MUTED
from reasonboard.charts.frontier import FEW, Corner, look_of, steps_with_band, whiskers
from reasonboard.charts.grid import named_panel, on
from reasonboard.charts.theme import Figure, Trace, empty, figure, plain, symbol
from reasonboard.charts.theme import color as ink_of
from reasonboard.charts.ticks import log_axis, round_ticks
from reasonboard.charts.traces import dots, marker, pen
from reasonboard.studies.own.charts.lines import (
    MOST_LINES,
    grid_of,
    key_lines,
    key_notes,
    sets_of,
    value_axis,
)
from reasonboard.studies.own.charts.words import (
    MOST_PANELS,
    detail_of,
    hover,
    measure,
    uncertainty,
    why_empty,
)
from reasonboard.studies.own.declared import Declared, within_sentence
from reasonboard.studies.own.rows import Row, with_standing

_KEY = (
    "Line: frontier, nothing is as good for less. Open: tied with it. Gray: below. "
    "Gray outline: not tested."
)
_WORDS = {
    "frontier": "on the frontier",
    "open": "tied with the frontier",
    "below": "significantly below the frontier",
    "untested": "not tested",
}
_WIDE = 4
"""How many times the least cost the highest has to be for a logarithmic axis."""


def frontier(declared: Declared, rows: Sequence[Row], *, intervals: str, columns: int) -> Figure:
    """The marks by cost (logarithmic where it spans a factor of four)."""
    marks = with_standing(rows)
    if rows and rows[0]["higher_is_better"] is None:
        words = "is better, so there is no frontier."
        return empty(f"It is unknown whether higher or lower {rows[0]['label']} {words}")
    if not marks:
        return empty(
            why_empty(declared, rows)
            if not rows
            else f"No data: no mark has both a value and a {declared.cost}."
        )
    panels = list(dict.fromkeys(row["panel"] for row in marks))[:MOST_PANELS]
    drawn_marks = [row for row in marks if row["panel"] in panels]
    names = list(
        dict.fromkeys(row["color"] for row in sorted(drawn_marks, key=lambda row: row["number"]))
    )
    if len(names) > MOST_LINES:
        first = {row["color"] for row in drawn_marks if row["standing"] == "frontier"}
        names = [name for name in names if name in first][:MOST_LINES]
    key = key_lines(drawn_marks, names, columns) if declared.color else []
    height = 260 if len(panels) < 3 else 200  # noqa: PLR2004
    grid = grid_of(declared, len(panels), columns, height, key)
    layout = grid.layout(hovermode="closest")
    y = value_axis(drawn_marks, intervals == "on")
    x = _axis(drawn_marks, grid.across)
    traces: list[Trace] = []
    for index, panel in enumerate(panels):
        inside = [row for row in drawn_marks if row["panel"] == panel]
        traces += [trace | on(index) for trace in _traces(declared, inside, intervals == "on")]
        layout |= grid.axes(index, x, y)
        if declared.panel:
            layout["annotations"].append(grid.title(index, panel, detail_of(inside), among=panels))
    layout["annotations"] += key_notes(grid, key)
    cost = within_sentence(drawn_marks[0]["cost_label"])
    return figure(
        traces,
        layout,
        height=grid.height,
        summary=_summary(drawn_marks, len(panels), len({row["panel"] for row in marks})),
        uncertainty=uncertainty(drawn_marks) if intervals == "on" else None,
        panels=[named_panel(panel, index) for index, panel in enumerate(panels)],
        heading=f"{drawn_marks[0]['label']} against {cost}",
        subtitle=f"{measure(drawn_marks)} by {cost}. {_KEY}",
    )


def _axis(rows: Sequence[Row], across: int) -> dict[str, Any]:
    """A logarithmic axis where the costs span a factor of four, with at least three ticks where there is room."""
    values = [row["cost"] for row in rows]
    low, high = min(values), max(values)
    if high >= _WIDE * low:
        return log_axis(values, "", 3 if across > 2 else 5)  # noqa: PLR2004
    room = (high - low or low) * 0.08
    low, high = low - room, high + room
    return {"range": [low, high], "showgrid": False} | round_ticks(low, high)


def _traces(declared: Declared, rows: Sequence[Row], intervals: bool) -> list[Trace]:
    """The marks of a panel, by rising cost, over the steps of its frontier."""
    corners = [
        Corner(row["cost"], row["shown"], _ends(row) if intervals else None)
        for row in rows
        if row["standing"] == "frontier"
    ]
    uncertain = rows if intervals and len(rows) <= FEW else []
    return [
        *steps_with_band(corners, rows[-1]["cost"], pen(MUTED, 1.4), HAIRLINE),
        *whiskers(
            ((row["cost"], *ends), ink_of(row["number"]))
            for row in uncertain
            if (ends := _ends(row))
        ),
        *(
            _marks(declared, [row for row in rows if row["color"] == color])
            for color in dict.fromkeys(row["color"] for row in rows)
        ),
    ]


def _ends(row: Row) -> tuple[float, float] | None:
    return None if row["low"] is None else (row["low"], row["high"])


def _marks(declared: Declared, rows: Sequence[Row]) -> Trace:
    """Those of a color."""
    ink = ink_of(rows[0]["number"])
    looks = [look_of(row["standing"], ink, own=True) for row in rows]
    shape = marker(
        [6 if row["standing"] == "below" else 10 for row in rows],
        [look.fill for look in looks],
        [look.edge for look in looks],
        1.6,
        symbol=symbol(rows[0]["number"]),
    )
    return dots(
        [row["cost"] for row in rows],
        [row["shown"] for row in rows],
        [
            f"{hover(declared, row)}<br>cost {row['cost']:,.4g}<br>{_WORDS[row['standing']]}"
            for row in rows
        ],
        shape,
        name=plain(rows[0]["color"]) or "marks",
        meta={"sets": sets_of(declared, rows[0]), "x": "x", "xs": [row["x"] for row in rows]},
    )


def _summary(rows: Sequence[Row], panels: int, all_panels: int) -> str:
    standing = [row["standing"] for row in rows]
    where = f" in {panels} panels" if panels > 1 else ""
    where += f" of {all_panels}" if all_panels > panels else ""
    untested = standing.count("untested")
    return (
        f"{len(rows)} marks{where}: {standing.count('frontier')} on the frontier, "
        f"{standing.count('open')} tied with it{f', {untested} not tested' if untested else ''}."
    )
