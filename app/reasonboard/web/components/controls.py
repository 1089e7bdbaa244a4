"""What a reader can change: dropdowns, segments and a switch, each where its control says."""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html
from dash.development.base_component import Component

from reasonboard.core.control import Choice, Control
from reasonboard.store.database import Value


def control(id: str, of: Control, options: list[Choice], value: Value) -> Component:
    """A labelled control for its place. The held mark of a comparison has no looks."""
    if of.marks:
        return dcc.Input(id=id, type="hidden", value=str(value))
    if of.place == "answer":
        return html.Span(_field(id, of, options, value), className="answer-choice")
    if isinstance(of.choices, tuple):
        return _segments(id, of, options, value)
    return _dropdown(id, of, options, value)


def no_choice(of: Control, options: list[Choice]) -> bool:
    """Is there nothing to choose, so that the control need not be shown?"""
    return not of.optional and len(options) < 2  # noqa: PLR2004


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


def _segments(id: str, of: Control, options: list[Choice], value: Value) -> Component:
    """Segments; a chart's own say by themselves what they are of."""
    field = dmc.SegmentedControl(
        id=id, data=choices(options), value=value, size="xs", **aria(label=of.label)
    )
    label = html.Span(of.label, className="chip-label")
    kind = "switch" if of.place == "switch" else "segments"
    return html.Div(
        [field] if of.place.startswith("chart:") else [label, field], className=f"chip {kind}"
    )


def _dropdown(id: str, of: Control, options: list[Choice], value: Value) -> Component:
    label = html.Label(of.label, htmlFor=id, id=f"{id}-label", className="chip-label")
    return html.Div(
        [label, _field(id, of, options, value)],
        id=f"{id}-chip",
        className="chip",
        role="group",
        hidden=no_choice(of, options),
        **aria(labelledby=f"{id}-label"),
    )


def _field(id: str, of: Control, options: list[Choice], value: Value) -> Component:
    field: Component = dcc.Dropdown(
        id=id,
        options=choices(options),
        value=value or None,
        multi=of.multi,
        clearable=of.multi or of.optional,
        searchable=isinstance(of.choices, str),
        closeOnSelect=not of.multi,
        placeholder="All" if of.multi else "None",
        optionHeight="auto",
        maxHeight=320,
    )
    return field
