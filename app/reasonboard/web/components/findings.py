"""Findings as lines of numbers, and claims with what became of them."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from reasonboard.charts.cells import with_unit
from reasonboard.charts.ticks import reach, round_ticks
from reasonboard.core.claims.verdict import Outcome
from reasonboard.core.findings.finding import MOST, Finding
from reasonboard.core.findings.result import NOT_SIGNIFICANT
from reasonboard.core.findings.words import NO_TEST, decimals_for
from reasonboard.core.headline import counted, none_in_words, part_in_words
from reasonboard.core.insights import Claim
from reasonboard.statistics.differences import Z, least_difference_of
from reasonboard.store.database import Value
from reasonboard.web.components.markup import Html, render

MOST_LISTED = 40
"""Findings of a view that a page has at most; those after the first MOST are opened."""
_MOST_CASES = 40
_EDGE = 2.4
"""Percent of a bar that stay free at its ends."""
_COUNTED: dict[Outcome, str] = {
    "holds": "hold", "fails": "fail", "cannot tell yet": "cannot tell yet", "cannot be checked": "cannot be checked"
}  # fmt: skip
_OUTCOMES: dict[Outcome, str] = {
    "holds": "✓ holds", "fails": "✗ fails", "cannot tell yet": "≈ cannot tell yet",
    "cannot be checked": "– cannot be checked",
}  # fmt: skip
_DIFFERENCES = ("points", "rank correlation", "% of the odds")
"""How the units of differences begin: only these have a sign."""
_COUNT = re.compile(r"of [\d,]+ ")
"""How the units of counts begin: "of 11 benchmarks"."""


class _Axis(NamedTuple):
    """The scale of the intervals: its ends, and the ticks over it in percent of the width."""

    low: float
    high: float
    ticks: list[tuple[float, str]]

    def across(self, value: float) -> float:
        """From a value to percent of a bar; one beyond the axis is at its end."""
        share = min(1.0, max(0.0, (value - self.low) / ((self.high - self.low) or 1)))
        return round(_EDGE + share * (100 - 2 * _EDGE), 2)


def _axis(with_bar: Sequence[Finding], unit: str) -> _Axis:
    """An axis with room for 0, all estimates and the intervals that are not far wider than most."""
    intervals = [
        (finding.low, finding.high)
        for finding in with_bar
        if finding.low is not None and finding.high is not None
    ]
    points = [finding.estimate for finding in with_bar if finding.estimate is not None]
    axis = _Axis(*reach(points, intervals), [])
    after = unit if unit == "%" else f" {unit.split(maxsplit=1)[0]}" if unit else ""
    ticks = round_ticks(
        axis.low, axis.high, unit=after, signed=unit.startswith(_DIFFERENCES), most=4
    )
    places = map(axis.across, ticks["tickvals"])
    return axis._replace(ticks=list(zip(places, ticks["ticktext"], strict=True)))


class _Group(NamedTuple):
    """Lines of findings that a reader opens."""

    label: str
    about: str
    lines: list[dict[str, Any]]


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
    axis = _axis(with_bar, unit)
    lines = [
        _line(finding, link, unit) | (_bar(finding, axis) if finding in with_bar else _NOT_DRAWN)
        for finding, link in zip(all_findings, links, strict=False)
    ]
    sure = [line for line in lines if line["finding"].verdict in _SIGNS]
    return render(
        "findings",
        seen=sure[:MOST],
        folded=_folded(lines, all_findings, noun),
        heading=_heading(all_findings, noun),
        note=note,
        own=own,
        unit=unit[:1].upper() + unit[1:],
        ticks=axis.ticks if with_bar else [],
        facts=next(
            ([name for name, _ in finding.facts] for finding in all_findings if finding.facts), []
        ),
        details=any(finding.detail for finding in all_findings),
        foot=_foot(all_findings),
        sql=sql,
        parameters=parameter_words(parameters),
    )


def _folded(
    lines: Sequence[dict[str, Any]], all_findings: Sequence[Finding], noun: str
) -> list[_Group]:
    """What a reader opens: more of what is significant, then what is not, then what is not tested."""

    def of(*verdicts: str) -> list[dict[str, Any]]:
        return [line for line in lines if line["finding"].verdict in verdicts]

    sure, open_, untested = of(*_SIGNS)[MOST:], of("open"), of("untested")
    tested = [finding for finding in all_findings if finding.verdict == "open"]
    number = sum(finding.verdict == "untested" for finding in all_findings)
    why = all(NO_TEST in line["finding"].test for line in untested)
    label = f"{' or '.join(_open_words(all_findings)).capitalize()}"
    about = f"{len(tested):,}"
    if not of(*_SIGNS):
        label = f"No significant {noun}s"
        about = f"{counted(len(tested), 'test')}{_detected(tested)}"
    groups = [
        _Group("More", f"{len(sure):,} significant", sure),
        _Group(label, about, open_),
        _Group("Not tested", f"{number:,}{': number of problems unknown' * why}", untested),
    ]
    return [group for group in groups if group.lines]


def _detected(tested: Sequence[Finding]) -> str:
    """Which difference each of these tests would have found in four of five cases; "" if one has no interval."""
    errors = [
        (finding.high - finding.low) / (2 * Z)
        for finding in tested
        if finding.low is not None
        and finding.high is not None
        and finding.unit.startswith("points")
        and finding.high > finding.low
    ]
    if not errors or len(errors) < len(tested):
        return ""
    least = least_difference_of(max(errors), max(1, tested[0].tests))
    words = f"{least:.0f}" if least >= 1 else f"{least:.1f}"
    return f"; a difference of {words} {tested[0].unit} or more would have been detected"


def claims(checked: Sequence[Claim]) -> Html:
    """What sources claim in words, with the outcome of its check and the cases that decide it."""
    counts = ", ".join(
        f"{n} {words}"
        for outcome, words in _COUNTED.items()
        if (n := sum(claim.checked.outcome == outcome for claim in checked))
    )
    return render("claims", claims=checked, counts=counts, outcomes=_OUTCOMES, most=_MOST_CASES)


_SIGNS = {"better": "up", "worse": "down"}
_NOT_DRAWN: dict[str, Any] = {"zero": None, "bar": None, "at": None, "ends": "", "arrows": []}


def _line(finding: Finding, link: str, unit: str) -> dict[str, Any]:
    return {
        "finding": finding,
        "href": link if finding.marks else "",
        "estimate": _estimate(finding, unit),
        "wide": finding.unit != unit,
        "sign": _SIGNS.get(finding.verdict, finding.verdict),
    }


def _bar(finding: Finding, axis: _Axis) -> dict[str, Any]:
    low, high, bar, ends = finding.low, finding.high, None, ""
    arrows = []
    if low is not None and high is not None:
        bar = axis.across(low), axis.across(high)
        ends = f"95% interval {_number(low, finding.unit)} to {_number(high, finding.unit)}"
        beyond = ((bar[0], "left", low < axis.low), (bar[1], "right", high > axis.high))
        arrows = [(x, side) for x, side, is_beyond in beyond if is_beyond]
    at = None if finding.estimate is None else axis.across(finding.estimate)
    return {"zero": axis.across(0.0), "bar": bar, "at": at, "ends": ends, "arrows": arrows}


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
        is_unknown = all(NO_TEST in one.test for one in all_findings)
        return f"{_none(untested, noun, 'tested')}{': number of problems unknown' * is_unknown}"
    if not sure:
        words = _none(tested, noun, "significant")
    else:
        words = f"{part_in_words(sure, tested, noun)} {'is' if sure == 1 else 'are'} significant"
    return f"{words[0].upper()}{words[1:]}{f'; {untested:,} not tested' if untested else ''}"


def _none(number: int, noun: str, what: str) -> str:
    """'None of 9 gains is tested', 'The gain is not tested'."""
    return f"{none_in_words(number, noun)} is {what}" if number > 1 else f"The {noun} is not {what}"


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


def parameter_words(parameters: Mapping[str, Value]) -> str:
    """The parameters of a query with their values: 'source = “x”; benchmark = nothing'."""
    return "; ".join(f"{name} = {_quoted_value(value)}" for name, value in parameters.items())


def _quoted_value(value: Value) -> str:
    if isinstance(value, list):
        return f"[{', '.join(value)}]"
    return f"“{value}”" if value else "nothing"
