"""The callback of a page: a change of its state in, new content out."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import orjson
from dash import no_update

from reasonboard.charts.marks import picked
from reasonboard.core import study_tables, table_state, url_state
from reasonboard.core.control import Choice, Control, Values
from reasonboard.core.picking import toggled
from reasonboard.core.rendered import rendered_view
from reasonboard.core.study import Study
from reasonboard.core.table_state import PARAMETER
from reasonboard.core.view import View
from reasonboard.store.database import parameters_of
from reasonboard.store.snapshots import snapshot
from reasonboard.web.api.newest import news
from reasonboard.web.components import controls, tables
from reasonboard.web.components.cards import words_of
from reasonboard.web.components.markup import Html, render
from reasonboard.web.links import pinned
from reasonboard.web.links.pinned import Pin
from reasonboard.web.page import ids, sections
from reasonboard.web.page.ids import column_count, id_of, text

KEPT = ("benchmark", "model")
"""Filters that are carried from page to page."""

DATA = ("version", "permalink", "news")
"""The attributes of a page that say which data it shows, and which query string shows the same later."""


def carried_filters(values: Values) -> Values:
    """The filters among the values that are carried from page to page."""
    return {name: values[name] for name in KEPT if values.get(name)}


def changed(study: Study, state: dict[str, Any], triggered: set[str]) -> dict[str, Any]:
    """New content for every part of the page that a change affects, `no_update` for the rest.

    `state` holds what the browser sent, by the names of the callback's inputs, and `triggered` the properties that
    changed. All of it is untrusted until it passes `Study.clean`.
    """
    change = _state_change(study, state, triggered)
    values, names = change.values, change.controls
    answer = _stale_parts(study, state, change, f"{id_of(study, ids.PANELS)}.data" in triggered)
    html, shown_tables = _tables(study, values, state, names)
    if names or change.returned or change.notices:
        html[id_of(study, ids.NOTICES)] = sections.notices(
            study, values, change.pin, change.notices
        )
    if html:
        answer["html"] = answer.get("html", {}) | html
    return _properties(study, state["raw"], change) | {
        "answer": answer or no_update,
        "tables": no_update if shown_tables == state["tables"] else shown_tables,
        "data": _new_data_attributes(study, change),
    }


def data_attributes(study: Study, values: Values) -> dict[str, str]:
    """The version of the data that answer, the permalink of the page, and the loads that it knows, as JSON."""
    return {
        "version": snapshot().version,
        "permalink": pinned.permalink(study, values),
        "news": json.dumps(news(study, values)),
    }


def unchanged(study: Study, sentence: str) -> dict[str, Any]:
    """The answer when the data cannot be read: the page stays as it is, with `sentence` as a notice."""
    notice = render("notices", data="", sentences=[sentence])
    return {
        "values": {control.name: no_update for control in study.controls},
        "options": {control.name: no_update for control in dependent(study)},
        "hidden": {control.name: no_update for control in dependent(study)},
        "answer": {"html": {id_of(study, ids.NOTICES): notice}},
        "search": no_update,
        "chosen": no_update,
        "tables": no_update,
        "data": dict.fromkeys(DATA, no_update),
    }


def dependent(study: Study) -> list[Control]:
    """The controls whose choices come from a query and may change with other controls."""
    return [control for control in study.controls if isinstance(control.choices, str)]


def _new_data_attributes(study: Study, change: "_StateChange") -> dict[str, Any]:
    """Those that a change makes stale; the list of loads is long on a board of many."""
    if not change.controls:
        return dict.fromkeys(DATA, no_update)
    attributes = data_attributes(study, change.values)
    is_of_other_loads = change.moved or parameters_of(study.sources_query) & change.controls
    return attributes if is_of_other_loads else attributes | {"news": no_update}


class _StateChange(NamedTuple):
    """The values before and after a change, and the version of the data."""

    before: Values
    values: Values
    pin: Pin
    """The version of the data that the page shows from now on."""
    notices: list[str]
    """A sentence for each value that is invalid."""
    moved: bool = False
    """Does the page show another version of the data?"""
    returned: bool = False
    """Did the change come from Back, Forward or a link within the page?"""

    @property
    def controls(self) -> set[str]:
        """The controls with a new value; all of them, and `study`, if the version of the data changed."""
        return {
            name for name, value in self.values.items() if self.moved or value != self.before[name]
        }


def _state_change(study: Study, state: dict[str, Any], triggered: set[str]) -> _StateChange:
    """The change that the browser asks for.

    If the page shows other data than those that answer now, all of it is stale, and it says what they do not offer.
    What it shows is in its permalink: its address may name no source.
    """
    pin = pinned.pin(text(state["search"]))
    shown, _ = pinned.split(text(state["data"]["permalink"]))
    before, gone = url_state.decode(study, shown)
    if f"{id_of(study, ids.BACK)}.data" in triggered:
        request = state["back"] if isinstance(state["back"], dict) else {}
        pin = pinned.pin(text(request.get("search")))
        values, sentences = url_state.decode(study, pin.search)
        return _StateChange(before, values, pin, sentences, _is_other(state), returned=True)
    moved = _is_other(state)
    if f"{id_of(study, ids.ARRANGED)}.data" in triggered:
        arranged = study.clean(_arranged(study, state, before))[0]
        return _StateChange(before, arranged, pin, gone if moved else [], moved)
    # A dropdown that was cleared sends null.
    sent = {name: "" if value is None else value for name, value in state["raw"].items()}
    raw = {**sent, PARAMETER: before[PARAMETER]}
    if f"{id_of(study, ids.CLICK)}.data" in triggered:
        raw |= _clicked(study, state, before)
    values, invalid = study.clean(raw)
    # A selected mark that the new filters exclude needs no notice; a dropped filter does, and what other data lack.
    named = {part.partition("=")[0] for part in shown.removeprefix("?").split("&")}
    notices = [
        notice
        for name, notice in invalid.items()
        if (moved and name in named) or (name in KEPT and before.get(name))
    ]
    with_pages = study_tables.with_first_pages(study, before, values)
    return _StateChange(before, with_pages, pin, notices, moved)


def _is_other(state: dict[str, Any]) -> bool:
    """Does the page show another version of the data than the one that answers now?"""
    return bool(text(state["data"]["version"]) != snapshot().version)


def _arranged(study: Study, state: dict[str, Any], before: Values) -> Values:
    """The values with a table as the reader arranged it just now."""
    arranged = state["arranged"] if isinstance(state["arranged"], dict) else {}
    view = study.view(arranged.get("view"))
    states = study_tables.states_of(study, before) | (
        {view.name: tables.requested_state(arranged)} if view else {}
    )
    return before | {PARAMETER: table_state.encode(states)}


def _clicked(study: Study, state: dict[str, Any], before: Values) -> dict[str, str]:
    """The controls that a click on a mark sets, with their values."""
    click = state["click"] if isinstance(state["click"], dict) else {}
    view = study.view(click.get("view"))
    if view is None:
        return {}
    marks = rendered_view(study, view, before, column_count(state["columns"])).marks
    return toggled(study, picked(marks, click.get("point")), before)


def _stale_parts(
    study: Study, state: dict[str, Any], change: _StateChange, resized: bool
) -> dict[str, Any]:
    """The figures by view and the HTML by element id that a change makes stale, for assets/answer.js; {} for none."""
    names, values = change.controls, change.values
    if not names and not resized:
        return {}
    figures: dict[str, orjson.Fragment] = {}
    html: dict[str, Html] = {}
    for view in study.views:
        # A new version of the data changes every control, `study` included, and so every view.
        touched = (study.inputs(view) | study.marked_by(values) | {"study"}) & names
        if touched or resized:
            rendered = rendered_view(study, view, values, column_count(state["columns"]))
            figures[view.name] = rendered.json
            for name, words in words_of(view, rendered).items():
                html[id_of(study, view.name, name)] = words
        if touched and view.observe:
            observations = sections.observations(study, view, values)
            html[id_of(study, view.name, ids.OBSERVATIONS)] = observations
    around = sections.around(study, values, names)
    html |= {id_of(study, name): content for name, content in around.items()}
    return {"figures": figures, "html": html}


def _properties(study: Study, raw: dict[str, Any], change: _StateChange) -> dict[str, Any]:
    """New properties of the controls, the address and the carried filters."""
    values, names = change.values, change.controls
    offered = {
        control: options
        for control in dependent(study)
        if (options := control.options(values)) != control.options(change.before) or change.moved
    }

    def of_offered(content: Callable[[Control, list[Choice]], Any]) -> dict[str, Any]:
        return {
            control.name: content(control, offered[control]) if control in offered else no_update
            for control in dependent(study)
        }

    return {
        # An empty choice is None, '' or [] in the browser.
        "values": {
            name: no_update if (raw[name] or []) == (values[name] or []) else values[name]
            for name in raw
        },
        "options": of_offered(controls.choices),
        "hidden": of_offered(controls.no_choice),
        "search": pinned.of_page(study, values, change.pin) if names else no_update,
        "chosen": {name: values[name] for name in KEPT if name in values}
        if names.intersection(KEPT)
        else no_update,
    }


def _tables(
    study: Study, values: Values, state: dict[str, Any], names: set[str]
) -> tuple[dict[str, Html], dict[str, str]]:
    """The HTML of open tables that the browser lacks, and how the table of each view is arranged that it now shows.

    The browser says what of the tables it shows: what was sent may have been lost, since Dash drops an answer that
    arrives after the next request.
    """
    html: dict[str, Html] = {}
    before = state["tables"] if isinstance(state["tables"], dict) else {}
    is_other = bool(names - {PARAMETER})
    arrangements: dict[str, str] = {}
    for view in study.views:
        name, is_open = view.name, state["tabs"][view.name] == "table"
        arrangement, earlier = arrangement_note(study, view, values), before.get(name)
        if is_open and (is_other or earlier != arrangement):
            html[id_of(study, name, ids.TABLE)] = sections.table(study, view, values)
            arrangements[name] = arrangement
        elif not is_other and isinstance(earlier, str):
            arrangements[name] = earlier
    return html, arrangements


def arrangement_note(study: Study, view: View, values: Values) -> str:
    """The arrangement of a view's table as text: the browser sends it back with the next change."""
    return table_state.encode({"": study_tables.state_of(study, view, values)})
