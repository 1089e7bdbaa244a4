"""Bars of counts."""

import plotly.graph_objects as go

from reasonboard.charts.marks import picked
from reasonboard.studies.data.study import numbers_by

ROWS = [
    {"value": "s1", "label": "Source <one>", "kind": "measured", "numbers": 1000},
    {"value": "s1", "label": "Source <one>", "kind": "bound_low", "numbers": 2},
]


def test_every_kind_of_a_source_has_a_bar_of_its_own() -> None:
    figure = numbers_by("source", ROWS, columns=4)
    go.Figure(figure)
    assert figure["data"][0]["x"] == [1000, 2]
    assert figure["layout"]["yaxis"]["ticktext"][0] == "Source &lt;one&gt; · measured"
    assert picked(figure, {"curveNumber": 0, "pointNumber": 1}) == {"source": "s1"}


def test_no_rows_say_so() -> None:
    assert numbers_by("benchmark", [], columns=1)["data"] == []


def test_a_label_has_room_or_ends_in_an_ellipsis() -> None:
    long = [ROWS[0] | {"label": "x" * 45}, ROWS[0] | {"label": "y" * 90}]
    layout = numbers_by("source", long, columns=4)["layout"]
    assert layout["yaxis"]["ticktext"][0] == "x" * 45 + " · measured"
    assert layout["yaxis"]["ticktext"][1].endswith("y…")
    assert layout["margin"]["l"] >= 6 * 60
    assert numbers_by("source", long, columns=1)["layout"]["margin"]["l"] < 200
