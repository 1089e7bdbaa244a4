"""Accuracy on every benchmark by who selected the training data: bars side by side."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from reasonboard.charts.colors import INK, MUTED, PAPER
from reasonboard.charts.grid import Grid, on
from reasonboard.charts.intervals import level_lines
from reasonboard.charts.lines import HOLLOW
from reasonboard.charts.stated_once import axes_said_once
from reasonboard.charts.theme import Figure, Trace, empty, figure
from reasonboard.charts.traces import dots, marker, texts
from reasonboard.statistics.uncertainty import said
from reasonboard.studies.prm_selection.charts.marks import (
    Row,
    ends,
    hover,
    ink_of,
    open_kinds,
    same_samples,
    several,
    short,
    uncertainty,
)
from reasonboard.studies.prm_selection.charts.panels import (
    LEFT,
    ROW,
    header,
    names_axis,
    with_note,
)


def selector_bars(rows: Sequence[Row], *, selector: str, intervals: str, columns: int) -> Figure:
    """One panel per benchmark (and student), one bar per selector, in the order of the rows.

    Rows are one per panel and selector, with `values` (percent), `kinds`, `samples`, `locators` and
    `known` (how each was measured) as equally long lists, the most trusted first, or None where
    there is no value. The first value is the bar, with its interval, the others are diamonds on it.
    `selector` is strong.
    """
    if not rows:
        return empty("No data: the source has no values by selector for this choice.")
    panels = [list(of) for _, of in groupby(rows, key=lambda row: (row["benchmark"], row["model"]))]
    grid = Grid(len(panels), columns, panel=ROW * len(panels[0]), left=LEFT)
    many, shown = several(rows), intervals == "on"
    traces: list[Trace] = []
    layout: dict[str, Any] = {"annotations": [], "bargap": 0.35, "hovermode": "closest"}
    for index, panel in enumerate(panels):
        named = [row["selector"] for row in panel] if grid.is_left(index) else []
        layout |= grid.axes(index, _values_axis(), names_axis(named, len(panel), selector))
        layout["annotations"].append(header(grid, index, panel[0], many=many))
        traces += [one | on(index) for one in _marks(panel, selector, shown)]
    best, last = panels[0][0]["selector"], panels[0][-1]["selector"]
    axes_said_once(layout)
    drawn = figure(
        traces,
        layout,
        height=with_note(layout, grid, _note(rows, selector), columns),
        summary=(
            f"{len(panels)} panel{'s' if len(panels) > 1 else ''} of bars for {len(panels[0])} "
            f"selectors, from {best} to {last} by their mean distance from the benchmarks' means."
        ),
    )
    if shown:
        found = [uncertainty(_value_of(row, 0)) for row in rows if row["values"]]
        drawn["layout"]["meta"]["uncertainty"] = said(found)
    return drawn


def _marks(panel: list[Row], picked: str, intervals: bool) -> list[Trace]:
    marks = [
        _bars(panel, picked),
        *(_whiskers(panel) if intervals else []),
        _others(panel, picked),
        _words(panel, picked, intervals),
    ]
    return [one for one in marks if one["y"]]


def _bars(panel: list[Row], picked: str) -> Trace:
    """The most trusted value of each selector; an open bar where its source did not print it."""
    drawn = [(place, row) for place, row in enumerate(panel) if row["values"]]
    inks = [_ink(row, picked) for _, row in drawn]
    hollow = [row["kinds"][0] in HOLLOW for _, row in drawn]
    return {
        "type": "bar",
        "orientation": "h",
        "x": [row["values"][0] for _, row in drawn],
        "y": [place for place, _ in drawn],
        "text": [_hover(row, 0) for _, row in drawn],
        "textposition": "none",
        "hovertemplate": "%{text}<extra></extra>",
        "marker": {
            "color": [PAPER if open_ else ink for ink, open_ in zip(inks, hollow, strict=True)],
            "line": {"color": inks, "width": 1.5},
        },
        "meta": {"x": "selector", "xs": [row["selector"] for _, row in drawn]},
    }


def _whiskers(panel: list[Row]) -> list[Trace]:
    """The intervals of the bars: dark with a light edge, as one of both is seen on any bar and beside it."""
    found = [
        (place, round(whisker[0], 2), round(whisker[1], 2))
        for place, row in enumerate(panel)
        if row["values"] and (whisker := ends(_value_of(row, 0)))
    ]
    edge, line = {"color": PAPER, "width": 4}, {"color": INK, "width": 1.2}
    return [level_lines(found, "95 % interval", look) for look in (edge, line)]


def _others(panel: list[Row], picked: str) -> Trace:
    """The less trusted values for the same as open diamonds; none where they equal the bar."""
    drawn = [
        (place, row, index)
        for place, row in enumerate(panel)
        for index, value in enumerate(row["values"] or [])
        if value != row["values"][0]
    ]
    faint = [bool(picked) and row["selector"] != picked for _, row, _ in drawn]
    return dots(
        [row["values"][index] for _, row, index in drawn],
        [place for place, _, _ in drawn],
        [_hover(row, index) for _, row, index in drawn],
        marker(8, PAPER, [MUTED if one else INK for one in faint], 1.2, symbol="diamond"),
        meta={"x": "selector", "xs": [row["selector"] for _, row, _ in drawn]},
    )


def _words(panel: list[Row], picked: str, intervals: bool) -> Trace:
    """Each bar's value at its right, 'no data' where there is no bar."""
    strong = [row["values"] and (not picked or row["selector"] == picked) for row in panel]
    return texts(
        [_end(row, intervals) for row in panel],
        list(range(len(panel))),
        [_room(row) + _value(row) for row in panel],
        [INK if one else MUTED for one in strong],
        textposition="middle right",
        cliponaxis=False,
    )


def _value(row: Row) -> str:
    if not row["values"]:
        return "no data"
    samples = row["samples"][0]
    other = samples is not None and samples != row["budget"]
    return f"{row['values'][0]:.1f}" + (f" ({short(samples)})" if other else "")


def _end(row: Row, intervals: bool) -> float:
    """Where the last mark of a line ends."""
    if not row["values"]:
        return 0
    whisker = ends(_value_of(row, 0)) if intervals else None
    furthest: float = max(*row["values"], whisker[1] if whisker else 0, 0)
    return round(furthest, 2)


def _room(row: Row) -> str:
    """The space before a bar's value: more where a diamond stands at its end."""
    return "\u2002" if len(set(row["values"] or [])) > 1 else "\u2005"


def _hover(row: Row, index: int) -> str:
    return hover(_value_of(row, index))


def _value_of(row: Row, index: int) -> Row:
    """One of the values of a selector as a row of its own."""
    return {
        **row,
        **row["known"][index],
        "value": row["values"][index],
        "kind": row["kinds"][index],
        "train_samples": row["samples"][index],
        "locator": row["locators"][index],
    }


def _ink(row: Row, picked: str) -> str:
    return ink_of(row, picked, reference=not row["params_b"])


def _values_axis() -> dict[str, Any]:
    return {
        "range": [0, 118],
        "tickvals": [0, 25, 50, 75, 100],
        "ticktext": ["0", "25", "50", "75", "100 %"],
    }


def _note(rows: Sequence[Row], picked: str) -> list[str]:
    """What the marks mean, in words."""
    said = {
        "in brackets: with another number": any("(" in _value(row) for row in rows),
        "bar: the most trusted value; diamonds: other values for the same": any(
            len(set(row["values"] or [])) > 1 for row in rows
        ),
        "grey: not selected by a model": not picked and not all(row["params_b"] for row in rows),
    }
    return [
        "accuracy in %",
        *same_samples(rows),
        *(words for words, needed in said.items() if needed),
        *open_kinds((row["kinds"][0] for row in rows if row["values"]), "outlined bar"),
    ]
