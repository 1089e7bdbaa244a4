"""What the means along the window and along the ratio say, and the tokens that are kept."""

from collections.abc import Callable, Sequence
from itertools import combinations
from math import log2
from typing import Any

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import interval, p_value, percent, points, resolved
from reasonboard.statistics.contrasts import ALPHA, Contrast, verdicts
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.effects import Trend, alone, difference, in_standard_errors, trend
from reasonboard.statistics.means import Estimate, mean
from reasonboard.statistics.sweeps import Cheapest, cheapest, listed
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.kv_cache.findings.kv_cache import SHARED, cells_of, place

Row = dict[str, Any]

_MEANS = (
    "Main effects: means of cells that count once each, with binomial errors that are taken as independent. The cells "
    "share their items, so the noise between means is smaller than this says."
)

_ROUNDING = 1e-12
"""Means of different cells may differ by the last bits of their sums, and are the same."""


def along_windows(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Of each heatmap: the largest difference of two windows, and the trend per doubling."""
    return _along(rows, "window", log2, "doubling of the window")


def along_ratios(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """Of each heatmap: the largest difference of two ratios, and the trend per tenth."""
    return _along(rows, "ratio", lambda ratio: 10 * ratio, "0.1 more of the older tokens")


def of_the_kept(rows: Sequence[Row], *, panel: str, margin: str, **_options: str) -> list[Finding]:
    """Of one heatmap: the cheapest setting that is good enough, and the trend with the tokens kept.

    Rows are those of `figures.kv_kept.score_by_kept`.
    """
    cells = [cell for row in rows for cell in cells_of(row)]
    kept = [tokens for row in rows for tokens in row["kept"]]
    places = [(row["kv_window"], ratio) for row in rows for ratio in row["kv_ratio"]]
    found = cheapest(cells, kept, float(margin) / 100)
    slope = trend([one / 1000 for one in kept], alone(cells))
    return [
        *(
            [_cheapest(found, cells, kept, places, panel, margin)]
            if found and len(cells) > 1
            else []
        ),
        *([_slope(panel, slope, "1,000 tokens kept", 1, {"panel": panel})] if slope else []),
    ]


def means_of(row: Row, control: str) -> list[Estimate]:
    """The means of a row along `window` or `ratio`, with their standard errors."""
    cells = listed(
        row["of_value"], row["of_items"], row["of_repeats"], row["of_seeds"], row["of_stderr"]
    )
    return [
        mean([cell for cell, at in zip(cells, row[f"in_{control}"], strict=True) if at == one])
        for one in row[f"kv_{control}"]
    ]


def _along(
    rows: Sequence[Row], control: str, scaled: Callable[[float], float], step: str
) -> list[Finding]:
    # Means that lack cells go over different settings: their differences would be of these too.
    rows = [row for row in rows if row["along"] == control and row["whole"]]
    known = [
        (row, means)
        for row in rows
        if len(means := means_of(row, control)) > 1 and all(one.stderr for one in means)
    ]
    trends = [
        (row, found)
        for row, means in known
        if (found := trend([scaled(at) for at in row[f"kv_{control}"]], means))
    ]
    return [
        *_differences(known, control),
        *(
            _slope(row["panel"], one, step, len(trends), {"panel": row["panel"]})
            for row, one in trends
        ),
    ]


def _differences(known: Sequence[tuple[Row, list[Estimate]]], control: str) -> list[Finding]:
    """The highest mean of each row against its lowest, corrected over all pairs of all rows."""
    pairs: list[Contrast] = []
    extremes: list[tuple[Row, int, int, int]] = []
    for row, means in known:
        order = sorted(range(len(means)), key=lambda at, means=means: means[at].value)  # type: ignore[misc]
        low, high = order[0], order[-1]
        for one, two in combinations(range(len(means)), 2):
            ends = (high, low) if {one, two} == {high, low} else (one, two)
            found = difference(means[ends[0]], means[ends[1]])
            if found is None:
                continue
            if ends == (high, low):
                extremes.append((row, high, low, len(pairs)))
            pairs.append(found)
    told = verdicts(pairs)
    return [
        _extremes(row, control, (high, low), pairs[at], told[at], len(pairs))
        for row, high, low, at in extremes
        if pairs[at].difference > _ROUNDING
    ]


def _extremes(
    row: Row, control: str, ends: tuple[int, int], found: Contrast, verdict: Verdict, pairs: int
) -> Finding:
    high, low = (row[f"kv_{control}"][end] for end in ends)
    return Finding(
        f"{row['panel']}: the mean is highest at {control} {high:,g}, {points(found.difference)} above "
        f"{control} {low:,g}, the lowest ({interval(found.low, found.high)}; {resolved(verdict, 'correction')}).",
        strength=abs(found.z),
        test=f"z test of two means, Holm's correction over all {pairs} pairs, {p_value(found.p_value)} "
        f"before it. {_MEANS}",
        marks={"panel": row["panel"], control: str(high)},
    )  # fmt: skip


def _slope(panel: str, found: Trend, step: str, tests: int, marks: dict[str, str]) -> Finding:
    low, high = found.interval
    adjusted = min(1.0, found.p_value * tests)
    clear = "resolved" if adjusted <= ALPHA else "not resolved"
    over = f" before Bonferroni's correction over {tests} heatmaps" if tests > 1 else ""
    return Finding(
        f"{panel}: the score changes by {found.slope * 100:+.1f} points with each {step} "
        f"({interval(low, high)}; {clear}).",
        strength=in_standard_errors(found.p_value),
        test=f"Straight line weighted by 1 / standard error², {p_value(found.p_value)}{over}; it assumes that "
        f"the change is straight. {SHARED}",
        marks=marks,
    )  # fmt: skip


def _cheapest(
    found: Cheapest,
    cells: Sequence[Measured],
    kept: Sequence[float],
    places: Sequence[tuple[int, float]],
    panel: str,
    margin: str,
) -> Finding:
    best, at = found.best, found.places[0]
    window, ratio = places[at]
    top = f"{place(*places[best])}: {percent(cells[best].value)}, {kept[best]:,.0f} tokens"
    most = f"at most {margin} point{'' if margin == '1' else 's'} worse"
    if best in found.places:
        text = f"no setting that keeps fewer tokens than the highest ({top}) is shown to be {most}."
    else:
        text = (
            f"with {kept[at]:,.0f} tokens, {place(window, ratio)} ({percent(cells[at].value)}) is the cheapest "
            f"shown to be {most} than the highest ({top})."
        )
    return Finding(
        f"{panel}: {text}",
        strength=0.5 if best in found.places else 2.5,
        test=f"Non-inferiority by Newcombe's interval of the difference at {100 * found.level:.3g} %, corrected "
        f"by Bonferroni over the settings that keep fewer tokens than the highest. {SHARED}",
        marks={"panel": panel, "window": str(window), "ratio": str(ratio)},
    )
