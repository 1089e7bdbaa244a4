"""What a reader can change: labelled chips with a dropdown or with segments."""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html
from dash.development.base_component import Component

from reasonboard.core.control import Choice, Control
from reasonboard.store.database import Value


def chip(id: str, control: Control, options: list[Choice], value: Value) -> Component:
    """A labelled chip: segments for fixed choices, else a searchable dropdown. The comparison baseline is hidden."""
    if control.marks:
        return dcc.Input(id=id, type="hidden", value=str(value))
    if isinstance(control.choices, tuple):
        field = dmc.SegmentedControl(
            id=id, data=choices(options), value=value, size="xs", **aria(label=control.label)
        )
        return html.Div(
            [html.Span(control.label, className="chip-label"), field], className="chip segments"
        )
    field = dcc.Dropdown(
        id=id,
        options=choices(options),
        value=value or None,
        multi=control.multi,
        clearable=control.multi or control.optional,
        searchable=True,
        closeOnSelect=not control.multi,
        placeholder="All" if control.multi else "None",
        optionHeight="auto",
        maxHeight=320,
    )
    return html.Div(
        [html.Label(control.label, htmlFor=id, id=f"{id}-label", className="chip-label"), field],
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
