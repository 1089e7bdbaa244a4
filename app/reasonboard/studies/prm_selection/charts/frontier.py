"""Which sizes of selector are worth it: none is smaller and better."""

import math
from collections.abc import Sequence
from itertools import groupby

from reasonboard.charts.colors import INK
from reasonboard.charts.labels import Anchor, Label
from reasonboard.charts.theme import Trace, plain
from reasonboard.charts.traces import scatter
from reasonboard.statistics.sweeps import pareto
from reasonboard.studies.prm_selection.charts.marks import Row

_LEAST = 2
"""Sizes that a frontier needs."""


def frontiers(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """For each place (and student) with selectors of several sizes: its frontier, by rising size.

    Values of different figures or tables are never mixed. Rows are values with `params_b`.
    """

    def key(row: Row) -> tuple[str, str]:
        return row["place"] or "", row["model"] or ""

    found = []
    for (place, _), group in groupby(sorted(rows, key=key), key=key):
        inside = [row for row in group if row["kind"] != "extrapolated"]
        if len({row["params_b"] for row in inside}) >= _LEAST:
            kept = pareto([row["params_b"] for row in inside], [row["value"] for row in inside])
            found.append((place, [inside[at] for at in kept]))
    return found


def step_line(place: str, kept: Sequence[Row], end: float, ink: str) -> Trace:
    """The frontier as steps up to the x `end`: what no smaller selector reaches lies above it.

    Rows stand at their `x`.
    """
    words = ", ".join(plain(row["selector"]) for row in kept)
    return scatter(
        "lines",
        [*(row["x"] for row in kept), end],
        [*(row["value"] for row in kept), kept[-1]["value"]],
        name="frontier",
        hovertext=f"<b>frontier of size and accuracy</b><br>{plain(place)}<br>{words}",
        hoverinfo="text",
        line={"color": ink, "width": 1.2, "shape": "hv"},
    )


def frontier_label(place: str, kept: Sequence[Row], start: float, end: float) -> Label:
    """Whose frontier it is, over its highest step; `start` and `end` are powers of ten."""
    low = max(start, math.log10(kept[-1]["x"]))
    value = kept[-1]["value"]
    anchors = tuple(Anchor(end - (end - low) * step / 12, value, "left") for step in range(9))
    words = f"frontier{f', {plain(place)}' if place else ''}"
    return Label(words, anchors, INK, (8.0, -8.0), movable=False, opaque=False)
