"""The Dash page of a study: its layout, and the one callback for every change."""

from collections.abc import Mapping
from typing import Any

from dash import Dash, Input, Output, State, ctx, dcc, html
from dash.dependencies import ClientsideFunction
from dash.development.base_component import Component

from reasonboard.core import url_state
from reasonboard.core.control import Values
from reasonboard.core.rendered import RenderedView, rendered_view
from reasonboard.core.study import Study, View
from reasonboard.store import snapshots
from reasonboard.web import faults
from reasonboard.web.components import answer, bars, cards, controls, share
from reasonboard.web.components.controls import data
from reasonboard.web.components.markup import Html, part
from reasonboard.web.links import pinned
from reasonboard.web.links.folder import FolderError
from reasonboard.web.links.pinned import Pin
from reasonboard.web.page import sections
from reasonboard.web.page.change import changed, unchanged
from reasonboard.web.page.ids import dependent, id_of, text


def layout(study: Study, values: Values, pin: Pin, notices: list[str], columns: int) -> Component:
    """The page of a study in the state of `values` on the data of `pin`, figures included."""
    rendered = {view.name: rendered_view(study, view, values, columns) for view in study.views}
    fields = {
        control.name: controls.control(
            id_of(study, control.name), control, control.options(values), values[control.name]
        )
        for control in study.controls
    }
    page = study.path

    def at(place: str) -> list[Component]:
        return [fields[control.name] for control in study.controls if control.place == place]

    def html_of(name: str) -> Html:
        return sections.below(study, name, values)

    def views(place: str) -> list[Component]:
        return [
            _card(
                study,
                view,
                values,
                rendered[view.name],
                at(f"chart:{view.name}"),
                at(f"options:{view.name}"),
            )
            for view in study.views
            if view.place == place
        ]

    return html.Div(
        [
            answer.head(
                page,
                study.question,
                html_of("answer-line"),
                at("answer"),
                html_of("answer-end"),
                html_of("byline"),
            ),
            bars.filters(page, at("filters"), at("switch"), html_of("reset")),
            part(
                sections.notices(study, values, pin, notices),
                id=id_of(study, "notices"),
                role="status",
            ),
            *(
                [bars.selection(page, chips, html_of("selected"), html_of("actions"))]
                if (chips := at("selection"))
                else []
            ),
            *views("main"),
            html.Div(views("side"), className="views"),
            html.Div(
                [
                    *_more(study, views("more")),
                    *_more_findings(study, values),
                    *(
                        cards.below(id_of(study, name), label, html_of(name))
                        for name, label in sections.DISCLOSED.items()
                    ),
                    cards.commands(study.path, study.commands),
                ],
                className="disclosures",
            ),
            cards.details(page, html_of("comparison"), html_of("evidence"), views("details")),
            *_stores(study, values, columns, rendered),
            *share.stores(id_of(study, "page")),
        ],
        id=id_of(study, "page"),
        className=f"study {study.path}",
        **data(study=study.path),
    )


def _more(study: Study, charts: list[Component]) -> list[Component]:
    """The charts that a reader opens."""
    if not charts:
        return []
    titles = " · ".join(view.title for view in study.views if view.place == "more")
    return [
        html.Details(
            [
                html.Summary([html.Strong("More charts"), html.Span(titles)]),
                html.Div(charts, className="views"),
            ],
            className="disclosure",
        )
    ]


def _more_findings(study: Study, values: Values) -> list[Component]:
    """The findings beside all charts but the main one."""
    observed = [view for view in study.views if view.observe and view.place in cards.APART]
    if not observed:
        return []
    label, titles = html.Strong("Findings"), html.Span(" · ".join(view.title for view in observed))
    found = [
        html.Div(
            [
                html.H3(view.title),
                cards.findings_of(
                    id_of(study, view.name), sections.observations(study, view, values)
                ),
            ]
        )
        for view in observed
    ]
    return [html.Details([html.Summary([label, titles]), html.Div(found)], className="disclosure")]


def _stores(
    study: Study, values: Values, columns: int, rendered: Mapping[str, RenderedView]
) -> list[Component]:
    """The state of the page that no control holds."""
    contents: dict[str, Any] = {
        "answer": {"figures": {name: view.json for name, view in rendered.items()}},
        "search": pinned.encode(study, values),
        "columns": columns,
        "tables": {view.name: 1 for view in study.views if view.table_first},
    }
    empty = ("back", "click", "seen", "late", "rest", "chosen")
    return [
        *[dcc.Store(id=id_of(study, name), data=content) for name, content in contents.items()],
        *[dcc.Store(id=id_of(study, name)) for name in empty],
    ]


def _outputs(study: Study) -> dict[str, Any]:
    """What a change sets, by the names of what `changed` returns."""
    names = [control.name for control in study.controls]
    return {
        "values": {name: Output(id_of(study, name), "value") for name in names},
        "options": {name: Output(id_of(study, name), "options") for name in dependent(study)},
        "hidden": {
            name: Output(f"{id_of(study, name)}-chip", "hidden") for name in dependent(study)
        },
        "answer": Output(id_of(study, "answer"), "data"),
        "search": Output(id_of(study, "search"), "data"),
        "chosen": Output(id_of(study, "chosen"), "data"),
        "tables": Output(id_of(study, "tables"), "data"),
    }


def _inputs(study: Study) -> dict[str, Any]:
    """What starts a change, and what else the browser sends with it."""
    names = [control.name for control in study.controls]
    views = [view.name for view in study.views]
    return {
        "raw": {name: Input(id_of(study, name), "value") for name in names},
        "click": Input(id_of(study, "click"), "data"),
        "tabs": {name: Input(f"{id_of(study, name)}-tab", "value") for name in views},
        "pages": {name: Input(f"{id_of(study, name)}-page", "value") for name in views},
        "back": Input(id_of(study, "back"), "data"),
        "columns": Input(id_of(study, "columns"), "data"),
        "rest": Input(id_of(study, "rest"), "data"),
        "seen": State(id_of(study, "seen"), "data"),
        "late": State(id_of(study, "late"), "data"),
        "tables": State(id_of(study, "tables"), "data"),
        "search": State(id_of(study, "search"), "data"),
    }


def register(app: Dash, study: Study, links_kept: int) -> None:
    """Add the callbacks of the study's page to the application; `links_kept` short links may exist."""

    @app.callback(output=_outputs(study), inputs=_inputs(study), prevent_initial_call=True)
    def change(**state: Any) -> dict[str, Any]:
        try:
            return changed(study, state, set(ctx.triggered_prop_ids))
        except faults.READING as error:
            faults.log(error)
            return unchanged(study, faults.UNREADABLE)

    app.clientside_callback(
        ClientsideFunction("reasonboard", "show"),
        Output(id_of(study, "page"), "data-shown"),
        Input("scheme", "data"),
        Input(id_of(study, "answer"), "data"),
    )
    for view in study.views:
        _register_view(app, id_of(study, view.name))
    _register_share(app, study, links_kept)
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


def _card(
    study: Study,
    view: View,
    values: Values,
    answer: RenderedView,
    segments: list[Component],
    options: list[Component],
) -> Component:
    return cards.view_card(
        id_of(study, view.name),
        study.path,
        view,
        answer,
        cards.ChartControls(segments, options),
        *(sections.table(study, view, values, 1) if view.table_first else (Html(""), 1)),
        sections.observations(study, view, values),
    )


def _register_view(app: Dash, id: str) -> None:
    """Register the two tabs of a view."""
    app.clientside_callback(
        ClientsideFunction("reasonboard", "showTab"),
        Output(f"{id}-chart", "hidden"),
        Output(f"{id}-rows", "hidden"),
        Input(f"{id}-tab", "value"),
        prevent_initial_call=True,
    )


def _register_share(app: Dash, study: Study, links_kept: int) -> None:
    """Register the creation of short links to the page's views, `links_kept` of them at most."""

    def make(name: object, search: object) -> dict[str, str]:
        view = next((view for view in study.views if view.name == name), None)
        answer = {"study": study.path, "view": view.name if view else "", "name": ""}
        if view is None:
            return answer | {"said": "There is no such view."}
        try:
            values, _ = url_state.decode(study, pinned.pin(text(search)).search)
            answer["name"] = pinned.make(study, view, values, links_kept)
        except FolderError as problem:
            return answer | {"said": str(problem)}
        except faults.READING as error:
            faults.log(error)
            return answer | {"said": faults.UNREADABLE}
        return answer | {"said": f"It keeps to the data {snapshots.snapshot().version}."}

    share.register(app, id_of(study, "page"), id_of(study, "search"), make)
