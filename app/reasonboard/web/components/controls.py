"""What a reader can change: labelled chips with a dropdown or with segments."""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html
from dash.development.base_component import Component

from reasonboard.core.control import Choice, Control
from reasonboard.store.database import Value


def control(id: str, of: Control, options: list[Choice], value: Value) -> Component:
    """A labelled chip: segments for fixed choices, else a searchable dropdown. A held mark is not seen."""
    if of.marks:
        return dcc.Input(id=id, type="hidden", value=str(value))
    if isinstance(of.choices, tuple):
        field = dmc.SegmentedControl(
            id=id, data=choices(options), value=value, size="xs", **aria(label=of.label)
        )
        return html.Div(
            [html.Span(of.label, className="chip-label"), field], className="chip segments"
        )
    field = dcc.Dropdown(
        id=id,
        options=choices(options),
        value=value or None,
        multi=of.multi,
        clearable=of.multi or of.optional,
        searchable=True,
        closeOnSelect=not of.multi,
        placeholder="All" if of.multi else "None",
        optionHeight="auto",
        maxHeight=320,
    )
    return html.Div(
        [html.Label(of.label, htmlFor=id, id=f"{id}-label", className="chip-label"), field],
        className="chip",
        role="group",
        **aria(labelledby=f"{id}-label"),
    )


def choices(options: list[Choice]) -> list[dict[str, str]]:
    """Choices as Dash's dropdowns and Mantine's segments take them.

    Always with a label: in a list of plain texts Dash's search finds nothing.
    """
    return [{"value": option.value, "label": option.label} for option in options]


def aria(**words: str) -> dict[str, Any]:
    """ARIA attributes by their names without the prefix."""
    return {f"aria-{name}": text for name, text in words.items()}


def data(**words: str) -> dict[str, Any]:
    """Data attributes by their names without the prefix."""
    return {f"data-{name}": text for name, text in words.items()}
