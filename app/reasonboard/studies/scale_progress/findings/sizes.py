"""What a doubling of the size brings: in one benchmark, and in all."""

import math
from collections.abc import Sequence
from itertools import groupby

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.result import results, strength
from reasonboard.core.findings.words import UNKNOWN, interval, percent, points
from reasonboard.statistics.contrasts import ALPHA, benjamini_hochberg, of_known
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
from reasonboard.studies.scale_progress.findings.words import (
    UNPAIRED,
    brackets,
    p_words,
    size_label,
)
from reasonboard.studies.scale_progress.rows import Row, measured

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
    line = per_doubling(sizes, values)
    findings = [
        _slope(panel, line, None if line is None else line.p_value),
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
    ps = {name: p for (name, _), p in zip(lines, adjusted, strict=True)}
    tests = len(adjusted) - adjusted.count(None)
    test = f"{_LINE} Benjamini-Hochberg over {tests} benchmarks."
    ends = (pick(lines, key=lambda pair: pair[1].slope) for pick in (max, min))
    return [
        Finding(
            f"The slope over sizes is above 0 in {_counted(lines, ps, tests)}",
            max(_t(line) for _, line in lines),
            test,
        ),
        *(_of_benchmark(name, line, ps[name], test) for name, line in dict(ends).items()),
    ]


def _counted(lines: Sequence[tuple[str, Doubling]], ps: dict[str, float | None], tests: int) -> str:
    if not tests:
        up = sum(line.slope > 0 for _, line in lines)
        return f"{up} of {len(lines)} benchmarks ({UNKNOWN})."
    sure = [line.slope for name, line in lines if (p := ps[name]) is not None and p <= ALPHA]
    up, down = sum(slope > 0 for slope in sure), sum(slope < 0 for slope in sure)
    return f"{up} of {len(lines)} benchmarks and below in {down}, resolved after correction."


def _of_benchmark(name: str, line: Doubling, p: float | None, test: str) -> Finding:
    text = _slope_words(name, line, p, " after correction")
    return Finding(text, min(_t(line), 50.0), test, {"panel": name})


def _slope(panel: str, line: Doubling | None, p: float | None) -> Finding | None:
    if line is None:
        return None
    return Finding(_slope_words(panel, line, p), _t(line), f"{_LINE}{p_words(p)}")


def _slope_words(name: str, line: Doubling, p: float | None, after: str = "") -> str:
    verdict = "" if p is None else f"; resolved{after}" if p <= ALPHA else "; not resolved"
    return (
        f"{name}: {line.slope * 100:+.1f} points per doubling of the size ({_ends(line)}{verdict})."
    )


def _bend(panel: str, every: Sequence[Step]) -> Finding | None:
    """The first step against the last one: does a doubling bring less among the large?"""
    if len(every) < 2:  # noqa: PLR2004
        return None
    first, last = every[0], every[-1]
    text = f"{panel}: a doubling brings {_step(first)} and {_step(last)}"
    if None in (first.low, first.high, last.low, last.high):
        return Finding(f"{text}.", 0.0, "None: neither n nor a standard error is known.")
    half = math.hypot(*((step.high or 0) - (step.low or 0) for step in (first, last))) / 2
    z = (first.slope - last.slope) / half * _Z if half else 0.0
    verdict = "" if abs(z) > _Z else "; the difference is not resolved"
    return Finding(
        f"{text}{verdict}.",
        abs(z),
        f"z test of the two steps by the widths of their intervals, z = {z:.1f}, one planned comparison. {UNPAIRED}",
    )


def _inversions(panel: str, here: Sequence[Row], values: Sequence[Measured]) -> Finding:
    """The pairs of sizes of which the larger is lower."""
    every = pairs([row["params_b"] for row in here], values)
    tests = results([pair.contrast for pair in every])
    wrong = [pair for pair in zip(every, tests, strict=True) if pair[0].difference > 0]
    test = f"Every pair of sizes: score or z test, Holm over {len(tests) - tests.count(None)}. {UNPAIRED}"
    if not wrong:
        return Finding(
            f"{panel}: every larger size is higher than every smaller one or as high.", 0.5, test
        )
    resolved = sum(bool(result and result.resolved) for _, result in wrong)
    worst, result = max(wrong, key=lambda pair: (strength(pair[1]), pair[0].difference))
    small, large = here[worst.smaller], here[worst.larger]
    return Finding(
        f"{panel}: {len(wrong)} of {len(every)} pairs of sizes are out of order, {resolved} of them resolved; most "
        f"clearly {size_label(small['params_b'])} is {points(worst.difference)} above {size_label(large['params_b'])} "
        f"{brackets(result)}.",
        strength(result),
        test + p_words(result and result.p, "This pair, uncorrected"),
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
        text = f"no size reaches {percent(target)}, 90 % of the gain of the largest, here."
        return Finding(f"{panel}: {text}", 0.5, test)
    smaller = [row for row in ordered if row["params_b"] < size]
    row = next(row for row in ordered if row["params_b"] == size and row["value"] >= target)
    text = f"{panel}: {size_label(size)} is the smallest size with 90 % of the gain of the largest ({percent(target)})"
    if not smaller:
        return Finding(f"{text}.", 0.5, test, {"size": row["model"]})
    under = smaller[-1]
    error = standard_error(measured(under))
    z = (target - under["value"]) / error if error else 0.0
    verdict = UNKNOWN if error is None else "resolved" if z > _Z else "not resolved"
    return Finding(
        f"{text}; {size_label(under['params_b'])} is {points(target - under['value'])} under it ({verdict}).",
        abs(z),
        test,
        {"size": row["model"]},
    )


def _step(step: Step) -> str:
    sizes = f"from {size_label(step.smaller)} to {size_label(step.larger)}"
    return f"{step.slope * 100:+.1f} points {sizes} ({_ends(step)})"


def _ends(line: Doubling | Step) -> str:
    return UNKNOWN if line.low is None or line.high is None else interval(line.low, line.high)


def _t(line: Doubling) -> float:
    """The slope by the half of its interval, in standard errors or nearly so."""
    if line.low is None or line.high is None or line.high <= line.low:
        return 0.0
    return abs(line.slope) / (line.high - line.low) * 2 * _Z
