"""The callback of a page: a change of its state in, new content out."""

from typing import Any, NamedTuple

import orjson
from dash import no_update

from reasonboard.charts.marks import picked
from reasonboard.core import url_state
from reasonboard.core.control import Choice, Values
from reasonboard.core.rendered import is_in_memory, rendered_view
from reasonboard.core.study import Study
from reasonboard.web.components import cards, controls
from reasonboard.web.components.markup import Html, render_html
from reasonboard.web.components.tables import page_number
from reasonboard.web.links import pinned
from reasonboard.web.links.pinned import Pin
from reasonboard.web.page import deferred, sections
from reasonboard.web.page.ids import column_count, dependent, id_of, text

KEPT = ("benchmark", "model")
"""Filters that are carried from page to page."""


def changed(study: Study, state: dict[str, Any], triggered: set[str]) -> dict[str, Any]:
    """New content for every part of the page that a change affects, `no_update` for the rest.

    `state` holds what the browser sent, by the names of the callback's inputs, and `triggered` the properties that
    changed. All of it is untrusted until it passes `Study.clean`. Visible charts are answered first; the answer
    lists the other stale parts under `late`, and the browser requests those once the charts are drawn.
    """
    turn = _state_change(study, state, triggered)
    values, touched = turn.values, turn.changed_controls
    is_rest = f"{id_of(study, 'rest')}.data" in triggered and not touched
    due = deferred.stale_parts(study, touched, state["late"])
    if f"{id_of(study, 'columns')}.data" in triggered:
        due |= deferred.figures(study)
    answer = (
        _answer(study, values, state, due, due) if is_rest else _first(study, values, state, due)
    )
    html, pages, tables = _tables(study, values, state, touched)
    if touched or turn.notices_change:
        html[id_of(study, "notices")] = sections.notices(study, values, turn.pin, turn.notices)
    if html:
        answer["html"] = answer.get("html", {}) | html
    if pages:
        answer["pages"] = pages
    return _properties(study, state["raw"], turn) | {
        "answer": answer or no_update,
        "tables": no_update if tables == state["tables"] else tables,
    }


def unchanged(study: Study, sentence: str) -> dict[str, Any]:
    """The answer when the data cannot be read: the page stays as it is, with `sentence` as a notice."""
    names = [control.name for control in study.controls]
    return {
        "values": dict.fromkeys(names, no_update),
        "options": dict.fromkeys(dependent(study), no_update),
        "hidden": dict.fromkeys(dependent(study), no_update),
        "answer": {"html": {id_of(study, "notices"): render_html(cards.notices([sentence]))}},
        "search": no_update,
        "chosen": no_update,
        "tables": no_update,
    }


class _StateChange(NamedTuple):
    """The values before and after a change, and the version of the data."""

    before: Values
    values: Values
    pin: Pin
    """The version of the data that the page shows from now on."""
    notices: list[str]
    """A sentence for each value that is invalid."""
    moved: bool = False
    """Did the version of the data change?"""
    returned: bool = False
    """Did the change come from Back, Forward or a link within the page?"""

    @property
    def changed_controls(self) -> set[str]:
        """The controls with a new value; all of them if the version of the data changed."""
        return {
            name for name, value in self.values.items() if self.moved or value != self.before[name]
        }

    @property
    def notices_change(self) -> bool:
        """Do the notices change?"""
        return self.returned or bool(self.notices)


def _state_change(study: Study, state: dict[str, Any], triggered: set[str]) -> _StateChange:
    pin = pinned.pin(text(state["search"]))
    before, _ = url_state.decode(study, pin.search)
    if f"{id_of(study, 'back')}.data" in triggered:
        back = pinned.pin(_search_of(state["back"]))
        values, notices = url_state.decode(study, back.search)
        return _StateChange(
            before, values, back, notices, moved=back.name != pin.name, returned=True
        )
    values, notices = _next(study, state, before, triggered)
    return _StateChange(before, values, pin, notices)


def _properties(study: Study, raw: dict[str, Any], turn: _StateChange) -> dict[str, Any]:
    """New properties of the controls, the address and the carried filters."""
    values, touched = turn.values, turn.changed_controls
    kept = touched.intersection(KEPT)
    offered = _new_choices(study, turn)
    dependents = [control for control in study.controls if control.name in dependent(study)]
    return {
        "values": {
            name: no_update if same(raw[name], values[name]) else values[name] for name in raw
        },
        "options": {
            one.name: controls.choices(offered[one.name]) if one.name in offered else no_update
            for one in dependents
        },
        "hidden": {
            one.name: controls.no_choice(one, offered[one.name])
            if one.name in offered
            else no_update
            for one in dependents
        },
        "search": pinned.encode(study, values) if touched else no_update,
        "chosen": {name: values[name] for name in KEPT if name in values} if kept else no_update,
    }


def _new_choices(study: Study, turn: _StateChange) -> dict[str, list[Choice]]:
    """The choices of each control whose choices the change changes."""
    return {
        control.name: options
        for control in study.controls
        if control.name in dependent(study)
        and (
            (options := control.options(turn.values)) != control.options(turn.before) or turn.moved
        )
    }


def same(raw: object, value: object) -> bool:
    """Does the browser hold this value already? An empty choice may be None, '' or []."""
    return (raw or []) == (value or [])


def _next(
    study: Study, state: dict[str, Any], before: Values, triggered: set[str]
) -> tuple[Values, list[str]]:
    """The values after the change, and a notice for each invalid filter."""
    raw = dict(state["raw"])
    if f"{id_of(study, 'click')}.data" in triggered:
        raw |= _clicked(study, state, before)
    values, notices = study.clean(raw)
    # A selected mark that the new filters exclude needs no notice; a dropped filter does.
    return values, [notice for name, notice in notices.items() if before.get(name) and name in KEPT]


def _clicked(study: Study, state: dict[str, Any], before: Values) -> dict[str, str]:
    """The controls that a click on a mark sets, with their values."""
    click = state["click"] if isinstance(state["click"], dict) else {}
    view = next((one for one in study.views if one.name == click.get("view")), None)
    if view is None:
        return {}
    marks = rendered_view(study, view, before, column_count(state["columns"])).marks
    return toggled(study, picked(marks, click.get("point")), before)


def toggled(study: Study, chosen: dict[str, str], before: Values) -> dict[str, str]:
    """What a click sets; a second click on the same mark clears the optional controls."""
    optional = {control.name for control in study.controls if control.optional}
    if all(before.get(name) == value for name, value in chosen.items()):
        return chosen | dict.fromkeys(optional.intersection(chosen), "")
    return chosen


def _first(study: Study, values: Values, state: dict[str, Any], due: set[str]) -> dict[str, Any]:
    """What is in sight or in memory."""
    columns = column_count(state["columns"])
    now = deferred.visible(due, state["seen"]) | _kept(study, values, columns, due)
    return _answer(study, values, state, due, now)


def _answer(
    study: Study, values: Values, state: dict[str, Any], due: set[str], now: set[str]
) -> dict[str, Any]:
    """What assets/answer.js shows: figures by view, and HTML by element id."""
    figures: dict[str, orjson.Fragment] = {}
    html: dict[str, Html] = {}
    for view in study.views:
        id = id_of(study, view.name)
        if deferred.figure(view) in now:
            one = rendered_view(study, view, values, column_count(state["columns"]))
            figures[view.name] = one.json
            html |= {
                f"{id}-heading": render_html([one.heading or view.title]),
                f"{id}-subtitle": render_html([one.subtitle or view.subtitle]),
                f"{id}-caption": render_html([one.legend]),
                f"{id}-summary": render_html([one.summary]),
            }
        if deferred.observations(view) in now:
            html[f"{id}-observations"] = sections.observations(study, view, values)
    for name in now.intersection(sections.BELOW):
        html[id_of(study, name)] = sections.below(study, name, values)
    return {"figures": figures, "html": html, "late": sorted(due - now)} if due else {}


def _kept(study: Study, values: Values, columns: int, due: set[str]) -> set[str]:
    """Stale charts that are in the cache: they can be answered at once."""
    figures = ((deferred.figure(view), view) for view in study.views)
    return {
        part for part, view in figures if part in due and is_in_memory(study, view, values, columns)
    }


def _tables(
    study: Study, values: Values, state: dict[str, Any], touched: set[str]
) -> tuple[dict[str, Html], dict[str, dict[str, int]], dict[str, object]]:
    """The HTML of open tables that the browser lacks, their page counts, and the table page that each view now shows.

    The browser says which table pages it shows: what was sent may have been lost, since Dash drops an answer that
    arrives after the next request.
    """
    html: dict[str, Html] = {}
    pages: dict[str, dict[str, int]] = {}
    known = state["tables"] if isinstance(state["tables"], dict) and not touched else {}
    names = [view.name for view in study.views]
    there: dict[str, object] = {
        name: known[name]
        for name in names
        if name in known and page_number(known[name]) == known[name]
    }
    for view in study.views:
        id, chosen = id_of(study, view.name), page_number(state["pages"][view.name])
        number = 1 if touched else chosen
        turned = {"value": 1} if number != chosen else {}
        if state["tabs"][view.name] == "table" and (view.name, number) not in there.items():
            html[f"{id}-table"], total = sections.table(study, view, values, number)
            turned |= {"total": total}
            there[view.name] = number
        if turned:
            pages[f"{id}-page"] = turned
    return html, pages, there


def _search_of(back: object) -> str:
    return text(back.get("search")) if isinstance(back, dict) else ""
