"""Claims about the length of responses over iterations, checked against the curves of a source."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from reasonboard.core.findings.claim import Checked, Outcome, unchecked
from reasonboard.core.findings.words import interval
from reasonboard.statistics.contrasts import ALPHA, contrast, verdicts
from reasonboard.statistics.corrections import holm
from reasonboard.statistics.differences import Verdict
from reasonboard.statistics.uncertainty import Measured
from reasonboard.studies.iterations.findings.iterations_curve import (
    benchmarks,
    growth,
    levels,
    steps,
)

Row = dict[str, Any]
Judge = Callable[[Sequence[Row]], Checked]
"""Gets the rows of sql/grid.sql."""

_SPARSE = 2
_MUCH = 0.2


def length_from_zero(rows: Sequence[Row]) -> Checked:
    """'The mean length starts at 0': no response is empty."""
    starts = [(one.name, one.lengths[0][1]) for one in benchmarks(rows) if one.lengths]
    if not starts:
        return unchecked("The source shown has no token lengths along iterations.")
    over = [(name, start) for name, start in starts if start > 0]
    least, most = min(s for _, s in starts), max(s for _, s in starts)
    return Checked(
        "fails" if over else "holds",
        f"The mean length starts above 0 in {len(over)} of {len(starts)} benchmarks, "
        f"at {least:,.0f} to {most:,.0f} tokens.",
        [f"{name}: {start:,.0f} tokens" for name, start in over],
    )


def length_grows(rows: Sequence[Row]) -> Checked:
    """'Responses get longer on every benchmark': last against first mean length."""
    grown = [(one, rise) for one in benchmarks(rows) if (rise := growth(one)) is not None]
    if not grown:
        return unchecked("No benchmark of the source shown has a first and a last token length.")
    shorter = [(one, rise) for one, rise in grown if rise <= 0]
    times = [one.lengths[-1][1] / one.lengths[0][1] for one, _ in grown if one.lengths[0][1]]
    spread = f", {min(times):.1f} to {max(times):.1f} times as long" if times else ""
    return Checked(
        "fails" if shorter else "holds",
        f"The last mean length is above the first in {len(grown) - len(shorter)} of {len(grown)} "
        f"benchmarks{spread} (no uncertainty of a mean length is known).",
        [f"{one.name}: {rise:+,.0f} tokens" for one, rise in shorter],
    )


def length_never_falls(rows: Sequence[Row]) -> Checked:
    """'The rise is steady': from one iteration to the next the mean length never falls."""
    drawn = [one for one in benchmarks(rows) if len(one.lengths) > _SPARSE]
    if not drawn:
        return unchecked("The source shown has no curves of token length.")
    cases, falls, moves = [], 0, 0
    for one in drawn:
        changes = [(at, new - old) for (_, old), (at, new) in pairwise(one.lengths)]
        down = [(at, size) for at, size in changes if size < 0]
        falls, moves = falls + len(down), moves + len(changes)
        if down:
            at, size = min(down, key=lambda pair: pair[1])
            cases.append(
                f"{one.name}: {len(down)} of {len(changes)} steps fall, the most to iteration {at} "
                f"({size:+,.0f} tokens)"
            )
    return Checked(
        "fails" if falls else "holds",
        f"The mean length falls in {falls} of {moves} steps from one iteration to the next, in {len(cases)} of "
        f"{len(drawn)} benchmarks; how much of it is noise is not known.",
        cases,
    )


def sometimes_together(rows: Sequence[Row]) -> Checked:
    """'Accuracy and length rise together in some panels and not clearly in others.'"""
    found = [
        (one, whole, single)
        for one in benchmarks(rows)
        if (whole := levels(one)) and (single := steps(one))
    ]
    if not found:
        return unchecked("No benchmark of the source shown has curves of accuracy and length.")
    of_levels = holm([whole.p_value for _, whole, _ in found])
    of_steps = holm([single.p_value for *_, single in found])
    together = [p <= ALPHA and whole.rho > 0 for (_, whole, _), p in zip(found, of_levels, strict=True)]  # fmt: skip
    moving = sum(p <= ALPHA for p in of_steps)
    outcome: Outcome = "fails" if all(together) else "holds" if any(together) else "not resolved"
    return Checked(
        outcome,
        f"Levels of accuracy and length correlate beyond chance in {sum(together)} of {len(found)} benchmarks, "
        f"their steps from one iteration to the next in {moving}: what they share is the trend "
        "(Spearman, Holm's correction).",
        [
            f"{one.name}: levels {whole.rho:+.2f}, steps {single.rho:+.2f}"
            for (one, whole, single), both in zip(found, together, strict=True)
            if not both
        ],
    )


def longer_without_gain(rows: Sequence[Row]) -> Checked:
    """'Longer is not always better': in the second half of training, length grows and accuracy falls."""
    found = []
    for one in benchmarks(rows):
        if len(one.both) <= _SPARSE or not one.answers:
            continue
        (_, middle, before), (_, last, after) = one.both[len(one.both) // 2], one.both[-1]
        test = contrast(Measured(last, one.answers), Measured(middle, one.answers))
        if test and before:
            found.append((one, after / before - 1, test))
    if not found:
        return unchecked("No benchmark of the source shown has both curves and a number of items.")
    told = verdicts([test for *_, test in found])
    flat = [
        (verdict, f"{one.name}: length {longer * 100:+.0f} %, accuracy {test.difference * 100:+.1f} points "
         f"({interval(test.low, test.high)})")
        for (one, longer, test), verdict in zip(found, told, strict=True)
        if longer >= _MUCH and verdict is not Verdict.BETTER
    ]  # fmt: skip
    falls = sum(verdict is Verdict.WORSE for verdict, _ in flat)
    return Checked(
        "holds" if falls else "not resolved",
        f"In the second half of training the responses to {len(flat)} of {len(found)} benchmarks grow by a fifth "
        f"or more without a resolved gain in accuracy; in {falls} of these it falls beyond noise (Holm's correction).",
        [words for _, words in flat],
    )


LENGTH_JUDGES: dict[str, Judge] = {
    "length_from_zero": length_from_zero,
    "length_grows": length_grows,
    "length_never_falls": length_never_falls,
    "sometimes_together": sometimes_together,
    "longer_without_gain": longer_without_gain,
}
