"""What a doubling of the size brings: in one benchmark, and in all."""

import math
from collections.abc import Sequence
from itertools import groupby

from reasonboard.core.findings.finding import Finding, verdict_of
from reasonboard.core.findings.result import Result, results, strength
from reasonboard.core.findings.words import (
    BENJAMINI_HOCHBERG,
    NO_TEST,
    UNKNOWN,
    how_all_tested,
    how_tested,
    interval,
    percent,
    points,
    size_label,
    trend_sentence,
)
from reasonboard.statistics.contrasts import ALPHA, benjamini_hochberg, of_known
from reasonboard.statistics.differences import Verdict, two_sided
from reasonboard.statistics.growth import (
    Doubling,
    Step,
    level,
    pairs,
    per_doubling,
    smallest_reaching,
    steps,
)
from reasonboard.statistics.intervals import normal_quantile
from reasonboard.statistics.uncertainty import Measured, standard_error
from reasonboard.studies.scale_progress.findings.words import brackets
from reasonboard.studies.scale_progress.rows import Row, measured

_Z = normal_quantile(1 - ALPHA)
"""Standard errors on each side of a 95 % interval."""
_PER = "doubling of the size"
_SMALLEST = "billion parameters for 90 % of the gain"
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
    line = per_doubling(sizes, values)
    findings = [
        _slope(panel, line, _result(line, line.p_value, 1)) if line else None,
        _bend(panel, steps(sizes, values)),
        _inversions(panel, here, values),
        _smallest(panel, here),
    ]
    return [finding for finding in findings if finding]


def of_doubling(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """In how many benchmarks a larger model is resolved to be higher: where most, and where least."""
    groups = [list(group) for _, group in groupby(rows, key=lambda row: row["benchmark"])]
    lines = [
        (group[0]["benchmark"], line)
        for group in groups
        if (line := per_doubling([row["params_b"] for row in group], list(map(measured, group))))
    ]
    if not lines:
        return []
    adjusted = of_known([line.p_value for _, line in lines], benjamini_hochberg)
    tests = len(adjusted) - adjusted.count(None)
    slopes = [
        (name, line, _result(line, p, tests)) for (name, line), p in zip(lines, adjusted, strict=True)
    ]  # fmt: skip
    verdicts = [result.verdict if result else None for *_, result in slopes]
    up, down = verdicts.count(Verdict.BETTER), verdicts.count(Verdict.WORSE)
    count = f"{up} of {len(lines)} benchmarks and below in {down}, resolved after correction"
    if not tests:
        count = f"{sum(line.slope > 0 for _, line in lines)} of {len(lines)} benchmarks ({UNKNOWN})"
    summary = Finding.count(
        "Slopes over sizes",
        verdicts,
        "benchmarks",
        f"The slope over sizes is above 0 in {count}.",
        f"{_LINE} {BENJAMINI_HOCHBERG} over {tests} benchmarks.",
        strength=max(strength(result) for *_, result in slopes),
    )
    ends = {pick(slopes, key=lambda one: one[1].slope)[0]: None for pick in (max, min)}
    chosen = {name: (line, result) for name, line, result in slopes}
    marked = [
        _slope(name, *chosen[name], after=" after correction", marks={"panel": name}) for name in ends
    ]  # fmt: skip
    return [summary, *marked]


def _result(line: Doubling, p: float | None, tests: int) -> Result | None:
    """The slope as one of several tests; its strength by the half of its interval, nearly standard errors."""
    if line.low is None or line.high is None or line.p_value is None or p is None:
        return None
    width = line.high - line.low
    far = abs(line.slope) / width * 2 * _Z if width > 0 else 0.0
    return Result(line.slope, line.low, line.high, line.p_value, p, tests, far, line.method)


def _slope(
    name: str,
    line: Doubling,
    result: Result | None,
    after: str = "",
    marks: dict[str, str] | None = None,
) -> Finding:
    return Finding.of(
        name,
        result,
        trend_sentence(name, result, line.slope, _PER, after),
        how_tested(result, "benchmarks", correction=BENJAMINI_HOCHBERG, note=_LINE),
        marks,
        unit=f"points per {_PER}",
        estimate=line.slope * 100,
    )


def _bend(panel: str, every: Sequence[Step]) -> Finding | None:
    """The first step against the last one: does a doubling bring less among the large?"""
    if len(every) < 2:  # noqa: PLR2004
        return None
    first, last = every[0], every[-1]
    text = f"{panel}: a doubling brings {_step(first)} and {_step(last)}"
    change, unit = last.slope - first.slope, f"points per {_PER}, last step minus first"
    if None in (first.low, first.high, last.low, last.high):
        return Finding.of(panel, None, f"{text}.", NO_TEST, unit=unit, estimate=change * 100)
    half = math.hypot(*((step.high or 0) - (step.low or 0) for step in (first, last))) / 2
    z = change / half * _Z if half else 0.0
    result = Result(
        change, change - half, change + half, two_sided(z), two_sided(z), 1, abs(z),
        "z test of the two steps by the widths of their intervals, one planned comparison",
    )  # fmt: skip
    verdict = "" if result.resolved else "; the difference is not resolved"
    return Finding.of(panel, result, f"{text}{verdict}.", how_tested(result, ""), unit=unit)


def _inversions(panel: str, here: Sequence[Row], values: Sequence[Measured]) -> Finding:
    """The pairs of sizes of which the larger is lower."""
    every = pairs([row["params_b"] for row in here], values)
    tests = results([pair.contrast for pair in every])
    wrong = [pair for pair in zip(every, tests, strict=True) if pair[0].difference > 0]
    if not wrong:
        text = f"{panel}: every larger size is higher than every smaller one or as high."
        test = how_all_tested(tests, "Holm's correction over every pair of sizes")
        verdicts = [
            result._replace(estimate=-result.estimate).verdict if result else None
            for result in tests
        ]
        return Finding.count(panel, verdicts, "pairs", text, test, strength=0.5)
    resolved = sum(bool(result and result.resolved) for _, result in wrong)
    worst, result = max(wrong, key=lambda pair: (strength(pair[1]), pair[0].difference))
    small, large = here[worst.smaller], here[worst.larger]
    return Finding.of(
        f"{size_label(large['params_b'])} against {size_label(small['params_b'])}",
        result,
        f"{panel}: {len(wrong)} of {len(every)} pairs of sizes are out of order, {resolved} of them resolved; most "
        f"clearly {size_label(small['params_b'])} is {points(worst.difference)} above {size_label(large['params_b'])} "
        f"{brackets(result)}.",
        how_tested(result, "pairs of sizes"),
        {"size": small["model"]},
        times=-100,
        estimate=-worst.difference * 100,
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
        text = f"{panel}: no size reaches {percent(target)}, 90 % of the gain of the largest, here."
        return Finding(
            subject=panel, unit=_SMALLEST, verdict="open", text=text, test=test, strength=0.5
        )
    smaller = [row for row in ordered if row["params_b"] < size]
    row = next(row for row in ordered if row["params_b"] == size and row["value"] >= target)
    text = f"{panel}: {size_label(size)} is the smallest size with 90 % of the gain of the largest ({percent(target)})"
    p, z, rest = None, 0.5, ""
    if smaller:
        under = smaller[-1]
        error = standard_error(measured(under))
        z = (target - under["value"]) / error if error else 0.0
        p = None if error is None else two_sided(z)
        words = UNKNOWN if p is None else "resolved" if z > _Z else "not resolved"
        rest = f"; {size_label(under['params_b'])} is {points(target - under['value'])} under it ({words})"
    return Finding(
        subject=f"{size_label(size)} · {panel}",
        estimate=size,
        unit=_SMALLEST,
        p=p,
        verdict=verdict_of(p, z),
        text=f"{text}{rest}.",
        test=test,
        strength=abs(z),
        marks={"size": row["model"]},
    )


def _step(step: Step) -> str:
    sizes = f"from {size_label(step.smaller)} to {size_label(step.larger)}"
    return f"{step.slope * 100:+.1f} points {sizes} ({_ends(step)})"


def _ends(step: Step) -> str:
    return UNKNOWN if step.low is None or step.high is None else interval(step.low, step.high)
