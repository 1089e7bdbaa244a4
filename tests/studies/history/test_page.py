"""The page of runs in time over HTTP: its answer, charts, tables, state and links."""

import csv
import io
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pytest
from flask.testing import FlaskClient

from reasonboard import config
from reasonboard.core import insights, study_tables, url_state
from reasonboard.core.control import Values
from reasonboard.store.database import query
from reasonboard.studies import listed, listed_studies
from reasonboard.studies.history.rows import Series, all_series
from reasonboard.studies.history.selected import selected
from reasonboard.studies.history.study import HISTORY
from reasonboard.studies.pair.headline import compared
from reasonboard.studies.pair.study import PAIR
from reasonboard.web.main import create_app
from reasonboard.web.page import selection
from tests.studies.history.conftest import TABLES

pytestmark = pytest.mark.usefixtures("loaded")


@pytest.fixture(scope="module")
def client(history_store: Path) -> FlaskClient:
    return create_app(config.read({"REASONBOARD_STORE": str(history_store)})).test_client()


def values(**chosen: object) -> Values:
    found, notices = HISTORY.clean(chosen)
    assert notices == {}
    return found


def page_series(**chosen: object) -> dict[str, Series]:
    rows = HISTORY.view_rows(HISTORY.views[0], values(**chosen))
    return {series.benchmark: series for series in all_series(rows)}


def drawn(view: str, columns: int = 4, **chosen: object) -> dict[str, Any]:
    """The figure of a view, which must be a valid one."""
    of = HISTORY.view(view)
    assert of is not None
    figure = HISTORY.answer(of, values(**chosen), columns).figure
    data = [{key: part for key, part in trace.items() if key != "meta"} for trace in figure["data"]]
    go.Figure({"data": data, "layout": figure["layout"]})
    return figure


def test_it_opens_on_the_series_of_most_runs_over_both_loads() -> None:
    series = page_series()
    assert set(series) == {"GSM8K", "MATH500"}
    assert [mark.run.day for mark in series["GSM8K"].marks] == [
        f"2026-11-{night:02}" for night in range(1, 15)
    ]
    assert [mark.value for mark in series["GSM8K"].marks] == pytest.approx(TABLES["GSM8K"].mean(0))


def test_the_answers_of_both_loads_are_compared_by_problem() -> None:
    table = page_series()["GSM8K"].table
    assert table is not None
    assert sorted(map(tuple, table.tolist())) == sorted(map(tuple, TABLES["GSM8K"].tolist()))


def test_the_answer_says_what_changed_when_and_by_how_much() -> None:
    answer = insights.headline(HISTORY, values())
    assert answer.strong.startswith("GSM8K has been lower since 12 Nov, by about ")
    assert answer.context == "MATH500 shows no change in 14 runs."
    assert answer.subject == "org/my-7b"
    assert answer.extent == "14 runs, 1–14 Nov 2026, builds dev1 to dev14"


@pytest.mark.parametrize(("load", "runs"), [("first", 9), ("second", 5)])
def test_the_runs_of_a_load_can_be_seen_alone(load: str, runs: int) -> None:
    """A run of two loads counts where it was loaded first."""
    assert {len(one.marks) for one in page_series(source=[load]).values()} == {runs}


def test_a_filter_of_benchmarks_changes_no_test() -> None:
    alone, among = (page_series(benchmark=names)["GSM8K"] for names in (["GSM8K"], []))
    assert alone.course.found == among.course.found
    assert among.course.tests == 2


def test_other_configurations_are_other_series() -> None:
    labels = [row["label"] for row in query("studies/history/series_choices", source=[])]
    assert len(labels) == len(set(labels)) == 3
    assert labels[0].startswith("org/my-7b")
    others = page_series(source=["others"])
    assert [len(series.marks) for series in others.values()] == [2]
    answer = insights.headline(HISTORY, values(source=["others"]))
    assert answer.strong == "Two runs are too few to see a change."


def test_a_model_that_was_evaluated_once_has_one_run() -> None:
    once = next(
        row["value"]
        for row in query("studies/history/series_choices", source=[])
        if "once" in row["label"]
    )
    answer = insights.headline(HISTORY, values(series=once))
    assert answer.strong == "One run is too few to see a change."
    assert drawn("course", series=once)["data"]


@pytest.mark.parametrize("columns", [1, 2, 3, 4])
@pytest.mark.parametrize("axis", ["date", "build"])
@pytest.mark.parametrize("runs", ["each", "build"])
def test_every_view_is_a_figure(columns: int, axis: str, runs: str) -> None:
    for view in HISTORY.views:
        figure = drawn(view.name, columns, axis=axis, runs=runs, intervals="on")
        assert figure["layout"]["meta"]["summary"].endswith(".")
        assert not figure["layout"]["meta"].get("empty")


def test_a_click_on_a_mark_selects_its_run_and_benchmark() -> None:
    of_marks = [trace for trace in drawn("course")["data"] if trace.get("meta")]
    (trace,) = of_marks
    assert trace["meta"]["sets"] == {"panel": "GSM8K"}
    assert len(trace["meta"]["xs"]) == 14


def test_a_selected_run_has_a_circle_and_its_difference_to_the_run_before() -> None:
    series = page_series()["GSM8K"]
    key = series.marks[11].run.key
    found = selected(HISTORY, values(panel="GSM8K", run=key))
    assert found is not None
    assert "answers differ, between earlier runs" in found.words
    assert found.value == f"{series.marks[11].value * 100:.1f}%"
    rings = [
        trace
        for trace in drawn("course", panel="GSM8K", run=key)["data"]
        if trace.get("marker", {}).get("size") == 18
    ]
    assert len(rings) == 1


def test_its_links_open_the_pair_with_the_run_before() -> None:
    series = page_series()["GSM8K"]
    chosen = values(panel="GSM8K", run=series.marks[11].run.key)
    found = selected(HISTORY, chosen)
    assert found is not None
    search = found.pages["Compare the two"].partition("?")[2]
    pair, notices = url_state.decode(PAIR, search)
    assert notices == []
    (row,) = [one for one in compared(pair) if one["benchmark"] == "GSM8K"]
    assert row["a"]["value"] == pytest.approx(series.marks[11].value)
    assert row["b"]["value"] == pytest.approx(series.marks[10].value)


def test_chart_table_and_selection_say_one_number_and_one_interval(client: FlaskClient) -> None:
    text = client.get("/api/history/course.csv").text
    rows = [row for row in csv.DictReader(io.StringIO(text)) if row["benchmark"] == "GSM8K"]
    marks = page_series()["GSM8K"].marks
    assert [float(row["value"]) for row in rows] == pytest.approx([mark.value for mark in marks])
    assert [(float(row["low"]), float(row["high"])) for row in rows] == [
        pytest.approx(mark.interval) for mark in marks
    ]
    (trace,) = [one for one in drawn("course")["data"] if one.get("meta")]
    assert trace["y"] == pytest.approx([mark.value * 100 for mark in marks], abs=1e-3)


def test_the_file_of_changes_has_a_row_for_each_benchmark(client: FlaskClient) -> None:
    rows = list(csv.DictReader(io.StringIO(client.get("/api/history/changes.csv").text)))
    assert [(row["benchmark"], row["verdict"]) for row in rows] == [
        ("GSM8K", "lower"),
        ("MATH500", "no change"),
    ]
    assert rows[0]["first run after it"] == "2026-11-12 02:30"
    assert rows[0]["build"] == "engine 1.0.dev12"
    assert float(rows[0]["low"]) < float(rows[0]["difference"]) < float(rows[0]["high"]) < 0
    assert rows[0]["sentence"].startswith("GSM8K has been lower since 12 Nov, by about ")
    assert rows[1]["sentence"] == "MATH500: no change beyond noise in 14 runs."


def test_a_baseline_is_in_the_address_and_what_the_strip_compares_with() -> None:
    runs = [mark.run.key for mark in page_series()["GSM8K"].marks]
    picked = values(panel="GSM8K", run=runs[11])
    assert "Set as baseline" in selection.actions(HISTORY, picked)
    pinned = HISTORY.clean(
        picked | HISTORY.as_baseline(values(panel="GSM8K", run=runs[2])) | {"run": runs[11]}
    )[0]
    assert url_state.decode(HISTORY, url_state.encode(HISTORY, pinned)) == (pinned, [])
    assert "against the baseline (3 Nov, dev3)" in selection.selected(HISTORY, pinned)
    assert "Clear baseline" in selection.actions(HISTORY, pinned)
    lost, notices = url_state.decode(HISTORY, "?compare=none!GSM8K!none")
    assert lost["compare"] == ""
    assert notices == ["Baseline: “none!GSM8K!none” is not available here; showing none."]


def test_the_state_is_in_the_address() -> None:
    state = values(axis="build", runs="build", panel="MATH500", since="2026-11-03")
    search = url_state.encode(HISTORY, state)
    assert url_state.decode(HISTORY, search) == (state, [])


def test_it_stands_after_models_in_the_navigation(client: FlaskClient) -> None:
    assert [study.name for study in listed()][:2] == ["Models", "History"]
    assert HISTORY in listed_studies()
    assert client.get("/history").status_code == 200


def test_a_load_leads_to_it(client: FlaskClient) -> None:
    assert query("core/has_events")
    assert client.get("/history?source=second").status_code == 200
    found, notices = url_state.decode(HISTORY, "?source=second")
    assert notices == []
    assert found["series"] == values()["series"]


def test_its_tables_have_the_columns_that_they_say() -> None:
    for view in HISTORY.views:
        rows = study_tables.derived_rows(HISTORY, view, values())
        assert list(rows[0]) == list(view.column_types)


def test_the_first_page_has_a_small_picture_of_its_runs() -> None:
    assert HISTORY.teaser is not None
    small = HISTORY.teaser(HISTORY)
    assert small is not None
    assert (small.start, small.end) == ("1 Nov", "14 Nov")
    assert len(small.lines[0].y) == len(small.lines[0].ends) == 14
    assert small.summary.startswith("GSM8K: one change, known since ")
