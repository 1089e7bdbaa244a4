"""A change answers what it touched: charts, findings, sections and open tables."""

import json
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote_plus

import pytest
from dash import dcc
from dash.development.base_component import Component
from flask.testing import FlaskClient

from reasonboard.charts.marks import picked
from reasonboard.core import study_tables, url_state
from reasonboard.core.control import Values
from reasonboard.core.picking import mark_of_row, toggled
from reasonboard.core.rendered import rendered_view
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.store.snapshots import snapshot
from reasonboard.studies import STUDIES
from reasonboard.web.components.markup import escaped
from reasonboard.web.main import render
from reasonboard.web.page import selection
from reasonboard.web.page.sections import table
from tests.states import few
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
    **known: Any,
) -> Answer:
    """What the page in this state answers, where its component `changed` did and the browser knows this, too."""
    callback = next(
        one for one in callbacks(client) if f"{study.path}-answer.data" in one["output"]
    )
    content = body(callback, None)
    # As a browser sends it: nothing for a dropdown that is empty.
    there: dict[str, Any] = {
        f"{study.path}-{name}.value": value or None for name, value in values.items()
    }
    for view in study.views:
        there[f"{study.path}-{view.name}-tab.value"] = "table" if view in open_tables else "chart"
    search = known.get("search", url_state.encode(study, values))
    there |= {
        f"{study.path}-columns.data": 4,
        f"{study.path}-search.data": search,
        f"{study.path}-tables.data": {},
        f"{study.path}-page.data-version": snapshot().version,
        f"{study.path}-page.data-permalink": search,
    }
    there |= {
        f"{study.path}-page.data-version"
        if name == "version"
        else f"{study.path}-{name}.data": value
        for name, value in known.items()
    }
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
    payload: dict[str, Any] = answer.get(f"{study.path}-answer", {}).get("data", {})
    return {"figures": {}, "html": {}} | payload


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


@pytest.mark.parametrize("study", few(STUDIES, 4), ids=lambda study: study.path)
def test_a_page_of_another_width_gets_its_charts_and_nothing_else(
    client: FlaskClient, study: Study
) -> None:
    answer = change(client, study, study.defaults(), "columns.data", columns=1)
    views = {view.name for view in study.views}
    words = {
        f"{study.path}-{name}-{part}"
        for name in views
        for part in ("heading", "subtitle", "caption", "key", "summary")
    }
    assert set(shown(study, answer)["figures"]) == views
    assert set(shown(study, answer)["html"]) == words


@pytest.mark.parametrize("study", few(STUDIES, 2), ids=lambda study: study.path)
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
        observing = touched & {view.name for view in study.views if view.observe}
        ids = {f"{study.path}-{name}-observations" for name in observing}
        assert {id for id in answer["html"] if id.endswith("-observations")} == ids


def tables(study: Study, answer: Answer) -> tuple[list[str], Any]:
    """The views whose tables an answer brings, and how the tables are arranged that the browser has with it."""
    html = shown(study, answer)["html"]
    brought = [view.name for view in study.views if f"{study.path}-{view.name}-table" in html]
    return brought, answer.get(f"{study.path}-tables", {}).get("data")


def test_the_tables_that_are_open_and_not_there_are_answered_whatever_was_opened(
    client: FlaskClient,
) -> None:
    study = next(one for one in STUDIES if one.path == "kv-cache")
    first, second, *_ = opened = study.views
    at, both = f"{second.name}-tab.value", [first.name, second.name]

    def answered(there: object, *views: View) -> tuple[list[str], Any]:
        answer = change(client, study, study.defaults(), at, views, tables=there)
        return tables(study, answer)

    assert answered({}, first, second) == (both, dict.fromkeys(both, ""))
    assert answered({first.name: ""}, first, second) == ([second.name], dict.fromkeys(both, ""))
    assert answered({first.name: ";2"}, first) == ([first.name], {first.name: ""})
    assert answered(dict.fromkeys(both, ""), first, second) == ([], None)
    assert answered({first.name: ""}) == ([], None)
    foreign: list[object] = [None, [], "1", {first.name: [1]}]
    for nonsense in foreign:
        assert answered(nonsense, *opened)[0] == [view.name for view in opened]


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)
def test_a_change_leaves_only_the_tables_there_that_are_open(
    client: FlaskClient, study: Study
) -> None:
    first, second, *_ = study.views
    (values, *_), there = others(study), {first.name: "", second.name: ""}
    back = {"search": url_state.encode(study, values)}
    answer = change(client, study, study.defaults(), "back.data", [first], back=back, tables=there)
    assert tables(study, answer) == ([first.name], {first.name: ""})


def test_an_open_table_stays_at_its_page_where_a_change_leaves_its_rows(
    client: FlaskClient,
) -> None:
    study = next(one for one in STUDIES if one.path == "kv-cache")
    view = study.views[0]
    before = study.clean({"tables": f"{view.name};2;-value;AI"})[0]

    def address(name: str, value: str | list[str]) -> str:
        callback = change(client, study, {**before, name: value}, f"{name}.value", [view],
            search=url_state.encode(study, before))  # fmt: skip
        return unquote_plus(callback[f"{study.path}-search"]["data"])

    assert f"tables={view.name};2;-value;AI" in address("window", "500")
    assert f"tables={view.name};;-value;AI" in address("benchmark", ["AIME24"])


@pytest.mark.parametrize(
    "study", [study for study in STUDIES if study.row_marks], ids=lambda study: study.path
)
def test_a_row_of_a_table_picks_what_a_click_on_its_mark_sets(study: Study) -> None:
    """Of the tables with a mark for each value some rows have none, as the mean of a benchmark by a tool."""
    values = study.defaults()
    selection = {control.name for control in study.controls if control.place == "selection"}
    tables = {view.table: view for view in study.views}
    for name, view in tables.items():
        if name in study.row_marks:
            rows, _ = study_tables.page(study, view, values, 0, 50)
            marks = [mark for row in rows if (mark := mark_of_row(study, view, row, values))]
            assert len(marks) > len(rows) * 0.8
            assert all(set(mark) <= selection for mark in marks)
            assert name != "rows" or study.picked(study.changed(values, marks[0]))


def test_a_picked_row_says_so_and_leads_where_a_click_on_the_cell_of_its_chart_does(
    client: FlaskClient,
) -> None:
    study = next(one for one in STUDIES if one.path == "kv-cache")
    view, values = study.views[0], study.defaults()
    (heatmap, *_) = rendered_view(study, view, values, 4).marks["data"]
    middles = [sum(heatmap[axis][:2]) / 2 for axis in "xy"]
    point = {"curveNumber": 0, **dict(zip("xy", middles, strict=True))}
    after, _ = study.clean({**values, **toggled(study, picked({"data": [heatmap]}, point), values)})
    address = escaped(selection.href(study, after))
    assert f'<a href="{address}" class="state pick"' in table(study, view, values)
    chosen = re.findall(r'<tr class="picked">.*?</tr>', table(study, view, after))
    assert len(chosen) == 1
    assert 'aria-current="true"' in chosen[0]
    assert chosen[0].startswith('<tr class="picked"><th scope="row">')


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


def test_the_filters_of_a_shared_link_are_kept_for_the_next_page(client: FlaskClient) -> None:
    """The page starts with them in the store from which those chosen by hand are remembered, too."""
    found = stores(render({"path": "/kv-cache", "search": "?benchmark=AIME24"}, "/"))
    assert found["kv-cache-chosen"] == {"benchmark": ["AIME24"]}
    request = {"path": "/kv-cache", "search": "", "carried": {"benchmark": ["AIME24", "piqa"]}}
    found = stores(render(request, "/"))
    assert found["kv-cache-chosen"] is None  # what is carried stays as it was chosen
    assert found["kv-cache-search"] == "?source=dynts-readings&benchmark=AIME24"


def stores(component: Component) -> dict[str, Any]:
    """The content of every store of a page, by its id."""
    return {
        vars(one)["id"]: getattr(one, "data", None)
        for one in component._traverse()
        if isinstance(one, dcc.Store)
    }


DATA = next(study for study in STUDIES if study.path == "data")
TABLE = DATA.views[0].name


def arranged(
    client: FlaskClient, wanted: object, before: str = "", **known: Any
) -> tuple[str, Any, str]:
    """The table of all data as a reader arranges it from the state `before`, what is noted of it, and the address."""
    wanted = {"view": TABLE, **wanted} if isinstance(wanted, dict) else wanted
    values = DATA.clean({"tables": before})[0]
    answer = change(
        client, DATA, values, "arranged.data", [DATA.views[0]], arranged=wanted, **known
    )
    noted = answer.get(f"{DATA.path}-tables", {}).get("data")
    address = answer.get(f"{DATA.path}-search", {}).get("data", "")
    html = shown(DATA, answer)["html"].get(f"data-{TABLE}-table", "")
    return html, noted, unquote_plus(address)


def test_a_table_is_sorted_and_searched_on_the_server_and_the_address_says_so(
    client: FlaskClient,
) -> None:
    wanted = {"column": "value", "direction": "descending", "search": "MATH500"}
    html, noted, address = arranged(client, wanted)
    assert noted == {TABLE: ";;-value;MATH500"}
    assert address == f"?tables={TABLE};;-value;MATH500"
    assert (
        'aria-sort="descending"><button type="button" class="sort" title="Sort by this column" data-column="value">'
        in html
    )
    assert "with “MATH500”, of 54,753 in all" in html
    assert 'data-turn="2"' in html
    assert "Download these as" in html


def test_a_reader_turns_to_a_page_of_a_table_and_no_further_than_its_last(
    client: FlaskClient,
) -> None:
    sort = {"column": "value", "direction": "ascending"}
    html, noted, address = arranged(client, sort | {"page": 3}, f"{TABLE};;value")
    assert "Rows 101 to 150" in html
    assert noted == {TABLE: ";3;value"}
    assert address == f"?tables={TABLE};3;value"
    assert (
        arranged(client, sort | {"page": 3}, f"{TABLE};3;value", tables={TABLE: ";3;value"})[0]
        == ""
    )
    html, _, _ = arranged(client, {"search": "MATH500", "page": 9_999_999})
    assert 'aria-current="page"' in html


def test_a_sorted_table_can_be_turned_as_far_as_its_rows_fit_into_memory(
    client: FlaskClient,
) -> None:
    html, _, _ = arranged(client, {"column": "value", "direction": "ascending", "page": 9_000})
    assert "Rows 9,951 to 10,000 of 54,753" in html
    assert "Only the first 10,000 are listed" in html
    assert re.findall(r'data-turn="(\d+)"', html)[-1] == "200"


@pytest.mark.parametrize(
    "wanted", [None, 7, [], {"view": "nowhere"}, {"view": ["by_benchmark"]}, {}]
)
def test_what_arranges_no_table_changes_nothing(client: FlaskClient, wanted: object) -> None:
    view = {} if isinstance(wanted, dict) and "view" in wanted else {"view": None}
    values = DATA.clean({"tables": f"{TABLE};2"})[0]
    given = wanted | view if isinstance(wanted, dict) else wanted
    answer = change(client, DATA, values, "arranged.data", [DATA.views[0]],
        arranged=given, tables={TABLE: ";2"})  # fmt: skip
    assert f"{DATA.path}-search" not in answer
    assert shown(DATA, answer)["html"] == {}


def test_a_change_of_filters_leaves_a_table_arranged(client: FlaskClient) -> None:
    values = DATA.clean({"tables": f"{TABLE};2;-value;kimi"})[0]
    answer = change(
        client, DATA, values | {"benchmark": ["MATH500"]}, "benchmark.value", [DATA.views[0]],
        search=url_state.encode(DATA, values), tables={TABLE: ";2;-value;kimi"},
    )  # fmt: skip
    assert tables(DATA, answer) == ([TABLE], {TABLE: ";;-value;kimi"})
    address = unquote_plus(answer["data-search"]["data"])
    assert address == f"?benchmark=MATH500&tables={TABLE};;-value;kimi"


def test_a_page_opens_with_the_table_that_its_address_arranges() -> None:
    study = next(one for one in STUDIES if one.path == "kv-cache")
    id = f"{study.path}-{study.views[0].name}"

    def parts(search: str) -> dict[str, Any]:
        page = render({"path": study.path, "search": search}, "/")
        return {vars(one)["id"]: vars(one) for one in page._traverse() if hasattr(one, "id")}

    plain, arranged = parts(""), parts(f"?tables={study.views[0].name};;-value;AIME")
    assert "with “AIME”" in arranged[f"{id}-table"]["data-html"]
    assert (plain[f"{id}-rows"]["hidden"], arranged[f"{id}-rows"]["hidden"]) == (True, False)
    assert (plain[f"{id}-chart"]["hidden"], arranged[f"{id}-chart"]["hidden"]) == (False, True)


def test_a_change_of_a_page_that_shows_other_data_makes_all_of_it_anew_and_says_what_is_gone(
    client: FlaskClient,
) -> None:
    study = next(study for study in STUDIES if study.path == "iterations")
    values = study.defaults()
    answer = change(
        client,
        study,
        values | {"source": "gone"},
        "scales.value",
        version="old",
        search="?source=gone",
    )
    page = shown(study, answer)
    assert page["figures"].keys() == {view.name for view in study.views}
    assert "iterations-answer-line" in page["html"]
    assert "“gone” is not available here" in page["html"]["iterations-notices"]
    assert answer["iterations-page"]["data-version"] == snapshot().version
    assert "iterations-page" not in change(client, study, values, "scales.value")
