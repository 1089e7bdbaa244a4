"""What the charts of data selection share: a selector's color, its marks, words, and the frame of both curves."""

import math
import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from reasonboard.charts.boxes import Frame
from reasonboard.charts.colors import ACCURACY, FAINT, MUTED
from reasonboard.charts.intervals import NO_UNCERTAINTY, problems_or_unknown
from reasonboard.charts.labeled_chart import LEFT, RIGHT, LabeledChart, side_by_side
from reasonboard.charts.lines import HOLLOW, Line
from reasonboard.charts.theme import plain
from reasonboard.statistics.differences import least_difference
from reasonboard.studies.prm_selection.rows import Row, interval, several_models

_WORDS = {
    "approximate": "approximate", "read_off": "read from a figure", "extrapolated": "extrapolated, not measured",
    "illustrative": "ILLUSTRATIVE",
}  # fmt: skip


def ink_of_row(row: Row, picked: str) -> str:
    """The color of a mark whose line is named: one for all, gray where no model selected; others faint."""
    if picked and row["selector"] != picked:
        return FAINT
    return ACCURACY if row["params_b"] else MUTED


def hover(row: Row) -> str:
    """What a mark says: selector and benchmark, value with interval, samples, problems, kind, where."""
    ends = interval(row)
    value = f"{row['value']:g}%" + (f" ({ends[0]:.1f} to {ends[1]:.1f})" if ends else "")
    place = " · ".join(filter(None, [row["selector"], row.get("benchmark", "")]))
    kind = row["kind"].replace("_", " ")
    lines = [
        f"<b>{plain(place)}</b>",
        value if ends else f"{value}, {NO_UNCERTAINTY}",
        sample_words(row),
        problems_or_unknown(row.get("n_items"))
        + (f", mean of {row['n_seeds']} seeds" if row.get("n_seeds") else ""),
        row.get("gained", ""),
        f"{kind}: {plain(textwrap.shorten(row['locator'], 46, placeholder='…'))}",
    ]
    return "<br>".join(filter(None, lines))


def sample_words(row: Row) -> str:
    """'1,000 training samples'."""
    count = row["train_samples"]
    return "samples not stated" if count is None else f"{count:,} training samples"


def kind_symbols(rows: Iterable[Row]) -> str | list[str]:
    """A circle for a number that its source printed, a square for one that was read off or is approximate."""
    symbols = ["square" if row["kind"] in HOLLOW else "circle" for row in rows]
    return symbols if len(set(symbols)) > 1 else "".join(symbols[:1])


def click_selector(rows: Iterable[Row]) -> dict[str, Any]:
    """The `meta` of marks of several selectors."""
    return {"x": "selector", "xs": [row["selector"] for row in rows]}


def panel_title(row: Row, rows: Iterable[Row]) -> tuple[str, str]:
    """The benchmark, and beside it its problems, with the student where the rows have several."""
    model = f", {row['model']}" if several_models(rows) else ""
    return row["benchmark"], problems(row["items"]) + model


def problems(items: int | None) -> str:
    """'30 problems, detects ≥ 36 points'."""
    if not items:
        return problems_or_unknown(items)
    least = least_difference(items) * 100
    detects = f"detects ≥ {least:.0f} points" if least <= 100 else "detects no difference"  # noqa: PLR2004
    return f"{problems_or_unknown(items)}, {detects}"


def extent(rows: Sequence[Row]) -> str:
    """In words: what the values are, the lowest and the highest of them."""
    values = [row["value"] for row in rows]
    return f"{rows[0]['metric']} from {min(values):.1f} to {max(values):.1f}%"


def same_samples(rows: Sequence[Row]) -> list[str]:
    """In words: with how many samples the compared values were made."""
    budget = next((row["budget"] for row in rows if row["budget"]), None)
    return [f"{budget:,} training samples, or a number not stated"] if budget else []


def kinds_of_mark(look: str, kinds: Iterable[str]) -> list[str]:
    """In words: what a mark that looks so, "open" or "square", means."""
    known = dict.fromkeys(_WORDS[kind] for kind in kinds if kind in HOLLOW)
    return [f"{look}: {' or '.join(known)}"] if known else []


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
