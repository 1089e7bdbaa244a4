"""Which labels of a figure cover its marks or intervals, worked out from the figure itself."""

import math
from typing import Any

from reasonboard.charts.boxes import Box

_CHARACTER, _LINE = 6.3, 12


def covered(
    figure: dict[str, Any], width: int, *, inset: float = 2.0
) -> list[tuple[str, float, float]]:
    """Each label with the place of a mark, or of an end of an interval, that lies under it.

    Of the first panel, for a figure that is `width` pixels wide; `inset` pixels at the edges of a label may touch.
    """
    layout = figure["layout"]
    margin = layout["margin"]
    size = width - margin["l"] - margin["r"], layout["height"] - margin["t"] - margin["b"]
    sides = [
        (layout[f"{side}axis"]["range"], pixels) for side, pixels in zip("xy", size, strict=True)
    ]

    def at(x: float, y: float) -> tuple[float, float]:
        return tuple(
            (v - low) / (high - low) * pixels
            for v, ((low, high), pixels) in zip((x, y), sides, strict=True)
        )

    places = [(x, y) for trace in figure["data"] for x, y in _places(trace)]
    found = []
    for note in layout["annotations"]:
        if note.get("xref") == "paper" or note.get("yref") == "paper":
            continue
        box = _box(note, *at(note["x"], note["y"]))
        small = Box(box.left + inset, box.bottom + inset, box.right - inset, box.top - inset)
        found += [
            (note["text"], x, y)
            for x, y in places
            for across, up in [at(x, y)]
            if small.left < across < small.right and small.bottom < up < small.top
        ]
    return found


def _box(note: dict[str, Any], x: float, y: float) -> Box:
    """What a label takes, in pixels."""
    lines = note["text"].replace("<b>", "").replace("</b>", "").split("<br>")
    wide, high = max(map(len, lines)) * _CHARACTER, len(lines) * _LINE
    if note.get("showarrow"):
        x, y = x + note["ax"], y - note["ay"]
    else:
        x, y = x + note.get("xshift", 0), y + note.get("yshift", 0)
    left = {"left": x, "right": x - wide}.get(note.get("xanchor", "auto"), x - wide / 2)
    return Box(left, y - high / 2, left + wide, y + high / 2)


def _places(trace: dict[str, Any]) -> list[tuple[float, float]]:
    """The marks of a trace, and points along its intervals."""
    if "markers" not in trace.get("mode", "") or trace.get("hoverinfo") == "skip":
        return []
    places = [(x, y) for x, y in zip(trace["x"], trace["y"], strict=True) if x is not None]
    bars = trace.get("error_y", {})
    for (x, y), up, down in zip(
        places, bars.get("array", []), bars.get("arrayminus", []), strict=False
    ):
        places += [
            (x, y - down + (up + down) * step / 20) for step in range(21) if not math.isnan(up)
        ]
    return places
