"""Tokens seen or hours on the x axis, log scales, smoothing and other runs: a log that states what it used."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.theme import Figure, Trace
from reasonboard.core import study_tables
from reasonboard.core.control import Values
from reasonboard.core.findings.finding import Finding
from reasonboard.core.insights import every_finding
from reasonboard.ingest.loading.load import load
from reasonboard.statistics.smoothing import moving_average, moving_mean
from reasonboard.store import snapshots
from reasonboard.studies.iterations.study import ITERATIONS
from tests.conftest import Given

ACCURACY = [20, 30, 50, 60, 62]
HOURS = [0, 0.5, 1.5, 4, None]
"""The last iteration states none."""


def row(model: str, benchmark: str, iteration: int, metric: str, value: float, unit: str) -> str:
    n = 200 if unit == "percent" else ""
    return f"{model},{benchmark},{iteration},{metric},{value},{unit},{n}"


@pytest.fixture(scope="module")
def store(_published: Given, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of two runs beside a bundled curve of another benchmark."""
    folder = tmp_path_factory.mktemp("along")
    rows = [
        {"benchmark": "Other", "iteration": at, "value": 0.5, "kind": "read_off"} for at in (0, 8)
    ]
    published = _published("iterations", best=rows)
    data, store = published / "data", shutil.copytree(published / "store", folder / "store")
    lines = ["model,benchmark,iteration,metric,value,unit,n"]
    for at, (accuracy, hours) in enumerate(zip(ACCURACY, HOURS, strict=True)):
        lines.append(row("m-7b", "MATH500", 10 * at, "accuracy", accuracy, "percent"))
        lines.append(row("m-7b", "MATH500", 10 * at, "tokens", 1000 + 100 * at, "tokens"))
        lines.append(row("other-7b", "MATH500", 10 * at, "accuracy", accuracy / 2, "percent"))
        lines.append(row("other-7b", "(training)", 10 * at, "hours", 10 + at, "hours"))
        if hours is not None:
            lines.append(row("m-7b", "(training)", 10 * at, "hours", hours, "hours"))
    (folder / "log.csv").write_text("\n".join([*lines, ""]))
    load(data, store, [str(folder / "log.csv")], name="log")
    return store


@pytest.fixture(autouse=True)
def used(store: Path) -> Iterator[None]:
    snapshots.use(store)
    yield
    snapshots.close()


def state(**chosen: Any) -> Values:
    asked = {"source": "log", "metric": "accuracy", "model": ["m-7b"], "panel": "MATH500"}
    values, notices = ITERATIONS.clean(asked | {"along": "metric.hours"} | chosen)
    assert not notices
    return values


def drawn(name: str = "grid", **chosen: Any) -> Figure:
    view = ITERATIONS.view(name)
    assert view
    chart = ITERATIONS.answer(view, state(**chosen), 2).figure
    go.Figure(chart)
    return chart


def named(chart: Figure, name: str) -> list[Trace]:
    return [trace for trace in chart["data"] if trace.get("name") == name]


def found(name: str, **chosen: Any) -> tuple[Finding, ...]:
    view = ITERATIONS.view(name)
    assert view
    return every_finding(ITERATIONS, view, state(**chosen))


def said(name: str, **chosen: Any) -> str:
    return " ".join(finding.text for finding in found(name, **chosen))


def test_what_runs_had_used_is_offered_where_files_say_it() -> None:
    along = next(control for control in ITERATIONS.controls if control.name == "along")
    offered = {choice.value: choice.label for choice in along.options(state())}
    assert offered == {"iteration": "Iteration", "metric.hours": "Hours"}
    bundled = along.options(state() | {"source": "pythia"})
    assert [choice.value for choice in bundled] == ["iteration"]


def test_the_curve_stands_at_the_hours_of_its_iterations_and_says_what_states_none() -> None:
    chart = drawn()
    (line,) = named(chart, "accuracy")
    assert (line["x"], line["y"]) == ([0, 0.5, 1.5, 4], [20, 30, 50, 60])
    assert line["ids"] == ["0", "10", "20", "30"]
    assert line["hovertext"][1] == "0.5 h"
    meta = chart["layout"]["meta"]
    assert "by hours of training" in meta["subtitle"]
    assert "1 point not shown: hours unknown" in meta["uncertainty"]
    assert meta["along"] == "ids"
    assert "over 0 h to 4 h" in meta["summary"]


def test_the_table_has_what_each_run_had_used() -> None:
    view = ITERATIONS.view("grid")
    assert view
    header, *lines = study_tables.lines(ITERATIONS, view, state())
    rows = [dict(zip(header, line, strict=True)) for line in lines]
    hours = {row["iteration"]: row["hours"] for row in rows}
    assert hours == dict(zip(range(0, 50, 10), HOURS, strict=True))
    assert {row["tokens seen"] for row in rows} == {None}


def test_findings_and_the_answer_say_after_what() -> None:
    assert "from iteration 0 to 40 (" in said("grid")  # nothing is known of the last
    assert "from iteration 0 to 40, after 14 h (" in said("grid", model=["other-7b"])
    place = said("detail", model=["other-7b"])
    assert "by iteration 40 of 40, after 14 h of 14 h (" in place
    assert ITERATIONS.headline
    headline = ITERATIONS.headline(ITERATIONS, state(model=["other-7b"]))
    assert headline
    assert headline.extent == "5 checkpoints, iterations 0–40, 14 h"
    assert ", after" not in said("grid", along="iteration", model=["other-7b"])


def test_no_axis_changes_a_gain_or_its_test() -> None:
    by_hours, by_iteration = found("grid"), found("grid", along="iteration")
    assert [(one.estimate, one.p, one.low) for one in by_hours] == [
        (one.estimate, one.p, one.low) for one in by_iteration
    ]


def test_on_a_log_axis_the_start_lies_at_half_of_the_next_place_under_its_own_name() -> None:
    chart = drawn(x_scale="log", iteration="0")
    (line,) = named(chart, "accuracy")
    assert line["x"] == [0.25, 0.5, 1.5, 4]
    assert line["hovertext"][0] == "0 h"
    assert [shape["x0"] for shape in chart["layout"]["shapes"] if shape["type"] == "line"] == [0.25]
    (line,) = named(drawn(x_scale="log", along="iteration"), "accuracy")
    assert (line["x"], line["ids"]) == ([5, 10, 20, 30, 40], ["0", "10", "20", "30", "40"])


ACCURACIES = [20, 30, 50, 60]


def test_a_smoothed_line_lies_over_its_pale_values_without_intervals() -> None:
    for choice, name, expected in (
        ("0.9", "moving average (EMA .9)", moving_average(ACCURACIES, 0.9)),
        ("window5", "mean of 5 points", moving_mean(ACCURACIES, 5)),
    ):
        chart = drawn(smoothing=choice)
        _is_smoothed(chart, f"accuracy, {name}", expected)
        assert name[1:] in chart["layout"]["meta"]["subtitle"]
        assert "; pale: raw values" in chart["layout"]["meta"]["subtitle"]


def _is_smoothed(chart: Any, name: str, expected: list[float | None]) -> None:
    (line,), (average,) = named(chart, "accuracy"), named(chart, name)
    assert line["opacity"] < 1
    assert average["y"] == expected
    assert average["x"] == line["x"]
    assert not [trace for trace in chart["data"] if "interval" in trace.get("name", "")]
    assert "smoothed curves have no intervals" in chart["layout"]["meta"]["uncertainty"]


def test_other_runs_lie_behind_a_panels_own_in_grey() -> None:
    def grey(**chosen: Any) -> list[list[float]]:
        chart = drawn("detail", model=[], along="iteration", **chosen)
        return [one["y"] for one in chart["data"] if "other run" in one.get("hovertemplate", "")]

    halves = [value / 2 for value in ACCURACY]
    assert grey() == []
    assert grey(others="on") == [halves, ACCURACY]


def test_bundled_curves_of_other_benchmarks_are_no_part_of_the_chart() -> None:
    view = ITERATIONS.view("grid")
    assert view
    answer = ITERATIONS.answer(view, state(along="iteration"), 2)
    assert answer.legend.startswith("measured ·")


def test_accuracy_against_length_has_no_axis_of_its_own() -> None:
    asked = drawn(form="phase", x_scale="log", smoothing="0.9")
    assert asked["data"] == drawn(form="phase", along="iteration")["data"]
