"""The head of a page: its question, the computed answer, and whose numbers these are."""

from collections.abc import Mapping, Sequence

from dash import dcc, html
from dash.development.base_component import Component

from reasonboard.web.components.controls import aria
from reasonboard.web.components.markup import Html, part


def head(
    id: str,
    question: str,
    html_of: Mapping[str, Html],
    control: Sequence[Component],
    parent: tuple[str, str] | None = None,
) -> Component:
    """Question, answer (in two parts with the control of the answer between them) and byline.

    Before the question of a page that belongs to another stands a link to that: `parent`, its name and address.

    `html_of` has what they say by the names of their sections.
    """
    line = [
        part(html_of["answer-line"], html.Span, id=f"{id}-answer-line"),
        *control,
        part(html_of["answer-end"], html.Span, id=f"{id}-answer-end"),
    ]
    return html.Div(
        [
            html.Div(
                [*_way_back(parent), html.H1(question, className="question")], className="way"
            ),
            html.P(line, className="answer"),
            part(html_of["byline"], id=f"{id}-byline", className="byline"),
        ],
        className="answer-head",
    )


def _way_back(parent: tuple[str, str] | None) -> list[Component]:
    if parent is None:
        return []
    name, href = parent
    return [dcc.Link(name, href=href), html.Span("›", **aria(hidden="true"))]
