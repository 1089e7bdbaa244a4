"""Several forest plots in one figure, side by side where they fit."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Unpack

from reasonboard.charts.colors import INK, MUTED
from reasonboard.charts.forest_plot import ForestRow, forest_plot
from reasonboard.charts.grid import named_panel, on, page_width, suffix
from reasonboard.charts.text_width import cut, cut_apart
from reasonboard.charts.theme import Figure, Words, figure, plain
from reasonboard.charts.traces import paper_note

_HEAD, _BETWEEN = 30, 22
"""Pixels over a panel for its title, and between two lines of panels."""


class ForestPanel(NamedTuple):
    """A forest plot with its title; the range of its axis and its unit are those of `forest_plot`."""

    title: str
    detail: str
    rows: Sequence[ForestRow]
    x: dict[str, Any]
    unit: str
    sets: Mapping[str, str]
    """What else a click sets."""


def forest_panels(panels: Sequence[ForestPanel], *, columns: int, **words: Unpack[Words]) -> Figure:
    """At most three panels across; a click on a mark sets the control `b`."""
    across = min(len(panels), max(1, columns - 1))
    plots = [_plot(panel) for panel in panels]
    margins = [plot["layout"]["margin"] for plot in plots]
    left, right = max(margin["l"] for margin in margins), margins[0]["r"]
    lines = [plots[first : first + across] for first in range(0, len(plots), across)]
    heights = [max(plot["layout"]["height"] for plot in line) + _HEAD for line in lines]
    height = sum(heights) + _BETWEEN * (len(lines) - 1)
    plot_width = page_width(columns) - left - right
    gap = (left + right) / plot_width
    width = (1 - gap * (across - 1)) / across
    room = int((left + width * plot_width + right) / 7.2)
    names = cut_apart([panel.title for panel in panels], room)
    layout: dict[str, Any] = {
        "margin": {"l": left, "r": right, "t": 0, "b": 0},
        "annotations": [],
        "hovermode": "closest",
    }
    traces = []
    for index, (panel, plot) in enumerate(zip(panels, plots, strict=True)):
        line, column = divmod(index, across)
        top = sum(heights[:line]) + _BETWEEN * line
        start = column * (width + gap)
        domains = (
            (start, min(1.0, start + width)),
            _up(plot["layout"], margins[index], top, height),
        )
        layout |= _axes(plot["layout"], index, *domains)
        layout["annotations"].append(
            _title(panel, names[panel.title], start, 1 - top / height, left, room)
        )
        traces += [_on_panel(trace, index, panel.sets) for trace in plot["data"]]
    named = [named_panel(panel.title, index) for index, panel in enumerate(panels)]
    return figure(traces, layout, height=height, panels=named, **words)


def _plot(panel: ForestPanel) -> Figure:
    x, unit = panel.x, panel.unit
    return forest_plot(panel.rows, x=x, unit=unit, summary="", picked="", thin=True, control="b")


def _up(
    layout: Mapping[str, Any], margin: Mapping[str, int], top: float, height: int
) -> tuple[float, float]:
    """The ends of the y axis of a plot that begins `top` pixels from above, as shares of the height."""
    above = top + _HEAD + margin["t"]
    below = top + _HEAD + layout["height"] - margin["b"]
    return max(0.0, 1 - below / height), 1 - above / height


def _axes(
    layout: Mapping[str, Any], index: int, x: tuple[float, float], y: tuple[float, float]
) -> dict[str, Any]:
    number = suffix(index)
    places = {"x": [round(end, 5) for end in x], "y": [round(end, 5) for end in y]}
    return {
        f"xaxis{number}": layout["xaxis"] | {"domain": places["x"], "anchor": f"y{number}"},
        f"yaxis{number}": layout["yaxis"] | {"domain": places["y"], "anchor": f"x{number}"},
    }


def _title(
    panel: ForestPanel, name: str, x: float, y: float, left: int, room: int
) -> dict[str, Any]:
    """Its title, shortened to `name`, and as much of its detail as there is room for."""
    detail = cut(panel.detail, max(0, room - len(name) - 2))
    words = (
        f'<b>{plain(name)}</b>  <span style="color:{MUTED};font-size:12px">{plain(detail)}</span>'
    )
    hover = {} if (name, detail) == (panel.title, panel.detail) else {
        "hovertext": plain(f"{panel.title} {panel.detail}")
    }  # fmt: skip
    return paper_note(words, x, y, size=13, color=INK, xshift=-left, yanchor="top", **hover)


def _on_panel(trace: dict[str, Any], index: int, sets: Mapping[str, str]) -> dict[str, Any]:
    meta = trace.get("meta")
    more = {"meta": meta | {"sets": {**meta["sets"], **sets}}} if meta else {}
    return trace | on(index) | more
