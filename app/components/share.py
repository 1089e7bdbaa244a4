"""What leads back to a view from elsewhere: its link, a short one, a frame, lines of code."""

from collections.abc import Callable

import dash_mantine_components as dmc
from dash import ClientsideFunction, Dash, Input, Output, State, dcc, get_relative_path, html
from dash.development.base_component import Component

from app.components.controls import aria, data

LANGUAGES = ("pandas", "DuckDB", "R", "curl")
"""In which the rows behind a view can be read (assets/share.js has the lines)."""


def menu(id: str, study: str, view: str, title: str) -> Component:
    """The menu of the view `id`. The browser fills it when it is opened (assets/share.js)."""
    short = html.Div(
        [
            html.Button(
                "Make a short link",
                id=f"{id}-short",
                n_clicks=0,
                type="button",
                className="quiet stays",
                **aria(label=f"{title}: make a short link"),
            ),
            html.Span(id=f"{id}-short-said", className="caption", role="status"),
            dcc.Store(id=f"{id}-made"),
        ],
        className="share-make",
    )
    language = dmc.SegmentedControl(
        id=f"{id}-language",
        data=[{"value": name, "label": name} for name in LANGUAGES],
        value=LANGUAGES[0],
        size="xs",
        className="tabs",
        **aria(label=f"{title}: language of the code"),
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


def register(app: Dash, id: str, search: str, make: Callable[[object], tuple[str, str]]) -> None:
    """Let the button of the view `id` make short links.

    `search` is the store of the page's query string; `make` gives for what stands there the link's
    name, '' where none could be made, and a sentence about it.
    """

    @app.callback(
        Output(f"{id}-made", "data"),
        Output(f"{id}-short-said", "children"),
        Input(f"{id}-short", "n_clicks"),
        State(search, "data"),
        prevent_initial_call=True,
    )
    def short(_: object, shown: object) -> tuple[dict[str, object], str]:
        name, said = make(shown)
        return {"name": name, "search": shown}, said

    app.clientside_callback(
        ClientsideFunction("reasonboard", "share"),
        Output(f"{id}-share", "title"),
        Input(f"{id}-made", "data"),
        Input(f"{id}-language", "value"),
        State(f"{id}-share", "id"),
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
