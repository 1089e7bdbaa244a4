"""What the means along the window and along the ratio say, and the tokens that are kept."""

from collections.abc import Sequence
from itertools import combinations

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.result import Result, results
from reasonboard.core.findings.words import conclusion, interval, p_value, percent, points
from reasonboard.statistics.contrasts import ALPHA, Contrast
from reasonboard.statistics.effects import Trend, alone, difference, in_standard_errors, trend
from reasonboard.statistics.sweeps import Cheapest, cheapest
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.kv_cache.findings.grid import SHARED
from reasonboard.studies.kv_cache.rows import Means, Row, cells_of, means_along, place

_MEANS = (
    "Main effects: means of cells that count once each, with binomial errors that are taken as independent. The cells "
    "share their items, so the noise between means is smaller than this says."
)
_STEPS = {"window": "doubling of the window", "ratio": "0.1 more of the older tokens"}

_ROUNDING = 1e-12
"""Means of different cells may differ by the last bits of their sums, and are the same."""


def along_windows(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Of each heatmap: the largest difference of two windows, and the trend per doubling."""
    return _along(rows, "window")


def along_ratios(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Of each heatmap: the largest difference of two ratios, and the trend per tenth."""
    return _along(rows, "ratio")


def of_the_kept(rows: Sequence[Row], *, panel: str, margin: str, **_options: str) -> list[Finding]:
    """Of one heatmap: the cheapest setting that is good enough, and the trend with the tokens kept.

    Rows are those of `figures.kv_kept.score_by_kept`.
    """
    cells = [cell for row in rows for cell in cells_of(row)]
    kept = [tokens for row in rows for tokens in row["kept"]]
    places = [(row["kv_window"], ratio) for row in rows for ratio in row["kv_ratio"]]
    good = cheapest(cells, kept, float(margin) / 100)
    slope = trend([tokens / 1000 for tokens in kept], alone(cells))
    findings = []
    if good and len(cells) > 1:
        findings.append(_cheapest(good, cells, kept, places, panel, margin))
    if slope:
        findings.append(_slope(panel, slope, "1,000 tokens kept", 1))
    return findings


def _along(rows: Sequence[Row], control: str) -> list[Finding]:
    known = means_along(rows, control)
    trends = [(means.panel, slope) for means in known if (slope := means.trend(control))]
    slopes = [_slope(panel, slope, _STEPS[control], len(trends)) for panel, slope in trends]
    return [*_differences(known, control), *slopes]


def _differences(known: Sequence[Means], control: str) -> list[Finding]:
    """The highest mean of each row against its lowest, corrected over all pairs of all rows."""
    pairs: list[Contrast | None] = []
    extremes = []
    for means in known:
        order = sorted(range(len(means.means)), key=lambda at, of=means.means: of[at].value)  # type: ignore[misc]
        high, low = order[-1], order[0]
        extremes.append((means, means.steps[high], means.steps[low], len(pairs)))
        pairs.append(difference(means.means[high], means.means[low]))
        others = [pair for pair in combinations(range(len(order)), 2) if {*pair} != {high, low}]
        pairs += [difference(means.means[one], means.means[two]) for one, two in others]
    tested = results(pairs)
    return [
        _extremes(means.panel, control, high, low, result)
        for means, high, low, at in extremes
        if (result := tested[at]) and result.estimate > _ROUNDING
    ]


def _extremes(panel: str, control: str, high: float, low: float, result: Result) -> Finding:
    return Finding(
        f"{panel}: the mean is highest at {control} {high:,g}, {points(result.estimate)} above "
        f"{control} {low:,g}, the lowest ({conclusion(result)}).",
        strength=result.strength,
        test=f"z test of two means, Holm's correction over all {result.tests} pairs, {p_value(result.p)} "
        f"before it. {_MEANS}",
        marks={"panel": panel, control: str(high)},
    )


def _slope(panel: str, slope: Trend, step: str, tests: int) -> Finding:
    clear = "resolved" if min(1.0, slope.p_value * tests) <= ALPHA else "not resolved"
    over = f" before Bonferroni's correction over {tests} heatmaps" if tests > 1 else ""
    return Finding(
        f"{panel}: the score changes by {slope.slope * 100:+.1f} points with each {step} "
        f"({interval(*slope.interval)}; {clear}).",
        strength=in_standard_errors(slope.p_value),
        test=f"Straight line weighted by 1 / standard error², {p_value(slope.p_value)}{over}; it assumes that "
        f"the change is straight. {SHARED}",
        marks={"panel": panel},
    )


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
    return Finding(
        f"{panel}: {text}",
        strength=0.5 if best in good.places else 2.5,
        test=f"Non-inferiority by Newcombe's interval of the difference at {100 * good.level:.3g} %, corrected "
        f"by Bonferroni over the settings that keep fewer tokens than the highest. {SHARED}",
        marks={"panel": panel, "window": str(window), "ratio": str(ratio)},
    )
