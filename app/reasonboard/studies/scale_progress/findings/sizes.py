"""What a doubling of the size brings, in one benchmark and in all; and words for sizes and progress."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from reasonboard.core.findings.finding import Finding, verdict_of
from reasonboard.core.findings.result import NOT_SIGNIFICANT, Result, strength
from reasonboard.core.findings.words import (
    UNKNOWN,
    by_sign,
    conclusion,
    how_tested,
    percent,
    points,
    size_label,
    trend_sentence,
)
from reasonboard.core.headline import part_in_words
from reasonboard.statistics.differences import ALPHA, Verdict, two_sided
from reasonboard.statistics.uncertainty import standard_error
from reasonboard.studies.scale_progress.rows import (
    CORRECTION,
    Loss,
    Row,
    Sizes,
    Slope,
    measured,
    slopes,
    training_share,
    with_value,
)

_PER = "doubling of the size"
_SMALLEST = "billion parameters for 90% of the gain"
_LEVEL = "The standard error of the next smaller size; the level is taken as known."
_LINE = (
    "Least squares of accuracy over log2 of the size; over three sizes and more Student's t over the residuals, so "
    "a bend widens the interval."
)


def of_sizes(rows: Sequence[Row], *, panel: str, checkpoint: str, **_options: str) -> list[Finding]:
    """Points per doubling over all sizes, and the smallest size near the largest."""
    sized = [row for row in with_value(rows) if row["params_b"]]
    at_checkpoint = [row for row in sized if row["checkpoint"] == checkpoint]
    if len({row["params_b"] for row in at_checkpoint}) < 2:  # noqa: PLR2004
        return []
    sizes = Sizes(at_checkpoint)
    findings = [_slope(sizes.slope) if sizes.slope else None, _smallest(panel, sizes)]
    return [finding for finding in findings if finding]


def of_doubling(rows: Sequence[Row], **_options: str) -> list[Finding]:
    """In how many benchmarks a larger model is significantly higher: where most, and where least."""
    every = slopes(rows)
    if not every:
        return []
    verdicts = [slope.result.verdict if slope.result else None for slope in every]
    tests = next((slope.result.tests for slope in every if slope.result), 0)
    up, down = verdicts.count(Verdict.BETTER), verdicts.count(Verdict.WORSE)
    tested = len(every) - verdicts.count(None)
    part = part_in_words(up, tested, "benchmark", len(every) - tested)
    count = f"significantly above 0 in {part if up else 'none'} and below in {down or 'none'}"
    if not tests:
        count = f"above 0 in {sum(slope.value > 0 for slope in every)} of {len(every)} benchmarks ({UNKNOWN})"
    summary = Finding.count(
        "Slopes over sizes",
        verdicts,
        "benchmarks",
        f"The slope over sizes is {count}.",
        f"{_LINE} {CORRECTION} over {tests} benchmarks.",
        strength=max(strength(slope.result) for slope in every),
    )
    ends = dict.fromkeys(pick(every, key=lambda slope: slope.value) for pick in (max, min))
    return [summary, *(_slope(end, {"panel": end.benchmark}) for end in ends)]


def _slope(slope: Slope, marks: dict[str, str] | None = None) -> Finding:
    return Finding.of(
        slope.benchmark,
        slope.result,
        trend_sentence(slope.benchmark, slope.result, slope.value, _PER),
        how_tested(slope.result, "benchmarks", correction=CORRECTION, note=_LINE),
        marks,
        unit=f"points per {_PER}",
        estimate=slope.value * 100,
    )


def _smallest(panel: str, sizes: Sizes) -> Finding | None:
    """The smallest size with 90% of the gain of the largest, and the next smaller one."""
    target, size = sizes.target, sizes.smallest
    if target is None:
        return None
    if size is None:
        text = f"{panel}: no size reaches {percent(target)}, 90% of the gain of the largest, here."
        return Finding(subject=panel, unit=_SMALLEST, text=text, test=_LEVEL, strength=0.5)
    text = f"{panel}: {size_label(size)} is the smallest size with 90% of the gain of the largest ({percent(target)})"
    row = next(row_ for row_ in sizes.rows if row_["params_b"] == size and row_["value"] >= target)
    finding = Finding(
        subject=f"{size_label(size)} · {panel}",
        estimate=size,
        unit=_SMALLEST,
        text=f"{text}.",
        test=_LEVEL,
        strength=0.5,
        marks={"size": row["model"]},
    )
    below = max((row for row in sizes.rows if row["params_b"] < size), key=_size, default=None)
    return _with_next_smaller(finding, below, target) if below else finding


def _size(row: Row) -> float:
    return float(row["params_b"])


def _with_next_smaller(finding: Finding, below: Row, target: float) -> Finding:
    """The finding with how far the next smaller size is under the level, and whether that could be chance."""
    gap, error, tests = (
        target - below["value"],
        standard_error(measured(below)),
        below["tests"]["slopes"],
    )
    smaller = size_label(below["params_b"])
    under = f"{smaller} is {points(gap)} below it"
    finding = replace(finding, detail=f"level {percent(target)}, next smaller {smaller}")
    text = finding.text.removesuffix(".")
    if not error:
        return replace(finding, text=f"{text}; {under} ({UNKNOWN}).")
    p = min(1.0, two_sided(gap / error) * tests)
    words = "significant" if p <= ALPHA else NOT_SIGNIFICANT
    return replace(
        finding,
        text=f"{text}; {under} ({words}).",
        test=f"{_LEVEL} {CORRECTION} over {tests} benchmarks.",
        p=p,
        plain_p=two_sided(gap / error),
        tests=tests,
        verdict=verdict_of(p, gap),
        strength=abs(gap / error),
    )


_TRAININGS = (
    "trainings; Holm over the checkpoints of a curve first, as the best is chosen after looking"
)


def clearest_loss(losses: Sequence[Loss]) -> Loss:
    """The one that the data say most strongly: a significant one if there is any."""
    return max(losses, key=lambda loss: (loss.is_sure, strength(loss.result), loss.size))


def last_under_best(loss: Loss, text: str, marks: Mapping[str, str] | None = None) -> Finding:
    """How far a training ends under its best checkpoint, which is marked with `marks` besides."""
    best, size, result = loss
    return Finding.of(
        f"{size_label(best.params_b)} · {best.benchmark}",
        result,
        text,
        how_tested(result, _TRAININGS, correction=CORRECTION),
        {**(marks or {}), "size": best.model, "checkpoint": best.checkpoint},
        times=-100,
        estimate=-size * 100,
        detail="last vs best checkpoint",
    )


def count_significant(losses: Sequence[Loss]) -> int:
    """How many trainings end significantly under their best checkpoint."""
    return sum(loss.is_sure for loss in losses)


def at(progress: float) -> str:
    """A place in training: '23% of training'."""
    return f"{training_share(progress)} of training"


def brackets(result: Result | None) -> str:
    """The interval of a difference with its verdict, in brackets; of a fall that of its size."""
    return f"({conclusion(result, unsigned=True)})"


def moved(difference: float) -> str:
    """'rises by 4.0 points', 'falls by 4.0 points' or 'stays as it is'."""
    if not difference:
        return "does not change"
    return f"{by_sign(difference, 'rises', '', 'falls')} by {points(abs(difference))}"
