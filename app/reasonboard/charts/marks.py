"""Which controls a click on a mark sets."""

from bisect import bisect_right
from typing import Any

from reasonboard.charts.theme import Figure, Trace


def click(control: str, values: list[str], **sets: str) -> dict[str, Any]:
    """The `meta` of a trace: what a click `sets` at any of its points, and `control` to the point's own value."""
    return {"sets": sets, "x": control, "xs": values}


def picked(figure: Figure, point: object) -> dict[str, str]:
    """The values that the clicked mark stands for, by control; {} for anything that is no mark.

    Only the point's place is believed (`curveNumber`, `pointNumber`, in a heatmap `x` and `y`): the
    values are those of our own figure, where a trace says in `meta` what a click `sets`, and by
    which control and list its points differ (`x` and `xs`, for a heatmap also `y` and `ys`).
    """
    if not isinstance(point, dict):
        return {}
    trace = _item(figure["data"], point.get("curveNumber"))
    if trace is None or "meta" not in trace:
        return {}
    meta = trace["meta"]
    column: object = point.get("pointNumber")
    row: object = None
    if trace["type"] == "heatmap":
        column, row = (_between(trace[side], point.get(side)) for side in ("x", "y"))
    values = dict(meta.get("sets", {}))
    for control, choices, index in (("x", "xs", column), ("y", "ys", row)):
        chosen = _item(meta.get(choices, []), index)
        if control in meta and chosen is not None:
            values[meta[control]] = chosen
    return values


def only_marks(figure: Figure) -> Figure:
    """The part of the figure that `picked` reads; traces without marks are empty, so that all keep their numbers."""
    return {"data": [_marks(trace) if "meta" in trace else {} for trace in figure["data"]]}


def without_marks(figure: Figure) -> Figure:
    """The figure as the browser needs it: what its marks stand for stays here."""
    data = [{key: part for key, part in trace.items() if key != "meta"} for trace in figure["data"]]
    return figure | {"data": data}


SELECTION = "selection"
"""The name of a shape that only says on the page which panel is selected."""


def without_selection(figure: Figure) -> Figure:
    """The figure as it is saved: where no panel can be selected, the ground of one says nothing."""
    layout = figure["layout"]
    shapes = [shape for shape in layout.get("shapes", []) if shape.get("name") != SELECTION]
    return figure | {"layout": layout | ({"shapes": shapes} if "shapes" in layout else {})}


def _marks(trace: Trace) -> Trace:
    edges = ("x", "y") if trace["type"] == "heatmap" else ()
    return {key: trace[key] for key in ("type", "meta", *edges)}


def _between(edges: list[float], coordinate: object) -> int | None:
    """The index of the cell whose edges enclose the place."""
    if isinstance(coordinate, bool) or not isinstance(coordinate, int | float):
        return None
    return bisect_right(edges, coordinate) - 1


def _item(items: list[Any], index: object) -> Any:
    if isinstance(index, int) and not isinstance(index, bool) and 0 <= index < len(items):
        return items[index]
    return None
