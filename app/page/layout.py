"""A study as a Dash page: its layout, and the one callback that every change goes through."""

from typing import Any

from dash import Dash, Input, Output, State, ctx, dcc, html
from dash.dependencies import ClientsideFunction
from dash.development.base_component import Component
from orjson import Fragment

from app import address, snapshots
from app.components import cards, controls, images, share
from app.components.controls import data
from app.control import Values
from app.drawn import drawn
from app.links import pinned
from app.links.folder import FolderError
from app.links.pinned import Pin
from app.page import parts
from app.page.change import changed
from app.page.ids import dependent, id_of, text, view_outputs
from app.study import Study, View


def layout(study: Study, values: Values, pin: Pin, notices: list[str], columns: int) -> Component:
    """The page of a study in the state of `values` on the data of `pin`, figures included."""
    chips = [
        controls.control(
            id_of(study, control.name), control, control.options(values), values[control.name]
        )
        for control in study.controls
    ]
    bar = html.Div(
        chips, className="controls", role="group", **controls.aria(label="What is shown")
    )
    below = [
        cards.below(id_of(study, name), label, part(study, values))
        for name, (label, part, _) in parts.BELOW.items()
    ]
    return html.Div(
        [
            html.H1(study.question),
            html.P(study.lead, className="lead"),
            bar,
            html.Div(
                parts.notices(study, values, pin, notices),
                id=id_of(study, "notices"),
                role="status",
            ),
            html.Div(
                [_card(study, view, values, columns) for view in study.views], className="views"
            ),
            cards.commands(study.commands),
            *below,
            dcc.Store(id=id_of(study, "search"), data=pinned.encode(study, values)),
            dcc.Store(id=id_of(study, "back")),
            dcc.Store(id=id_of(study, "columns"), data=columns),
            dcc.Store(id=id_of(study, "chosen")),
        ],
        id=id_of(study, "page"),
        className=f"study {study.path}",
        **data(study=study.path),
    )


def register(app: Dash, study: Study, links_kept: int) -> None:
    """Add the study's callbacks to the application; so many short links can be kept."""
    names = [control.name for control in study.controls]
    views = [view.name for view in study.views]
    output = {
        "values": {name: Output(id_of(study, name), "value") for name in names},
        "options": {name: Output(id_of(study, name), "options") for name in dependent(study)},
        "views": {name: view_outputs(id_of(study, name)) for name in views},
        **{name: Output(id_of(study, name), "children") for name in (*parts.BELOW, "notices")},
        "search": Output(id_of(study, "search"), "data"),
        "chosen": Output(id_of(study, "chosen"), "data"),
    }
    inputs = {
        "raw": {name: Input(id_of(study, name), "value") for name in names},
        "clicks": {name: Input(f"{id_of(study, name)}-graph", "clickData") for name in views},
        "tabs": {name: Input(f"{id_of(study, name)}-tab", "value") for name in views},
        "pages": {name: Input(f"{id_of(study, name)}-page", "value") for name in views},
        "back": Input(id_of(study, "back"), "data"),
        "columns": Input(id_of(study, "columns"), "data"),
        "search": State(id_of(study, "search"), "data"),
    }

    @app.callback(output=output, inputs=inputs, prevent_initial_call=True)
    def change(**state: Any) -> dict[str, Any]:
        return changed(study, state, set(ctx.triggered_prop_ids))

    for view in study.views:
        _register_view(app, study, view)
        _register_share(app, study, view, links_kept)
    app.clientside_callback(
        ClientsideFunction("reasonboard", "pushAddress"),
        Output(id_of(study, "page"), "data-address"),
        Input(id_of(study, "search"), "data"),
    )
    app.clientside_callback(
        ClientsideFunction("reasonboard", "remember"),
        Output("chosen", "data", allow_duplicate=True),
        Input(id_of(study, "chosen"), "data"),
        State("chosen", "data"),
        prevent_initial_call=True,
    )


def _card(study: Study, view: View, values: Values, columns: int) -> Component:
    return cards.view_card(
        id_of(study, view.name),
        study.path,
        view,
        drawn(study, view, values, columns),
        *(parts.table(study, view, values, 1) if view.table_first else ([], 1)),
        parts.observations(study, view, values),
    )


def _register_view(app: Dash, study: Study, view: View) -> None:
    """What a view does by itself: its colours, its two tabs, its images."""
    id = id_of(study, view.name)
    cards.draw_in_browser(app, id)
    app.clientside_callback(
        ClientsideFunction("reasonboard", "showTab"),
        Output(f"{id}-chart", "hidden"),
        Output(f"{id}-rows", "hidden"),
        Input(f"{id}-tab", "value"),
        prevent_initial_call=True,
    )

    def figure(search: object, columns: int) -> tuple[str, Fragment]:
        values, _ = address.decode(study, pinned.pin(text(search)).search)
        return pinned.encode(study, values), drawn(study, view, values, columns).json

    images.register(app, id, id_of(study, "search"), figure)


def _register_share(app: Dash, study: Study, view: View, links_kept: int) -> None:
    """Let readers make short links to a view, as far as there is room for them."""

    def make(search: object) -> tuple[str, str]:
        values, _ = address.decode(study, pinned.pin(text(search)).search)
        try:
            name = pinned.make(study, view, values, links_kept)
        except FolderError as problem:
            return "", str(problem)
        return name, f"It keeps to the data {snapshots.snapshot().version}."

    share.register(app, id_of(study, view.name), id_of(study, "search"), make)
