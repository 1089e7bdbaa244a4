"""Two figures one above the other, each with its own colour scale."""

from typing import Any

from reasonboard.charts.axis_names import counted_on, panels_counted_on
from reasonboard.charts.theme import Figure, figure


def stacked(upper: Figure, lower: Figure, *, summary: str) -> Figure:
    """`upper` over `lower`, both as high as before.

    The axes of `upper` are numbered after those of `lower`, its colour scale is the second.
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
    second = [_on_axes(trace, by) for trace in upper["data"]]
    second = [
        trace | {"coloraxis": "coloraxis2"} if "coloraxis" in trace else trace for trace in second
    ]
    traces = [*lower["data"], *second]
    of_lower, of_upper = (layout["meta"]["panels"] for layout in layouts)
    panels = [*panels_counted_on(of_upper, by), *of_lower]
    return figure(traces, layout, height=sum(heights), summary=summary, panels=panels)


def _moved(layout: dict[str, Any], start: float, share: float, by: int) -> dict[str, Any]:
    """The parts of a layout that have a place, put into a share of the height, axes counted on."""

    def moved_up(y: float) -> float:
        return round(start + y * share, 5)

    moved: dict[str, Any] = {}
    for key, part in layout.items():
        if key.startswith(("xaxis", "yaxis")):
            changed: dict[str, Any] = {"anchor": counted_on(part["anchor"], by)}
            if key.startswith("y"):
                changed["domain"] = [moved_up(end) for end in part["domain"]]
            moved[counted_on(key, by)] = part | changed
    bar = layout["coloraxis"]["colorbar"]
    moved["coloraxis"] = layout["coloraxis"] | {"colorbar": bar | {"y": moved_up(bar["y"])}}
    moved["annotations"] = [
        note | {"y": moved_up(note["y"])} if note["yref"] == "paper" else _on_axes(note, by)
        for note in layout["annotations"]
    ]
    moved["shapes"] = [_on_axes(shape, by) for shape in layout["shapes"]]
    return moved


def _on_axes(item: dict[str, Any], by: int) -> dict[str, Any]:
    """A trace or a shape with the axes that it names counted on."""
    names = ("xaxis", "yaxis", "xref", "yref")
    return item | {name: counted_on(item[name], by) for name in names if name in item}
