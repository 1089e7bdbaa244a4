"""Model sizes as an ordered series: the colors of the sequential scale, the largest darkest."""

from collections.abc import Sequence

from reasonboard.charts.colors import INK, MUTED, PAPER, SEQUENTIAL
from reasonboard.charts.theme import Figure, plain

_RANGE = (0.28, 0.94)
"""The part of the scale that lines take: its low end is too near the paper."""
_FEW = 3


def size_colors(count: int) -> list[str]:
    """A color for each of `count` sizes in rising order, from 28 to 94% of the scale.

    Stops of the scale, as the browser has a dark partner for each of these.
    """
    low, high = _RANGE
    shares = [low + (high - low) * at / max(count - 1, 1) for at in range(count)]
    return [SEQUENTIAL[round(share * (len(SEQUENTIAL) - 1))] for share in shares]


def color_by_size(
    chart: Figure, models: Sequence[str], names: Sequence[str], selected: str
) -> None:
    """Give the lines of a figure the colors of their sizes, and the labels at their ends plain ink.

    `models` are in rising order of size, `names` their labels: those find the lines that select no size.
    Markers stay where a number was not printed.
    """
    colors = dict(zip(models, size_colors(len(models)), strict=True))
    by_name = {plain(name): model for model, name in zip(models, names, strict=True)}
    for trace in chart["data"]:
        picks = trace.get("meta", {}).get("sets", {})
        model = picks.get("size") or by_name.get(trace.get("name"))
        if str(trace.get("name")).startswith("95% interval") and selected in colors:
            trace["fillcolor"] = colors[selected]
        if model not in colors:
            continue
        color = colors[model]
        trace["line"] = {
            "color": color,
            "width": 2.6 if model == selected else 1.7,
            "dash": "solid",
        }
        marker = trace["marker"]
        inks = marker["color"] if isinstance(marker["color"], list) else [marker["color"]]
        open_marks = PAPER in inks
        if len(trace["x"]) > _FEW and not open_marks:
            trace["mode"] = "lines"
            trace.pop("marker")
        elif not open_marks:
            trace["marker"] = marker | {"color": color, "line": {"color": color, "width": 1}}
    strong = {name for model, name in zip(models, names, strict=True) if model == selected}
    for note in chart["layout"]["annotations"]:
        if note["text"] in {plain(name) for name in names}:
            is_picked = note["text"] in {plain(name) for name in strong}
            note["font"] = {"size": 12, "color": INK if is_picked else MUTED}
            note["text"] = f"<b>{note['text']}</b>" if is_picked else note["text"]
