"""One of a few values, as segments that the browser alone minds (assets/choice.js)."""

from collections.abc import Mapping

from dash import html
from dash.development.base_component import Component

from reasonboard.web.components.controls import aria, data


def choice(id: str, label: str, values: Mapping[str, str], *, name: str) -> Component:
    """Segments for values and their labels, the first chosen; those of the same `name` go together.

    Scripts hear of it by the event `chosen` of the element, and read its `data-value`.
    """
    first = next(iter(values))
    segments = [
        html.Button(
            text,
            type="button",
            role="radio",
            tabIndex=0 if value == first else -1,
            className="segment stays",
            **aria(checked="true" if value == first else "false"),
            **data(value=value),
        )
        for value, text in values.items()
    ]
    return html.Span(
        segments,
        id=id,
        className="choice",
        role="radiogroup",
        **aria(label=label),
        **data(value=first, name=name),
    )
