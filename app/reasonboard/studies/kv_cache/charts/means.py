"""Scores averaged along the local window and along the ratio, with what their noise leaves of them."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from reasonboard.charts.lines import Line, line_chart, padded
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.core.findings.uncertainty_words import in_percent, interval_words
from reasonboard.core.findings.words import signed_range, with_sign
from reasonboard.core.headline import counted, part_in_words
from reasonboard.core.provenance import KIND_WORDS
from reasonboard.statistics.effects import interval_of
from reasonboard.statistics.uncertainty import Uncertainty, interval_methods
from reasonboard.studies.kv_cache.charts.grid import tokens
from reasonboard.studies.kv_cache.rows import (
    FAMILIES,
    Extremes,
    Means,
    Row,
    extremes,
    means_along,
)

_MOST_COLORED = 6
_AXES: dict[str, tuple[dict[str, Any], Callable[[Any], str], str]] = {
    "window": ({"type": "log"}, tokens, " tokens"),
    "ratio": ({}, "{:g}".format, " kept"),
}
"""By control what is special to its axis, its labels, and the unit of the last one."""
_PLACES = {"window": "window {:,g} tokens", "ratio": "{:g} of the older tokens kept"}
_NAMES = {
    "window": ("Averaged over shares", "window", "Mean over the shares kept, by window size"),
    "ratio": (
        "Averaged over windows",
        "share",
        "Mean over the windows, by share of older tokens kept",
    ),
}
"""By control over what the means go, what of it may stand out, and what the chart shows."""
_ALONE = {"window": "By window size", "ratio": "By share of older tokens kept"}
"""What the chart shows where the other control is not stated, so that nothing is averaged."""


class _Shown(NamedTuple):
    """The values of the controls that decide which means are emphasized."""

    panel: str
    """The heatmap whose line is strong."""
    selected: str
    """The step of the control whose label is bold."""
    intervals: bool
    """Has the line of `panel` a band?"""
    wide: bool
    """Has the last label of the axis room for its unit?"""


def mean_by_window(
    rows: Sequence[Row],
    *,
    mode: str,
    intervals: str,
    panel: str,
    window: str,
    ratio: str,
    columns: int,
) -> Figure:
    """The mean over ratios against the local window (log axis), a line per row; `window` marked.

    Only rows that go `along` the windows are drawn. They have equally long lists: `kv_window`,
    `percent` and `points` (from the mean of all their cells, drawn where `mode` is 'best' or 'cell'),
    `cells` (how many a mean goes over) and `kinds`; and as lists over all cells of the heatmap
    `in_window`, `in_ratio` and `of_value`, `of_items`, `of_repeats`, `of_seeds`, `of_stderr`. The
    line of `panel` has its band. Where no window is stated, the shares stand in their place.
    """
    shares_alone = _along(rows, "ratio") and not _along(rows, "window")
    control, selected = ("ratio", ratio) if shares_alone else ("window", window)
    return _means(rows, control, mode, _Shown(panel, selected, intervals == "on", columns > 1))


def mean_by_ratio(
    rows: Sequence[Row], *, mode: str, intervals: str, panel: str, ratio: str, columns: int
) -> Figure:
    """The mean over local windows against the ratio, a line per row; `ratio` is marked.

    Rows are as those of `mean_by_window`, `along` the ratios, with `kv_ratio` for `kv_window`.
    """
    return _means(rows, "ratio", mode, _Shown(panel, ratio, intervals == "on", columns > 1))


def _along(rows: Sequence[Row], control: str) -> list[Row]:
    return [row for row in rows if row["along"] == control]


def _from_mean(mode: str) -> bool:
    return mode in ("best", "cell")


def _intervals(row: Row, mode: str) -> list[Uncertainty | None]:
    """The interval of each mean of a row, or of its difference from the mean of all cells."""
    means = Means.of(row)
    return list(map(interval_of, means.deviations if _from_mean(mode) else means.means))


def _line(
    row: Row,
    control: str,
    mode: str,
    intervals: list[Uncertainty | None],
    *,
    band: bool,
    faint: bool,
) -> Line:
    """A row over its column `kv_<control>`, joined where its means lack no cell."""
    column = f"kv_{control}"
    unit = " points" if _from_mean(mode) else "%"
    shown = row["points" if _from_mean(mode) else "percent"]
    return Line(
        row["panel"],
        row["number"],
        row[column],
        shown,
        row["kinds"],
        [
            f"<b>{plain(row['panel'])}</b><br>{_PLACES[control].format(step)}<br>"
            f"{plain(row['metric'])} {_mean_text(value, mode)}<br>{interval_words(end, 100, unit)}<br>"
            f"mean of {_cell_count(cells, row['expected'])}, {KIND_WORDS.get(kind, kind)}"
            for step, value, cells, kind, end in zip(
                row[column], shown, row["cells"], row["kinds"], intervals, strict=True
            )
        ],
        sets={"panel": row["panel"]},
        along=(control, [str(step) for step in row[column]]),
        faint=faint,
        joined=row["whole"],
        ends=in_percent(intervals) if band else [],
    )


def _means(rows: Sequence[Row], control: str, mode: str, options: _Shown) -> Figure:
    """The means along a control."""
    alone = not _along(rows, "window" if control == "ratio" else "ratio")
    rows = _along(rows, control)
    if not rows:
        return empty(f"No {_NAMES[control][1]} is stated here.")
    of_rows = [_intervals(row, mode) for row in rows]
    many = len(rows) > _MOST_COLORED
    lines = [
        _line(
            row,
            control,
            mode,
            ends,
            band=options.intervals and row["panel"] == options.panel,
            faint=many and row["panel"] != options.panel,
        )
        for row, ends in zip(rows, of_rows, strict=True)
    ]
    values = [value for line in lines for value in line.y]
    ends = [end for line in lines for pair in line.ends if pair for end in pair]
    signed = _from_mean(mode)
    ticks = {"tickformat": "+.1f"} if signed else {"ticksuffix": "%"}
    methods = interval_methods([end for ends in of_rows for end in ends])
    band = "; band: the selected heatmap" if ends else ""
    steps = sorted({step for row in rows for step in row[f"kv_{control}"]})
    highest = extremes(means_along(rows, control), control)
    unit = "points from the mean of all cells" if signed else f"{rows[0]['metric']} in %"
    over = _ALONE[control] if alone else _NAMES[control][2]
    return line_chart(
        lines,
        x=_axis(control, steps, options),
        y={"range": padded([*values, *ends], 0.08), "nticks": 5} | ticks,
        right=166 if options.wide else 124,
        uncertainty=" · ".join(filter(None, [methods + band, _largest(highest, control)])),
        summary=(
            f"Means of {len(lines)} heatmaps along the {control}, "
            f"from {_mean_text(min(values), mode)} to {_mean_text(max(values), mode)}."
        ),
        heading=_heading(control, highest, len(rows), alone=alone),
        subtitle=f"{over}; {unit}.",
    )


def _axis(control: str, steps: Sequence[Any], options: _Shown) -> dict[str, Any]:
    """The axis of a control, the label of the selected step bold."""
    axis, label, unit = _AXES[control]
    words = {step: label(step) for step in steps}
    words[steps[-1]] += unit if options.wide else ""
    texts = [
        f"<b>{word}</b>" if str(step) == options.selected else word for step, word in words.items()
    ]
    return axis | {"showgrid": False, "tickvals": steps, "ticktext": texts, "tickangle": 0}


def _heading(control: str, highest: Sequence[Extremes], heatmaps: int, *, alone: bool) -> str:
    """Whether a step of the control is significantly above another; "" where nothing is tested."""
    if not highest:
        return ""
    over, what, _ = _NAMES[control]
    sure, tested = sum(extreme.result.significant for extreme in highest), len(highest)
    untested, where = heatmaps - tested, ""
    if sure and heatmaps > 1:
        where = f" in {part_in_words(sure, tested, 'heatmap', untested)}"
    elif untested:
        where = f" in the {counted(tested, 'heatmap')} tested"
    statement = f"the {what} matters{where}" if sure else f"no {what} stands out{where}"
    return f"{statement[0].upper()}{statement[1:]}" if alone else f"{over}, {statement}"


def _largest(highest: Sequence[Extremes], control: str) -> str:
    """The largest difference of two means with its interval and verdict, '' where none is known."""
    if not highest:
        return ""
    most = max((result.result for result in highest), key=lambda result: result.estimate)
    range_text = f" (95%: {signed_range(*most.interval)})" if most.interval else ""
    return (
        f"largest difference {most.estimate * 100:.1f} points{range_text}, {most.words} (Bonferroni over "
        f"{most.tests:,} {FAMILIES[f'{control}s']})"
    )


def _mean_text(value: float, mode: str) -> str:
    return (
        f"{with_sign(value)} points from the mean of all cells"
        if _from_mean(mode)
        else f"{value:.1f}%"
    )


def _cell_count(cells: int, expected: int) -> str:
    return f"{cells} cells" if cells == expected else f"{cells} of {expected} cells"
