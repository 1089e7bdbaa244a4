"""How far types fall with length: slopes, and short against long lengths."""

import math
from collections.abc import Mapping, Sequence

from reasonboard.core.findings.finding import Finding, verdict_of
from reasonboard.core.findings.result import NOT_SIGNIFICANT, Result, known_results
from reasonboard.core.findings.words import (
    UNKNOWN,
    by_sign,
    conclusion,
    decimals_for,
    how_tested,
    interval,
    points,
    signed,
    with_sign,
)
from reasonboard.core.headline import counted, part_in_words
from reasonboard.statistics.decline import FEW, Curve, log_odds_slope, short_minus_long, slope
from reasonboard.statistics.means import Estimate
from reasonboard.studies.type_length.rows import Row, curves_of, step_of, step_words, tested_lengths

_SAME = 1e-9
"""Two means that differ by less are equal but for the order of their sums."""

Curves = dict[str, Curve]
_LOGISTIC = (
    "weighted logistic regression on length, standard error widened if the cells scatter "
    "more than binomial noise (quasi-binomial)"
)
_MEANS = f"z test of the difference of two means of {FEW} cells"


def of_the_decline(
    rows: Sequence[Row], *, first: str, second: str, type: str, **_options: str
) -> list[Finding]:
    """For each of the two lines: which types fall with length, and by how much."""
    findings: list[Finding | None] = []
    step = step_of(tested_lengths(rows))
    for panel in dict.fromkeys((first, second)):
        if curves := curves_of([row for row in rows if row["panel"] == panel]):
            findings += [_slopes(panel, curves, type, step), _short_minus_long(panel, curves, type)]
    return [finding for finding in findings if finding]


def _slopes(panel: str, curves: Curves, type: str, step: int) -> Finding | None:
    """Which types fall, and the one whose slope is clearest, or the isolated one."""
    slopes = dict(known_results(curves, lambda kind: log_odds_slope(curves[kind])))
    if not slopes:
        return None
    kind, clearest = _clearest(slopes, type)
    line = slopes[kind]
    change, low, high = (
        math.expm1((line.estimate if end is None else end) * step) * 100
        for end in (line.estimate, line.low, line.high)
    )
    places = decimals_for(change, low, high)
    return Finding(
        subject=f"{kind} · {panel}",
        detail=f"change of the odds per {step_words(step)}",
        estimate=change,
        low=low,
        high=high,
        unit=f"% of the odds per {step_words(step)}",
        p=line.adjusted,
        verdict=verdict_of(line.adjusted, line.estimate),
        text=f"{panel}: {_count_sentence(slopes, 1, 'falls with length', 'rises')}{clearest} {kind}: each "
        f"{step_words(step)} changes the odds of a right answer by {with_sign(change, places)}% "
        f"(95% interval {with_sign(low, places)} to {with_sign(high, places)}; "
        f"{'significant after correction' if line.significant else NOT_SIGNIFICANT}), "
        f"{signed((slope(curves[kind]) or 0.0) * step, 2)} points by least squares.",
        strength=line.strength,
        test=how_tested(line, "types", test=_LOGISTIC, note=SEEDS),
        marks={"type": kind},
    )


def _short_minus_long(panel: str, curves: Curves, type: str) -> Finding | None:
    """How much higher the shortest lengths are than the longest."""
    gaps = dict(known_results(curves, lambda kind: _gap(curves[kind])))
    if not gaps:
        return None
    kind, clearest = _clearest(gaps, type)
    gap = gaps[kind]
    falls = f"is lower at the {FEW} longest than at the {FEW} shortest lengths"
    way = by_sign(gap.estimate, "higher", "higher", "lower")
    return Finding.of(
        f"{kind} · {panel}",
        gap,
        f"{panel}: {_count_sentence(gaps, -1, falls, 'higher')}{clearest} {kind}: its {FEW} shortest lengths are "
        f"{points(abs(gap.estimate))} {way} than its {FEW} longest ({conclusion(gap, unsigned=True)}).",
        how_tested(gap, f"types that have {2 * FEW} lengths", test=_MEANS, note=SEEDS),
        {"type": kind},
        times=-100,
        detail=f"{FEW} longest minus {FEW} shortest lengths",
    )


def _gap(curve: Curve) -> Estimate | None:
    """The shortest minus the longest lengths, where the uncertainty is known."""
    gap = short_minus_long(curve)
    if gap is None or gap.interval is None:
        return None
    return Estimate(0.0, gap.stderr) if abs(gap.value) < _SAME else gap


def _clearest(results: Mapping[str, Result], type: str) -> tuple[str, str]:
    """The isolated type, or else the one with the clearest result, which is then introduced as such."""
    if type in results:
        return type, ""
    return max(results, key=lambda kind: results[kind].strength), " Clearest is"


def _count_sentence(results: Mapping[str, Result], sign: int, falls: str, rises: str) -> str:
    """In how many types accuracy falls and in which, in how many it rises or could do either."""
    sure = {kind: result.estimate * sign for kind, result in results.items() if result.significant}
    down = [kind for kind, change in sure.items() if change < 0]
    up = sum(change > 0 for change in sure.values())
    names = f" ({', '.join(down)})" if down else ""
    open_ones = len(results) - len(down) - up
    parts = [
        f"accuracy {falls} in {part_in_words(len(down), len(results), 'type')}{names}"
        if down
        else f"no significant fall in {counted(len(results), 'type')}",
        f"{rises} in {up}" if up else "",
        f"cannot tell yet in {open_ones}" if open_ones and down else "",
    ]
    return f"{', '.join(filter(None, parts))}."


SEEDS = "Assumes independent answers; the seeds of a cell share its problems."


def share(mean: Estimate) -> str:
    """The interval of a mean accuracy in words."""
    return interval(*mean.share) if mean.share else UNKNOWN
