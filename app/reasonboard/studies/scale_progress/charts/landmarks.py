"""What stands out on the lines of one benchmark: 90 % of a gain, the best point, the slope over sizes."""

import math
from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import INK, MUTED, PAPER
from reasonboard.charts.theme import Trace
from reasonboard.charts.traces import dots, marker, pen, rule, stroke, texts
from reasonboard.statistics.contrasts import ALPHA
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.growth import (
    decline,
    pairs,
    per_doubling,
    reached,
    smallest_reaching,
    steps,
)
from reasonboard.studies.scale_progress.charts.rows import measured, size_label

Row = dict[str, Any]

_FEWEST = 3
"""Of two checkpoints there is nothing to say but their difference."""


def of_training(rows: Sequence[Row]) -> tuple[list[Trace], list[str]]:
    """Where the picked line has 90 % of its gain, with the range of that, and its best point."""
    points = [measured(row) for row in rows]
    traces: list[Trace] = []
    keys: list[str] = []
    found = reached([row["progress"] for row in rows], points)
    if found and len(rows) >= _FEWEST:
        value = next(row["value"] for row in rows if row["progress"] == found.x) * 100
        end = f"{found.high:.2g}" if found.high is not None else "the end"
        range_ = f" ({found.low or 0:.2g} to {end})" if found.known else ""
        words = f"90 % of its gain at {found.x:.2g}{range_}"
        if found.known:
            across = [found.low or 0.0, 1.0 if found.high is None else found.high]
            traces.append(_bar(across, value))
        traces.append(_mark(found.x, value, "diamond", INK, words))
        keys.append(f"◆ {words}")
    lost = decline(points)
    if lost and lost.loss and len(rows) >= _FEWEST:
        best = rows[lost.best]
        words = f"best at {best['progress']:.2g}, {lost.loss * 100:.1f} points over the last"
        if lost.p_value is not None:
            words += " (resolved)" if lost.p_value <= ALPHA else " (≈ not resolved)"
        traces.append(_mark(best["progress"], best["value"] * 100, "circle-open", INK, words))
        keys.append(f"○ {words}")
    return traces, keys


def fitted(rows: Sequence[Row]) -> tuple[list[Trace], str]:
    """The least-squares line over all sizes, and its slope in words."""
    found = per_doubling([row["params_b"] for row in rows], [measured(row) for row in rows])
    if found is None:
        return [], ""
    logs = [math.log2(row["params_b"]) for row in rows]
    middle, height = sum(logs) / len(logs), sum(row["value"] for row in rows) / len(rows)
    ends = [min(logs), max(logs)]
    ys = [round((height + found.slope * (log - middle)) * 100, 2) for log in ends]
    words = f"{found.slope * 100:+.1f} points per doubling"
    if found.low is not None and found.high is not None:
        words += f" (95 % {found.low * 100:.1f} to {found.high * 100:.1f})"
    line: Trace = stroke([2**log for log in ends], ys, MUTED, 1, "dash", name="points per doubling")
    return [line], words


def smallest(rows: Sequence[Row], target: float | None) -> tuple[list[Trace], list[str]]:
    """A ring around the smallest size that has the level."""
    if target is None:
        return [], []
    sizes, values = [row["params_b"] for row in rows], [row["value"] for row in rows]
    size = smallest_reaching(sizes, values, target)
    if size is None:
        return [], ["no size has it here"]
    value = values[sizes.index(size)] * 100
    words = f"{size_label(size)} is the smallest size that has it"
    return [_mark(size, value, "circle-open", INK, words)], [f"○ {words}"]


def steps_to(rows: Sequence[Row]) -> dict[float, str]:
    """By size, in words: what a doubling brings between the next smaller size and it."""
    return {
        one.larger: f"<br>{one.slope * 100:+.1f} points per doubling from {size_label(one.smaller)}"
        + (
            f" ({one.low * 100:.1f} to {one.high * 100:.1f})"
            if one.low is not None and one.high is not None
            else ""
        )
        for one in steps([row["params_b"] for row in rows], [measured(row) for row in rows])
    }


def under_smaller(rows: Sequence[Row]) -> tuple[list[Trace], list[str]]:
    """A sign at every size that is lower than a smaller one: ▼ resolved, ≈ not, – not known."""
    signs: dict[int, str] = {}
    for one in pairs([row["params_b"] for row in rows], [measured(row) for row in rows]):
        if one.difference > 0:
            sign = "–" if one.verdict is None else "▼" if one.verdict is Verdict.BETTER else "≈"
            if signs.get(one.larger) != "▼":
                signs[one.larger] = sign
    if not signs:
        return [], []
    trace: Trace = texts(
        [rows[place]["params_b"] for place in signs],
        [round(rows[place]["value"] * 100, 2) for place in signs],
        list(signs.values()),
        INK,
        13,
        name="under a smaller size",
        cliponaxis=False,
        textposition="bottom center",
    )
    words = {"▼": "▼ resolved", "≈": "≈ not resolved", "–": "– no uncertainty available"}
    told = ", ".join(words[sign] for sign in words if sign in signs.values())
    test = "" if set(signs.values()) == {"–"} else " (Holm over all pairs)"
    return [trace], [f"under a smaller size: {told}{test}"]


def level_line(target: float) -> dict[str, Any]:
    """A thin dotted line at a fraction, from side to side."""
    return rule(
        (0, 1),
        (round(target * 100, 2), round(target * 100, 2)),
        pen(MUTED, 1, "dot"),
        xref="paper",
        layer="below",
    )


def level_key(size: float, target: float) -> str:
    """What the dotted line is; the level is a fraction."""
    return f"dotted: 90 % of the gain of {size_label(size)}, {target * 100:.1f} %"


def _mark(x: float, y: float, symbol: str, colour: str, words: str) -> Trace:
    return dots(
        [x],
        [round(y, 2)],
        [words],
        marker(
            14 if "open" in symbol else 11,
            colour,
            colour if "open" in symbol else PAPER,
            1.5,
            symbol=symbol,
        ),
        name="landmark",
    )


def _bar(across: Sequence[float], y: float) -> Trace:
    return stroke(list(across), [round(y, 2)] * 2, INK, 2, name="range")
