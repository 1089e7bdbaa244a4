"""The page where files are loaded: what a drop on any page leads to (assets/load-results.js)."""

from dash import html
from dash.development.base_component import Component

from reasonboard.studies import find
from reasonboard.web.components.markup import part, render

PATH = "load"


def layout() -> Component:
    """The page before any file is there."""
    data = find("data")
    content = render("load", commands=data.commands if data else ())
    return html.Div(part(content), id="load-page", className="load-page")
