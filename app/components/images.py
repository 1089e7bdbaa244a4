"""The images of a view: a menu of their sizes, and what makes them."""

from collections.abc import Callable
from typing import Any

import dash_mantine_components as dmc
from dash import ClientsideFunction, Dash, Input, Output, State, ctx, dcc, html, no_update
from dash.development.base_component import Component
from orjson import Fragment

from app.components.controls import aria
from app.export.images import PRINTS, SCHEMES

SCALES = (1, 2, 3)
"""How many pixels of a PNG stand for one of the page."""

FORMATS = ("png", "svg")


def menu(id: str, title: str) -> Component:
    """The images that can be saved of the view `id`: in what colours, for the screen and for paper."""
    screen = [
        *[_button(f"{id}-png-{scale}", f"PNG {scale}x", title, "") for scale in SCALES],
        _button(f"{id}-svg-1", "SVG", title, ""),
    ]
    paper = [
        [
            _button(f"{id}-{form}-{size.name}", form.upper(), title, f", {size.label}")
            for form in FORMATS
        ]
        for size in PRINTS
    ]
    lines = [_line("Screen", screen)]
    lines += [_line(size.label, buttons) for size, buttons in zip(PRINTS, paper, strict=True)]
    return html.Details(
        [
            html.Summary("Image", className="quiet", **aria(label=f"{title}: save as an image")),
            html.Div(
                [_schemes(id, title), *lines, dcc.Store(id=f"{id}-print")],
                className="menu-body image-sizes",
            ),
        ],
        id=f"{id}-image",
        className="menu image-menu",
    )


def register(
    app: Dash, id: str, search: str, figure: Callable[[object, int], tuple[str, Fragment]]
) -> None:
    """Let the menu of the view `id` save its images.

    `search` is the store of the page's query string; `figure` makes of what stands there and a number
    of columns the query string as it was understood, and the view's figure.
    """
    app.clientside_callback(
        ClientsideFunction("reasonboard", "saveScreen"),
        *[Input(f"{id}-png-{scale}", "n_clicks") for scale in SCALES],
        Input(f"{id}-svg-1", "n_clicks"),
        State(f"{id}-figure", "data"),
        State(f"{id}-graph", "id"),
        State(search, "data"),
        State(f"{id}-scheme", "value"),
        prevent_initial_call=True,
    )
    buttons = {f"{id}-{form}-{size.name}": (form, size) for form in FORMATS for size in PRINTS}

    @app.callback(
        Output(f"{id}-print", "data"),
        [Input(button, "n_clicks") for button in buttons],
        State(search, "data"),
        prevent_initial_call=True,
    )
    def lay_out(*sent: Any) -> Any:
        asked = buttons.get(str(ctx.triggered_id))
        if asked is None:
            return no_update
        form, size = asked
        understood, drawn = figure(sent[-1], size.columns)
        return {
            "figure": drawn,
            "search": understood,
            "as": size.drawn_as(form),
            # The same image again is another wish.
            "clicks": sum(clicks for clicks in sent[:-1] if isinstance(clicks, int)),
        }

    app.clientside_callback(
        ClientsideFunction("reasonboard", "savePrint"),
        Input(f"{id}-print", "data"),
        State(f"{id}-scheme", "value"),
        prevent_initial_call=True,
    )


def _schemes(id: str, title: str) -> Component:
    """The choice of colours; assets/image-menu.js keeps it for every menu while the page is open."""
    choice: Component = dmc.SegmentedControl(
        id=f"{id}-scheme",
        data=[{"value": value, "label": label} for value, label in SCHEMES.items()],
        value=next(iter(SCHEMES)),
        size="xs",
        className="tabs image-scheme",
        **aria(label=f"{title}: colours of the image"),
    )
    return html.Div([html.Span("Colours", className="chip-label"), choice])


def _line(label: str, buttons: list[Component]) -> Component:
    return html.Div([html.Span(label, className="chip-label"), *buttons])


def _button(id: str, text: str, title: str, size: str) -> Component:
    return html.Button(
        text,
        id=id,
        n_clicks=0,
        type="button",
        className="quiet",
        **aria(label=f"{title}: save as {text}{size}"),
    )
