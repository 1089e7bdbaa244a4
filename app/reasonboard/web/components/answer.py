"""The head of a page: its question, the computed answer, and whose numbers these are."""

from collections.abc import Sequence

from dash import html
from dash.development.base_component import Component

from reasonboard.web.components.markup import Html, part


def head(
    id: str, question: str, before: Html, control: Sequence[Component], after: Html, byline: Html
) -> Component:
    """Question, answer (in two parts with the control of the answer between them) and byline."""
    line = [
        part(before, html.Span, id=f"{id}-answer-line"),
        *control,
        part(after, html.Span, id=f"{id}-answer-end"),
    ]
    return html.Div(
        [
            html.H1(question, className="question"),
            html.P(line, className="answer", role="status"),
            part(byline, id=f"{id}-byline", className="byline"),
        ],
        className="answer-head",
    )
