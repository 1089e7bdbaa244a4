"""Requests that follow from the description of the API, and others that it forbids: made by schemathesis."""

import json
import random
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode, urlsplit

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok

_EACH = 5
"""Requests of an operation, of those it allows and of those it forbids."""
_IMAGES = (".png", ".svg", ".pdf")
_FEWER_IMAGES = 8
"""Only every n-th of their requests is sent: a browser draws each."""


def described_paths(description: str, count: int, number: int) -> list[str]:
    """So many paths with query strings of operations that the description (JSON) names; `number` is the seed."""
    schema = schemathesis.openapi.from_dict(json.loads(description))
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    random.Random(number).shuffle(operations)  # noqa: S311
    made: list[str] = []
    at = 0
    while len(made) < count:
        operation = operations[at % len(operations)]
        cases = _cases(operation, number + at)
        if operation.path.endswith(_IMAGES):
            cases = cases[at % _FEWER_IMAGES :: _FEWER_IMAGES]
        made += [_path(case) for case in cases]
        at += 1
    return made[:count]


def _cases(operation: Any, number: int) -> list[Case[Any]]:
    """Some cases of the operation, allowed ones and forbidden ones."""
    return [case for mode in GenerationMode for case in _cases_of(operation, mode, number)]


def _cases_of(operation: Any, mode: GenerationMode, number: int) -> list[Case[Any]]:
    cases: list[Case[Any]] = []

    @seed(number)
    @settings(
        max_examples=_EACH,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(generation_mode=mode))
    def collect(case: Case[Any]) -> None:
        cases.append(case)

    with suppress(Unsatisfiable):  # nothing can be wrong about an operation without parameters
        collect()
    return cases


def _path(case: Case[Any]) -> str:
    parts = case.as_transport_kwargs(base_url="http://127.0.0.1/api")
    query = parts.get("params") or ""
    text = query if isinstance(query, str) else urlencode(query, doseq=True, errors="replace")
    return f"{urlsplit(parts['url']).path}?{text}" if text else urlsplit(parts["url"]).path
