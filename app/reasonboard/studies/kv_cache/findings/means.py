"""What the means along the window and along the ratio say, and the tokens that are kept."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.result import Result
from reasonboard.core.findings.words import (
    SAME_ITEMS,
    conclusion,
    how_tested,
    percent,
    points,
    trend_sentence,
)
from reasonboard.studies.kv_cache.rows import (
    CORRECTION,
    FAMILIES,
    Kept,
    Row,
    extremes,
    kept_of,
    means_along,
    setting_words,
)

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
    if not rows:
        return []
    retention = kept_of(rows, margin)
    findings = [
        _cheapest(retention, rows, panel, margin),
        _slope(panel, retention.slope, "1,000 tokens kept") if retention.slope else None,
    ]
    return [finding for finding in findings if finding]


def _along(rows: Sequence[Row], control: str) -> list[Finding]:
    rows_of_means = means_along(rows, control)
    highest = [_extremes(control, *extreme) for extreme in extremes(rows_of_means, control)]
    slopes = [(means.panel, slope) for means in rows_of_means if (slope := means.trend(control))]
    return [*highest, *(_slope(panel, slope, _STEPS[control]) for panel, slope in slopes)]


def _extremes(control: str, panel: str, high: float, low: float, result: Result) -> Finding:
    test = how_tested(
        result,
        FAMILIES[f"{control}s"],
        test="z test of two means",
        correction=CORRECTION,
        note=_MEANS,
    )
    return Finding.of(
        panel,
        result,
        f"{panel}: the mean is highest at {control} {high:,g}, {points(result.estimate)} above "
        f"{control} {low:,g}, the lowest ({conclusion(result)}).",
        test,
        {"panel": panel, control: str(high)},
        detail=f"highest mean minus lowest, {control} {high:,g} and {low:,g}",
    )


def _slope(panel: str, result: Result, step: str) -> Finding:
    return Finding.of(
        panel,
        result,
        trend_sentence(panel, result, result.estimate, step),
        how_tested(result, FAMILIES["heatmaps"], test=_LINE, correction=CORRECTION),
        {"panel": panel},
        unit=f"points per {step}",
    )


def _cheapest(retention: Kept, rows: Sequence[Row], panel: str, margin: str) -> Finding | None:
    settings = [(row["kv_window"], ratio) for row in rows for ratio in row["kv_ratio"]]
    good, cells, tokens = retention.cheapest, retention.cells, retention.tokens
    if good is None or len(cells) < 2:  # noqa: PLR2004
        return None
    best, index = good.best, good.indexes[0]
    window, ratio = settings[index]
    top = f"{setting_words(*settings[best])}: {percent(cells[best].value)}, {tokens[best]:,.0f} tokens"
    most = f"at most {margin} point{'' if margin == '1' else 's'} worse"
    is_cheaper = best not in good.indexes
    text = f"no setting that keeps fewer tokens than the highest ({top}) is shown to be {most}."
    if is_cheaper:
        text = (
            f"with {tokens[index]:,.0f} tokens, {setting_words(window, ratio)} ({percent(cells[index].value)}) is the "
            f"cheapest shown to be {most} than the highest ({top})."
        )
    tests = rows[0]["tests"]["cells"]
    return Finding(
        subject=panel,
        estimate=tokens[index],
        unit="tokens",
        verdict="better" if is_cheaper else "open",
        text=f"{panel}: {text}",
        strength=2.5 if is_cheaper else 0.5,
        test=f"Non-inferiority by the interval of the difference at {100 * good.level:.4g}%, "
        f"{CORRECTION} over {tests:,} {FAMILIES['cells']}. {SAME_ITEMS}",
        marks={"panel": panel, "window": str(window), "ratio": str(ratio)},
    )
