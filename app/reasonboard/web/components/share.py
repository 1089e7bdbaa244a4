"""What leads back to a view from elsewhere: its link, a short one, a frame, lines of code."""

from collections.abc import Callable

from dash import ClientsideFunction, Dash, Input, Output, State, dcc, get_relative_path, html
from dash.development.base_component import Component

from reasonboard.web.components.choice import choice
from reasonboard.web.components.controls import aria, data

LANGUAGES = ("pandas", "DuckDB", "R", "curl")
"""In which the rows behind a view can be read (assets/share.js has the lines)."""


def menu(id: str, study: str, view: str, title: str) -> Component:
    """The menu of the view `id`. The browser fills it when it is opened (assets/share.js)."""
    short = html.Div(
        [
            html.Button(
                "Make a short link",
                type="button",
                className="quiet stays",
                **aria(label=f"{title}: make a short link"),
            ),
            html.Span(className="caption share-said", role="status"),
        ],
        className="share-make",
    )
    language = choice(
        f"{id}-language",
        f"{title}: language of the code",
        {name: name for name in LANGUAGES},
        name="language",
    )
    return html.Details(
        [
            html.Summary("Share", className="quiet", **aria(label=f"{title}: share")),
            html.Div(
                [
                    _copyable("Link", "link", title),
                    short,
                    _copyable("Short link", "short", title, hidden=True),
                    _copyable("Frame for a page", "frame", title),
                    html.Div(
                        [html.Span("Rows in", className="chip-label"), language],
                        className="share-language",
                    ),
                    _copyable("Code", "code", title),
                ],
                className="menu-body share-body",
            ),
        ],
        id=f"{id}-share",
        className="menu share-menu",
        **data(page=get_relative_path(f"/{study}"), study=study, view=view, name=title),
    )


def stores(page: str) -> list[Component]:
    """Where the menus of the page `page` say what they ask of the server, and where it answers."""
    return [dcc.Store(id=f"{page}-share"), dcc.Store(id=f"{page}-shared")]


def register(
    app: Dash, page: str, search: str, make: Callable[[object, object], dict[str, str]]
) -> None:
    """Let the menus of the page make short links.

    `search` is the store of the page's query string; `make` gives for the name of a view and what
    stands in that store what the menu is told: `study`, `view`, the link's `name`, '' where none
    could be made, and what is `said` about it.
    """

    @app.callback(
        Output(f"{page}-shared", "data"),
        Input(f"{page}-share", "data"),
        State(search, "data"),
        prevent_initial_call=True,
    )
    def short(asked: object, shown: object) -> dict[str, object]:
        view = asked.get("view") if isinstance(asked, dict) else None
        return {**make(view, shown), "search": shown}

    app.clientside_callback(
        ClientsideFunction("reasonboard", "share"),
        Output(page, "data-shared"),
        Input(f"{page}-shared", "data"),
        prevent_initial_call=True,
    )


def _copyable(label: str, part: str, title: str, *, hidden: bool = False) -> Component:
    button = html.Button(
        "Copy", type="button", className="quiet copy stays", **aria(label=f"{title}: copy {label}")
    )
    said = html.Span(className="copied muted", role="status")
    return html.Div(
        [
            html.Div([html.Span(label, className="chip-label"), button, said]),
            html.Pre(className=f"share-{part}", tabIndex=0),
        ],
        className="copyable",
        hidden=hidden,
    )
