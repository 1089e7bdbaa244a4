"""The first page: every study as a card. And the page for an address that leads nowhere."""

from collections.abc import Sequence

from dash import Dash, dcc, html
from dash.development.base_component import Component

from reasonboard.core.rendered import RenderedView, rendered_view
from reasonboard.core.study import Study, View
from reasonboard.store.database import query
from reasonboard.web.components.cards import draw_in_browser, graph
from reasonboard.web.faults import UNREADABLE

_COUNTED = ("numbers", "benchmarks", "models", "sources")
_HIGHEST = 400
_COLUMNS = 2
"""A card is about as wide as a page that has room for two panels."""


def home(studies: Sequence[Study], prefix: str) -> Component:
    """All studies with what they hold; those with a teaser show a small live figure."""
    counts = {row["study"]: row for row in query("core/counts")}
    cards = [
        _card(study, *figure, prefix, counts.get(study.path))
        for study in studies
        if (figure := teaser(study))
    ]
    total = sum(row["numbers"] for row in counts.values())
    sources = sum(row["sources"] for row in counts.values())
    lead = (
        f"{len(cards)} questions, {total:,} numbers from {sources} sources: each with its kind, "
        "its place in the source and, where it is known, its uncertainty."
    )
    return html.Div(
        [
            html.H1("What do the evaluation results say?"),
            html.P(lead, className="lead"),
            html.Div(cards, className="cards"),
        ],
        id="home",
        className="home",
    )


def missing(prefix: str) -> Component:
    """What stands where no page is."""
    return html.Div(
        [
            html.H1("There is no such page"),
            html.P(dcc.Link("To the studies", href=prefix), className="lead"),
        ]
    )


def unavailable() -> Component:
    """What stands where a page would be whose data cannot be read."""
    return html.Div(
        [
            html.H1("The data cannot be read now"),
            html.P(UNREADABLE, className="lead", role="status"),
        ]
    )


def teaser(study: Study) -> tuple[View, RenderedView] | None:
    """The view that stands for a study here, and its small figure."""
    view = study.view(study.teaser)
    if view is None:
        return None
    values, _ = study.clean(study.teaser_values)
    return view, rendered_view(study, view, values, _COLUMNS, _HIGHEST)


def register(app: Dash, studies: Sequence[Study]) -> None:
    """Draw the small figures in the colours of the page."""
    draw_in_browser(app, "home", [f"home-{study.path}" for study in studies if study.teaser])


def _card(
    study: Study, view: View, answer: RenderedView, prefix: str, counts: dict[str, int] | None
) -> Component:
    contents = (
        " · ".join(_counted(counts[name], name) for name in _COUNTED) if counts else "no data yet"
    )
    caption = html.Figcaption(f"{view.title}. {answer.summary}", className="caption")
    return html.Article(
        [
            html.P(study.name, className="eyebrow"),
            html.H2(dcc.Link(study.question, href=prefix + study.path)),
            html.P(contents, className="caption"),
            html.Figure([graph(f"home-{study.path}-graph", answer.height, static=True), caption]),
            dcc.Store(id=f"home-{study.path}-figure", data=answer.json),
        ],
        className="card",
    )


def _counted(number: int, things: str) -> str:
    return f"{number:,} {things.removesuffix('s') if number == 1 else things}"
