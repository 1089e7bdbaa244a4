"""Runs of a benchmark and their frontier, on hand-written rows."""

import re
from types import SimpleNamespace
from typing import Any

import plotly.graph_objects as go
import pytest

from reasonboard.charts.marks import without_marks
from reasonboard.charts.page_width import page_width
from reasonboard.charts.text_width import text_width
from reasonboard.studies.test_time.charts.frontier import accuracy_by_tokens
from reasonboard.studies.test_time.findings import of_frontier
from reasonboard.studies.test_time.headline import headline
from reasonboard.studies.test_time.rows import Panel, Row, with_panels
from reasonboard.studies.test_time.study import TEST_TIME
from tests.charts.label_boxes import covered, struck


def run(name: str, x: float, value: float, n: int | None = 400, **more: Any) -> Row:
    return {
        "panel": "B", "benchmark": "B", "key": name, "name": name, "variant": name, "title": "s", "own": False,
        "model": name, "x": x, "tokens": x, "value": value, "stderr": None, "scale": "proportion",
        "n_items": n, "n_listed": False,
        "n_repeats": 1, "n_seeds": 0, "seed_sd": None, "kind": "measured", "runs": 5, "priced": None,
    } | more  # fmt: skip


RUNS = [
    run("a", 100, 0.3), run("b", 200, 0.6), run("c", 300, 0.58), run("d", 400, 0.2), run("e", 800, 0.7),
]  # fmt: skip


def test_no_run_of_the_frontier_is_reached_by_a_cheaper_one() -> None:
    panel = Panel(RUNS)
    assert [panel.rows[at]["key"] for at in panel.frontier] == ["a", "b", "e"]
    assert (panel.best["key"], panel.cheapest["key"], panel.factor) == ("e", "a", 8)


def test_a_run_beneath_the_frontier_says_whether_it_can_be_told_from_it() -> None:
    panel = Panel(RUNS)
    assert {row["key"]: panel.verdict(row) for row in RUNS} == {
        "a": "frontier", "b": "frontier", "c": "open", "d": "below", "e": "frontier",
    }  # fmt: skip


def test_a_run_of_unknown_size_is_not_tested() -> None:
    panel = Panel([run("a", 100, 0.3, None), run("b", 200, 0.2, None)])
    assert panel.verdict(panel.rows[1]) == "untested"
    assert panel.gain is None


def test_the_gain_is_corrected_over_all_pairs_and_its_interval_agrees() -> None:
    gain = Panel(RUNS).gain
    assert gain is not None
    assert (gain.tests, round(gain.estimate, 6), gain.significant) == (10, 0.4, True)
    assert gain.low is not None
    assert gain.low > 0
    close = Panel([run("a", 100, 0.50), run("b", 200, 0.52)]).gain
    assert close is not None
    assert close.low is not None
    assert not close.significant
    assert close.low < 0


def test_filters_change_no_verdict() -> None:
    rows = with_panels(RUNS)
    whole = {row["key"]: row["of"].verdict(row) for row in rows}
    assert {row["key"]: row["of"].verdict(row) for row in rows[2:4]} == {
        "c": whole["c"],
        "d": whole["d"],
    }
    (found,) = of_frontier(rows[2:4])
    assert found == of_frontier(rows)[0]


@pytest.mark.parametrize("columns", [1, 4])
@pytest.mark.parametrize("intervals", ["on", "off"])
def test_open_marks_cannot_be_told_from_the_frontier(columns: int, intervals: str) -> None:
    chart = accuracy_by_tokens(
        with_panels(RUNS),
        columns=columns,
        panel="B",
        run="c",
        intervals=intervals,
        own="",
        cost="tokens",
    )
    go.Figure(without_marks(chart))
    (marks,) = [trace for trace in chart["data"] if "meta" in trace]
    at = marks["meta"]["xs"].index("c")
    fills = marks["marker"]["color"]
    assert fills.count(fills[at]) == 1
    names = {trace.get("name") for trace in chart["data"]}
    assert ("95 % intervals of the frontier" in names) == (intervals == "on")


def test_an_own_run_without_others_is_not_called_the_best() -> None:
    alone = run("mine", 100, 0.9, own=True, panel="Mine")
    rows = [*RUNS, alone]
    study: Any = SimpleNamespace(views=TEST_TIME.views, view_rows=lambda *_: with_panels(rows))
    answer = headline(study, {})
    assert answer
    assert (answer.own, answer.strong) == ("mine", "has no other run beside it on its benchmarks.")
    rows.append(alone | {"panel": "B"})
    answer = headline(study, {})
    assert answer
    assert answer.strong == "is the best for its tokens on B."


def test_names_of_own_runs_keep_off_the_frontier_and_the_marks() -> None:
    own = [
        run("short", 900, 0.71, own=True),
        run("other", 1200, 0.62, own=True),
        run("long", 2600, 0.80, own=True),
        run("longest", 5200, 0.84, own=True),
    ]
    chart = accuracy_by_tokens(
        with_panels(own), columns=4, panel="", run="", intervals="on", own="on", cost="tokens"
    )
    names = [note["text"] for note in chart["layout"]["annotations"] if note.get("xref") == "x"]
    assert sorted(names) == ["long", "longest", "other", "short"]
    assert struck(chart, page_width(4)) == []
    assert covered(chart, page_width(4)) == []


@pytest.mark.parametrize("columns", [2, 3, 4])
def test_the_title_of_a_panel_does_not_reach_what_stands_at_its_right(columns: int) -> None:
    runs = [run("a", 100, 0.3, 1500), run("b", 800, 0.7, 1500)]
    names = ["OMNI-MATH500", "B", "hendrycksTest-abstract_algebra", "AIME2024"]
    rows = [row | {"panel": name, "benchmark": name} for name in names for row in runs]
    chart = accuracy_by_tokens(
        with_panels(rows), columns=columns, panel="", run="", intervals="on", own="", cost="tokens"
    )
    notes = [note for note in chart["layout"]["annotations"] if note.get("yanchor") == "bottom"]
    margin = chart["layout"]["margin"]
    plot = page_width(columns) - margin["l"] - margin["r"]
    for title, gain in zip(notes[::2], notes[1::2], strict=True):
        words = re.fullmatch(r"<b>(.*?)</b>(?:  <span[^>]*>(.*)</span>)?", title["text"])
        assert words is not None
        name, detail = words.groups()
        wide = text_width(name, 13) + (text_width(f"  {detail}", 11) if detail else 0)
        assert title["x"] * plot + wide < gain["x"] * plot - text_width(gain["text"], 12)
