"""Sentences that the data made: observations beside a chart, and claims with what became of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from dash import html
from dash.development.base_component import Component

from reasonboard.core.findings.claim import Outcome
from reasonboard.core.findings.finding import Finding
from reasonboard.core.insights import Claim
from reasonboard.store.database import Value
from reasonboard.web.components.controls import aria
from reasonboard.web.components.disclosure import disclosure

_MOST_CASES = 40
_OUTCOMES: dict[Outcome, str] = {
    "holds": "hold", "fails": "fail", "not resolved": "undecided", "cannot be checked": "cannot be checked"
}  # fmt: skip
_SIGNS: dict[Outcome, str] = {
    "holds": "✓", "fails": "✗", "not resolved": "≈", "cannot be checked": "–"
}  # fmt: skip


def observations(
    found: Sequence[Finding], links: Sequence[str], sql: str, parameters: Mapping[str, Value]
) -> list[Component]:
    """The sentences, each with a link that highlights its marks and with its test and query."""
    if not found:
        return []
    items = [_observation(one, link) for one, link in zip(found, links, strict=True)]
    asked = "; ".join(f"{name} = {_said(value)}" for name, value in parameters.items())
    query = html.Details(
        [
            html.Summary("The query behind them", className="caption"),
            html.P(asked, className="caption"),
            html.Pre(html.Code(sql), tabIndex=0, **aria(label="SQL")),
        ]
    )
    return [html.H3("Observations"), html.Ol(items), query]


def claims(found: Sequence[Claim]) -> list[Component]:
    """What sources claim in words, with the outcome of its check and the cases that decide it."""
    if not found:
        return []
    counts = {
        outcome: n for outcome in _SIGNS if (n := sum(c.checked.outcome == outcome for c in found))
    }
    told = ", ".join(f"{n} {_OUTCOMES[outcome]}" for outcome, n in counts.items())
    return disclosure(
        "Claims",
        f"{len(found)} checked against the numbers that they speak of: {told}",
        [html.Ul([_claim(one) for one in found], className="claims")],
    )


def _observation(finding: Finding, link: str) -> Component:
    show: list[Any] = [" ", html.A("Show", href=link, className="state")] if finding.marks else []
    test = html.Details([html.Summary("Test", className="caption"), html.P(finding.test)])
    return html.Li([html.P([finding.text, *show]), test])


def _claim(claim: Claim) -> Component:
    outcome = claim.checked.outcome
    cases: list[Component] = [html.Li(one) for one in claim.checked.cases[:_MOST_CASES]]
    left = len(claim.checked.cases) - len(cases)
    if left > 0:
        cases.append(html.Li(f"and {left} more"))
    count = f"{len(claim.checked.cases)} case{'s' if len(claim.checked.cases) > 1 else ''}"
    return html.Li(
        [
            html.Span(
                f"{_SIGNS[outcome]} {outcome}", className=f"outcome {outcome.replace(' ', '-')}"
            ),
            html.Div(
                [
                    html.P([claim.text, " ", html.Span(f"{claim.source}, {claim.section}", className="caption")]),
                    html.P(claim.checked.words, className="muted"),
                    *([html.Details([html.Summary(count, className="caption"), html.Ul(cases)])] if cases else []),
                ]
            ),
        ]
    )  # fmt: skip


def _said(value: Value) -> str:
    if isinstance(value, list):
        return f"[{', '.join(value)}]"
    return f"“{value}”" if value else "nothing"
