"""Observations, claims and comparisons of every study, whatever it shows."""

from collections.abc import Iterator

import plotly.graph_objects as go
import pytest

from reasonboard.charts.compared import NAME
from reasonboard.core import insights, url_state
from reasonboard.core.control import Values
from reasonboard.core.findings.finding import MOST
from reasonboard.core.study import Study
from reasonboard.core.view import View
from reasonboard.studies import STUDIES
from tests.studies.reference import check_numbers

pytestmark = pytest.mark.usefixtures("bundled")
ORDER = {"better": 0, "worse": 0, "open": 1, "untested": 2}
SHOWN = [study for study in STUDIES if study.path != "data"]
EACH = pytest.mark.parametrize("study", SHOWN, ids=lambda study: study.path)
HELD = pytest.mark.parametrize(
    "study",
    [study for study in SHOWN if any(control.marks for control in study.controls)],
    ids=lambda study: study.path,
)
"""The studies whose marks can be held."""
START = {"test-time": {"panel": "MATH500"}}
"""Where the benchmark that a page opens with has a single mark: one that has more."""


def states(study: Study) -> Iterator[Values]:
    """The defaults, every source, and one benchmark at a time."""
    yield study.defaults()
    for name in ("source", "benchmark", "mode", "number", "split"):
        for control in (one for one in study.controls if one.name == name):
            for option in control.options(study.defaults())[:6]:
                value = [option.value] if control.multi else option.value
                yield study.clean({name: value})[0]


@pytest.mark.parametrize(
    "study", [one for one in SHOWN if not one.parent], ids=lambda study: study.path
)  # a page that belongs to another says all in its answer and its list
def test_every_study_has_something_to_say_of_its_defaults(study: Study) -> None:
    per_view = [insights.findings(study, view, study.defaults()) for view in study.views]
    assert sum(map(len, per_view)) >= 3
    assert all(len(found) <= MOST for found in per_view)


@EACH
def test_observations_are_ordered_sentences_with_a_test_and_marks_that_can_be_chosen(
    study: Study,
) -> None:
    for values in states(study):
        for view in study.views:
            found = insights.findings(study, view, values)
            places = [(ORDER[one.verdict], -one.strength) for one in found]
            assert places == sorted(places)
            for one in found:
                check_numbers(one)
                marked, notices = study.clean(values | dict(one.marks))
                assert notices == {}, (view.name, one.text, one.marks)
                assert all(marked[name] == value for name, value in one.marks.items())


@pytest.mark.parametrize(
    "study",
    [
        study
        for study in SHOWN
        if any(one.name == "source" and not one.multi for one in study.controls)
    ],
    ids=lambda study: study.path,
)  # a page of several sources belongs to no figure
def test_claims_are_stored_and_those_with_a_check_are_checked(study: Study) -> None:
    found = insights.claims(study, study.clean({"source": f"caption-{study.path}"})[0])
    assert all(claim.text and claim.checked.words for claim in found)
    assert all(
        bool(claim.tested_on) == (claim.checked.words != "Not tested here.") for claim in found
    )
    assert any(claim.checked.outcome != "cannot be checked" for claim in found)


@HELD
def test_a_held_mark_goes_into_the_address_and_comes_back(study: Study) -> None:
    values = study.defaults()
    for name in study.evidence:
        if not values[name]:
            control = next(one for one in study.controls if one.name == name)
            values |= {name: control.options(values)[0].value}
    assert study.picked(values)
    holding = study.as_baseline(values)
    again, notices = url_state.decode(study, url_state.encode(study, holding))
    assert notices == []
    assert again == holding
    held = study.comparison_baseline(again)
    assert held is not None
    assert all((held[name] or []) == (values[name] or []) for name in held)
    found = insights.comparison(study, again)
    assert found is not None
    assert found.differences == []


@HELD
def test_a_held_mark_that_is_none_falls_back_to_none(study: Study) -> None:
    for text in ("x", "!" * 20, ["a", "b"], 7, "\x00"):
        values, notices = study.clean({"compare": text})
        assert values["compare"] == ""
        assert "compare" in notices
        assert study.comparison_baseline(values) is None


@HELD
def test_another_mark_is_compared_with_the_held_one(study: Study) -> None:
    """Somewhere among the choices of the last pick there is a mark at which both have a value."""
    values = study.clean(START.get(study.path, {}))[0]
    controls = {one.name: one for one in study.controls}
    for name in study.evidence:
        options = controls[name].options(values)
        values |= {name: values[name] or options[0].value}
    holding = study.clean(study.as_baseline(values))[0]
    last = study.evidence[-1]
    for option in reversed(controls[last].options(values)):
        found = insights.comparison(study, study.clean(holding | {last: option.value})[0])
        assert found is not None
        if found.marks:
            assert [label for label, _, _ in found.differences] == [controls[last].label]
            return
    pytest.fail("no mark has a value at the place of the held one")


@HELD
def test_the_held_and_the_selected_mark_are_named_in_a_chart_of_every_study(study: Study) -> None:
    """Somewhere among the choices of the last pick there is a mark that a chart shows beside the held one."""
    values = study.clean(START.get(study.path, {}))[0]
    controls = {one.name: one for one in study.controls}
    for name in study.evidence:
        values |= {name: values[name] or controls[name].options(values)[0].value}
    view = study.views[0]
    assert letters(study, view, values) == set(), "nothing is held"
    holding = study.clean(study.as_baseline(values))[0]
    found = {
        frozenset(
            letters(study, view, study.clean(holding | {study.evidence[-1]: option.value})[0])
        )
        for option in controls[study.evidence[-1]].options(values)[:12]
    }
    assert {frozenset("A"), frozenset("AB")} & found
    assert any("A" in one for one in found)
    assert any("B" in one for one in found)


def letters(study: Study, view: View, values: Values) -> set[str]:
    chart = study.answer(view, values, 4).figure
    go.Figure(chart)
    named = [one["text"][0] for one in chart["data"] if one.get("name") == NAME and "text" in one]
    return {text.removeprefix("<b>").removesuffix("</b>") for text in named}
