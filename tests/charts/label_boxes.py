"""Which labels of a figure cover its marks or intervals, or are struck by a line, worked out from the figure itself."""

import math
from itertools import pairwise
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


def struck(figure: dict[str, Any], width: int, *, inset: float = 2.0) -> list[tuple[str, str]]:
    """Each label of the first panel with the name of a line that leads through it, for a figure of that width.

    Lines are those of traces, whiskers and steps among them; the edges of bands are none.
    """
    layout = figure["layout"]
    margin = layout["margin"]
    size = width - margin["l"] - margin["r"], layout["height"] - margin["t"] - margin["b"]
    ranges = [layout[f"{side}axis"]["range"] for side in "xy"]
    is_log = [layout[f"{side}axis"].get("type") == "log" for side in "xy"]

    def at(x: float, y: float, *, of_note: bool = False) -> tuple[float, float]:
        exponents = [
            math.log10(v) if log and not of_note else v
            for v, log in zip((x, y), is_log, strict=True)
        ]
        return tuple(
            (v - low) / (high - low) * pixels
            for v, (low, high), pixels in zip(exponents, ranges, size, strict=True)
        )

    lines = [
        (str(trace.get("name")), at(*start), at(*end))
        for trace in figure["data"]
        for start, end in _segments(trace)
    ]
    found = []
    for note in layout["annotations"]:
        if note.get("xref") == "paper" or note.get("yref") == "paper":
            continue
        box = _box(note, *at(note["x"], note["y"], of_note=True))
        small = Box(box.left + inset, box.bottom + inset, box.right - inset, box.top - inset)
        found += [(note["text"], name) for name, start, end in lines if _passes(start, end, small)]
    return list(dict.fromkeys(found))


def _segments(trace: dict[str, Any]) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The straight lines of a trace."""
    if (
        "lines" not in trace.get("mode", "")
        or "fill" in trace
        or trace.get("line", {}).get("width") == 0
    ):
        return []
    points = list(zip(trace["x"], trace["y"], strict=True))
    segments = [(a, b) for a, b in pairwise(points) if None not in (*a, *b)]
    if trace.get("line", {}).get("shape") != "hv":
        return segments
    corners = [((x, y), (to_x, y), (to_x, to_y)) for (x, y), (to_x, to_y) in segments]
    return [(a, b) for corner in corners for a, b in pairwise(corner)]


def _passes(start: tuple[float, float], end: tuple[float, float], box: Box) -> bool:
    """Does a line lead through a box, at one of 200 places along it?"""
    shares = [step / 200 for step in range(201)]
    places = [
        tuple(a + (b - a) * share for a, b in zip(start, end, strict=True)) for share in shares
    ]
    return any(box.left < x < box.right and box.bottom < y < box.top for x, y in places)


def _box(note: dict[str, Any], x: float, y: float) -> Box:
    """What a label takes, in pixels."""
    lines = note["text"].replace("<b>", "").replace("</b>", "").split("<br>")
    wide, high = max(map(len, lines)) * _CHARACTER, len(lines) * _LINE
    if note.get("showarrow"):
        x, y = x + note["ax"], y - note["ay"]
    else:
        x, y = x + note.get("xshift", 0), y + note.get("yshift", 0)
    left = {"left": x, "right": x - wide}.get(note.get("xanchor", "auto"), x - wide / 2)
    under = {"bottom": 0.0, "top": high}.get(note.get("yanchor", "middle"), high / 2)
    return Box(left, y - under, left + wide, y - under + high)


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
