"""What holds for every study, whatever it shows."""

import json
import math
from collections.abc import Iterator
from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.marks import picked, without_marks
from reasonboard.core import study_tables
from reasonboard.core.control import Values
from reasonboard.core.study import COLUMNS, Study
from reasonboard.studies import LISTED, STUDIES

pytestmark = pytest.mark.usefixtures("bundled")
LISTED_EACH = pytest.mark.parametrize("study", LISTED, ids=lambda study: study.path)
"""Those of the navigation, which open with numbers."""
EACH = pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.path)
LARGEST_CHANGE = 92_000
"""Bytes of JSON that one change of a filter may bring."""


def states(study: Study) -> Iterator[Values]:
    """The defaults, and each control at its last choice."""
    defaults = study.defaults()
    yield defaults
    for control in study.controls:
        for option in control.options(defaults)[-1:]:
            values, _ = study.clean(defaults | {control.name: option.value})
            yield values


def numbers(item: Any) -> Iterator[float]:
    if isinstance(item, float):
        yield item
    elif isinstance(item, list | tuple):
        for one in item:
            yield from numbers(one)
    elif isinstance(item, dict):
        for one in item.values():
            yield from numbers(one)


@EACH
def test_every_view_is_a_valid_figure_in_every_state_and_width(study: Study) -> None:
    for values in states(study):
        for view in study.views:
            columns = COLUMNS[len(str(values)) % len(COLUMNS)]
            figure = study.answer(view, values, columns).figure
            go.Figure(without_marks(figure))
            assert all(math.isfinite(number) for number in numbers(figure)), view.name


@LISTED_EACH
def test_every_view_names_its_kinds_its_source_and_the_version(study: Study) -> None:
    for view in study.views:
        meta = study.answer(view, study.defaults(), 4).figure["layout"]["meta"]
        if view.name != "runs":  # nothing is loaded beside the bundled data
            assert (meta["kinds"] == "no data") == bool(meta.get("empty"))
            assert meta["kinds"]
        assert "Licence" not in meta["source"]
        assert len(meta["source"]) > 20
        assert meta["version"].startswith("data ")
        assert meta["summary"].endswith(".")
        assert meta["title"] == view.title


@EACH
def test_the_views_of_the_defaults_fit_into_the_budget_of_one_change(study: Study) -> None:
    figures = [
        without_marks(study.answer(view, study.defaults(), 4).figure) for view in study.views
    ]
    assert len(json.dumps(figures, separators=(",", ":"))) < LARGEST_CHANGE


@EACH
def test_a_study_opens_on_a_real_source(study: Study) -> None:
    for view in study.views:
        if study.path != "data":
            kinds = study.answer(view, study.defaults(), 4).figure["layout"]["meta"]["kinds"]
            assert "illustrative" not in kinds
            assert "approximate" not in kinds


@EACH
def test_a_foreign_value_falls_back_to_the_default(study: Study) -> None:
    foreign = [None, "x' OR 1=1 --", {"a": 1}, 7, True, ["nobody"], [["x"]], "\x00", "🙂" * 500]
    for value in [*foreign, float("nan")]:
        values, _ = study.clean({control.name: value for control in study.controls})
        assert values == study.defaults(), value


@EACH
def test_what_was_cleaned_stays_as_it_is(study: Study) -> None:
    for values in states(study):
        again, notices = study.clean(values)
        assert again == values
        assert notices == {}


@EACH
def test_choosing_everything_is_choosing_nothing(study: Study) -> None:
    defaults = study.defaults()
    for control in study.controls:
        if control.multi:
            every = [option.value for option in control.options(defaults)]
            assert control.clean(every, control.options(defaults)) == ([], [])


@EACH
def test_every_mark_leads_to_choices_of_its_controls(study: Study) -> None:
    values = study.defaults()
    offered = {c.name: {option.value for option in c.options(values)} for c in study.controls}
    for view in study.views:
        figure = study.answer(view, values, 4).figure
        for index, trace in enumerate(figure["data"]):
            point = {"curveNumber": index, "pointNumber": 0}
            if trace["type"] == "heatmap":
                point |= {"x": trace["x"][0], "y": trace["y"][0]}
            for name, chosen in picked(figure, point).items():
                assert chosen in offered[name], (view.name, name)


@LISTED_EACH
def test_the_rows_behind_every_view_have_their_place_in_the_source(study: Study) -> None:
    # Nothing is loaded.
    for view in (one for one in study.views if one.name not in ("runs", "training")):
        rows, total = study_tables.page(study, view, study.defaults(), 0, 20)
        assert total >= len(rows) > 0
        if view.table == "rows":
            assert all(row["locator"] and row["kind"] for row in rows)
            assert all(row["value"] is not None for row in rows)


@LISTED_EACH
def test_benchmark_and_model_can_be_filtered(study: Study) -> None:
    for name in ("source", "benchmark", "model"):
        control = next(one for one in study.controls if one.name == name)
        assert control.multi or name == "source"
        assert control.options(study.defaults())


@LISTED_EACH
def test_a_filter_keeps_to_what_was_chosen_and_redraws_its_views(study: Study) -> None:
    defaults = study.defaults()
    for name in ("benchmark", "model"):
        control = next(one for one in study.controls if one.name == name)
        chosen = control.options(defaults)[0].value
        values, _ = study.clean(defaults | {name: [chosen]})
        for view in study.views:
            rows = study.view_rows(view, values)
            named = {row[name] for row in rows if row.get(name)}
            if name in study.inputs(view):
                assert named <= {chosen}, view.name
