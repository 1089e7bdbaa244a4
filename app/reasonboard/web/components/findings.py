"""Findings as lines of numbers, and claims with what became of them."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from reasonboard.charts.cells import with_unit
from reasonboard.core.claims.verdict import Outcome
from reasonboard.core.findings.finding import MOST, Finding
from reasonboard.core.findings.result import NOT_SIGNIFICANT
from reasonboard.core.findings.words import NO_TEST, decimals_for
from reasonboard.core.headline import none_in_words, part_in_words
from reasonboard.core.insights import Claim
from reasonboard.store.database import Value
from reasonboard.web.components.markup import Html, render

MOST_LISTED = 40
"""Findings of a view that a page has at most; those after the first MOST are opened."""
_MOST_CASES = 40
_EDGE = 2.4
"""Percent of a bar that stay free at its ends."""
"""Of the drawing of an interval, in its own units."""
_COUNTED: dict[Outcome, str] = {
    "holds": "hold", "fails": "fail", "undecided": "undecided", "cannot be checked": "cannot be checked"
}  # fmt: skip
_OUTCOMES: dict[Outcome, str] = {
    "holds": "✓ holds", "fails": "✗ fails", "undecided": "≈ undecided", "cannot be checked": "– cannot be checked"
}  # fmt: skip
_DIFFERENCES = ("points", "rank correlation", "% of the odds")
"""How the units of differences begin: only these have a sign."""
_COUNT = re.compile(r"of [\d,]+ ")
"""How the units of counts begin: "of 11 benchmarks"."""


def _scale(with_bar: Sequence[Finding]) -> Callable[[float], float]:
    """From a value to percent of a bar that has room for 0, all estimates and the ends of their intervals."""
    ends = [
        end
        for finding in with_bar
        for end in (finding.low, finding.high, finding.estimate)
        if end is not None
    ]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    return lambda value: round(_EDGE + (value - low) / ((high - low) or 1) * (100 - 2 * _EDGE), 2)


def findings(
    all_findings: Sequence[Finding],
    links: Sequence[str],
    sql: str,
    parameters: Mapping[str, Value],
    *,
    noun: str = "finding",
    note: str = "",
    own: bool = False,
) -> Html:
    """A line for each finding: subject (a link that selects it), estimate, interval, verdict; its sentence opens.

    `all_findings` are in their order, `links` the addresses of the first ones, which are listed. With `own` they are
    marked as those of the reader's runs.
    """
    unit = _main_unit(all_findings)
    listed = all_findings[: len(links)]
    with_bar = [
        finding for finding in listed if finding.unit == unit and finding.estimate is not None
    ]
    across = _scale(with_bar)
    lines = [
        _line(finding, link, unit) | (_bar(finding, across) if finding in with_bar else _NOT_DRAWN)
        for finding, link in zip(all_findings, links, strict=False)
    ]
    parameter_text = "; ".join(
        f"{name} = {_quoted_value(value)}" for name, value in parameters.items()
    )
    return render(
        "findings",
        findings=lines[:MOST],
        more=lines[MOST:],
        heading=_heading(all_findings, noun),
        note=note,
        own=own,
        columns=[
            "Subject",
            _first_upper(unit) or "Estimate",
            "",
            "Verdict",
            *_fact_names(all_findings),
        ],
        details=any(finding.detail for finding in all_findings),
        foot=_foot(all_findings),
        sql=sql,
        parameters=parameter_text,
    )


def claims(checked: Sequence[Claim]) -> Html:
    """What sources claim in words, with the outcome of its check and the cases that decide it."""
    counts = ", ".join(
        f"{n} {words}"
        for outcome, words in _COUNTED.items()
        if (n := sum(claim.checked.outcome == outcome for claim in checked))
    )
    return render("claims", claims=checked, counts=counts, outcomes=_OUTCOMES, most=_MOST_CASES)


_SIGNS = {"better": "up", "worse": "down"}
_NOT_DRAWN: dict[str, Any] = {"zero": None, "bar": None, "at": None, "ends": ""}


def _line(finding: Finding, link: str, unit: str) -> dict[str, Any]:
    return {
        "subject": finding.subject,
        "href": link if finding.marks else "",
        "estimate": _estimate(finding, unit),
        "wide": finding.unit != unit,
        "verdict": finding.verdict,
        "sign": _SIGNS.get(finding.verdict, finding.verdict),
        "words": finding.verdict_words,
        "detail": finding.detail,
        "facts": [words for _, words in finding.facts],
        "text": finding.text,
        "test": finding.test,
    }


def _bar(finding: Finding, across: Callable[[float], float]) -> dict[str, Any]:
    low, high, bar, ends = finding.low, finding.high, None, ""
    if low is not None and high is not None:
        bar = across(low), across(high)
        ends = f"95% interval {_number(low, finding.unit)} to {_number(high, finding.unit)}"
    at = None if finding.estimate is None else across(finding.estimate)
    return {"zero": across(0.0), "bar": bar, "at": at, "ends": ends}


def _main_unit(all_findings: Sequence[Finding]) -> str:
    """The unit of most findings, of those with an interval if there are any: only these share a scale."""
    units = [finding.unit for finding in all_findings if finding.low is not None]
    units = units or [finding.unit for finding in all_findings if finding.estimate is not None]
    units = [unit for unit in units if not _COUNT.match(unit)]
    return max(units, key=units.count) if units else ""


def _estimate(finding: Finding, unit: str) -> str:
    """The number, with its unit where that is not the one in the heading: '+38.9', '3 of 11 benchmarks'."""
    if finding.estimate is None:
        return ""
    number = _number(finding.estimate, finding.unit)
    return number if finding.unit == unit else with_unit(number, finding.unit)


def _number(value: float, unit: str) -> str:
    size = abs(value)
    if _COUNT.match(unit) or (size >= 1 and unit.startswith(("iterations", "tokens"))):
        number = f"{size:,.0f}"
    elif not size:
        number = "0"
    else:
        places = 0 if size >= 1000 else 1 if size >= 1 else decimals_for(size, least=2)  # noqa: PLR2004
        number = f"{size:,.{places}f}"
    sign = "−" if value < 0 else "+" if value > 0 and unit.startswith(_DIFFERENCES) else ""
    return f"{sign}{number}"


def _heading(all_findings: Sequence[Finding], noun: str) -> str:
    """How many are significant of those that are tested, and how many are not tested."""
    sure = sum(finding.verdict in ("better", "worse") for finding in all_findings)
    tested = sure + sum(finding.verdict == "open" for finding in all_findings)
    untested = len(all_findings) - tested
    if not tested:
        why = (
            ": number of problems unknown"
            if all(NO_TEST in one.test for one in all_findings)
            else ""
        )
        return (
            f"{none_in_words(untested, noun)} is tested{why}"
            if untested > 1
            else f"The {noun} is not tested{why}"
        )
    if not sure:
        words = (
            f"{none_in_words(tested, noun)} is significant"
            if tested > 1
            else f"The {noun} is not significant"
        )
    else:
        words = f"{part_in_words(sure, tested, noun)} {'is' if sure == 1 else 'are'} significant"
    return f"{words[0].upper()}{words[1:]}{f'; {untested:,} not tested' if untested else ''}"


def _fact_names(all_findings: Sequence[Finding]) -> list[str]:
    return next(
        ([name for name, _ in finding.facts] for finding in all_findings if finding.facts), []
    )


def _first_upper(unit: str) -> str:
    return unit[:1].upper() + unit[1:]


def _foot(all_findings: Sequence[Finding]) -> str:
    """What the marks mean; the size of the family where all have been tested in the same."""
    verdicts = {finding.verdict for finding in all_findings}
    families = {finding.tests for finding in all_findings if finding.p is not None}
    (tests,) = families if len(families) == 1 else (0,)
    over = f" over {tests} tests" if tests > 1 else ""
    is_sure = bool(verdicts & {"better", "worse"})
    after = "" if is_sure else f" after correction{over}"
    words = {
        f"▲ ▼: significant after correction{over}.": is_sure,
        f"Open: {' or '.join(_open_words(all_findings))}{after}.": "open" in verdicts,
        "Gray: not tested.": "untested" in verdicts,
    }
    return " ".join(sentence for sentence, applies in words.items() if applies)


def _open_words(all_findings: Sequence[Finding]) -> list[str]:
    """What open marks mean: 'not significant', 'tied'."""
    words = [finding.verdict_words for finding in all_findings if finding.verdict == "open"]
    return sorted({NOT_SIGNIFICANT if word.startswith("only") else word for word in words})


def _quoted_value(value: Value) -> str:
    if isinstance(value, list):
        return f"[{', '.join(value)}]"
    return f"“{value}”" if value else "nothing"
