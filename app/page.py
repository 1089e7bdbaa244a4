"""A study as a Dash page: its layout, and the one callback that every change goes through."""

from typing import Any

from dash import Dash, Input, Output, State, ctx, dcc, get_relative_path, html, no_update
from dash.dependencies import ClientsideFunction
from dash.development.base_component import Component

from app import address, observed
from app.components import cards, citing, comparison, controls, findings, images, provenance, tables
from app.control import Values
from app.export.forms import TABLES
from app.figures.marks import picked, without_marks
from app.figures.theme import Figure
from app.study import Study, View

COLUMNS = range(1, 5)
"""How many panels may stand side by side; the browser says how many fit (assets/page.js)."""

KEPT = ("benchmark", "model")
"""The controls whose values are kept from page to page."""


def layout(study: Study, values: Values, notices: list[str], columns: int) -> Component:
    """The page of a study in the state of `values`, figures included."""
    chips = [
        controls.control(
            _id(study, control.name), control, control.options(values), values[control.name]
        )
        for control in study.controls
    ]
    views = [
        cards.view_card(
            _id(study, view.name),
            view,
            study.answer(view, values, columns),
            *(_table(study, view, values, 1) if view.table_first else ([], 1)),
            _observations(study, view, values),
        )
        for view in study.views
    ]
    return html.Div(
        [
            html.H1(study.question),
            html.P(study.lead, className="lead"),
            html.Div(
                chips,
                className="controls",
                role="group",
                **controls.aria(label="What is shown"),
            ),
            html.Div(cards.notices(notices), id=_id(study, "notices"), role="status"),
            html.Div(views, className="views"),
            cards.commands(study.commands),
            cards.below(_id(study, "claims"), "Claims", _claims(study, values)),
            cards.below(_id(study, "evidence"), "The picked mark", _evidence(study, values)),
            cards.below(_id(study, "comparison"), "Compare", _comparison(study, values)),
            cards.below(_id(study, "disagreements"), "Disagreement", _disagreements(study, values)),
            cards.below(_id(study, "sources"), "Sources", _sources(study, values)),
            dcc.Store(id=_id(study, "search"), data=address.encode(study, values)),
            dcc.Store(id=_id(study, "back")),
            dcc.Store(id=_id(study, "columns"), data=columns),
            dcc.Store(id=_id(study, "chosen")),
        ],
        id=_id(study, "page"),
        className=f"study {study.path}",
        **_data(study=study.path),
    )


def register(app: Dash, study: Study) -> None:
    """Add the study's callbacks to the application."""
    names = [control.name for control in study.controls]
    views = [view.name for view in study.views]
    below = ("claims", "comparison", "evidence", "disagreements", "sources", "notices")
    output = {
        "values": {name: Output(_id(study, name), "value") for name in names},
        "options": {name: Output(_id(study, name), "options") for name in _dependent(study)},
        "views": {name: _view_outputs(_id(study, name)) for name in views},
        **{name: Output(_id(study, name), "children") for name in below},
        "search": Output(_id(study, "search"), "data"),
        "chosen": Output(_id(study, "chosen"), "data"),
    }
    inputs = {
        "raw": {name: Input(_id(study, name), "value") for name in names},
        "clicks": {name: Input(f"{_id(study, name)}-graph", "clickData") for name in views},
        "tabs": {name: Input(f"{_id(study, name)}-tab", "value") for name in views},
        "pages": {name: Input(f"{_id(study, name)}-page", "value") for name in views},
        "back": Input(_id(study, "back"), "data"),
        "columns": Input(_id(study, "columns"), "data"),
        "search": State(_id(study, "search"), "data"),
    }

    @app.callback(output=output, inputs=inputs, prevent_initial_call=True)
    def change(**state: Any) -> dict[str, Any]:
        return changed(study, state, set(ctx.triggered_prop_ids))

    for view in study.views:
        _register_view(app, study, view)
    app.clientside_callback(
        ClientsideFunction("reasonboard", "pushAddress"),
        Output(_id(study, "page"), "data-address"),
        Input(_id(study, "search"), "data"),
    )
    app.clientside_callback(
        ClientsideFunction("reasonboard", "remember"),
        Output("chosen", "data", allow_duplicate=True),
        Input(_id(study, "chosen"), "data"),
        State("chosen", "data"),
        prevent_initial_call=True,
    )


def changed(study: Study, state: dict[str, Any], triggered: set[str]) -> dict[str, Any]:
    """The new content of all that a change touches, `no_update` for the rest.

    `state` holds what the browser sent, by the names of the callback's inputs; `triggered` the
    properties that changed. Nothing of it is believed before `Study.clean` has seen it.
    """
    before, _ = address.decode(study, _text(state["search"]))
    values, notices = _next(study, state, before, triggered)
    touched = {name for name, value in values.items() if value != before[name]}
    raw = state["raw"]
    return {
        "values": {name: _unless(same(raw[name], values[name]), values[name]) for name in raw},
        "options": {
            control.name: _unless(
                control.options(values) == control.options(before),
                controls.choices(control.options(values)),
            )
            for control in study.controls
            if control.name in _dependent(study)
        },
        "views": {
            view.name: _view(study, view, values, state, touched, triggered) for view in study.views
        },
        "claims": _unless("source" not in touched, _claims(study, values)),
        "evidence": _evidence(study, values) if touched else no_update,
        "comparison": _comparison(study, values) if touched else no_update,
        "disagreements": _unless(not touched & {"source", *KEPT}, _disagreements(study, values)),
        "sources": _unless("source" not in touched, _sources(study, values)),
        "notices": cards.notices(notices),
        "search": _unless(not touched, address.encode(study, values)),
        "chosen": _unless(
            not touched & set(KEPT), {name: values[name] for name in KEPT if name in values}
        ),
    }


def same(raw: object, value: object) -> bool:
    """Is what the browser holds what the server would set? Nothing chosen has several spellings."""
    return (raw or []) == (value or [])


def _next(
    study: Study, state: dict[str, Any], before: Values, triggered: set[str]
) -> tuple[Values, list[str]]:
    """The values after the change, and a sentence for each that could not be had."""
    if f"{_id(study, 'back')}.data" in triggered:
        back = state["back"]
        return address.decode(study, _text(back.get("search") if isinstance(back, dict) else None))
    raw = dict(state["raw"])
    for view in study.views:
        if f"{_id(study, view.name)}-graph.clickData" in triggered:
            figure = study.answer(view, before, fitting(state["columns"])).figure
            raw |= _toggled(study, picked(figure, _first_point(state["clicks"][view.name])), before)
    values, notices = study.clean(raw)
    # A mark that is gone because the filters changed is no news; a filter that was dropped is.
    return values, [notice for name, notice in notices.items() if before.get(name) and name in KEPT]


def _toggled(study: Study, chosen: dict[str, str], before: Values) -> dict[str, str]:
    """What a click sets; a second click on the same mark takes optional choices back."""
    optional = {control.name for control in study.controls if control.optional}
    if all(before.get(name) == value for name, value in chosen.items()):
        return chosen | dict.fromkeys(optional.intersection(chosen), "")
    return chosen


def _view(
    study: Study,
    view: View,
    values: Values,
    state: dict[str, Any],
    touched: set[str],
    triggered: set[str],
) -> dict[str, Any]:
    """The outputs of one view: its figure where it changed, its table where it is open."""
    outputs: dict[str, Any] = dict.fromkeys(_view_outputs(""), no_update)
    if f"{_id(study, 'columns')}.data" in triggered or study.inputs(view) & touched:
        answer = study.answer(view, values, fitting(state["columns"]))
        outputs |= {
            "figure": without_marks(answer.figure),
            "caption": answer.caption,
            "summary": answer.summary,
            "observations": _observations(study, view, values),
        }
    id = _id(study, view.name)
    opened = {f"{id}-tab.value", f"{id}-page.value"} & triggered
    if state["tabs"][view.name] == "table" and (touched or opened):
        table, total = _table(study, view, values, 1 if touched else state["pages"][view.name])
        outputs |= {"table": table, "total": total}
        outputs |= {"page": 1} if touched else {}
    return outputs


def _table(study: Study, view: View, values: Values, number: object) -> tuple[list[Component], int]:
    """A page of the view's table, counted from 1, and how many pages there are."""
    first = tables.first_row(number)
    rows, total = study.table(view, values, first, tables.PAGE_SIZE)
    search = address.encode(study, values)
    downloads = [
        (form.label, get_relative_path(f"/api/{study.path}/{view.name}.{form.ending}{search}"))
        for form in TABLES
        if form.most is None or total <= form.most
    ]
    about = get_relative_path("/api")
    pages = -(-total // tables.PAGE_SIZE) or 1
    return tables.table_page(rows, view.title, first, total, downloads, about), pages


def _register_view(app: Dash, study: Study, view: View) -> None:
    """What a view does by itself: its colours, its two tabs, its images."""
    id = _id(study, view.name)
    cards.draw_in_browser(app, id)
    app.clientside_callback(
        ClientsideFunction("reasonboard", "showTab"),
        Output(f"{id}-chart", "hidden"),
        Output(f"{id}-rows", "hidden"),
        Input(f"{id}-tab", "value"),
        prevent_initial_call=True,
    )

    def figure(search: object, columns: int) -> tuple[str, Figure]:
        values, _ = address.decode(study, _text(search))
        drawn = study.answer(view, values, columns).figure
        return address.encode(study, values), without_marks(drawn)

    images.register(app, id, _id(study, "search"), figure)


def _view_outputs(id: str) -> dict[str, Output]:
    return {
        "figure": Output(f"{id}-figure", "data"),
        "caption": Output(f"{id}-caption", "children"),
        "summary": Output(f"{id}-summary", "children"),
        "observations": Output(f"{id}-observations", "children"),
        "table": Output(f"{id}-table", "children"),
        "total": Output(f"{id}-page", "total"),
        "page": Output(f"{id}-page", "value"),
    }


def _dependent(study: Study) -> list[str]:
    """The controls whose choices depend on others."""
    return [control.name for control in study.controls if isinstance(control.choices, str)]


def _observations(study: Study, view: View, values: Values) -> list[Component]:
    """What can be said of the chart, each sentence with the address that highlights its marks."""
    found = observed.observations(study, view, values)
    links = [_href(study, study.clean(values | dict(one.marks))[0]) for one in found]
    return findings.observations(found, links, *observed.question(study, view, values))


def _claims(study: Study, values: Values) -> list[Component]:
    return findings.claims(observed.claims(study, values))


def _comparison(study: Study, values: Values) -> list[Component]:
    """What a reader can do with the picked mark, and what it is against the held one."""
    held = study.held(values)
    if held is None:
        holdable = study.picked(values) and study.holding(values) != values
        return comparison.offer(_href(study, study.holding(values))) if holdable else []
    names = [name for name in values if name in held]
    swapped = study.clean(study.holding(values) | held)[0] if study.picked(values) else values
    return comparison.shown(
        " · ".join(
            str(held[name]) for name in names if held[name] and name not in ("source", "metric")
        ),
        observed.comparison(study, values),
        swap=_href(study, swapped),
        stop=_href(study, values | _let_go(study)),
    )


def _let_go(study: Study) -> Values:
    return {control.name: "" for control in study.controls if control.marks}


def _href(study: Study, values: Values) -> str:
    return str(get_relative_path(f"/{study.path}{address.encode(study, values)}"))


def _evidence(study: Study, values: Values) -> list[Component]:
    if not study.evidence or not all(values[name] for name in study.evidence):
        return []
    what = " · ".join(str(values[name]) for name in study.evidence)
    return provenance.evidence(
        study.rows("evidence", values), what, observed.answers(study, values)
    )


def _disagreements(study: Study, values: Values) -> list[Component]:
    return provenance.disagreements(study.disagreements(values))


def _sources(study: Study, values: Values) -> list[Component]:
    href = str(get_relative_path(f"/api/sources.bib?study={study.path}"))
    return [*provenance.sources(study.sources(values)), citing.all_as_bibtex(href)]


def _first_point(click: object) -> object:
    points = click.get("points") if isinstance(click, dict) else None
    return points[0] if isinstance(points, list) and points else None


def fitting(value: object) -> int:
    """The number of columns that the browser asks for, or that of a wide screen."""
    return value if isinstance(value, int) and value in COLUMNS else COLUMNS[-1]


def _data(**values: str) -> dict[str, Any]:
    return {f"data-{name}": value for name, value in values.items()}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _unless(unchanged: bool, value: Any) -> Any:
    return no_update if unchanged else value


def _id(study: Study, name: str) -> str:
    return f"{study.path}-{name}"
