"""What marks the reader's own runs: the reserved color, a stronger line, and a bar beside the rows of heatmaps."""

from typing import Any

from reasonboard.charts.colors import ACCURACY, ACCURACY_BAND, OWN, OWN_BAND
from reasonboard.charts.theme import Figure

WIDTH, MARK = 2.8, 6.5
"""Pixels of the line and of the marks of an own run."""
_BAR = 3
"""Pixels."""
_NUMBERS = (float, int, type(None))
"""What most lists of a figure hold."""
_COLORS = {ACCURACY: OWN, ACCURACY_BAND: OWN_BAND, "{accuracy:": "{own:"}


def highlighted(figure: Figure, *, rows: bool) -> Figure:
    """The figure of numbers that are the reader's: accuracy has the reserved color, heatmaps a bar beside their rows.

    With `rows` the rows of heatmaps are runs, and their labels have the color too. Cells keep their colors, bundled
    marks are gray already.
    """
    chart: Figure = _exchanged(figure)
    for trace in chart["data"]:
        if trace["type"] == "heatmap":
            _mark_rows(chart, trace.get("xaxis", "x"), trace.get("yaxis", "y"), labels=rows)
        elif trace.get("name") == "accuracy" and trace.get("line", {}).get("color") == OWN:
            trace["line"] = trace["line"] | {"width": WIDTH}
    return chart


def _exchanged(part: Any) -> Any:
    """A part of a figure with the reserved color for that of accuracy."""
    if isinstance(part, dict):
        return {name: _exchanged(child) for name, child in part.items()}
    if isinstance(part, list):
        return [child if isinstance(child, _NUMBERS) else _exchanged(child) for child in part]
    if isinstance(part, str):
        for color, own in _COLORS.items():
            part = part.replace(color, own)
    return part


def _mark_rows(figure: Figure, x: str, y: str, *, labels: bool) -> None:
    """Set a bar at the left edge of the heatmap on these axes, over all its rows."""
    layout = figure["layout"]
    bar = {
        "type": "rect", "xref": f"{x} domain", "yref": f"{y} domain", "xsizemode": "pixel", "ysizemode": "scaled",
        "xanchor": 0, "x0": -_BAR - 1, "x1": -1, "y0": 0, "y1": 1, "fillcolor": OWN, "line": {"width": 0},
    }  # fmt: skip
    layout["shapes"] = [*layout.get("shapes", []), bar]
    axis = layout[f"yaxis{y[1:]}"]
    axis["ticklabelstandoff"] = _BAR + 6
    if labels:
        axis["tickfont"] = axis.get("tickfont", {}) | {"color": OWN}
