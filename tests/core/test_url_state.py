"""The address of a state, there and back."""

from collections.abc import Mapping
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reasonboard.core import url_state
from reasonboard.core.study import Study
from reasonboard.store.database import Value
from reasonboard.studies import STUDIES

PATHS = [study.path for study in STUDIES]


def study_of(path: str) -> Study:
    return next(study for study in STUDIES if study.path == path)


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize("path", PATHS)
def test_the_address_of_the_defaults_names_only_what_the_next_load_may_change(path: str) -> None:
    study = study_of(path)
    named = [control.name for control in study.controls if control.always_in_address]
    search = url_state.encode(study, study.defaults())
    assert [part.partition("=")[0] for part in search.lstrip("?").split("&") if part] == named
    assert url_state.decode(study, search) == (study.defaults(), [])


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize("path", PATHS)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(search=st.text(max_size=300))
def test_any_text_is_read_as_a_state(path: str, search: str) -> None:
    study = study_of(path)
    values, _ = url_state.decode(study, search)
    assert study.clean(values)[0] == values


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize(
    "search",
    [
        "?benchmark=nonsense&mode=<script>",
        "?benchmark=%3Cscript%3E",
        "?" + "benchmark=x&" * 50,
        "?__proto__=1&constructor=2",
        "?benchmark=" + "x," * 1500,
        "?benchmark=%00%ff%zz",
    ],
)
def test_a_wrong_address_shows_the_defaults_and_says_so(search: str) -> None:
    study = study_of("scale-progress")
    values, notices = url_state.decode(study, search)
    assert values == study.defaults()
    assert notices
    assert all(len(notice) < 400 for notice in notices)


@pytest.mark.usefixtures("bundled")
def test_an_address_that_is_too_long_shows_the_defaults_and_says_so() -> None:
    study = study_of("scale-progress")
    values, notices = url_state.decode(study, "?benchmark=" + "x" * 100_000)
    assert values == study.defaults()
    assert notices == ["The address is too long. Showing the defaults."]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))))
def test_a_value_is_quoted_as_the_standard_says(names: list[str]) -> None:
    expected = ",".join(quote(name, safe="@:!;") for name in names)
    assert url_state.parameter("model", names) == f"model={expected}"


@pytest.mark.usefixtures("bundled")
def test_names_with_commas_and_spaces_survive() -> None:
    study = study_of("scale-progress")
    values, _ = study.clean({"family": "Pythia deduped"})
    search = url_state.encode(study, values)
    assert " " not in search
    assert url_state.decode(study, search)[0]["family"] == "Pythia deduped"


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize(
    ("path", "search", "expected", "notice"),
    [
        ("pair", "?a=qwen-2.5-32b", {"a": "simplerl-zoo/Qwen-2.5-32B · after RL · progress 1.0"}, ""),
        ("models", "?a=Qwen-2.5-32B", {"a": "simplerl-zoo/Qwen-2.5-32B · after RL · progress 1.0"}, ""),
        ("pair", "?b=GPT-3%20175B%20·%20verifier", {"b": "gsm8k-answers/GPT-3 175B · verifier"}, ""),
        ("pair", "?a=GPT-3%20175B", {}, "did you mean GPT-3 175B · verifier or GPT-3 175B · fine-tuned?"),
        ("pair", "?a=qwen2.5-32b", {}, "did you mean Qwen-2.5-32B"),
        ("pair", "?a=nothing%20like%20it", {}, "is not available here; showing"),
        ("models", "?benchmark=gpqa,math500", {"benchmark": ["GPQA", "MATH500"]}, ""),
        ("models", "?benchmark=gpqqa&mode=RANKS", {"benchmark": [], "mode": "rank"}, "(did you mean GPQA?)"),
    ],
)  # fmt: skip
def test_names_in_an_address_are_read_as_a_person_writes_them(
    path: str, search: str, expected: Mapping[str, Value], notice: str
) -> None:
    values, notices = url_state.decode(study_of(path), search)
    assert {name: values[name] for name in expected} == expected
    assert notice in " ".join(notices)
    assert bool(notices) == bool(notice)


@pytest.mark.usefixtures("bundled")
def test_filters_of_another_page_are_kept_where_this_one_has_them() -> None:
    study = study_of("kv-cache")
    values, notices = url_state.carried(
        study, study.defaults(), {"benchmark": ["AIME24", "piqa"], "model": ["x"]}
    )
    assert values["benchmark"] == ["AIME24"]
    assert values["model"] == []
    assert notices == [
        "Benchmarks: “piqa” is not available here; showing AIME24.",
        "Models: “x” is not available here; showing all models.",
    ]


@pytest.mark.usefixtures("bundled")
@pytest.mark.parametrize(
    "chosen", [None, 7, [], {"benchmark": "AIME24"}, {"benchmark": [{}]}, {"mode": ["gain"]}]
)
def test_anything_else_that_is_carried_is_ignored(chosen: object) -> None:
    study = study_of("kv-cache")
    assert url_state.carried(study, study.defaults(), chosen) == (study.defaults(), [])
