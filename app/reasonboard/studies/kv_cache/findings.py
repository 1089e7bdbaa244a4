"""What the heatmaps of window and ratio say, each by itself and all together."""

from collections.abc import Sequence

from reasonboard.core.findings.finding import Finding, verdict_of
from reasonboard.core.findings.result import Result
from reasonboard.core.findings.words import (
    SAME_ITEMS,
    best_sentence,
    conclusion,
    count_of,
    how_tested,
    interval,
    join_names,
    p_value,
    percent,
    points,
    trend_sentence,
)
from reasonboard.statistics.differences import ALPHA
from reasonboard.statistics.effects import Homogeneity, in_standard_errors
from reasonboard.statistics.uncertainty import of_measured
from reasonboard.studies.kv_cache.heatmap import Heatmap, heatmap_of
from reasonboard.studies.kv_cache.rows import (
    CORRECTION,
    FAMILIES,
    Kept,
    Row,
    extremes,
    kept_of,
    means_along,
    ranking,
    setting_words,
)

_OFF_GRAIN = 2.0
"""How strongly a value that cannot have been printed speaks: it is certain, but of one cell."""


def of_the_grid(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Of each heatmap: whether its cells differ, what noise leaves of its best, and impossible values.

    Rows are those of sql/grid.sql.
    """
    maps = [heatmap_of(row) for row in rows]
    best = [
        _best(heatmap, heatmap.homogeneity, heatmap.same)
        for heatmap in maps
        if heatmap.homogeneity and heatmap.same is not None and len(heatmap.cells) > 1
    ]
    return [
        *best,
        *(_impossible(heatmap, heatmap.impossible) for heatmap in maps if heatmap.impossible),
    ]


def of_the_agreement(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Whether the heatmaps order the settings that they share alike, and which is high in all."""
    order = ranking(rows)
    if order is None:
        return []
    settings, test, p = order.settings, order.test, order.p
    by_rank = _joined([setting_words(*settings[index]) for index in test.best_by_rank])
    first = "The heatmaps agree on the order of the settings" if p <= ALPHA else (
        "The heatmaps do not significantly agree on the order of the settings"
    )  # fmt: skip
    window, ratio = settings[test.best_by_rank[0]]
    return [
        Finding(
            subject=f"{order.heatmaps} heatmaps",
            estimate=order.concordance,
            unit="Kendall's W",
            p=p,
            verdict=verdict_of(p, 1),
            text=f"{first} (Kendall's W {order.concordance:.2f} over {order.heatmaps}, {p_value(p)}). Best mean rank: "
            f"{by_rank} ({min(test.mean_ranks):.1f} of {len(settings)}).",
            strength=in_standard_errors(p),
            test=(
                "Friedman's chi-square test of Kendall's coefficient of concordance; rough for few "
                "heatmaps. Assumes independent heatmaps, and uses only the order of the cells, not "
                "their noise."
            ),
            marks={"window": str(window), "ratio": str(ratio)},
        )
    ]


def _best(heatmap: Heatmap, test: Homogeneity, p: float) -> Finding:
    top = heatmap.cells[heatmap.best]
    uncertainty = of_measured(top)
    tied, others = len(heatmap.together) - 1, len(heatmap.cells) - 1
    within = f" ({interval(uncertainty.low, uncertainty.high)})" if uncertainty else ""
    best = f"{heatmap.setting_words(heatmap.best)} with {percent(top.value)}{within}"
    corrected = f"({p_value(p)} after {CORRECTION})"
    differ = (
        f"the cells differ by more than sampling noise {corrected}"
        if p <= ALPHA
        else f"no significant difference between the cells {corrected}"
    )
    again, spread = _expected_again(heatmap)
    return Finding(
        subject=heatmap.panel,
        detail=f"highest; {tied or 'none'} of {others} others tied with it",
        estimate=top.value * 100,
        low=uncertainty.low * 100 if uncertainty else None,
        high=uncertainty.high * 100 if uncertainty else None,
        unit="%",
        p=p,
        verdict="open" if tied else verdict_of(p, 1),
        text=f"{heatmap.panel}: {best_sentence(best, tied, others, 'other cell')}; {differ}{again}.",
        strength=in_standard_errors(test.p),
        plain_p=test.p,
        tests=heatmap.tests["heatmaps"],
        test=f"Two-proportion score tests against the highest cell, {CORRECTION} over {heatmap.tests['pairs']:,} "
        f"{FAMILIES['pairs']}; chi-square test that all {others + 1} cells have one accuracy ({test.chi2:.1f} on "
        f"{test.df}, {p_value(test.p)}, {CORRECTION} over {count_of(heatmap.tests['heatmaps'], 'heatmap')}). "
        f"{spread}{SAME_ITEMS}",
        marks=heatmap.marks(heatmap.best),
    )


def _expected_again(heatmap: Heatmap) -> tuple[str, str]:
    """What the highest cell may be expected to reach again, and the spreads that say so."""
    shrunk = heatmap.shrunk
    if shrunk is None or shrunk.observed_sd is None:
        return "", ""
    return (
        f"; on a rerun, expect the highest at {percent(shrunk.values[heatmap.best])}",
        (
            "The expected value is an empirical Bayes estimate: the cells spread by "
            f"{shrunk.observed_sd * 100:.1f} points (SD), noise alone by "
            f"{shrunk.noise_sd * 100:.1f}. "
        ),
    )


def _impossible(heatmap: Heatmap, cells: Sequence[Row]) -> Finding:
    """The values of a heatmap that no count of right answers gives."""
    first = cells[0]
    values = [
        f"{percent(cell['value'], cell['decimals'])} at {heatmap.setting_words(cell['at'])}"
        for cell in cells
    ]
    near = " and ".join(percent(end) for end in (first["below"], first["above"]) if end is not None)
    return Finding(
        subject=heatmap.panel,
        detail=f"printed value, impossible with {first['answers']:,} answers",
        estimate=first["value"] * 100,
        unit="%",
        text=f"{heatmap.panel}: {_joined(values)} cannot be a share of {first['answers']:,} answers; possible near "
        f"{percent(first['value'], first['decimals'])}: {near}.",
        strength=_OFF_GRAIN,
        test=(
            "No whole number of correct answers rounds to the printed value (GRIM test). Assumes "
            "equally weighted right or wrong answers."
        ),
        marks=heatmap.marks(first["at"]),
    )


def _joined(names: Sequence[str]) -> str:
    return join_names(names, sep="; ") if names else ""


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
