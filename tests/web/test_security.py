"""Bodies that no page of ours sends are refused before Dash sees them."""

import json
from typing import Any

import pytest

from reasonboard.web.security import policy, wrong_body

CALLBACKS = {
    "..page.children...store.data..": {
        "inputs": [{"id": "a", "property": "value"}],
        "state": [{"id": "b", "property": "data"}],
    }
}
GOOD: dict[str, Any] = {
    "output": "..page.children...store.data..",
    "outputs": [{"id": "page", "property": "children"}, {"id": "store", "property": "data"}],
    "inputs": [{"id": "a", "property": "value", "value": 1}],
    "state": [{"id": "b", "property": "data"}],
    "changedPropIds": ["a.value"],
}


def refused(**changes: object) -> str | None:
    return wrong_body(json.dumps(GOOD | changes).encode(), CALLBACKS)


def test_a_body_as_our_pages_send_it_passes() -> None:
    assert refused() is None


@pytest.mark.parametrize(
    "body", [b"", b"null", b"[]", b"5", b'"x"', b"{", b"\xff", b'{"a": NaN}', b"[" * 5000]
)
def test_what_is_no_object_is_refused(body: bytes) -> None:
    assert wrong_body(body, CALLBACKS)


@pytest.mark.parametrize(
    "changes",
    [
        {"output": "other.children"},
        {"output": ["..page.children...store.data.."]},
        {"output": None},
        {"outputs": None},
        {"outputs": [{"id": "page", "property": "children"}]},
        {"outputs": [{"id": "x", "property": "y"}] * 1000},
        {"inputs": None},
        {"inputs": []},
        {"inputs": "a.value"},
        {"inputs": [{"id": "a", "property": "options"}]},
        {"inputs": [{"id": {"type": "x", "index": "ALL"}, "property": "value"}]},
        {"inputs": [[{"id": "a", "property": "value"}]]},
        {"state": []},
        {"changedPropIds": 5},
        {"changedPropIds": [{}]},
        {"inputs": [{"id": "a", "property": "value", "value": ["x"] * 100_000}]},
    ],
)
def test_a_body_that_names_anything_else_is_refused(changes: dict[str, object]) -> None:
    assert refused(**changes)


def test_a_value_that_is_nested_too_deeply_is_refused() -> None:
    value: object = 1
    for _ in range(100):
        value = [value]
    assert refused(inputs=[{"id": "a", "property": "value", "value": value}])


def test_the_policy_allows_no_eval_and_no_other_host() -> None:
    header = policy(["'sha256-x'"])
    assert "script-src 'self' 'sha256-x';" in header
    assert "unsafe-eval" not in header
    assert "http" not in header
