"""What a doubling of the size brings: in one benchmark, and in all."""

import math
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import interval, percent, points
from reasonboard.statistics.contrasts import ALPHA
from reasonboard.statistics.corrections import benjamini_hochberg, of_known
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.doublings import Doubling, Step, per_doubling, steps
from reasonboard.statistics.intervals import normal_quantile
from reasonboard.statistics.learning import level, pairs, smallest_reaching
from reasonboard.statistics.uncertainty import standard_error
from reasonboard.studies.scale_progress.findings.scale_progress import UNPAIRED
from reasonboard.studies.scale_progress.findings.scale_rows import (
    measured,
    p_words,
    size_label,
    strength,
    told,
)

Row = dict[str, Any]

_Z = normal_quantile(1 - ALPHA)
"""Standard errors on each side of a 95 % interval."""

_LINE = (
    "Least squares of accuracy over log2 of the size; over three sizes and more Student's t over the residuals, so "
    "a bend widens the interval."
)


def of_sizes(rows: Sequence[Row], *, panel: str, checkpoint: str, **_options: str) -> list[Finding]:
    """Points per doubling, over all sizes and of the steps; sizes out of order; the smallest near the largest."""
    here = [row for row in rows if row["params_b"] and row["checkpoint"] == checkpoint]
    sizes, values = [row["params_b"] for row in here], [measured(row) for row in here]
    if len(set(sizes)) < 2:  # noqa: PLR2004
        return []
    found = [_global(panel, per_doubling(sizes, values)), _bend(panel, steps(sizes, values)),
             _inversions(panel, here), _smallest(panel, here)]  # fmt: skip
    return [one for one in found if one]


def of_doubling(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """In how many benchmarks a larger model is resolved to be higher: where most, and where least."""
    groups = [list(of) for _, of in groupby(rows, key=lambda row: row["benchmark"])]
    found = [
        (of[0]["benchmark"], one)
        for of in groups
        if (one := per_doubling([row["params_b"] for row in of], list(map(measured, of))))
    ]
    if not found:
        return []
    adjusted = of_known([one.p_value for _, one in found], benjamini_hochberg)
    sure = {name: p <= ALPHA for (name, _), p in zip(found, adjusted, strict=True) if p is not None}
    up = sum(one.slope > 0 for name, one in found if sure.get(name))
    down = sum(one.slope < 0 for name, one in found if sure.get(name))
    most, least = (pick(found, key=lambda pair: pair[1].slope) for pick in (max, min))
    test = f"{_LINE} Benjamini-Hochberg over {len(sure)} benchmarks."
    told_ = [
        _slope_finding(name, one, sure.get(name), test) for name, one in dict((most, least)).items()
    ]
    if sure:
        text = f"{up} of {len(found)} benchmarks and below in {down}, resolved after correction."
    else:
        up = sum(one.slope > 0 for _, one in found)
        text = f"{up} of {len(found)} benchmarks (no uncertainty available)."
    return [
        Finding(
            f"The slope over sizes is above 0 in {text}",
            max(_t(one) for _, one in found),
            test,
        ),
        *told_,
    ]


def _slope_finding(name: str, one: Doubling, sure: bool | None, test: str) -> Finding:
    verdict = "" if sure is None else "; resolved after correction" if sure else "; not resolved"
    return Finding(
        f"{name}: {one.slope * 100:+.1f} points per doubling of the size ({_interval(one)}{verdict}).",
        min(_t(one), 50.0),
        test,
        {"panel": name},
    )


def _global(panel: str, one: Doubling | None) -> Finding | None:
    if one is None:
        return None
    sure = None if one.p_value is None else one.p_value <= ALPHA
    return Finding(
        f"{panel}: {one.slope * 100:+.1f} points per doubling of the size ({_interval(one)}"
        f"{'' if sure is None else '; resolved' if sure else '; not resolved'}).",
        _t(one),
        f"{_LINE}{p_words(one.p_value)}",
    )


def _bend(panel: str, found: Sequence[Step]) -> Finding | None:
    """The first step against the last one: does a doubling bring less among the large?"""
    if len(found) < 2:  # noqa: PLR2004
        return None
    first, last = found[0], found[-1]
    ends = (first.low, first.high, last.low, last.high)
    text = f"{panel}: a doubling brings {_step(first)} and {_step(last)}"
    if None in ends:
        return Finding(f"{text}.", 0.0, "None: neither n nor a standard error is known.")
    half = math.hypot(*((step.high or 0) - (step.low or 0) for step in (first, last))) / 2
    z = (first.slope - last.slope) / half * _Z if half else 0.0
    verdict = "" if abs(z) > _Z else "; the difference is not resolved"
    return Finding(
        f"{text}{verdict}.",
        abs(z),
        f"z test of the two steps by the widths of their intervals, z = {z:.1f}, one planned comparison. {UNPAIRED}",
    )


def _inversions(panel: str, here: Sequence[Row]) -> Finding | None:
    """The pairs of sizes of which the larger is lower."""
    every = pairs([row["params_b"] for row in here], [measured(row) for row in here])
    wrong = [one for one in every if one.difference > 0]
    tested = sum(one.contrast is not None for one in every)
    test = f"Every pair of sizes: score or z test, Holm over {tested}. {UNPAIRED}"
    if not wrong:
        return Finding(
            f"{panel}: every larger size is higher than every smaller one or as high.", 0.5, test
        )
    sure = [one for one in wrong if one.verdict is Verdict.BETTER]
    worst = max(wrong, key=lambda one: (strength(one.contrast), one.difference))
    small, large = here[worst.smaller], here[worst.larger]
    known = None if worst.contrast is None else worst.verdict is Verdict.BETTER
    return Finding(
        f"{panel}: {len(wrong)} of {len(every)} pairs of sizes are out of order, {len(sure)} of them resolved; most "
        f"clearly {size_label(small['params_b'])} is {points(worst.difference)} above {size_label(large['params_b'])} "
        f"{told(worst.contrast, known, 'correction')}.",
        strength(worst.contrast),
        test
        + p_words(worst.contrast.p_value if worst.contrast else None, "This pair, uncorrected"),
        {"size": small["model"]},
    )


def _smallest(panel: str, here: Sequence[Row]) -> Finding | None:
    """The smallest size with 90 % of the gain of the largest, and the next smaller one."""
    target = level(here[0]["largest_start"], here[0]["largest_end"])
    if target is None:
        return None
    ordered = sorted(here, key=lambda row: row["params_b"])
    size = smallest_reaching(
        [row["params_b"] for row in ordered], [row["value"] for row in ordered], target
    )
    test = "The standard error of the next smaller size; the level is taken as known."
    if size is None:
        return Finding(
            f"{panel}: no size reaches {percent(target)}, 90 % of the gain of the largest, here.",
            0.5,
            test,
        )
    smaller = [row for row in ordered if row["params_b"] < size]
    row = next(row for row in ordered if row["params_b"] == size and row["value"] >= target)
    text = f"{panel}: {size_label(size)} is the smallest size with 90 % of the gain of the largest ({percent(target)})"
    if not smaller:
        return Finding(f"{text}.", 0.5, test, {"size": row["model"]})
    under = smaller[-1]
    error = standard_error(measured(under))
    z = (target - under["value"]) / error if error else 0.0
    sure = "resolved" if z > _Z else "not resolved"
    verdict = "no uncertainty available" if error is None else sure
    return Finding(
        f"{text}; {size_label(under['params_b'])} is {points(target - under['value'])} under it ({verdict}).",
        abs(z),
        test,
        {"size": row["model"]},
    )


def _step(step: Step) -> str:
    words = f"{step.slope * 100:+.1f} points from {size_label(step.smaller)} to {size_label(step.larger)}"
    if step.low is None or step.high is None:
        return f"{words} (no uncertainty available)"
    return f"{words} ({interval(step.low, step.high)})"


def _interval(one: Doubling) -> str:
    if one.low is None or one.high is None:
        return "no uncertainty available"
    return interval(one.low, one.high)


def _t(one: Doubling) -> float:
    """The slope by the half of its interval, in standard errors or nearly so."""
    if one.low is None or one.high is None or one.high <= one.low:
        return 0.0
    return abs(one.slope) / (one.high - one.low) * 2 * _Z
