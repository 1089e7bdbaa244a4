"""A part of a page that a reader opens: one line that says what and how much is in it."""

from collections.abc import Sequence
from typing import Any

from dash import html
from dash.development.base_component import Component


def disclosure(
    label: str, about: str, content: Sequence[Any], *, opened: bool = False
) -> list[Component]:
    """The line with its content; nothing without content."""
    if not content:
        return []
    line = html.Summary([html.Strong(label), html.Span(about)])
    return [html.Details([line, html.Div(list(content))], className="disclosure", open=opened)]
