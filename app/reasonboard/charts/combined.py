"""Figures with more axes than one for each panel: marks of all panels in two traces, and two figures stacked."""

import math
import re
from collections.abc import Sequence
from typing import Any, Unpack

from reasonboard.charts.colors import CLEAR
from reasonboard.charts.heatmap_scales import SIGNS
from reasonboard.charts.theme import Figure, Trace, Words, figure

_WHOLE = {"range": [0, 1], "domain": [0, 1], "visible": False, "fixedrange": True}
_HIDDEN = {"size": 0, "opacity": 0}
"""The marker of words that stand at no distance from their place."""
_HIGHER = 4
"""Pixels by which a note stands above words at the same height."""
_SEEN = ("text", "textposition", "textfont", "marker")
_REFERENCES = ("xaxis", "yaxis", "xref", "yref", "anchor", "overlaying")
_NUMBER = re.compile(r"[xy]\d*")
_AXIS = re.compile(r"^([xy])(axis)?(\d*)( domain)?$")


def overlaid(chart: Figure, titles: Sequence[dict[str, Any]]) -> Figure:
    """The figure with these titles, and with the dots and words of its panels on axes of the whole plot area.

    With two traces for all panels, not one for each, the browser takes a third less time.
    Those are the nameless traces of markers or text that say nothing to the pointer; their axes have a
    range and a domain. `titles` are those of `Grid.title`; what is cut stays a note, which is whole when
    pointed at. The new axes are the first, under the others, which are counted on by one: a pointer
    finds the panels. Words lie under the lines of a grid; dots over all.
    """
    layout = chart["layout"]
    loose = [_spread(layout, trace) for trace in chart["data"] if _is_loose(trace)]
    dots = [trace for trace in loose if "text" not in trace]
    words = [{"marker": _HIDDEN} | trace for trace in loose if "text" in trace]
    words += [_words(note) for note in titles if "hovertext" not in note]
    cut = [note | {"yshift": note["yshift"] - _HIGHER} for note in titles if "hovertext" in note]
    traces = [_counted_on(trace, 1) for trace in chart["data"] if not _is_loose(trace)]
    if dots:
        traces.append(_merged_trace(dots) | {"mode": "markers", "zorder": 1})
    if words:  # of no higher order: plotly.js would cut the titles over the first panels
        traces.append(_merged_trace(words) | {"mode": "markers+text"})
    notes = [*layout["annotations"], *cut]
    moved = {counted_on(name, 1): _counted_on(part, 1) for name, part in layout.items()}
    moved |= {
        "xaxis": _WHOLE | {"anchor": "y"},
        "yaxis": _WHOLE | {"anchor": "x"},
        "annotations": [_counted_on(note, 1) for note in notes],
        "shapes": [_counted_on(shape, 1) for shape in layout["shapes"]],
        "meta": layout["meta"] | {"panels": panels_counted_on(layout["meta"]["panels"], 1)},
        "plot_bgcolor": CLEAR,  # a panel's ground would cover what lies under it
    }
    return {"data": traces, "layout": moved}


def _is_loose(trace: Trace) -> bool:
    nameless = "name" not in trace and trace.get("hoverinfo") == "skip"
    return nameless and trace.get("mode") in ("markers", "text", "markers+text")


def _spread(layout: dict[str, Any], trace: Trace) -> Trace:
    """The trace on the axes of the whole plot area, without its hover and marks."""
    seen = {name: trace[name] for name in _SEEN if name in trace}
    for side in ("x", "y"):
        axis = layout[f"{side}axis{trace[f'{side}axis'][1:]}"]
        (low, high), (start, end) = axis["range"], axis["domain"]
        values = map(math.log10, trace[side]) if axis.get("type") == "log" else trace[side]
        shares = [(value - low) / (high - low) for value in values]
        seen[side] = [float(round(start + share * (end - start), 5)) for share in shares]
    return seen


def _words(note: dict[str, Any]) -> Trace:
    return {
        "x": [note["x"]], "y": [note["y"]], "text": [note["text"]],
        "textposition": "top left" if note.get("xanchor") == "right" else "top right",
        "textfont": note["font"], "marker": _HIDDEN,
    }  # fmt: skip


def _merged_trace(traces: Sequence[Trace]) -> Trace:
    """One trace with the points of all, and for each what it looks like."""
    counts = [len(trace["x"]) for trace in traces]
    seen = {name: _joined([trace[name] for trace in traces], counts) for name in traces[0]}
    return seen | {
        "type": "scatter", "xaxis": "x", "yaxis": "y", "hoverinfo": "skip", "cliponaxis": False,
    }  # fmt: skip


def _joined(parts: Sequence[Any], counts: Sequence[int]) -> Any:
    """The parts as one: dicts by their keys, the points of lists in their order, other values once for each point."""
    first = parts[0]
    if isinstance(first, dict):
        return {name: _joined([part[name] for part in parts], counts) for name in first}
    if not isinstance(first, list) and all(part == first for part in parts):
        return first
    each = zip(parts, counts, strict=True)
    return [point for part, n in each for point in (part if isinstance(part, list) else [part] * n)]


def _counted_on(item: Any, by: int) -> Any:
    """A trace, an axis, a note or a shape with the axes that it names counted on."""
    if not isinstance(item, dict):
        return item
    return item | {name: counted_on(item[name], by) for name in _REFERENCES if item.get(name)}


def counted_on(name: str, by: int) -> str:
    """`x2`, `xaxis2` or `x2 domain` with its number raised by `by`; any other name as it is."""
    match = _AXIS.match(name)
    if not match or not by:
        return name
    letter, word, number, domain = match.groups()
    return f"{letter}{word or ''}{int(number or 1) + by}{domain or ''}"


def panels_counted_on(panels: Sequence[dict[str, Any]], by: int) -> list[dict[str, Any]]:
    """The panels of a figure (`grid.named_panel`) with the numbers of their axes raised."""
    return [
        panel
        | {
            "axes": [
                _NUMBER.sub(lambda match: counted_on(match[0], by), pair) for pair in panel["axes"]
            ]
        }
        for panel in panels
    ]


def stacked(upper: Figure, lower: Figure, **words: Unpack[Words]) -> Figure:
    """`upper` over `lower`, both as high as before.

    The axes of `upper` are numbered after those of `lower`, its color scale is the second.
    """
    layouts = (lower["layout"], upper["layout"])
    margins = [layout["margin"] for layout in layouts]
    heights = [layout["height"] for layout in layouts]
    inner = [h - m["t"] - m["b"] for h, m in zip(heights, margins, strict=True)]
    start = heights[0] - margins[0]["b"] + margins[1]["b"]
    room = start + inner[1]
    by = sum(1 for key in lower["layout"] if key.startswith("xaxis"))
    below = _moved(lower["layout"], 0.0, inner[0] / room, 0)
    above = _moved(upper["layout"], start / room, inner[1] / room, by)
    above["coloraxis2"] = above.pop("coloraxis")
    layout = below | above
    layout |= {part: [*below[part], *above[part]] for part in ("annotations", "shapes")}
    layout["margin"] = margins[0] | {"t": margins[1]["t"]}
    second = [_counted_on(trace, by) for trace in upper["data"]]
    second = [
        trace | {"coloraxis": "coloraxis2"} if "coloraxis" in trace else trace for trace in second
    ]
    traces = [*lower["data"], *second]
    of_lower, of_upper = (layout["meta"]["panels"] for layout in layouts)
    panels = [*panels_counted_on(of_upper, by), *of_lower]
    both = figure(traces, layout, height=sum(heights), panels=panels, **words)
    signs = {name for layout in layouts for name in layout["meta"]["signs"]}
    both["layout"]["meta"] |= {
        "ramp": upper["layout"]["meta"]["ramp"],
        "signs": [name for name in SIGNS if name in signs],
    }
    return both


def _moved(layout: dict[str, Any], start: float, share: float, by: int) -> dict[str, Any]:
    """The parts of a layout that have a place, put into a share of the height, axes counted on."""

    def moved_up(y: float) -> float:
        return round(start + y * share, 5)

    moved: dict[str, Any] = {}
    for key, part in layout.items():
        if key.startswith(("xaxis", "yaxis")):
            changed = _counted_on(part, by)
            if key.startswith("y"):
                changed["domain"] = [moved_up(end) for end in part["domain"]]
            moved[counted_on(key, by)] = changed
    moved["coloraxis"] = layout["coloraxis"]
    moved["annotations"] = [
        note | {"y": moved_up(note["y"])} if note["yref"] == "paper" else _counted_on(note, by)
        for note in layout["annotations"]
    ]
    moved["shapes"] = [
        shape | {"yanchor": moved_up(shape["yanchor"])}
        if shape.get("yref") == "paper"
        else _counted_on(shape, by)
        for shape in layout["shapes"]
    ]
    return moved
