"""How far types fall with length: slopes, short against long lengths, effective lengths."""

import math
from collections.abc import Sequence
from typing import Any

from reasonboard.core.findings.finding import Finding
from reasonboard.core.findings.words import p_value, points
from reasonboard.statistics.contrasts import ALPHA
from reasonboard.statistics.corrections import holm
from reasonboard.statistics.decline import (
    FEW,
    Curve,
    effective,
    log_odds_slope,
    short_minus_long,
    slope,
)
from reasonboard.statistics.means import Estimate
from reasonboard.statistics.uncertainty import standard_error
from reasonboard.studies.type_length.findings.type_curve import curve_of, ends

_SAME = 1e-9
"""Two means that differ by less are equal but for the order of their sums."""

Row = dict[str, Any]
Curves = dict[str, Curve]

SEEDS = "Answers are taken as independent; the seeds of a cell share its items."


def of_the_decline(
    rows: Sequence[Row], *, first: str, second: str, type: str, threshold: str, **_options: str
) -> list[Finding]:
    """For each of the two lines: which types fall with length, by how much, and how far they hold."""
    found: list[Finding | None] = []
    for panel in dict.fromkeys((first, second)):
        curves = {row["task_type"]: curve_of(row) for row in rows if row["panel"] == panel}
        if curves:
            found += [
                _slopes(panel, curves, type),
                _short_minus_long(panel, curves, type),
                _held(panel, curves, type, int(threshold)),
            ]
    return [one for one in found if one]


def _slopes(panel: str, curves: Curves, type: str) -> Finding | None:
    """Which types fall, and the one whose slope is clearest, or the isolated one."""
    fitted = {kind: line for kind, of in curves.items() if (line := log_odds_slope(of))}
    if not fitted:
        return None
    adjusted = dict(zip(fitted, holm([line.p_value for line in fitted.values()]), strict=True))
    kind = type if type in fitted else max(fitted, key=lambda one: abs(fitted[one].z))
    line, points_per_length = fitted[kind], (slope(curves[kind]) or 0.0) * 100
    low, high = (math.expm1(end) * 100 for end in line.ends or (line.value, line.value))
    return Finding(
        f"{panel}: {_counted(fitted, adjusted, 'falls with length', 'rises')}{_verb(type, fitted)} {kind}: each "
        f"further length changes the odds of a right answer by {math.expm1(line.value) * 100:+.1f} % (95 % interval "
        f"{low:+.1f} to {high:+.1f}; {_told(adjusted[kind])}), {points_per_length:+.2f} points by least squares.",
        strength=abs(line.z),
        test=f"Weighted logistic regression on length, standard error widened where the cells scatter more than the "
        f"binomial (quasi-binomial), {p_value(adjusted[kind])} by Holm's correction over {len(fitted)} types. {SEEDS}",
        marks={"type": kind},
    )  # fmt: skip


def _short_minus_long(panel: str, curves: Curves, type: str) -> Finding | None:
    """How much higher the shortest lengths are than the longest."""
    found = {kind: gap for kind, of in curves.items() if (gap := short_minus_long(of)) and gap.ends}
    if not found:
        return None
    adjusted = dict(zip(found, holm([gap.p_value for gap in found.values()]), strict=True))
    kind = type if type in found else max(found, key=lambda one: abs(found[one].z))
    gap = found[kind]
    below = gap.value < -_SAME
    way = "lower" if below else "higher"
    turned = {one: Estimate(-each.value, each.stderr) for one, each in found.items()}
    falls = f"is lower at the {FEW} longest than at the {FEW} shortest lengths"
    return Finding(
        f"{panel}: {_counted(turned, adjusted, falls, 'higher')}"
        f"{_verb(type, found)} {kind}: its {FEW} shortest lengths are {points(abs(gap.value))} {way} than its {FEW} "
        f"longest ({ends(gap, turned=below)}; {_told(adjusted[kind])}).",
        strength=abs(gap.z),
        test=f"z test of the difference of two means of {FEW} cells, {p_value(adjusted[kind])} by Holm's correction "
        f"over {len(found)} types that have {2 * FEW} lengths. {SEEDS}",
        marks={"type": kind},
    )  # fmt: skip


def _held(panel: str, curves: Curves, type: str, threshold: int) -> Finding | None:
    """Up to which length each type stays at or over the threshold."""
    curves = {kind: of for kind, of in curves.items() if not type or kind == type}
    if not curves:
        return None
    held, words, strengths = [], [], [0.0]
    for kind, of in sorted(curves.items()):
        found = effective(of, threshold / 100)
        if found.length == of.lengths[-1]:
            held.append(f"{kind} (to {found.length:g})")
            continue
        at = 0 if found.length is None else of.lengths.index(int(found.length)) + 1
        cell, error = of.cells[at], standard_error(of.cells[at])
        strengths.append(abs(cell.value - threshold / 100) / error if error else 0.0)
        until = "not at all" if found.length is None else f"to length {found.length:g}"
        low, high = ("none" if one is None else f"{one:g}" for one in (found.low, found.high))
        doubt = f" ({low} to {high} within the intervals)" if low != high else ""
        words.append(f"{kind} {until}{doubt}")
    whole = [f"throughout: {', '.join(held)}"] if held else []
    return Finding(
        f"{panel} at {threshold} % or over: {'; '.join([*words, *whole])}.",
        strength=max(strengths),
        test="No test: the longest length before the first value under the threshold; in brackets the same of the low "
        f"and of the high ends of the 95 % intervals of all cells, where they are known. {SEEDS}",
        marks={"type": type} if type else {},
    )  # fmt: skip


def _counted(found: dict[str, Estimate], adjusted: dict[str, float], falls: str, rises: str) -> str:
    """In how many types accuracy falls and in which, in how many it rises or is not resolved."""
    down = [kind for kind, one in found.items() if adjusted[kind] <= ALPHA and one.value < 0]
    up = [kind for kind, one in found.items() if adjusted[kind] <= ALPHA and one.value > 0]
    names = f" ({', '.join(down)})" if down else ""
    return (
        f"accuracy {falls} in {len(down)} of {len(found)} types{names}, {rises} in {len(up)}, "
        f"is not resolved in {len(found) - len(down) - len(up)}."
    )


def _verb(type: str, found: dict[str, Estimate]) -> str:
    return "" if type in found else " Clearest is"


def _told(p: float) -> str:
    return "resolved after correction" if p <= ALPHA else "not resolved"
