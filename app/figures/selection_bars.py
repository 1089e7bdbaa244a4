"""Accuracy on every benchmark by who selected the training data: bars side by side."""

import textwrap
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from app.figures.grid import Grid, suffix
from app.figures.intervals import counted
from app.figures.labels import LINE
from app.figures.lines import HOLLOW
from app.figures.selection_marks import (
    Row,
    ends,
    hover,
    in_lines,
    ink_of,
    open_kinds,
    same_samples,
    several,
    short,
    uncertainty,
)
from app.figures.theme import INK, MUTED, PAPER, Figure, Trace, empty, figure, plain
from app.statistics.uncertainty import said

_BAR = 27
_LEFT = 160
_NAME = 22


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
    grid = Grid(len(panels), columns, panel=_BAR * len(panels[0]), left=_LEFT)
    many, shown = several(rows), intervals == "on"
    traces: list[Trace] = []
    layout: dict[str, Any] = {"annotations": [], "bargap": 0.35, "hovermode": "closest"}
    for index, panel in enumerate(panels):
        named = panel if grid.is_left(index) else []
        layout |= grid.axes(index, _values_axis(), _names_axis(named, len(panel), selector))
        items = counted(panel[0]["items"])
        detail = f"{items}  {panel[0]['model']}" if many else items
        name = grid.title(index, panel[0]["benchmark"], detail)
        layout["annotations"].append(name | {"xshift": -_LEFT if grid.across == 1 else 0})
        axes = {"xaxis": f"x{suffix(index)}", "yaxis": f"y{suffix(index)}"}
        traces += [
            one | axes
            for one in (
                _bars(panel, selector, shown),
                _others(panel, selector),
                _words(panel, selector, shown),
            )
        ]
    note, lines = _note(rows, selector, columns)
    layout["annotations"].append(note)
    layout["margin"] = grid.margin | {"b": 34 + LINE * lines}
    best, last = panels[0][0]["selector"], panels[0][-1]["selector"]
    drawn = figure(
        [one for one in traces if one["y"]],
        layout,
        height=grid.inner + layout["margin"]["t"] + layout["margin"]["b"],
        summary=(
            f"{len(panels)} panel{'s' if len(panels) > 1 else ''} of bars for {len(panels[0])} "
            f"selectors, from {best} to {last} by their mean distance from the benchmarks' means."
        ),
    )
    if shown:
        found = [uncertainty(_value_of(row, 0)) for row in rows if row["values"]]
        drawn["layout"]["meta"]["uncertainty"] = said(found)
    return drawn


def _bars(panel: list[Row], picked: str, intervals: bool) -> Trace:
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
        **(_whiskers([row for _, row in drawn]) if intervals else {}),
    }


def _whiskers(rows: list[Row]) -> dict[str, Any]:
    """The intervals of the bars, None where nothing is known of a value."""
    found = [(row["values"][0], ends(_value_of(row, 0))) for row in rows]
    return {
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [round(end[1] - value, 2) if end else None for value, end in found],
            "arrayminus": [round(value - end[0], 2) if end else None for value, end in found],
            "thickness": 1,
            "width": 3,
            "color": INK,
        }
    }


def _others(panel: list[Row], picked: str) -> Trace:
    """The less trusted values for the same as open diamonds; none where they equal the bar."""
    drawn = [
        (place, row, index)
        for place, row in enumerate(panel)
        for index, value in enumerate(row["values"] or [])
        if value != row["values"][0]
    ]
    faint = [bool(picked) and row["selector"] != picked for _, row, _ in drawn]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [row["values"][index] for _, row, index in drawn],
        "y": [place for place, _, _ in drawn],
        "text": [_hover(row, index) for _, row, index in drawn],
        "hovertemplate": "%{text}<extra></extra>",
        "marker": {
            "symbol": "diamond",
            "size": 8,
            "color": PAPER,
            "line": {"color": [MUTED if one else INK for one in faint], "width": 1.2},
        },
        "cliponaxis": False,
        "meta": {"x": "selector", "xs": [row["selector"] for _, row, _ in drawn]},
    }


def _words(panel: list[Row], picked: str, intervals: bool) -> Trace:
    """Each bar's value at its right, 'no data' where there is no bar."""
    strong = [row["values"] and (not picked or row["selector"] == picked) for row in panel]
    return {
        "type": "scatter",
        "mode": "text",
        "x": [_end(row, intervals) for row in panel],
        "y": list(range(len(panel))),
        "text": [_room(row) + _value(row) for row in panel],
        "textposition": "middle right",
        "textfont": {"size": 11, "color": [INK if one else MUTED for one in strong]},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


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
        **row, **row["known"][index],
        "value": row["values"][index], "kind": row["kinds"][index],
        "train_samples": row["samples"][index], "locator": row["locators"][index],
    }  # fmt: skip


def _ink(row: Row, picked: str) -> str:
    return ink_of(row, picked, reference=not row["params_b"])


def _values_axis() -> dict[str, Any]:
    return {
        "range": [0, 118],
        "tickvals": [0, 25, 50, 75, 100],
        "ticktext": ["0", "25", "50", "75", "100 %"],
    }


def _names_axis(panel: list[Row], count: int, picked: str) -> dict[str, Any]:
    """The axis of so many selectors, named in the first column only."""
    return {
        "range": [count - 0.5, -0.5],
        "tickvals": list(range(len(panel))),
        "ticktext": [_name(row["selector"], picked) for row in panel],
        "showgrid": False,
        "ticklabelstandoff": 6,
    }


def _name(selector: str, picked: str) -> str:
    words = "<br>".join(plain(line) for line in textwrap.wrap(selector, _NAME))
    if not picked:
        return words
    if selector == picked:
        return f'<span style="color:{INK}"><b>{words}</b></span>'
    return words


def _note(rows: Sequence[Row], picked: str, columns: int) -> tuple[dict[str, Any], int]:
    """What the marks mean, under the panels: as an annotation, and in how many lines."""
    said = {
        "in brackets: with another number": any("(" in _value(row) for row in rows),
        "bar: the most trusted value; diamonds: other values for the same": any(
            len(set(row["values"] or [])) > 1 for row in rows
        ),
        "grey: not selected by a model": not picked and not all(row["params_b"] for row in rows),
    }
    words = [
        "accuracy in %",
        *same_samples(rows),
        *(words for words, needed in said.items() if needed),
        *open_kinds((row["kinds"][0] for row in rows if row["values"]), "outlined bar"),
    ]
    lines = in_lines(words, {4: 170, 2: 90}.get(columns, 48))
    note = {
        "text": "<br>".join(lines), "showarrow": False, "align": "left",
        "xref": "paper", "x": 0, "xanchor": "left", "xshift": -_LEFT,
        "yref": "paper", "y": 0, "yanchor": "top", "yshift": -24,
        "font": {"size": 11, "color": MUTED},
    }  # fmt: skip
    return note, len(lines)
