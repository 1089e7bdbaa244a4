"""What the curves over length say: sudden drops and rises, and where a curve changes at once."""

from collections.abc import Sequence
from statistics import NormalDist
from typing import Any

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import interval, p_value, percent, points
from reasonboard.statistics.contrasts import ALPHA
from reasonboard.statistics.corrections import holm
from reasonboard.statistics.decline import Tested, cliff, corrected, rise, sudden
from reasonboard.studies.type_length.findings.type_curve import by_verdict, curve_of

Row = dict[str, Any]

_LINES, _DROPS, _CHANGES = 6, 3, 2
_PERMUTATIONS = 9_999
_STANDARD = NormalDist()
_FIRST_TWO = 2
SEEDS = "Answers are taken as independent; the seeds of a cell share its items."


def of_the_curves(rows: Sequence[Row], *, type: str, first: str, **_options: str) -> list[Finding]:
    """The largest resolved drops and rises between neighbouring lengths, and the sudden changes."""
    rows = [row for row in rows if row["rank"] <= _LINES]
    lines = list(zip(rows, corrected([curve_of(row) for row in rows]), strict=True))
    tests = sum(len(found) for _, found in lines)
    told = [(row, found) for row, found in lines if not type or row["task_type"] == type]
    drops = [(row, one) for row, found in told if (one := cliff(found))]
    rises = [(row, one) for row, found in told if (one := rise(found))]
    drops.sort(key=lambda one: one[1].step.contrast.difference)
    rises.sort(key=lambda one: -one[1].step.contrast.difference)
    steps = [_step(row, one, tests) for row, one in [*drops[:_DROPS], *rises[:1]]]
    return [*steps, *_count(told, tests), *_changes(rows, type, first)]


def _step(row: Row, found: Tested, tests: int) -> Finding:
    """A sentence about one step from a length to the next."""
    step, one = found.step, found.step.contrast
    way, size = (
        ("falls", (-one.high, -one.low)) if one.difference < 0 else ("rises", (one.low, one.high))
    )
    end = by_verdict(" after correction", found.adjusted)
    shown = dict(zip(row["lengths"], row["accuracy"], strict=True))
    return Finding(
        f"{row['task_type']} of {row['panel']} {way} by {points(abs(one.difference))} from length {step.start} "
        f"to {step.end}, to {percent(shown[step.end])} ({interval(*size)}; {end}).",
        strength=abs(one.z),
        test=f"{one.test}, two-sided, {p_value(found.adjusted)} by Holm's correction over the {tests} steps between "
        f"neighbouring lengths of all lines drawn. {SEEDS}",
        marks={"type": row["task_type"], "length": str(step.end)} | _panel(row),
    )  # fmt: skip


def _count(told: Sequence[tuple[Row, Sequence[Tested]]], tests: int) -> list[Finding]:
    """How many steps are resolved; where none is, which one is the largest."""
    every = [(row, one) for row, found in told for one in found]
    if not every:
        return []
    resolved = [one.step.contrast.difference for _, one in every if one.resolved]
    if not resolved:
        row, one = max(every, key=lambda pair: abs(pair[1].step.contrast.difference))
        return [_step(row, one, tests)]
    falls = sum(1 for change in resolved if change < 0)
    return [
        Finding(
            f"Of {len(every)} steps between neighbouring lengths {len(resolved)} are resolved: {falls} down, "
            f"{len(resolved) - falls} up.",
            strength=_STANDARD.inv_cdf(1 - ALPHA / 2),
            test=f"Two-proportion score test of each step, Fisher's exact test at 0 and 100 %, both two-sided; Holm's "
            f"correction over the {tests} steps of all lines drawn. {SEEDS}",
        )
    ]  # fmt: skip


def _changes(rows: Sequence[Row], type: str, first: str) -> list[Finding]:
    """The curves of the first panel, and of the isolated type, that change at once."""
    asked = [row for row in rows if (row["task_type"] == type if type else row["panel"] == first)]
    asked = [row for row in asked if curve_of(row).counted]
    found = [sudden(curve_of(row), _PERMUTATIONS) for row in asked]
    adjusted = holm([one.p_value if one else 1.0 for one in found])
    sentences = []
    for row, one, p in zip(asked, found, adjusted, strict=True):
        if one is None or p > ALPHA:
            continue
        start, end = row["lengths"][one.split - 1], row["lengths"][one.split]
        sentences.append(
            Finding(
                f"{row['task_type']} of {row['panel']} changes between length {start} and {end} rather than "
                f"steadily: {percent(one.before)} before, {percent(one.after)} after it (resolved after correction).",
                strength=_STANDARD.inv_cdf(1 - max(p, 1e-12) / 2),
                test=f"Best split in two constant rates, which explains more than a logistic slope; permutation test "
                f"of a constant rate, {_PERMUTATIONS:,} permutations, {p_value(p)} by Holm's correction over "
                f"{len(asked)} curves. {SEEDS}",
                marks={"type": row["task_type"], "length": str(end)} | _panel(row),
            )
        )  # fmt: skip
    return sorted(sentences, key=lambda one: -one.strength)[:_CHANGES]


def _panel(row: Row) -> dict[str, str]:
    # Of two panels both are compared already: to pick the second would turn their difference.
    return {"first": row["panel"]} if row["chosen"] and row["panels"] > _FIRST_TWO else {}
