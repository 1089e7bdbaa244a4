"""A change answers the charts in sight first, then, when it is asked again, all else that it touched."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.core import rendered, url_state
from reasonboard.core.control import Values
from reasonboard.core.study import Study, View
from reasonboard.studies import STUDIES
from reasonboard.web.main import create_app
from reasonboard.web.page import deferred
from tests.web.test_main import body, callbacks, post

Answer = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def client(bundled_store: Path) -> FlaskClient:
    return create_app(config.read({"REASONBOARD_STORE": str(bundled_store)})).test_client()


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
    there: dict[str, Any] = {f"{study.path}-{name}.value": value for name, value in values.items()}
    for view in study.views:
        there[f"{study.path}-{view.name}-tab.value"] = "table" if view in open_tables else "chart"
        there[f"{study.path}-{view.name}-page.value"] = 1
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
    return {"figures": {}, "html": {}, "late": []} | told


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


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)
def test_what_is_in_sight_and_the_rest_are_together_the_whole_change(
    client: FlaskClient, study: Study
) -> None:
    first = study.views[0].name
    for values in others(study):
        back = {"search": url_state.encode(study, values)}
        whole = change(client, study, study.defaults(), "back.data", back=back)
        rendered._rendered_view.cache_clear()
        seen = change(client, study, study.defaults(), "back.data", back=back, seen=[first])
        once, now = shown(study, whole), shown(study, seen)
        assert once["late"] == []
        assert set(now["figures"]) <= {first}
        assert f"{first}-figure" not in now["late"]
        rest = change(client, study, values, "rest.data", rest=1, late=now["late"], seen=[first])
        assert set(rest) <= {f"{study.path}-answer"}
        then = shown(study, rest)
        assert then["late"] == []
        for kind in ("figures", "html"):
            assert not set(now[kind]) & set(then[kind])
            assert now[kind] | then[kind] == once[kind]


def test_what_a_change_left_is_not_forgotten_by_the_next(client: FlaskClient) -> None:
    (study,) = (one for one in STUDIES if one.path == "kv-cache")
    back = {"search": "?margin=5"}
    before = ["agreement-figure", "claims"]
    answer = change(
        client, study, study.defaults(), "back.data", back=back, late=before, seen=["grid"]
    )
    assert set(before) <= set(shown(study, answer)["late"])


@pytest.mark.parametrize(
    "foreign", ["grid", 7, {"a": 1}, [None, 5, ["x"], "../x", "no-such-figure"]]
)
def test_nothing_that_is_no_part_of_the_page_is_late(foreign: object) -> None:
    for study in STUDIES:
        assert deferred.stale_parts(study, set(), foreign) == set()


def test_on_a_page_of_another_width_the_chart_in_sight_comes_first(client: FlaskClient) -> None:
    (study,) = (one for one in STUDIES if one.path == "iterations")
    answer = change(client, study, study.defaults(), "columns.data", columns=2, seen=["summary"])
    assert [*shown(study, answer)["figures"]] == ["summary"]
    assert shown(study, answer)["late"] == ["course-figure", "detail-figure", "grid-figure"]


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)
def test_charts_that_are_in_memory_are_answered_at_once(client: FlaskClient, study: Study) -> None:
    (values, *_), seen = others(study), [study.views[0].name]
    back = {"search": url_state.encode(study, values)}
    touched = set(
        shown(study, change(client, study, study.defaults(), "back.data", back=back))["figures"]
    )
    answer = shown(
        study, change(client, study, study.defaults(), "back.data", back=back, seen=seen)
    )
    assert set(answer["figures"]) == touched
    assert not [part for part in answer["late"] if part.endswith("-figure")]


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
