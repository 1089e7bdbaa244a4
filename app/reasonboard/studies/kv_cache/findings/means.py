"""What the means along the window and along the ratio say, and the tokens that are kept."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.result import Result, bonferroni, known_results
from reasonboard.core.findings.words import (
    SAME_ITEMS,
    conclusion,
    how_tested,
    percent,
    points,
    trend_sentence,
)
from reasonboard.statistics.effects import Trend, alone, trend
from reasonboard.statistics.means import Estimate
from reasonboard.statistics.sweeps import Cheapest, cheapest
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.kv_cache.rows import Row, cells_of, extremes, means_along, place

_MEANS = f"Means of cells that count once each, with binomial errors. {SAME_ITEMS}"
_LINE = "straight line weighted by 1 / standard error²"
_STEPS = {"window": "doubling of the window", "ratio": "0.1 more of the older tokens"}


def along_windows(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Of each heatmap: the largest difference of two windows, and the trend per doubling."""
    return _along(rows, "window")


def along_ratios(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Of each heatmap: the largest difference of two ratios, and the trend per tenth."""
    return _along(rows, "ratio")


def of_the_kept(rows: Sequence[Row], *, panel: str, margin: str, **_options: str) -> list[Finding]:
    """Of one heatmap: the cheapest setting that is good enough, and the trend with the tokens kept.

    Rows are those of sql/by_kept.sql.
    """
    cells = [cell for row in rows for cell in cells_of(row)]
    kept = [tokens for row in rows for tokens in row["kept"]]
    places = [(row["kv_window"], ratio) for row in rows for ratio in row["kv_ratio"]]
    good = cheapest(cells, kept, float(margin) / 100)
    slope = trend([tokens / 1000 for tokens in kept], alone(cells))
    findings = []
    if good and len(cells) > 1:
        findings.append(_cheapest(good, cells, kept, places, panel, margin))
    return [*findings, *_slopes([(panel, slope)] if slope else [], "1,000 tokens kept")]


def _along(rows: Sequence[Row], control: str) -> list[Finding]:
    known = means_along(rows, control)
    trends = [(means.panel, slope) for means in known if (slope := means.trend(control))]
    highest = [_extremes(control, *one) for one in extremes(known)]
    return [*highest, *_slopes(trends, _STEPS[control])]


def _extremes(control: str, panel: str, high: float, low: float, result: Result) -> Finding:
    return Finding.of(
        panel,
        result,
        f"{panel}: the mean is highest at {control} {high:,g}, {points(result.estimate)} above "
        f"{control} {low:,g}, the lowest ({conclusion(result)}).",
        how_tested(result, "pairs", note=_MEANS),
        {"panel": panel, control: str(high)},
    )


def _slopes(trends: Sequence[tuple[str, Trend]], step: str) -> list[Finding]:
    tested = known_results(trends, lambda one: Estimate(one[1].slope, one[1].stderr), bonferroni)
    after = " after correction" if len(trends) > 1 else ""
    return [
        Finding.of(
            panel,
            result,
            trend_sentence(panel, result, result.estimate, step, after),
            how_tested(result, "heatmaps", test=_LINE, correction="Bonferroni's correction"),
            {"panel": panel},
            unit=f"points per {step}",
        )
        for (panel, _), result in tested
    ]


def _cheapest(
    good: Cheapest,
    cells: Sequence[Measured],
    kept: Sequence[float],
    places: Sequence[tuple[int, float]],
    panel: str,
    margin: str,
) -> Finding:
    best, at = good.best, good.places[0]
    window, ratio = places[at]
    top = f"{place(*places[best])}: {percent(cells[best].value)}, {kept[best]:,.0f} tokens"
    most = f"at most {margin} point{'' if margin == '1' else 's'} worse"
    if best in good.places:
        text = f"no setting that keeps fewer tokens than the highest ({top}) is shown to be {most}."
    else:
        text = (
            f"with {kept[at]:,.0f} tokens, {place(window, ratio)} ({percent(cells[at].value)}) is the cheapest "
            f"shown to be {most} than the highest ({top})."
        )
    shown = best not in good.places
    return Finding(
        subject=panel,
        estimate=kept[at],
        unit="tokens",
        verdict="better" if shown else "open",
        text=f"{panel}: {text}",
        strength=2.5 if shown else 0.5,
        test=f"Non-inferiority by Newcombe's interval of the difference at {100 * good.level:.3g} %, corrected "
        f"by Bonferroni over the settings that keep fewer tokens than the highest. {SAME_ITEMS}",
        marks={"panel": panel, "window": str(window), "ratio": str(ratio)},
    )
