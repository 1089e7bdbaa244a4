"""Many tested differences as one outcome of a claim, with its words."""

from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.core.claims.points import NotTestable, Point
from reasonboard.core.findings.claim import Checked, Outcome
from reasonboard.core.findings.words import difference_interval, percent, signed
from reasonboard.statistics.contrasts import (
    ALPHA,
    Adjust,
    Contrast,
    adjust_known,
    benjamini_hochberg,
    contrast,
    holm,
)
from reasonboard.statistics.means import Estimate
from reasonboard.store.claim_rule import Rule

UNKNOWN = "no uncertainty available"
_FEW = 12
_CORRECTIONS: dict[str, tuple[Adjust, str]] = {
    "holm": (holm, "Holm's correction"),
    "bh": (benjamini_hochberg, "Benjamini-Hochberg"),
}


class Difference(NamedTuple):
    """A tested number that is above 0 where it is as claimed."""

    words: str
    value: float
    p: float | None
    """Two-sided, not corrected; None where nothing is known of the uncertainty."""
    exact: bool = False
    """Is it of numbers that have no uncertainty?"""


def adjusted(rule: Rule, p_values: Sequence[float | None]) -> list[float | None]:
    """p-values corrected for each other; None stays None."""
    return adjust_known(p_values, _CORRECTIONS[rule.correction][0])


def difference(name: str, a: Point, b: Point, rule: Rule, looks: int = 1) -> Difference:
    """A minus B, where A was chosen among `looks` points."""
    gap = rule.sign * (a.value - b.value)
    if a.exact:
        return Difference(
            f"{name}: {a.value:,.0f} against {b.value:,.0f} {a.unit}", gap, 0.0, exact=True
        )
    estimate = contrast(a.measured, b.measured)
    sentence = f"{name}: {percent(a.value)} against {percent(b.value)}"
    return Difference(
        f"{sentence} ({ends(estimate)})",
        gap,
        min(1.0, estimate.p_value * looks) if estimate else None,
    )


def of_estimate(name: str, estimate: Estimate, rule: Rule) -> Difference:
    """A difference of means with its standard error."""
    interval = difference_interval(*estimate.interval) if estimate.interval else UNKNOWN
    sentence = f"{name}: {signed(estimate.value)} points ({interval})"
    return Difference(
        sentence, rule.sign * estimate.value, estimate.p_value if estimate.stderr else None
    )


def ends(contrast: Contrast | None) -> str:
    """The interval of a difference in words."""
    return difference_interval(contrast.low, contrast.high) if contrast else UNKNOWN


def judge(differences: Sequence[Difference], rule: Rule, what: str, more: str = "") -> Checked:
    """The outcome of a claim that all, most, some or a part of many differences are as claimed."""
    if not differences:
        raise NotTestable(f"Its source has no such {what}.")
    ps = adjusted(rule, [difference.p for difference in differences])
    signs = [
        0 if p is None or p > ALPHA else (difference.value > 0) - (difference.value < 0)
        for difference, p in zip(differences, ps, strict=True)
    ]
    pointing, right, wrong = (
        sum(difference.value > 0 for difference in differences),
        signs.count(1),
        signs.count(-1),
    )
    has_p_values = any(p is not None for p in ps)
    outcome = _outcome(rule.share, len(differences), right, wrong)
    if len(differences) == 1 and rule.share == "all":
        significance = (
            f"; {'significant' if signs[0] else 'could be chance'}" if has_p_values else ""
        )
        return Checked(outcome, f"{differences[0].words}{significance}.")
    sentence = f"{pointing:,} of {len(differences):,} {what} are as claimed"
    if differences[0].exact:
        sentence += " (no uncertainty of these numbers is known)"
    elif has_p_values:
        after = _CORRECTIONS[rule.correction][1]
        sentence += (
            f", {right:,} of them significant after {after}; {wrong:,} significant the other way"
        )
    else:
        sentence += f"; {UNKNOWN}"
    return Checked(outcome, f"{sentence}{more}.", _cases(differences, signs, rule.share))


def _outcome(share: str, total: int, right: int, wrong: int) -> Outcome:
    """Of `total` comparisons `right` are significantly as claimed and `wrong` the other way.

    What is not significant speaks neither for nor against a claim.
    """
    holds, fails = right == total, wrong > 0
    if share == "most":
        holds, fails = 2 * right > total, 2 * wrong >= total
    elif share == "some":
        holds, fails = right > 0, wrong == total
    elif share == "part":
        holds, fails = 0 < right < total, total in (right, wrong)
    return "holds" if holds else "fails" if fails else "undecided"


def _cases(differences: Sequence[Difference], signs: Sequence[int], share: str) -> list[str]:
    """All of a few; of many those that show a claim of some, or that are (significant) against one of more."""
    if len(differences) <= _FEW:
        return [difference.words for difference in differences]
    if share == "some":
        return [difference.words for difference in differences if difference.value > 0]
    clear = [difference for difference, sign in zip(differences, signs, strict=True) if sign < 0]
    failing = clear or [difference for difference in differences if difference.value < 0]
    return [
        difference.words for difference in sorted(failing, key=lambda difference: difference.value)
    ]
