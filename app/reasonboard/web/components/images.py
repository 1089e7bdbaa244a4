"""The images of a view: a menu of their colours and sizes (assets/image-save.js makes them)."""

from dash import html
from dash.development.base_component import Component

from reasonboard.export.images import PRINTS, SCHEMES, Size
from reasonboard.web.components.choice import choice
from reasonboard.web.components.controls import aria, data

SCALES = (1, 2, 3)
"""How many pixels of a PNG stand for one of the page."""

FORMATS = ("png", "svg")


def menu(id: str, view: str, title: str) -> Component:
    """The images that can be saved of the view `id`: in what colours, for the screen and for paper."""
    screen = [
        *[
            _button(f"{id}-png-{scale}", f"PNG {scale}x", title, "", form="png", scale=str(scale))
            for scale in SCALES
        ],
        _button(f"{id}-svg-1", "SVG", title, "", form="svg", scale="1"),
    ]
    lines = [_line("Screen", screen), *(_paper(id, size, title) for size in PRINTS)]
    return html.Details(
        [
            html.Summary("Image", className="quiet", **aria(label=f"{title}: save as an image")),
            html.Div([_schemes(id, title), *lines], className="menu-body image-sizes"),
        ],
        id=f"{id}-image",
        className="menu image-menu",
        **data(view=view),
    )


def _paper(id: str, size: Size, title: str) -> Component:
    """The buttons of a width on paper, for which the server lays the figure out anew."""
    laid_out = {
        "columns": str(size.columns),
        "inches": f"{size.inches:g}",
        "width": str(size.width),
    }
    buttons = [
        _button(
            f"{id}-{form}-{size.name}",
            form.upper(),
            title,
            f", {size.label}",
            form=form,
            **laid_out,
        )
        for form in FORMATS
    ]
    return _line(size.label, buttons)


def _schemes(id: str, title: str) -> Component:
    group = choice(f"{id}-scheme", f"{title}: colours of the image", SCHEMES, name="image-scheme")
    return html.Div([html.Span("Colours", className="chip-label"), group])


def _line(label: str, buttons: list[Component]) -> Component:
    return html.Div([html.Span(label, className="chip-label"), *buttons])


def _button(id: str, text: str, title: str, size: str, **asked: str) -> Component:
    return html.Button(
        text,
        id=id,
        type="button",
        className="quiet image-save",
        **aria(label=f"{title}: save as {text}{size}"),
        **data(**asked),
    )
