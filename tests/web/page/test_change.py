"""A change answers what it touched: charts, findings, sections and open tables."""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pytest
from dash import dcc
from dash.development.base_component import Component
from flask.testing import FlaskClient

from reasonboard.charts.marks import picked
from reasonboard.core import url_state
from reasonboard.core.control import Values
from reasonboard.core.rendered import rendered_view
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.studies import STUDIES
from reasonboard.web.main import render
from reasonboard.web.page.change import toggled
from tests.web.test_main import body, callbacks, post

Answer = dict[str, dict[str, Any]]


@pytest.fixture(autouse=True)
def choices_of_the_data(bundled: None) -> None:
    """The tests ask the same data which choices there are."""


def change(
    client: FlaskClient,
    study: Study,
    values: Values,
    changed: str,
    open_tables: Sequence[View] = (),
    pages: Mapping[str, int] = MappingProxyType({}),
    **known: Any,
) -> Answer:
    """What the page in this state answers, where its component `changed` did and the browser knows this, too."""
    callback = next(
        one for one in callbacks(client) if f"{study.path}-answer.data" in one["output"]
    )
    content = body(callback, None)
    there: dict[str, Any] = {f"{study.path}-{name}.value": value for name, value in values.items()}
    for view in study.views:
        there[f"{study.path}-{view.name}-tab.value"] = "table" if view in open_tables else "chart"
        there[f"{study.path}-{view.name}-page.value"] = pages.get(f"{view.name}-page", 1)
    there |= {
        f"{study.path}-columns.data": 4,
        f"{study.path}-search.data": url_state.encode(study, values),
        f"{study.path}-tables.data": {},
    }
    there |= {f"{study.path}-{name}.data": value for name, value in known.items()}
    for item in (*content["inputs"], *content["state"]):
        item["value"] = there.get(f"{item['id']}.{item['property']}")
    content["changedPropIds"] = [f"{study.path}-{changed}"]
    answer = post(client, content)
    answer.close()
    assert answer.status_code == 200, answer.text
    found: Answer = json.loads(answer.data)["response"] if answer.data else {}
    return found


def shown(study: Study, answer: Answer) -> dict[str, Any]:
    """What of an answer the page shows."""
    told: dict[str, Any] = answer.get(f"{study.path}-answer", {}).get("data", {})
    return {"figures": {}, "html": {}} | told


def others(study: Study) -> list[Values]:
    """The states in which one control has another value than by default, a state per control."""
    defaults = study.defaults()
    found = []
    for control in study.controls:
        for choice in control.options(defaults):
            value = [choice.value] if control.multi else choice.value
            if value != defaults[control.name]:
                found.append(study.clean(defaults | {control.name: value})[0])
                break
    return found


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)
def test_a_page_of_another_width_gets_its_charts_and_nothing_else(
    client: FlaskClient, study: Study, columns: int
) -> None:
    answer = change(client, study, study.defaults(), "columns.data", columns=columns)
    views = {view.name for view in study.views}
    words = {
        f"{study.path}-{name}-{part}"
        for name in views
        for part in ("heading", "subtitle", "caption", "summary")
    }
    assert set(shown(study, answer)["figures"]) == views
    assert set(shown(study, answer)["html"]) == words


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)
def test_a_change_answers_the_views_that_depend_on_it_and_no_others(
    client: FlaskClient, study: Study
) -> None:
    defaults = study.defaults()
    for values in others(study):
        names = {name for name in values if values[name] != defaults[name]}
        back = {"search": url_state.encode(study, values)}
        answer = shown(study, change(client, study, defaults, "back.data", back=back))
        held = study.marked_by(values)
        touched = {view.name for view in study.views if (study.inputs(view) | held) & names}
        assert set(answer["figures"]) == touched
        listed = {
            one.name for one in study.views if one.listing and study.table_inputs(one) & names
        }
        told = touched & {view.name for view in study.views if view.observe} | listed
        ids = {f"{study.path}-{name}-observations" for name in told}
        assert {id for id in answer["html"] if id.endswith("-observations")} == ids


def tables(study: Study, answer: Answer) -> tuple[list[str], Any]:
    """The views whose tables an answer brings, and the page of each that the browser has with it."""
    html = shown(study, answer)["html"]
    brought = [view.name for view in study.views if f"{study.path}-{view.name}-table" in html]
    return brought, answer.get(f"{study.path}-tables", {}).get("data")


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)
def test_the_tables_that_are_open_and_not_there_are_answered_whatever_was_opened(
    client: FlaskClient, study: Study
) -> None:
    first, second, *_ = opened = study.views
    at, both = f"{second.name}-tab.value", [first.name, second.name]

    def answered(there: object, *views: View) -> tuple[list[str], Any]:
        answer = change(client, study, study.defaults(), at, views, tables=there)
        return tables(study, answer)

    assert answered({}, first, second) == (both, dict.fromkeys(both, 1))
    assert answered({first.name: 1}, first, second) == ([second.name], dict.fromkeys(both, 1))
    assert answered({first.name: 2}, first) == ([first.name], {first.name: 1})
    assert answered(dict.fromkeys(both, 1), first, second) == ([], None)
    assert answered({first.name: 1}) == ([], None)
    foreign: list[object] = [None, [], "1", {first.name: [1]}]
    for nonsense in foreign:
        assert answered(nonsense, *opened)[0] == [view.name for view in opened]


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)
def test_a_change_leaves_only_the_tables_there_that_are_open(
    client: FlaskClient, study: Study
) -> None:
    first, second, *_ = study.views
    (values, *_), there = others(study), {first.name: 1, second.name: 1}
    back = {"search": url_state.encode(study, values)}
    answer = change(client, study, study.defaults(), "back.data", [first], back=back, tables=there)
    assert tables(study, answer) == ([first.name], {first.name: 1})


def test_an_open_table_stays_at_its_page_where_a_click_changes_nothing_of_it(
    client: FlaskClient,
) -> None:
    study = next(one for one in STUDIES if one.path == "kv-cache")
    view, defaults = study.views[0], study.defaults()
    pages = {f"{view.name}-page": 2}

    def pager(changed_: Values) -> Any:
        values = study.clean({**defaults, **changed_})[0]
        back = {"search": url_state.encode(study, values)}
        answer = change(client, study, defaults, "back.data", [view], pages, back=back)
        told = answer[f"{study.path}-answer"]["data"].get("pages", {})
        return told.get(f"{study.path}-{view.name}-page", {}).get("value")

    assert pager({"window": "500", "ratio": "0.2"}) is None
    assert pager({"benchmark": ["AIME24"]}) == 1


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)
def test_a_click_on_a_mark_changes_the_selection_and_nothing_else(study: Study) -> None:
    """The bars of all data choose filters; the name of a column of models sorts by it."""
    defaults = study.defaults()
    wanted = {control.name for control in study.controls if control.place == "selection"}
    wanted |= {"order"} if study.path == "models" else set()
    bars_of_sources = [("models", "runs")]
    views = [view for view in study.views if (study.path, view.name) not in bars_of_sources]
    for view in views if study.path != "data" else ():
        figure = rendered_view(study, view, defaults, 4).marks
        for curve, trace in enumerate(figure["data"]):
            last = len(trace.get("meta", {}).get("xs", [0])) - 1
            place = {"x": trace["x"][0] + 0.1, "y": trace["y"][0] + 0.1} if "y" in trace else {}
            point = {"curveNumber": curve, "pointNumber": last, **place}
            chosen = toggled(study, picked(figure, point), defaults)
            values, _ = study.clean({**defaults, **chosen})
            assert {name for name in values if values[name] != defaults.get(name)} <= wanted
            assert set(chosen) <= wanted


def test_the_filters_of_a_shared_link_are_kept_for_the_next_page(bundled: None) -> None:
    """The page starts with them in the store from which those chosen by hand are remembered, too."""
    found = stores(render({"path": "/kv-cache", "search": "?benchmark=AIME24"}, "/"))
    assert found["kv-cache-chosen"] == {"benchmark": ["AIME24"]}
    asked = {"path": "/kv-cache", "search": "", "carried": {"benchmark": ["AIME24", "piqa"]}}
    found = stores(render(asked, "/"))
    assert found["kv-cache-chosen"] is None  # what is carried stays as it was chosen
    assert found["kv-cache-search"] == "?benchmark=AIME24"


def stores(component: Component) -> dict[str, Any]:
    """The content of every store of a page, by its id."""
    return {
        vars(one)["id"]: getattr(one, "data", None)
        for one in component._traverse()
        if isinstance(one, dcc.Store)
    }


def arranged(
    client: FlaskClient, asked: object, page: int = 1, **known: Any
) -> tuple[str, Any, Any]:
    """The table of all data as the browser has asked to arrange it, what it notes, and its pager."""
    (study,) = (study for study in STUDIES if study.path == "data")
    view = study.views[0]
    pages = {f"{view.name}-page": page}
    asked = {view.name: asked}
    answer = change(
        client, study, study.defaults(), "arranged.data", [view], pages, arranged=asked, **known
    )
    told = shown(study, answer)
    pager = told.get("pages", {}).get(f"data-{view.name}-page")
    return told["html"].get(f"data-{view.name}-table", ""), tables(study, answer)[1], pager


def test_a_table_is_sorted_and_searched_on_the_server(client: FlaskClient) -> None:
    html, noted, pager = arranged(
        client, {"column": "value", "direction": "descending", "search": "MATH500"}
    )
    assert noted == {"by_benchmark": [1, "value", True, "MATH500"]}
    assert 'aria-sort="descending"><button type="button" class="sort" data-column="value">' in html
    assert "with “MATH500”, of 54,753 in all" in html
    assert pager["total"] > 1


def test_another_arrangement_begins_with_the_first_page_and_the_same_stays_where_it_is(
    client: FlaskClient,
) -> None:
    asked = {"column": "value", "direction": "ascending"}
    html, noted, pager = arranged(client, asked, 3, tables={"by_benchmark": 3})
    assert "Rows 1 to 50" in html
    assert noted["by_benchmark"][0] == pager["value"] == 1
    html, noted, pager = arranged(client, asked, 3, tables={"by_benchmark": [1, "value", False, ""]})  # fmt: skip
    assert "Rows 101 to 150" in html
    assert noted["by_benchmark"][0] == 3
    assert "value" not in pager
    html, noted, _ = arranged(client, asked, 3, tables={"by_benchmark": [3, "value", False, ""]})
    assert (html, noted) == ("", None)


def test_a_sorted_table_can_be_turned_as_far_as_its_rows_fit_into_memory(
    client: FlaskClient,
) -> None:
    html, _, pager = arranged(client, {"column": "value", "direction": "ascending"}, 9_000)
    assert "Rows 9,951 to 10,000 of 54,753" in html
    assert "Only the first 10,000 have pages" in html
    assert pager["total"] == 200


def test_a_change_of_filters_leaves_a_table_arranged(client: FlaskClient) -> None:
    (study,) = (study for study in STUDIES if study.path == "data")
    values = study.defaults() | {"benchmark": ["MATH500"]}
    asked = {"by_benchmark": {"column": "value", "direction": "descending", "search": "kimi"}}
    there = {"by_benchmark": [2, "value", True, "kimi"]}
    answer = change(
        client, study, study.defaults(), "back.data", [study.views[0]], {"by_benchmark-page": 2},
        back={"search": url_state.encode(study, values)}, arranged=asked, tables=there,
    )  # fmt: skip
    assert tables(study, answer)[1] == {"by_benchmark": [1, "value", True, "kimi"]}
