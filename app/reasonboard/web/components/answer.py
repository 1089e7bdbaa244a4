"""The head of a page: its question, the computed answer, and whose numbers these are."""

from collections.abc import Mapping, Sequence

from dash import html
from dash.development.base_component import Component

from reasonboard.web.components.markup import Html, part


def head(
    id: str, question: str, html_of: Mapping[str, Html], control: Sequence[Component]
) -> Component:
    """Question, answer (in two parts with the control of the answer between them) and byline.

    `html_of` has what they say by the names of their sections.
    """
    line = [
        part(html_of["answer-line"], html.Span, id=f"{id}-answer-line"),
        *control,
        part(html_of["answer-end"], html.Span, id=f"{id}-answer-end"),
    ]
    return html.Div(
        [
            html.H1(question, className="question"),
            html.P(line, className="answer", role="status"),
            part(html_of["byline"], id=f"{id}-byline", className="byline"),
        ],
        className="answer-head",
    )
