"""The frame around every page: header, navigation, theme switch."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dash import dcc, html
from dash.development.base_component import Component

from reasonboard.web.components.controls import aria, data
from reasonboard.web.page import ids

_KEYS = (
    "Arrow keys move between marks, Page Up and Page Down between panels. Enter selects a "
    "mark, C compares it with the next one, L lists all marks, S toggles sound, Escape "
    "leaves the chart."
)


class Link(NamedTuple):
    """A page in the navigation."""

    name: str
    path: str


class Child(NamedTuple):
    """A page that belongs to another one, whose link is marked on it."""

    name: str
    parent: str
    """The path of the other one."""


def shell(
    links: Sequence[Link], own: Sequence[Link], children: Mapping[str, Child], home: str
) -> Component:
    """The application's layout; the page itself goes into `page`.

    `own` are Explore and the declared studies, which stand before the last link; `children` are the pages that
    no link names, by their paths.
    """
    return html.Div(
        [
            dcc.Location(id="url", refresh=False),
            dcc.Store(id="request"),
            dcc.Store(id="scheme"),
            dcc.Store(id="chosen", storage_type="session"),
            html.A("Skip to the page", href="#page", className="skip"),
            _header(links, own, children, home),
            html.Div(
                [
                    html.P(id="image-notice", className="notice"),
                    html.P(id="server-notice", className="notice"),
                ],
                className="above",
                role="status",
            ),
            html.Div(id="sheet-status", role="status"),
            html.Div(id="load-line", role="status"),
            *[
                html.Div(id=id_, role="status", className="visually-hidden")
                for id_ in (ids.CHANGE_STATUS, ids.MARK_STATUS)
            ],
            html.P(_KEYS, id=ids.KEYS, hidden=True),
            html.Main(
                html.P(
                    html.Span("Loading the page", className="visually-hidden"), className="loading"
                ),
                id="page",
                tabIndex=-1,
            ),
        ]
    )


def _header(
    links: Sequence[Link], own: Sequence[Link], children: Mapping[str, Child], home: str
) -> Component:
    return html.Header(
        [
            dcc.Link([html.Span(className="logo"), "Reasonboard"], href=home, className="brand"),
            html.Button(
                "Menu",
                type="button",
                title="Show all pages",
                className="quiet menu-button",
                **data(open="navigation"),
                **aria(controls="navigation", expanded="false"),
            ),
            html.Nav(
                [
                    *map(_link, links[:-1]),
                    *_own_pages(own),
                    *map(_link, links[-1:]),
                    dcc.Link("Load results", href=f"{home}load", className="menu-link"),
                ],
                id="navigation",
                **data(
                    children=json.dumps({path: child._asdict() for path, child in children.items()})
                ),
                **aria(label="Studies"),
            ),
            _header_end(home),
        ],
        className="header",
    )


def _header_end(home: str) -> Component:
    """Search, loading, the sheet and the switch of light and dark."""
    return html.Div(
        [
            html.Button(
                "Search",
                id="search-button",
                type="button",
                className="quiet",
                title="Search models, benchmarks and pages (Ctrl+K)",
                **data(address=f"{home}api/search.json"),
            ),
            dcc.Link(
                "Load results",
                href=f"{home}load",
                className="button load-link",
                title="Load your result files",
            ),
            dcc.Link(
                "Report",
                href=f"{home}sheet",
                id="sheet-link",
                className="nav-link",
                title="Charts that you collected",
            ),
            html.Button(
                html.Span("◐", **aria(hidden="true")),
                id="theme",
                title="Switch between light and dark",
                **aria(label="Switch between light and dark"),
            ),
        ],
        className="header-end",
    )


def _link(link: Link) -> Component:
    return dcc.Link(link.name, href=link.path, className="nav-link")


def _own_pages(own: Sequence[Link]) -> list[Component]:
    """Explore; together with declared studies as a menu, as there may be many of them."""
    if len(own) == 1:
        return [_link(own[0])]
    names = html.Div([_link(link) for link in own], className="menu-body")
    summary = html.Summary("Your studies", className="nav-link", title="Show your studies")
    return [html.Details([summary, names], className="menu nav-menu")]
