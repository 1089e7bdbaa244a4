"""What a doubling of the size brings, by benchmark."""

import math
from collections.abc import Sequence
from typing import Any

from reasonboard.charts.colors import ACCURACY, FAINT, INK, MUTED, PAPER
from reasonboard.charts.intervals import NO_UNCERTAINTY
from reasonboard.charts.lines import padded
from reasonboard.charts.text_width import cut_apart
from reasonboard.charts.theme import Figure, Trace, empty, figure, plain
from reasonboard.charts.traces import dots, marker, texts
from reasonboard.core.findings.words import difference_interval, signed_slope
from reasonboard.core.headline import part_in_words
from reasonboard.studies.scale_progress.charts.strips import bars, rows_layout
from reasonboard.studies.scale_progress.rows import Row, Slope, slopes

_ABOVE = 0.42
"""Rows by which a number stands over its dot."""
_LONGEST = 18
"""So many characters of a name fit beside a row; of a longer one the end tells more than the middle."""


def doubling_by_benchmark(
    rows: Sequence[Row], *, panel: str, intervals: str, columns: int
) -> Figure:
    """For each benchmark: points per doubling of the size at the picked checkpoint, the steepest on top.

    Rows are one per benchmark and model. Filled where it is significant after correction, gray where it is not tested.
    """
    found_slopes = sorted(slopes(rows), key=lambda slope: slope.value)
    if not found_slopes:
        return empty("Only one size at this checkpoint, so nothing to compare.")
    results = [slope.result for slope in found_slopes if slope.result]
    sure = [slope.result is not None and slope.result.significant for slope in found_slopes]
    traces = _whiskers(found_slopes) if intervals == "on" else []
    traces += [_slopes(found_slopes, sure), _values(found_slopes)]
    layout = _layout(found_slopes, panel, 7 if columns > 1 else 4)
    steepest = found_slopes[-1]
    methods = sorted({result.test for result in results})
    return figure(
        traces,
        layout,
        height=layout["height"],
        summary=f"Points per doubling of the size in {len(found_slopes)} benchmarks, most in "
        f"{steepest.benchmark} ({_signed(steepest)}); {sum(sure)} are significant.",
        uncertainty=f"95% intervals: {', '.join(methods)} · filled: significant "
        f"(Bonferroni over the {results[0].tests} benchmarks of this source and metric)"
        if results
        else NO_UNCERTAINTY,
        heading=_heading(found_slopes, sure),
        subtitle=(
            "Points of accuracy per doubling of the model size. Filled: significant."
            + (" Gray: not tested." if len(results) < len(found_slopes) else "")
        ),
    )


def _heading(slopes: Sequence[Slope], sure: Sequence[bool]) -> str:
    """On how many benchmarks accuracy grows with the size, and on how many it falls; or that none is tested."""
    tested = sum(slope.result is not None for slope in slopes)
    if not tested:
        return "Growth with size not tested: number of problems unknown"
    up = sum(slope.value > 0 for slope, is_sure in zip(slopes, sure, strict=True) if is_sure)
    down = sum(sure) - up
    if not up and not down:
        return "No significant growth with size"
    part = part_in_words(up or down, tested, "benchmark", len(slopes) - tested)
    falls = f", falls on {down}" if down and up else ""
    return f"Accuracy {'grows' if up else 'falls'} with size on {part}{falls}"


def _layout(slopes: Sequence[Slope], panel: str, most: int) -> dict[str, Any]:
    ends = [end for slope in slopes for end in (0, slope.value, *_ends(slope))]
    reach = padded([end * 100 for end in ends if end is not None])
    ticks = _ticks(reach[0], reach[-1], most)
    labels = [f"{tick:+g}".replace("-", "−") if tick else "0" for tick in ticks]
    across = {
        "range": reach,
        "tickvals": ticks,
        "ticktext": [*labels[:-1], f"{labels[-1]} points"],
        "zeroline": True,
        "tickangle": 0,
        "zerolinecolor": FAINT,
    }
    names = [slope.benchmark for slope in slopes]
    short = cut_apart(names, _LONGEST)
    layout = rows_layout(len(slopes), [short[name] for name in names], across, left=124, right=40)
    labels = layout["yaxis"]["ticktext"]
    layout["yaxis"] |= {
        "showgrid": False,
        "ticktext": [
            f"<b>{label}</b>" if name == panel else label
            for name, label in zip(names, labels, strict=True)
        ],
    }
    return layout


def _ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers within a range, at most about `most` of them."""
    step = next(
        size * 10.0**power
        for power in range(-3, 4)
        for size in (1, 2, 5)
        if (high - low) / (size * 10.0**power) <= most
    )
    return [round(at * step, 6) for at in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _slopes(slopes: Sequence[Slope], sure: Sequence[bool]) -> Trace:
    return dots(
        [round(slope.value * 100, 2) for slope in slopes],
        list(range(len(slopes))),
        [
            f"<b>{plain(slope.benchmark)}</b><br>{_signed(slope)} points per doubling, over {slope.sizes} sizes<br>"
            f"{_interval(slope, is_sure)}"
            for slope, is_sure in zip(slopes, sure, strict=True)
        ],
        marker(
            9,
            [ACCURACY if filled else PAPER for filled in sure],
            [ACCURACY if slope.result else MUTED for slope in slopes],
            1.7,
        ),
        name="points per doubling",
        meta={"sets": {}, "x": "panel", "xs": [slope.benchmark for slope in slopes]},
    )


def _values(slopes: Sequence[Slope]) -> Trace:
    """The slopes as numbers over their dots."""
    return texts(
        [round(slope.value * 100, 2) for slope in slopes],
        [at + _ABOVE for at in range(len(slopes))],
        [_signed(slope) for slope in slopes],
        INK,
        11.5,
        cliponaxis=False,
        name="values",
    )


def _signed(slope: Slope) -> str:
    return signed_slope(slope.value, slope.result)


def _ends(slope: Slope) -> tuple[float | None, float | None]:
    """The 95% interval of a slope as fractions."""
    return slope.result.ends() if slope.result else (None, None)


def _interval(slope: Slope, significant: bool) -> str:
    if slope.result is None or slope.result.interval is None:
        return NO_UNCERTAINTY
    words = "" if significant else f", {slope.result.words}"
    return f"{difference_interval(*slope.result.interval)}{words}"


def _whiskers(slopes: Sequence[Slope]) -> list[Trace]:
    return bars(
        [
            (index, round(low * 100, 2), round(high * 100, 2))
            for index, (low, high) in enumerate(map(_ends, slopes))
            if low is not None and high is not None
        ],
        ACCURACY,
    )
