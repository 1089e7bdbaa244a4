"""Which controls a click on a mark sets."""

from typing import Any

from app.figures.theme import Figure


def picked(figure: Figure, point: object) -> dict[str, str]:
    """The values that the clicked mark stands for, by control; {} for anything that is no mark.

    Only the indexes of the point are believed (`curveNumber`, `pointNumber`): the values are those
    of our own figure, where a trace says in `meta` what a click `sets`, and by which control and
    list its points differ (`x` and `xs`, for a heatmap also `y` and `ys`).
    """
    if not isinstance(point, dict):
        return {}
    trace = _at(figure["data"], point.get("curveNumber"))
    if trace is None or "meta" not in trace:
        return {}
    meta = trace["meta"]
    values = dict(meta.get("sets", {}))
    number = point.get("pointNumber")
    along = number if isinstance(number, list) else [None, number]
    if len(along) != 2:  # noqa: PLR2004
        return values
    for control, choices, index in (("y", "ys", along[0]), ("x", "xs", along[1])):
        chosen = _at(meta.get(choices, []), index)
        if control in meta and chosen is not None:
            values[meta[control]] = chosen
    return values


def _at(items: list[Any], index: object) -> Any:
    if isinstance(index, int) and not isinstance(index, bool) and 0 <= index < len(items):
        return items[index]
    return None
