"""The head of a page: its question, the computed answer, and whose numbers these are."""

from collections.abc import Sequence
from typing import Any

from dash import html
from dash.development.base_component import Component

from reasonboard.core.headline import Headline
from reasonboard.web.components.markup import Html, part


def head(
    id: str, question: str, before: Html, control: Sequence[Component], after: Html, byline: Html
) -> Component:
    """Question, answer (in two parts with the control of the answer between them) and byline."""
    return html.Div(
        [
            html.H1(question, className="question"),
            html.P(
                [
                    part(before, html.Span, id=f"{id}-answer-line"),
                    *control,
                    part(after, html.Span, id=f"{id}-answer-end"),
                ],
                className="answer",
                role="status",
            ),
            part(byline, id=f"{id}-byline", className="byline"),
        ],
        className="answer-head",
    )


def before(headline: Headline) -> list[Any]:
    """The answer up to its control."""
    first = headline.rest.partition("{}")[0]
    return [
        html.Strong(headline.strong),
        *([" ", html.Span(first, className="rest")] if first else []),
    ]


def after(headline: Headline) -> list[Any]:
    """What follows the control of the answer."""
    last = headline.rest.partition("{}")[2]
    return [html.Span(last, className="rest")] if last else []


def byline(headline: Headline, kinds: str, lead: str) -> list[Any]:
    """Whose numbers, how many, of what kind; how the answer was tested and what the axes mean, each closed."""
    about: list[Any] = [html.Strong(headline.subject)] if headline.subject else []
    if headline.extent:
        about += [f"{', ' if about else ''}{headline.extent}"]
    return [
        *([html.Span(about)] if about else []),
        html.Span(["Values ", html.Strong(kinds)]) if kinds else None,
        *(_closed("How this was tested", headline.tested) if headline.tested else []),
        *_closed("What the axes mean", lead),
    ]


def _closed(label: str, text: str) -> list[Component]:
    return [
        html.Details(
            [html.Summary(label), html.Div(html.P(text), className="menu-body note-body")],
            className="menu",
        )
    ]
