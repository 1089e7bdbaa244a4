"""The Dash page of a study: its layout, and the one callback for every change."""

from collections.abc import Mapping
from typing import Any

from dash import Dash, Input, Output, State, ctx, dcc, get_relative_path, html
from dash.dependencies import ClientsideFunction
from dash.development.base_component import Component

from reasonboard.core import insights, study_tables
from reasonboard.core.control import Values
from reasonboard.core.rendered import RenderedView, rendered_view
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.web import faults
from reasonboard.web.components import bars, cards, controls
from reasonboard.web.components.controls import data
from reasonboard.web.components.markup import Html, part
from reasonboard.web.links import pinned
from reasonboard.web.links.pinned import Pin
from reasonboard.web.page import ids, sections, share
from reasonboard.web.page.change import (
    DATA,
    arrangement_note,
    changed,
    data_attributes,
    dependent,
    unchanged,
)
from reasonboard.web.page.ids import id_of


def layout(
    study: Study, values: Values, pin: Pin, notices: list[str], columns: int, chosen: Values
) -> Component:
    """The page of a study in the state of `values` on the data of `pin`, figures included.

    `chosen` are the filters that its address names: they are carried to the next page as those chosen here are.
    """
    rendered = {view.name: rendered_view(study, view, values, columns) for view in study.views}
    html_of = sections.around(study, values)
    field_of = _fields(study, values)

    def fields(place: str) -> list[Component]:
        return [field_of[control.name] for control in study.controls if control.place == place]

    strip = bars.selection(study.path, fields("selection"), html_of["selected"], html_of["actions"])

    def own(view: View) -> list[Component]:
        options = fields(f"options:{view.name}")
        return [
            *fields(f"chart:{view.name}"),
            *bars.options(id_of(study, view.name), view.title, options),
        ]

    def views(place: str) -> list[Component]:
        return [
            cards.view_card(
                id_of(study, view.name),
                study.path,
                view,
                rendered[view.name],
                own(view),
                _table(study, view, values),
                sections.observations(study, view, values),
                [strip] if view is study.main_view else [],
            )
            for view in study.views
            if view.place == place
        ]

    return html.Div(
        [
            bars.head(study.path, study.question, html_of, fields("answer"), _parent(study)),
            bars.filters(
                study.path,
                fields("filters"),
                fields("switch"),
                html_of["reset"],
                html_of["saved"],
                html_of["filters-set"],
            ),
            *_messages(study, values, pin, notices),
            *views("main"),
            html.Div(views("side"), className="views"),
            *views("wide"),
            _disclosures(study, values, html_of, views("more")),
            cards.details(study.path, html_of, views("details")),
            *_stores(study, values, pin, columns, rendered, chosen),
        ],
        id=id_of(study, ids.PAGE),
        className=f"study {study.path}",
        **data(study=study.path, **data_attributes(study, values)),
    )


def _messages(study: Study, values: Values, pin: Pin, notices: list[str]) -> list[Component]:
    """The notices about the page's address, and the place for news of runs that are loaded while it is open."""
    return [
        part(
            sections.notices(study, values, pin, notices),
            id=id_of(study, ids.NOTICES),
            role="status",
        ),
        bars.news(id_of(study, ids.LOADED)),
    ]


def _parent(study: Study) -> tuple[str, str] | None:
    """Name and address of the page that this one belongs to."""
    if not study.parent:
        return None
    return study.parent.capitalize(), str(get_relative_path(f"/{study.parent}"))


def _fields(study: Study, values: Values) -> dict[str, Component]:
    """The fields of the controls by their names."""
    return {
        control.name: controls.field(
            id_of(study, control.name), control, control.options(values), values[control.name]
        )
        for control in study.controls
    }


def _disclosures(
    study: Study, values: Values, html_of: Mapping[str, Html], charts: list[Component]
) -> Component:
    """The closed sections under the charts: more charts, their findings, claims, disagreements, sources, commands."""
    shows_runs = study.of_own_runs and insights.headline(study, values).subject
    return html.Div(
        [
            *_more(study, charts),
            *_more_findings(study, values),
            *(
                part(html_of[name], id=id_of(study, name), className="below")
                for name in sections.DISCLOSED
            ),
            cards.commands(study.path, study.commands, opened=not shows_runs),
        ],
        className="disclosures",
    )


def _more(study: Study, charts: list[Component]) -> list[Component]:
    """The charts that a reader opens."""
    if not charts:
        return []
    titles = " · ".join(view.title for view in study.views if view.place == "more")
    return [_closed("More charts", titles, "charts", html.Div(charts, className="views"))]


def _closed(words: str, titles: str, what: str, content: Component) -> Component:
    label = [html.Strong(words), html.Span(titles)]
    summary = html.Summary(label, title=f"Show or hide these {what}")
    return html.Details([summary, content], className="disclosure")


def _more_findings(study: Study, values: Values) -> list[Component]:
    """The findings beside all charts but the main one."""
    observed = [view for view in study.views if view.observe and cards.are_findings_apart(view)]
    if not observed:
        return []
    titles = " · ".join(view.title for view in observed)
    blocks = [
        html.Div(
            [
                html.H2(view.title),
                cards.findings_of(
                    id_of(study, view.name), sections.observations(study, view, values)
                ),
            ],
            className="findings-apart",
        )
        for view in observed
    ]
    return [_closed("Findings", titles, "findings", html.Div(blocks))]


def _stores(
    study: Study,
    values: Values,
    pin: Pin,
    columns: int,
    rendered: Mapping[str, RenderedView],
    chosen: Values,
) -> list[Component]:
    """The state of the page that no control holds."""
    contents: dict[str, Any] = {
        ids.ANSWER: {"figures": {name: view.json for name, view in rendered.items()}},
        ids.SEARCH: pinned.of_page(study, values, pin),
        ids.PANELS: columns,
        ids.CHOSEN: chosen or None,
        ids.TABLES: {
            view.name: arrangement_note(study, view, values)
            for view in study.views
            if _is_open(study, view, values)
        },
    }
    return [
        *[dcc.Store(id=id_of(study, name), data=content) for name, content in contents.items()],
        *[
            dcc.Store(id=id_of(study, name))
            for name in (ids.BACK, ids.CLICK, ids.ARRANGED, ids.SHARE, ids.SHARED)
        ],
    ]


def _outputs(study: Study) -> dict[str, Any]:
    """The properties that a change sets, by the names in the answer of `changed`."""
    return {
        "values": {
            control.name: Output(id_of(study, control.name), "value") for control in study.controls
        },
        "options": {
            control.name: Output(id_of(study, control.name), "options")
            for control in dependent(study)
        },
        "hidden": {
            control.name: Output(f"{id_of(study, control.name)}-chip", "hidden")
            for control in dependent(study)
        },
        "answer": Output(id_of(study, ids.ANSWER), "data"),
        "search": Output(id_of(study, ids.SEARCH), "data"),
        "chosen": Output(id_of(study, ids.CHOSEN), "data"),
        "tables": Output(id_of(study, ids.TABLES), "data"),
        "data": {name: Output(id_of(study, ids.PAGE), f"data-{name}") for name in DATA},
    }


def _inputs(study: Study) -> dict[str, Any]:
    """The properties that start a change, and the states that the browser sends along."""
    views = [view.name for view in study.views]
    return {
        "raw": {
            control.name: Input(id_of(study, control.name), "value") for control in study.controls
        },
        "click": Input(id_of(study, ids.CLICK), "data"),
        "tabs": {name: Input(id_of(study, name, ids.TAB), "value") for name in views},
        "arranged": Input(id_of(study, ids.ARRANGED), "data"),
        "back": Input(id_of(study, ids.BACK), "data"),
        "columns": Input(id_of(study, ids.PANELS), "data"),
        "tables": State(id_of(study, ids.TABLES), "data"),
        "search": State(id_of(study, ids.SEARCH), "data"),
        "data": {
            name: State(id_of(study, ids.PAGE), f"data-{name}") for name in ("version", "permalink")
        },
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
        Output(id_of(study, ids.PAGE), "data-shown"),
        Input("scheme", "data"),
        Input(id_of(study, ids.ANSWER), "data"),
    )
    for view in study.views:
        app.clientside_callback(
            ClientsideFunction("reasonboard", "showTab"),
            Output(id_of(study, view.name, ids.CHART_TAB), "hidden"),
            Output(id_of(study, view.name, ids.TABLE_TAB), "hidden"),
            Input(id_of(study, view.name, ids.TAB), "value"),
            prevent_initial_call=True,
        )
    share.register(app, study, links_kept)
    app.clientside_callback(
        ClientsideFunction("reasonboard", "pushAddress"),
        Output(id_of(study, ids.PAGE), "data-address"),
        Input(id_of(study, ids.SEARCH), "data"),
    )
    app.clientside_callback(
        ClientsideFunction("reasonboard", "remember"),
        Output("chosen", "data", allow_duplicate=True),
        Input(id_of(study, ids.CHOSEN), "data"),
        State("chosen", "data"),
        prevent_initial_call=True,
    )


def _table(study: Study, view: View, values: Values) -> cards.Table:
    """The table of a view, with its rows where it is open at first."""
    is_open = _is_open(study, view, values)
    return cards.Table(
        sections.table(study, view, values) if is_open else Html(""),
        is_open,
        study_tables.state_of(study, view, values).arrangement.search,
    )


def _is_open(study: Study, view: View, values: Values) -> bool:
    """Does a page show the table of the view at first? One that the address arranges is seen, too."""
    is_arranged = view.name in study_tables.states_of(study, values)
    return view.table_first or is_arranged or view.listing is not None
