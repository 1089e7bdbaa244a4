"""The description of the API for programs: sound in itself, and true of what is answered."""

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from reasonboard.export.forms import FORMS
from reasonboard.studies import STUDIES
from reasonboard.studies.history.study import HISTORY
from reasonboard.studies.own.explore.study import EXPLORE


@pytest.fixture(scope="module")
def described(client: FlaskClient) -> dict[str, Any]:
    description: dict[str, Any] = json.loads(client.get("/api/openapi.json").data)
    return description


def operations(described: dict[str, Any]) -> list[dict[str, Any]]:
    return [item["get"] for item in described["paths"].values()]


def resolved(described: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    found: Any = described
    for step in part["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    return dict(found)


def references(part: object) -> list[dict[str, Any]]:
    if isinstance(part, dict):
        own = [part] if "$ref" in part else []
        return own + [one for child in part.values() for one in references(child)]
    return [one for child in part for one in references(child)] if isinstance(part, list) else []


def test_it_is_a_description_in_openapi_3_1(described: dict[str, Any]) -> None:
    assert described["openapi"].startswith("3.1.")
    assert {"title", "version"} <= set(described["info"])
    assert set(described) <= {"openapi", "info", "servers", "tags", "paths", "components"}
    assert all(re.fullmatch(r"/[\w./-]+", path) for path in described["paths"])
    for kind in described["components"].values():
        assert all(re.fullmatch(r"[A-Za-z0-9._-]+", name) for name in kind)


def test_every_form_of_every_view_is_there(described: dict[str, Any]) -> None:
    assert set(described["paths"]) == {
        f"/{study.path}/{view.name}.{form.ending}"
        for study in (*STUDIES, HISTORY, EXPLORE)
        for view in study.views
        for form in FORMS
    } | {"/explore/study.toml", "/studies.json"}


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    assert all(resolved(described, reference) for reference in references(described))


def test_operations_are_named_once_and_say_what_they_answer(described: dict[str, Any]) -> None:
    ids = [operation["operationId"] for operation in operations(described)]
    assert len(set(ids)) == len(ids)
    tags = {tag["name"] for tag in described["tags"]}
    for operation in operations(described):
        assert set(operation["tags"]) <= tags
        assert "200" in operation["responses"]
        (content,) = operation["responses"]["200"]["content"].values()
        assert content["schema"]["type"] in ("string", "object", "array")


def test_parameters_are_the_controls_of_the_study(described: dict[str, Any]) -> None:
    for study in STUDIES:
        for form in FORMS:
            operation = described["paths"][f"/{study.path}/{study.views[0].name}.{form.ending}"]
            found = [resolved(described, one) for one in operation["get"]["parameters"]]
            names = [control.name for control in study.controls]
            assert [one["name"] for one in found] == [*names, *form.settings, "tables", "data"]
            for control, one in zip(study.controls, found, strict=False):
                assert (one["in"], one["required"]) == ("query", False)
                assert one["schema"]["type"] == ("array" if control.multi else "string")
                assert not control.multi or one["explode"] is False
                assert one["description"]


def test_what_it_gives_as_examples_is_offered(
    client: FlaskClient, described: dict[str, Any]
) -> None:
    for study in STUDIES:
        path = f"/{study.path}/{study.views[-1].name}.figure.json"
        for one in described["paths"][path]["get"]["parameters"]:
            parameter = resolved(described, one)
            schema = parameter["schema"].get("items", parameter["schema"])
            for value in [*schema.get("enum", ()), *schema.get("examples", ())][:3]:
                answer = client.get(
                    f"/api{path}", query_string=f"{parameter['name']}={quote(value)}"
                )
                assert answer.status_code == 200
                assert "Reasonboard-Notice" not in answer.headers, (parameter["name"], value)


def test_what_is_answered_has_the_type_that_it_says(
    client: FlaskClient, described: dict[str, Any]
) -> None:
    for form in FORMS:
        path = f"/kv-cache/by_window.{form.ending}"
        content = described["paths"][path]["get"]["responses"]["200"]["content"]
        answer = client.get(f"/api{path}")
        assert list(content) == [answer.mimetype]
        schema = content[answer.mimetype]["schema"]
        if schema["type"] == "object":
            assert set(schema["required"]) <= set(json.loads(answer.data))
