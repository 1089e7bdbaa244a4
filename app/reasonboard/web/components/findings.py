"""Findings as lines of numbers, and claims with what became of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from reasonboard.core.findings.claim import Outcome
from reasonboard.core.findings.finding import Finding, FindingVerdict
from reasonboard.core.insights import Claim
from reasonboard.store.database import Value
from reasonboard.web.components.markup import Html, render

_MOST_CASES = 40
_WIDTH = 250
"""Of the drawing of an interval, in its own units."""
_COUNTED: dict[Outcome, str] = {
    "holds": "hold", "fails": "fail", "not resolved": "undecided", "cannot be checked": "cannot be checked"
}  # fmt: skip
_OUTCOMES: dict[Outcome, str] = {
    "holds": "✓ holds", "fails": "✗ fails", "not resolved": "≈ undecided", "cannot be checked": "– cannot be checked"
}  # fmt: skip
_VERDICTS: dict[FindingVerdict, str] = {
    "better": "▲ significant", "worse": "▼ significant", "open": "could be chance", "untested": "not testable"
}  # fmt: skip


def findings(
    found: Sequence[Finding],
    links: Sequence[str],
    sql: str,
    parameters: Mapping[str, Value],
) -> Html:
    """A line for each finding: subject (a link that selects it), estimate, interval, verdict; its sentence opens."""
    drawn = [finding for finding in found if finding.unit == _main_unit(found)]
    ends = [end for f in drawn for end in (f.low, f.high, f.estimate) if end is not None]
    low, high = min([0.0, *ends]), max([0.0, *ends])

    def across(value: float) -> float:
        return round(6 + (value - low) / ((high - low) or 1) * (_WIDTH - 12), 1)

    lines = [
        _line(finding, link) | (_drawn(finding, across) if finding in drawn else _NOT_DRAWN)
        for finding, link in zip(found, links, strict=True)
    ]
    asked = "; ".join(f"{name} = {_shown(value)}" for name, value in parameters.items())
    return render(
        "findings",
        findings=lines,
        heading=_heading(found),
        foot=_foot(found),
        sql=sql,
        parameters=asked,
    )


def claims(found: Sequence[Claim]) -> Html:
    """What sources claim in words, with the outcome of its check and the cases that decide it."""
    counts = ", ".join(
        f"{n} {words}"
        for outcome, words in _COUNTED.items()
        if (n := sum(claim.checked.outcome == outcome for claim in found))
    )
    return render("claims", claims=found, counts=counts, outcomes=_OUTCOMES, most=_MOST_CASES)


_NOT_DRAWN: dict[str, Any] = {"zero": None, "bar": None, "at": None}


def _line(finding: Finding, link: str) -> dict[str, Any]:
    return {
        "subject": finding.subject,
        "href": link if finding.marks else "",
        "estimate": _estimate(finding),
        "verdict": finding.verdict,
        "words": _VERDICTS[finding.verdict],
        "text": finding.text,
        "test": finding.test,
    }


def _drawn(finding: Finding, across: Any) -> dict[str, Any]:
    known = finding.low is not None and finding.high is not None
    return {
        "zero": across(0.0),
        "bar": (across(finding.low), across(finding.high)) if known else None,
        "at": None if finding.estimate is None else across(finding.estimate),
    }


def _main_unit(found: Sequence[Finding]) -> str:
    """The unit of most findings with an interval: only these share a scale."""
    units = [finding.unit for finding in found if finding.low is not None]
    return max(units, key=units.count) if units else ""


def _estimate(finding: Finding) -> str:
    """The number with its unit: '+38.9 points', '3 of 11 benchmarks'."""
    if finding.estimate is None:
        return ""
    if finding.unit.startswith("of "):
        return f"{finding.estimate:.0f} {finding.unit}"
    size = abs(finding.estimate)
    number = f"{size:,.0f}" if size >= 1000 else f"{size:.1f}" if size >= 1 else f"{size:.2g}"  # noqa: PLR2004
    sign = "−" if finding.estimate < 0 else "+"
    return f"{sign}{number} {finding.unit}"


def _heading(found: Sequence[Finding]) -> str:
    """How many are significant, and how many could be chance."""
    sure = sum(finding.verdict in ("better", "worse") for finding in found)
    open_ = sum(finding.verdict == "open" for finding in found)
    parts = [f"{sure} of {len(found)} beyond chance" if sure else "None beyond chance"]
    if open_:
        parts.append(f"{open_} could be chance")
    return f"Findings: {', '.join(parts)}"


def _foot(found: Sequence[Finding]) -> str:
    verdicts = {finding.verdict for finding in found}
    words = {
        "Filled: significant after correction.": verdicts & {"better", "worse"},
        "Open: not significant.": verdicts & {"open"},
        "Grey: no test is possible.": verdicts & {"untested"},
    }
    return " ".join(sentence for sentence, there in words.items() if there)


def _shown(value: Value) -> str:
    if isinstance(value, list):
        return f"[{', '.join(value)}]"
    return f"“{value}”" if value else "nothing"
