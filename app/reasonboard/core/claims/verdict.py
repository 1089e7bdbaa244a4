"""Many tested differences as one outcome of a claim, with its words."""

from collections.abc import Sequence
from typing import NamedTuple

from reasonboard.core.claims.points import NotTestable, Point
from reasonboard.core.findings.claim import Checked, Outcome
from reasonboard.core.findings.words import interval, percent
from reasonboard.statistics.contrasts import ALPHA, Contrast, contrast
from reasonboard.statistics.corrections import Adjust, benjamini_hochberg, holm, of_known
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


def adjusted(rule: Rule, p_values: Sequence[float | None]) -> list[float | None]:
    """p-values corrected for each other; None stays None."""
    return of_known(p_values, _CORRECTIONS[rule.correction][0])


def difference(name: str, a: Point, b: Point, rule: Rule, looks: int = 1) -> Difference:
    """A minus B, of which `looks` were looked at to choose A."""
    gap = rule.sign * (a.value - b.value)
    if a.exact:
        return Difference(f"{name}: {a.value:,.0f} against {b.value:,.0f} {a.unit}", gap, 0.0)
    found = contrast(a.measured, b.measured)
    words = f"{name}: {percent(a.value)} against {percent(b.value)}"
    return Difference(
        f"{words} ({ends(found)})", gap, min(1.0, found.p_value * looks) if found else None
    )


def of_estimate(name: str, found: Estimate, rule: Rule) -> Difference:
    """A difference of means with its standard error."""
    words = f"{name}: {found.value * 100:+.1f} points ({interval(*found.ends) if found.ends else UNKNOWN})"
    return Difference(words, rule.sign * found.value, found.p_value if found.stderr else None)


def ends(found: Contrast | None) -> str:
    """The interval of a difference in words."""
    return interval(found.low, found.high) if found else UNKNOWN


def judge(found: Sequence[Difference], rule: Rule, what: str, more: str = "") -> Checked:
    """What many differences say of a claim of all, most or some of them."""
    if not found:
        raise NotTestable(f"The source shown has no such {what}.")
    ps = adjusted(rule, [one.p for one in found])
    clear = [
        p is not None and p <= ALPHA and one.value != 0 for one, p in zip(found, ps, strict=True)
    ]
    as_claimed = [one.value > 0 for one in found]
    right = sum(yes and sure for yes, sure in zip(as_claimed, clear, strict=True))
    wrong = sum(sure and not yes for yes, sure in zip(as_claimed, clear, strict=True))
    if len(found) == 1 and rule.share == "all":
        sure = "resolved" if clear[0] else "not resolved"
        words = f"{found[0].words}{f'; {sure}' if ps[0] is not None else ''}."
        return Checked(
            _outcome("all", 1, sum(as_claimed), right, wrong, known=ps[0] is not None), words
        )
    words = f"{sum(as_claimed):,} of {len(found):,} {what} are as claimed"
    if all(p == 0 for p in ps):
        words += " (no uncertainty of these numbers is known)"
    elif any(p is not None for p in ps):
        after = f" after {_CORRECTIONS[rule.correction][1]}" if len(found) > 1 else ""
        words += f", {right:,} of them resolved{after}; {wrong:,} resolved the other way"
    else:
        words += f"; {UNKNOWN}"
    outcome = _outcome(
        rule.share, len(found), sum(as_claimed), right, wrong, known=any(p is not None for p in ps)
    )
    return Checked(outcome, f"{words}{more}.", _cases(found, clear, rule.share))


def _outcome(
    share: str, total: int, pointing: int, right: int, wrong: int, *, known: bool
) -> Outcome:
    if share == "some":
        return "holds" if right else "not resolved" if pointing else "fails"
    if share == "most":
        if not known:
            return "not resolved"
        return (
            "holds" if 2 * right > total else "fails" if 2 * pointing <= total else "not resolved"
        )
    return "holds" if right == total else "fails" if wrong or not pointing else "not resolved"


def _cases(found: Sequence[Difference], clear: Sequence[bool], share: str) -> list[str]:
    """Of a claim of some all that show it; else all of a few, and of many those (resolved) against it."""
    if share == "some":
        return [one.words for one in found if one.value > 0]
    if len(found) <= _FEW:
        return [one.words for one in found]
    against = [(one, sure) for one, sure in zip(found, clear, strict=True) if one.value < 0]
    shown = [one for one, sure in against if sure] or [one for one, _ in against]
    return [one.words for one in sorted(shown, key=lambda one: one.value)]
