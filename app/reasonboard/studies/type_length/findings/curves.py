"""What the curves over length say: sudden drops and rises, and where a curve changes at once."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from reasonboard.core.findings.finding import Finding, verdict_of
from reasonboard.core.findings.result import result_of
from reasonboard.core.findings.words import (
    by_sign,
    conclusion,
    how_tested,
    p_value,
    percent,
    points,
)
from reasonboard.statistics.contrasts import holm
from reasonboard.statistics.decline import Tested, cliff, rise, sudden
from reasonboard.statistics.differences import ALPHA, Verdict, verdict
from reasonboard.statistics.effects import in_standard_errors
from reasonboard.statistics.intervals import normal_quantile
from reasonboard.statistics.slopes import ChangePoint
from reasonboard.studies.type_length.findings.decline import SEEDS
from reasonboard.studies.type_length.rows import Row, curve_of, tested_steps

_PERMUTATIONS = 9_999
_FIRST_TWO = 2


def of_the_curves(rows: Sequence[Row], *, type: str, first: str, **_options: str) -> list[Finding]:
    """Of every line the largest significant drop and rise from one length to the next, and the sudden changes."""
    lines = tested_steps(rows)
    tests = Counter(row["panel"] for row, steps in lines for _ in steps)
    chosen_lines = [(row, steps) for row, steps in lines if not type or row["task_type"] == type]
    largest = [
        (row, step) for row, steps in chosen_lines for step in (cliff(steps), rise(steps)) if step
    ]
    # The largest drop comes first, as the heading of the chart names it.
    largest.sort(key=_change)
    selected = [_step(row, step, tests[row["panel"]]) for row, step in largest]
    return _first_strongest([*selected, *_count(chosen_lines, tests), *_changes(rows, type, first)])


def _first_strongest(findings: list[Finding]) -> list[Finding]:
    """The findings, the first as strong as the strongest of them, so that it stays first."""
    most = max((finding.strength for finding in findings), default=0.0)
    return [replace(finding, strength=most) for finding in findings[:1]] + findings[1:]


def _change(pair: tuple[Row, Tested]) -> float:
    return pair[1].step.contrast.value


def _step(row: Row, tested: Tested, tests: int) -> Finding:
    """A sentence about one step from a length to the next."""
    step = tested.step
    result = result_of(step.contrast, tested.adjusted, tests)
    # Its interval is wider than that of one test alone.
    wider = normal_quantile(1 - ALPHA / max(tests, 1)) / normal_quantile(1 - ALPHA)
    result = result._replace(strength=result.strength * wider)
    way = by_sign(result.estimate, "rises", "rises", "falls")
    end = percent(dict(zip(row["lengths"], row["accuracy"], strict=True))[step.end])
    return Finding.of(
        f"{row['task_type']} · {row['panel']}",
        result,
        f"{row['task_type']} of {row['panel']} {way} by {points(abs(result.estimate))} from length {step.start} "
        f"to {step.end}, to {end} ({conclusion(result, unsigned=True)}).",
        how_tested(
            result, "steps between neighboring lengths of this model and method", note=SEEDS
        ),
        _marks(row, step.end),
        detail=f"from length {step.start} to {step.end}",
    )


def _count(
    lines: Sequence[tuple[Row, Sequence[Tested]]], tests: Mapping[str, int]
) -> list[Finding]:
    """How many steps are significant; where none is, which one is the largest."""
    all_steps = [(row, step) for row, steps in lines for step in steps]
    if not all_steps:
        return []
    verdicts = [verdict(_change(pair), pair[1].adjusted) for pair in all_steps]
    up, down = verdicts.count(Verdict.BETTER), verdicts.count(Verdict.WORSE)
    if not up + down:
        row, step = max(all_steps, key=lambda pair: abs(_change(pair)))
        return [_step(row, step, tests[row["panel"]])]
    text = (
        f"Of {len(all_steps)} steps between neighboring lengths {up + down} are significant: "
        f"{down} down, {up} up."
    )
    test = (
        "Two-proportion score test of each step, Fisher's exact test at 0 and 100%, both two-sided; Holm's "
        f"correction over the steps of each model and method, {max(tests.values())} at most. {SEEDS}"
    )
    strength = in_standard_errors(ALPHA)
    return [Finding.count("All steps", verdicts, "steps", text, test, strength=strength)]


def _changes(rows: Sequence[Row], type: str, first: str) -> list[Finding]:
    """The curves of the first panel, or of the isolated type, that change at once."""
    column, chosen = ("task_type", type) if type else ("panel", first)
    counted = [row for row in rows if row[column] == chosen and curve_of(row).counted]
    changes = [sudden(curve_of(row), _PERMUTATIONS) for row in counted]
    adjusted = holm([change.p_value if change else 1.0 for change in changes])
    findings = [
        _sudden(row, change, p, len(counted))
        for row, change, p in zip(counted, changes, adjusted, strict=True)
        if change and p <= ALPHA
    ]
    return findings


def _sudden(row: Row, change: ChangePoint, p: float, curves: int) -> Finding:
    start, end = row["lengths"][change.split - 1], row["lengths"][change.split]
    return Finding(
        subject=f"{row['task_type']} · {row['panel']}",
        detail=f"mean after length {start} minus mean up to it",
        estimate=(change.after - change.before) * 100,
        p=p,
        verdict=verdict_of(p, change.after - change.before),
        text=f"{row['task_type']} of {row['panel']} changes at one step, from length {start} to {end}, not gradually: "
        f"{percent(change.before)} before, {percent(change.after)} after it (significant after correction).",
        strength=in_standard_errors(p),
        test=(
            "Best split into two constant rates, which explains more than a logistic slope; "
            f"permutation test of a constant rate, {_PERMUTATIONS:,} permutations, {p_value(p)} "
            f"after Holm's correction over {curves} curves. {SEEDS}"
        ),
        marks=_marks(row, end),
    )


def _marks(row: Row, length: int) -> dict[str, str]:
    marks = {"type": row["task_type"], "length": str(length)}
    # Of two panels both are compared already: to pick the second would turn their difference.
    return marks | ({"first": row["panel"]} if row["chosen"] and row["panels"] > _FIRST_TWO else {})
