"""What stands on all panels in two traces: with one for each panel the browser takes nearly half as long again."""

import math
from collections.abc import Sequence
from typing import Any

from reasonboard.charts.axis_names import counted_on, panels_counted_on
from reasonboard.charts.colors import CLEAR
from reasonboard.charts.theme import Figure, Trace

_WHOLE = {"range": [0, 1], "domain": [0, 1], "visible": False, "fixedrange": True}
_HIDDEN = {"size": 0, "opacity": 0}
"""The marker of words that stand at no distance from their place."""
_HIGHER = 4
"""Pixels by which a note stands above words at the same height."""
_SEEN = ("text", "textposition", "textfont", "marker")
_REFERENCES = ("xaxis", "yaxis", "xref", "yref", "anchor", "overlaying")


def overlaid(chart: Figure, titles: Sequence[dict[str, Any]]) -> Figure:
    """The figure with these titles, and with the dots and words of its panels on axes of the whole plot area.

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
    traces = [_counted_on(trace) for trace in chart["data"] if not _is_loose(trace)]
    if dots:
        traces.append(_merged_trace(dots) | {"mode": "markers", "zorder": 1})
    if words:  # of no higher order: plotly.js would cut the titles over the first panels
        traces.append(_merged_trace(words) | {"mode": "markers+text"})
    notes = [*layout["annotations"], *cut]
    moved = {counted_on(name, 1): _counted_on(part) for name, part in layout.items()}
    moved |= {
        "xaxis": _WHOLE | {"anchor": "y"},
        "yaxis": _WHOLE | {"anchor": "x"},
        "annotations": [_counted_on(note) for note in notes],
        "shapes": [_counted_on(shape) for shape in layout["shapes"]],
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


def _counted_on(item: Any) -> Any:
    if not isinstance(item, dict):
        return item
    return item | {name: counted_on(item[name], 1) for name in _REFERENCES if item.get(name)}
