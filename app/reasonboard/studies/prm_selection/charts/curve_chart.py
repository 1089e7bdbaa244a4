"""The plot that both curves share: its frame, its series side by side, and its axes without titles."""

import math
from collections.abc import Sequence
from itertools import groupby

from reasonboard.charts.boxes import Frame
from reasonboard.charts.labeled_chart import LEFT, RIGHT, LabeledChart, side_by_side
from reasonboard.charts.lines import Line
from reasonboard.studies.prm_selection.charts.marks import hover
from reasonboard.studies.prm_selection.rows import Row, interval, several_models

_HEIGHT = {4: 340, 3: 340, 2: 340, 1: 430}


_WIDTH = {4: 500, 3: 440, 2: 400, 1: 310}
"""Minimum width of a chart by the number of panels side by side, in pixels."""


_STEP = 10
"""The range of accuracy starts and ends at a multiple of this, in percent."""


_MARGIN = 0.1
"""Powers of ten left free at both ends of x."""


def labeled_chart(
    rows: Sequence[Row], keys: Sequence[str], x: str, picked: str, intervals: str, columns: int
) -> tuple[LabeledChart, list[list[Row]]]:
    """An empty chart, and the rows of each series with the `x` that they are drawn at.

    Where intervals are drawn, marks of one x stand beside each other, but for the points of a curve
    and for lines.
    """
    frame = _frame(rows, [row[x] for row in rows if row[x]], columns, intervals == "on")
    chart = LabeledChart(frame, bool(picked), intervals == "on")
    groups = [list(group) for _, group in groupby(rows, lambda row: [row[key] for key in keys])]
    first = [
        (group[0][x] or 1, len({row[x] for row in group}) > 1 or not group[0][x])
        for group in groups
    ]
    places = side_by_side(first, frame) if chart.intervals else [at for at, _ in first]
    return chart, [
        [row | {"x": (row[x] or 1) if stays else float(f"{place:.5g}")} for row in group]
        for group, (_, stays), place in zip(groups, first, places, strict=True)
    ]


def series_line(rows: Sequence[Row], every: Sequence[Row], strong: set[str]) -> Line:
    """The rows of one series; it is named with its student where `every` row has not the same."""
    named_models = several_models(every)
    row = rows[0]
    samples = [str(row["train_samples"]) for row in rows]
    return Line(
        row["selector"],
        row["number"],
        [row["x"] for row in rows],
        [row["value"] for row in rows],
        [row["kind"] for row in rows],
        [hover(row) for row in rows],
        sets={"selector": row["selector"]},
        along=("samples", samples) if all(row["train_samples"] for row in rows) else None,
        faint=row["selector"] not in strong,
        ends=[interval(row) for row in rows],
        label=f"{row['selector']} → {row['model']}" if named_models else row["selector"],
    )


def _frame(rows: Sequence[Row], places: Sequence[float], columns: int, intervals: bool) -> Frame:
    """The plot area: x in powers of ten, y a round range of all values of the benchmark."""
    low, high = math.log10(min(places)), math.log10(max(places))
    margin = max((high - low) * 0.08, _MARGIN)
    lowest, highest = _reach(rows) if intervals else (rows[0]["low"], rows[0]["high"])
    bottom = math.floor((lowest - 1.5) / _STEP) * _STEP
    top = min(math.ceil((highest + 1.5) / _STEP) * _STEP, 100)
    if bottom < top / 4:
        bottom = 0
    width = _WIDTH.get(columns, _WIDTH[2]) - LEFT - RIGHT
    height = _HEIGHT.get(columns, _HEIGHT[2])
    return Frame((low - margin, high + margin), (bottom, top), width, height)


def _reach(rows: Sequence[Row]) -> tuple[float, float]:
    """From the lowest to the highest end of an interval, the ends of all values of the benchmark among
    them, so that its two charts share a scale."""
    low, high = rows[0]["low"], rows[0]["high"]
    counted = (row for row in rows if row["n_items"])
    most = min(counted, key=lambda row: row["n_items"], default={"scale": rows[0]["scale"]})
    both = (most | {"value": low}, most | {"value": high})
    known = [ends for row in (*rows, *both) if (ends := interval(row))]
    return min([low, *(end[0] for end in known)]), max([high, *(end[1] for end in known)])
