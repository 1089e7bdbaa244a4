"""The names of runs beside their marks on a panel of accuracy by tokens: clear of its frontier, marks and intervals."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from reasonboard.charts.boxes import Box, Frame
from reasonboard.charts.colors import INK, OWN
from reasonboard.charts.grid import on
from reasonboard.charts.labels import Anchor, Label, place_labels
from reasonboard.charts.text_width import cut_apart, short_names
from reasonboard.charts.theme import plain
from reasonboard.studies.test_time.rows import Panel, Row

_NAMED = 4
"""Up to this number of runs of a panel each has its name beside it; of more the reader's own."""
_LONGEST = 20
LEVELS = (0, 50, 100)
"""The lines across each panel, in percent."""
Ends = tuple[float, float]


def frontier_names(
    panel: Panel,
    rows: Sequence[Row],
    whiskers: Sequence[tuple[Row, Ends]],
    frame: Frame,
    index: int,
) -> list[dict[str, Any]]:
    """The names of few runs, or of the reader's own; `rows` are those drawn, `whiskers` have ends in percent.

    `frame` has the ranges of the axes of the panel `index`, its x in powers of 10.
    """
    named = [row for row in panel.rows if row["own"]] or panel.rows
    if len(named) > _NAMED:
        return []
    names = short_names(str(row["name"]) for row in named)
    cut = cut_apart(names.values(), _LONGEST)
    labels = [
        Label(
            plain(cut[names[str(row["name"])]]),
            (Anchor(*_place(row), "right"), Anchor(*_place(row), "left")),
            OWN if row["own"] else INK,
            lifts=(0.0, 12.0, -12.0),
        )
        for row in rows
        if str(row["name"]) in names
    ]
    marks = [frame.mark(*_place(row), 5) for row in rows]
    notes = place_labels(labels, frame, marks, _lines(panel, whiskers, frame))
    axes = dict(zip(("xref", "yref"), on(index).values(), strict=True))
    return [axes | note for note in notes]


def _place(row: Row) -> tuple[float, float]:
    return math.log10(row["x"]), row["value"] * 100


def _lines(panel: Panel, whiskers: Sequence[tuple[Row, Ends]], frame: Frame) -> list[Box]:
    """The steps of the frontier, the intervals and the lines across, which names keep off where they can."""
    corners = [_place(panel.rows[at]) for at in panel.frontier]
    last = _place(panel.rows[-1])[0]
    ends = [*corners, (last, corners[-1][1])] if corners else []
    segments = [
        side
        for (x, y), (to_x, to_y) in pairwise(ends)
        for side in (((x, y), (to_x, y)), ((to_x, y), (to_x, to_y)))
    ]
    segments += [((frame.x[0], level), (frame.x[1], level)) for level in LEVELS]
    segments += [((x, low), (x, high)) for row, (low, high) in whiskers for x, _ in [_place(row)]]
    return [box for start, end in segments for box in frame.segment(start, end)]
