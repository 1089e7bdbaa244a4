"""What a doubling of the size brings, by benchmark."""

from collections.abc import Sequence

from reasonboard.charts.forest_plot import ForestRow, forest_plot
from reasonboard.charts.intervals import NO_UNCERTAINTY
from reasonboard.charts.lines import padded
from reasonboard.charts.theme import Figure, empty, plain
from reasonboard.charts.ticks import reach
from reasonboard.core.findings.words import difference_interval, signed_slope
from reasonboard.core.headline import part_in_words
from reasonboard.studies.scale_progress.rows import Row, Slope, slopes


def doubling_by_benchmark(
    rows: Sequence[Row], *, panel: str, intervals: str, columns: int
) -> Figure:
    """For each benchmark: points per doubling of the size at the picked checkpoint, the steepest on top.

    Rows are one per benchmark and model. Filled where it is significant after correction, gray where it is not tested.
    """
    found_slopes = sorted(slopes(rows), key=lambda slope: -slope.value)
    if not found_slopes:
        return empty("Only one size at this checkpoint, so nothing to compare.")
    results = [slope.result for slope in found_slopes if slope.result]
    sure = [slope.result is not None and slope.result.significant for slope in found_slopes]
    forest_rows = [_row(slope, with_ends=intervals == "on") for slope in found_slopes]
    ends = [ends for row in forest_rows for ends in row.ends]
    methods = sorted({result.test for result in results})
    return forest_plot(
        forest_rows,
        x={"range": padded(reach([row.x for row in forest_rows], ends))},
        unit=" points",
        signed=True,
        picked=panel,
        thin=True,
        reference=0,
        narrow=columns == 1,
        summary=f"Points per doubling of the size in {len(found_slopes)} benchmarks, most in "
        f"{found_slopes[0].benchmark} ({forest_rows[0].label}); {sum(sure)} are significant.",
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


def _row(slope: Slope, *, with_ends: bool) -> ForestRow:
    result, label = slope.result, signed_slope(slope.value, slope.result)
    low, high = result.ends(100) if result and with_ends else (None, None)
    is_sure = result is not None and result.significant
    words = NO_UNCERTAINTY
    if result and result.interval:
        words = f"{difference_interval(*result.interval)}{'' if is_sure else f', {result.words}'}"
    return ForestRow(
        slope.benchmark,
        round(slope.value * 100, 2),
        label,
        f"<b>{plain(slope.benchmark)}</b><br>{label} points per doubling, over {slope.sizes} sizes<br>{words}",
        None if low is None else round(low, 2),
        None if high is None else round(high, 2),
        mark=slope.benchmark,
        verdict="significant" if is_sure else "open" if result else "untested",
    )
