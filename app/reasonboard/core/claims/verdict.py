"""Many tested differences as one outcome of a claim, with its words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from reasonboard.core.claims.points import NotTestable, Point
from reasonboard.core.findings.words import UNKNOWN, difference_interval, percent, signed
from reasonboard.statistics.contrasts import adjust_known, contrast
from reasonboard.statistics.differences import ALPHA
from reasonboard.statistics.means import Estimate
from reasonboard.store.claim_rule import Rule

Outcome = Literal["holds", "fails", "cannot tell yet", "cannot be checked"]
_FEW = 12


@dataclass(frozen=True)
class Checked:
    """A claim after its test: outcome, the numbers in one sentence, and the cases that decide it."""

    outcome: Outcome
    words: str
    cases: Sequence[str] = ()
    """The places, with their numbers, in which the claim fails or is undecided."""


def unchecked(why: str) -> Checked:
    """A claim that these data cannot decide, with the reason."""
    return Checked("cannot be checked", why)


class Difference(NamedTuple):
    """A tested number that is above 0 where it is as claimed."""

    words: str
    value: float
    p: float | None
    """Two-sided, not corrected; None where nothing is known of the uncertainty."""
    exact: bool = False
    """Is it of numbers that have no uncertainty?"""


def difference(name: str, a: Point, b: Point, rule: Rule) -> Difference:
    """A minus B."""
    gap, where = rule.sign * (a.value - b.value), f"{name}: " if name else ""
    if a.exact:
        words = f"{where}{a.value:,.0f} against {b.value:,.0f} {a.unit}"
        return Difference(words, gap, 0.0, exact=True)
    gain = contrast(a.measured, b.measured)
    ends = difference_interval(gain.low, gain.high) if gain else UNKNOWN
    words = f"{where}{percent(a.value)} against {percent(b.value)} ({ends})"
    return Difference(words, gap, gain.p if gain else None)


def of_estimate(name: str, estimate: Estimate, rule: Rule) -> Difference:
    """A difference of means with its standard error."""
    interval = difference_interval(*estimate.interval) if estimate.interval else UNKNOWN
    sentence = f"{name}: {signed(estimate.value)} points ({interval})"
    return Difference(sentence, rule.sign * estimate.value, estimate.p if estimate.stderr else None)


def judge(differences: Sequence[Difference], share: str, what: str, more: str = "") -> Checked:
    """The outcome of a claim that all, most or some of many differences are as claimed, by Holm's correction."""
    if not differences:
        raise NotTestable(f"The source has no such {what}.")
    ps = adjust_known([difference.p for difference in differences])
    signs = [
        0 if p is None or p > ALPHA else (difference.value > 0) - (difference.value < 0)
        for difference, p in zip(differences, ps, strict=True)
    ]
    pointing = sum(difference.value > 0 for difference in differences)
    right, wrong = signs.count(1), signs.count(-1)
    has_p_values = any(p is not None for p in ps)
    outcome = _outcome(share, len(differences), right, wrong)
    if len(differences) == 1 and share == "all":
        significance = (
            f"; {'significant' if signs[0] else 'not significant'}" if has_p_values else ""
        )
        return Checked(outcome, f"{differences[0].words}{significance}.")
    sentence = f"{pointing:,} of {len(differences):,} {what} are as claimed"
    if differences[0].exact:
        sentence += " (uncertainty unknown)"
    elif has_p_values:
        against = f"; {wrong:,} significant the other way" if wrong else ""
        which = f"{right:,} of them" if right else "none of them"
        sentence += f", {which} significant after Holm's correction{against}"
    else:
        sentence += f"; {UNKNOWN}"
    return Checked(outcome, f"{sentence}{more}.", _cases(differences, signs, share))


def _outcome(share: str, total: int, right: int, wrong: int) -> Outcome:
    """Of `total` comparisons `right` are significantly as claimed and `wrong` the other way.

    What is not significant speaks neither for nor against a claim.
    """
    holds, fails = right == total, wrong > 0
    if share == "most":
        holds, fails = 2 * right > total, 2 * wrong >= total
    elif share == "some":
        holds, fails = right > 0, wrong == total
    return "holds" if holds else "fails" if fails else "cannot tell yet"


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
