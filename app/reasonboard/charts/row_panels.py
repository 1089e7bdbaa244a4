"""Panels with a line for each name, one above the other: for bars or points with intervals."""

import textwrap
from collections.abc import Sequence
from typing import Any, NamedTuple, Unpack

from reasonboard.charts.colors import INK
from reasonboard.charts.grid import Grid, named_panel, on, page_width, title_width
from reasonboard.charts.theme import Figure, Trace, Words, figure, plain

_ROW, _LEFT, _FOOT = 27, 160, 34
_NAME, _BESIDE = 22, 16
"""The characters of a line of a name, and the pixels right of a panel that its title may take."""


class Panel(NamedTuple):
    """A panel: its title, what stands beside it, and the marks of its lines."""

    title: str
    detail: str
    names: list[str]
    """Of its lines, from above to below: at y = 0, 1, ..."""
    traces: list[Trace]


def row_panels(
    panels: Sequence[Panel],
    *,
    x: dict[str, Any],
    picked: str,
    columns: int,
    shapes: Sequence[dict[str, Any]] = (),
    **words: Unpack[Words],
) -> Figure:
    """All panels on the axis `x`, their lines named in the first column; the `picked` name is strong."""
    grid = Grid(len(panels), columns, panel=_ROW * len(panels[0].names), left=_LEFT)
    layout: dict[str, Any] = {"annotations": [], "hovermode": "closest"}
    layout |= {"shapes": shapes} if shapes else {}
    traces: list[Trace] = []
    for index, panel in enumerate(panels):
        names = panel.names if grid.is_left(index) else []
        layout |= grid.axes(index, x, _names_axis(names, len(panel.names), picked))
        left, right = grid.x_domain(index)
        wide = (page_width(columns) - _LEFT - grid.margin["r"]) * (right - left)
        detail = panel.detail if title_width(panel.title, panel.detail) <= wide + _BESIDE else ""
        title = grid.title(index, panel.title, detail, among=[one.title for one in panels])
        layout["annotations"].append(title | {"xshift": -_LEFT if grid.across == 1 else 0})
        traces += [trace | on(index) for trace in panel.traces]
    margin = layout["margin"] = grid.margin | {"b": _FOOT}
    height = int(grid.inner + margin["t"] + margin["b"])
    named = [named_panel(panel.title, index) for index, panel in enumerate(panels)]
    return figure(traces, layout, height=height, panels=named, **words)


def _names_axis(names: Sequence[str], count: int, picked: str) -> dict[str, Any]:
    """The axis of `count` rows, named in the first column only; the selected name is bold."""
    words = ["<br>".join(plain(line) for line in textwrap.wrap(name, _NAME)) for name in names]
    return {
        "range": [count - 0.5, -0.5],
        "tickvals": list(range(len(names))),
        "ticktext": [
            f'<span style="color:{INK}"><b>{word}</b></span>' if name == picked else word
            for name, word in zip(names, words, strict=True)
        ],
        "showgrid": False,
        "ticklabelstandoff": 6,
    }
