"""The first page: every study as a card. And the page for an address that leads nowhere."""

from collections.abc import Sequence

from dash import dcc, html
from dash.development.base_component import Component

from app.study import Study


def home(studies: Sequence[Study], prefix: str) -> Component:
    cards = [_card(study, prefix) for study in studies]
    return html.Div(
        [
            html.H1("What do the evaluation results say?"),
            html.P("Each study asks one question of the results that are loaded.", className="lead"),
            html.Div(cards, className="cards"),
        ],
        className="home",
    )


def missing(prefix: str) -> Component:
    return html.Div(
        [
            html.H1("There is no such page"),
            html.P(dcc.Link("All studies", href=prefix), className="lead"),
        ]
    )


def _card(study: Study, prefix: str) -> Component:
    return html.Article(
        [html.H2(dcc.Link(study.question, href=prefix + study.path)), html.P(study.lead, className="muted")],
        className="card",
    )
