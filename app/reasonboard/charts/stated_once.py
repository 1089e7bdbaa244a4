"""What most traces, notes or axes of a large figure have in common, stated once: a third of its bytes."""

from typing import Any

from reasonboard.charts.theme import Figure

_NOTE: dict[str, Any] = {
    "showarrow": False, "xref": "paper", "yref": "paper", "align": "left", "xanchor": "left", "yanchor": "bottom",
    "yshift": 3,
}  # fmt: skip
_TRACE: dict[str, Any] = {"cliponaxis": False, "mode": "lines", "hoverinfo": "skip"}
_LINE: dict[str, Any] = {"width": 1.8, "dash": "solid"}
_MARKER: dict[str, Any] = {"line": {"width": 1.5}}
_TEXT: dict[str, Any] = {"size": 11}


def traces_stated_once(chart: Figure) -> Figure:
    """The figure with those settings in its template, and no longer in every trace and note.

    Colors stay where they are: the browser exchanges them there for the dark ones.
    """
    layout = chart["layout"]
    if {trace["type"] for trace in chart["data"]} - {"scatter"}:
        raise ValueError("only scatter traces are expected")
    layout["annotations"] = [_without_common(note, _NOTE) for note in layout.get("annotations", [])]
    chart["data"] = [_trace(trace) for trace in chart["data"]]
    scatter = _TRACE | {"line": _LINE, "marker": _MARKER, "textfont": _TEXT}
    layout["template"] = {"layout": {"annotationdefaults": _NOTE}, "data": {"scatter": [scatter]}}
    return chart


def axes_stated_once(layout: dict[str, Any]) -> None:
    """Move what all axes share into the layout's template: many panels would repeat it."""
    for side in ("xaxis", "yaxis"):
        axes = [key for key in layout if key.startswith(side)]
        if not axes:
            continue
        first = layout[axes[0]]
        shared = {
            key: part
            for key, part in first.items()
            if all(key in layout[axis] and layout[axis][key] == part for axis in axes)
        }
        template = layout.setdefault("template", {}).setdefault("layout", {})
        template[side] = shared
        for axis in axes:
            layout[axis] = {key: part for key, part in layout[axis].items() if key not in shared}


def _trace(trace: dict[str, Any]) -> dict[str, Any]:
    short = _without_common({"hoverinfo": "all"} | trace, _TRACE)
    for name, common in (("line", _LINE), ("textfont", _TEXT)):
        if name in short:
            short[name] = _without_common(short[name], common)
    if "line" in short.get("marker", {}):
        marker = short["marker"]
        short["marker"] = marker | {"line": _without_common(marker["line"], _MARKER["line"])}
    return short


def _without_common(settings: dict[str, Any], common: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if common.get(name, _NONE) != value}


_NONE = object()
