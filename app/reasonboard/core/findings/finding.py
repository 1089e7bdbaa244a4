"""A finding: the numbers of one subject with a verdict, the sentence that says them, and what shows it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from reasonboard.core.findings.result import BEFORE_CORRECTION, NOT_SIGNIFICANT, Result
from reasonboard.statistics.differences import ALPHA, Verdict, verdict

MOST = 7
"""Findings beside a chart, at most."""

FindingVerdict = Literal["better", "worse", "open", "untested"]
_VERDICTS: Mapping[Verdict, FindingVerdict] = {
    Verdict.BETTER: "better", Verdict.WORSE: "worse", Verdict.NOT_SIGNIFICANT: "open"
}  # fmt: skip
_VERDICT_WORDS: Mapping[FindingVerdict, str] = {
    "better": "▲ significant", "worse": "▼ significant", "open": NOT_SIGNIFICANT, "untested": "not tested"
}  # fmt: skip
_ORDER: Mapping[FindingVerdict, int] = {"better": 0, "worse": 0, "open": 1, "untested": 2}


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What a test, a fit or a count says of one subject: numbers first, then a sentence with them."""

    subject: str
    """A benchmark, a model, a pair: short, and never cut, since pages break it between words."""
    detail: str = ""
    """What the estimate is, in one phrase: "gain, first to last checkpoint"; "" where the heading says it for all."""
    estimate: float | None = None
    """In `unit`; of a difference that of the subject minus what it is compared with."""
    low: float | None = None
    high: float | None = None
    """The 95% interval of the estimate; None at an end that is not known or open."""
    unit: str = "points"
    p: float | None = None
    """Of the test behind the verdict, two-sided, after its correction; None where no single test decides."""
    plain_p: float | None = None
    """The same before its correction."""
    tests: int = 0
    """The tests that were corrected over each other, this one among them; 0 where that is not known."""
    verdict: FindingVerdict = "untested"
    """Is the subject higher (better) or lower (worse) by more than chance gives, after correction?"""
    text: str
    """One sentence, plain text, hedged by its own verdict."""
    test: str
    """The test, its correction and its p-value, in words."""
    strength: float = 0.0
    """How strongly the data say it, in standard errors or what comes near: the order of findings."""
    leads: bool = False
    """Is it what a page asks above all? Then it comes before what does not lead, in the order in which it was made."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """The controls, with their values, that highlight what the sentence is about."""
    facts: tuple[tuple[str, str], ...] = ()
    """What else belongs to the subject, each under its heading: ("Problems", "198")."""

    @property
    def verdict_words(self) -> str:
        """The verdict for a table: '▲ significant'; what only the correction made insignificant has words of its own.

        A test can be significant and still leave open which of the tied is the highest.
        """
        if self.verdict != "open" or self.p is None:
            return _VERDICT_WORDS[self.verdict]
        if self.p <= ALPHA:
            return "tied"
        only_before = self.plain_p is not None and self.plain_p <= ALPHA
        return BEFORE_CORRECTION if only_before else NOT_SIGNIFICANT

    @classmethod
    def of(
        cls,
        subject: str,
        result: Result | None,
        text: str,
        test: str,
        marks: Mapping[str, str] | None = None,
        *,
        unit: str = "points",
        times: float = 100.0,
        estimate: float | None = None,
        detail: str = "",
        facts: tuple[tuple[str, str], ...] = (),
    ) -> Self:
        """The finding of a result, whose numbers are multiplied by `times`: 100 makes points of fractions.

        A negative factor turns the difference. Without a result, the untested estimate in `unit`.
        """
        untested = cls(
            subject=subject,
            detail=detail,
            estimate=estimate,
            unit=unit,
            text=text,
            test=test,
            marks=marks or {},
            facts=facts,
        )
        if result is None:
            return untested
        low, high = result.ends(times)
        return replace(
            untested,
            estimate=result.estimate * times,
            low=low,
            high=high,
            p=result.adjusted,
            plain_p=result.p,
            tests=result.tests,
            verdict=verdict_of(result.adjusted, result.estimate * times),
            strength=result.strength,
        )

    @classmethod
    def count(
        cls,
        subject: str,
        verdicts: Sequence[Verdict | None],
        noun: str,
        text: str,
        test: str,
        *,
        strength: float = 0.0,
        marks: Mapping[str, str] | None = None,
    ) -> Self:
        """The finding of a family of tests: how many are significant, and which way more of them point.

        A verdict is None where no uncertainty is known: it counts among those that are not tested.
        """
        up, down = verdicts.count(Verdict.BETTER), verdicts.count(Verdict.WORSE)
        tested = len(verdicts) - verdicts.count(None)
        total = tested or len(verdicts)
        which = f"{total:,} {noun.removesuffix('s') if total == 1 else noun}"
        which += " tested" if total < len(verdicts) else ""
        return cls(
            subject=subject,
            estimate=up + down if tested else None,
            unit=f"of {which}",
            verdict=verdict_of(0.0 if tested else None, up - down),
            text=text,
            test=test,
            strength=strength,
            marks=marks or {},
        )


def verdict_of(p: float | None, direction: float) -> FindingVerdict:
    """The verdict of a corrected p-value: better where the direction is above 0, untested without a test."""
    return "untested" if p is None else _VERDICTS[verdict(direction, p)]


def ordered(findings: Iterable[Finding]) -> list[Finding]:
    """What leads; then what is significant, what is not, what is not tested, the strongest of each first."""
    return sorted(
        findings,
        key=lambda finding: (
            (0, 0, 0.0) if finding.leads else (1, _ORDER[finding.verdict], -finding.strength)
        ),
    )
