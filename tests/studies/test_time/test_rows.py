"""Runs of a benchmark and their frontier, on hand-written rows."""

import re
from types import SimpleNamespace
from typing import Any

import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.charts.colors import ACCURACY, MUTED, PAPER
from reasonboard.charts.grid import page_width
from reasonboard.charts.marks import without_marks
from reasonboard.charts.text_width import text_width
from reasonboard.studies.test_time import cut_off
from reasonboard.studies.test_time.charts.bins import _heading as bins_heading
from reasonboard.studies.test_time.charts.cut_off import cut_off_chart
from reasonboard.studies.test_time.charts.frontier import accuracy_by_tokens
from reasonboard.studies.test_time.findings import of_frontier
from reasonboard.studies.test_time.headline import headline
from reasonboard.studies.test_time.rows import Panel, Row, panels_of, with_panels
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


def test_the_frontier_is_that_of_the_chosen_runs_and_no_filter_changes_a_test() -> None:
    rows = with_panels(RUNS)
    (chosen,) = panels_of([row for row in rows if row["key"] in "cde"])
    assert {row["key"]: chosen.verdict(row) for row in chosen.rows} == {
        "c": "frontier", "d": "below", "e": "frontier",
    }  # fmt: skip
    assert (chosen.cheapest["key"], chosen.best["key"]) == ("c", "e")
    whole = rows[0]["of"]
    assert chosen.gain is not None
    assert (chosen.gain, chosen.gain.tests) == (whole.compared(4, 2), 10)
    (found,) = of_frontier([row for row in rows if row["key"] in "cde"])
    assert found.text.startswith(
        "B: e is highest with 70.0% at 800 tokens; the shortest, c, has 58.0%"
    )
    assert found.text.endswith("none of 1 run below the frontier are tied with it.")


def test_a_gain_that_two_models_calls_undecided_over_all_benchmarks_is_none_here() -> None:
    pair = [run("a", 100, 0.5), run("b", 200, 0.575)]
    alone, apart = (
        Panel(pair).gain,
        [one | {"panel": "C"} for one in (run("a", 100, 0.5), run("b", 200, 0.51))],
    )
    assert alone is not None
    assert alone.significant
    panels = panels_of(with_panels([*pair, *apart]))
    gains = [panel.gain for panel in panels if panel.name == "B"]
    assert [gain.significant for gain in gains if gain] == [False]
    assert gains[0] is not None
    assert gains[0].adjusted == pytest.approx(2 * alone.adjusted)


@pytest.mark.parametrize("columns", [1, 4])
@pytest.mark.parametrize("intervals", ["on", "off"])
def test_marks_are_filled_on_the_frontier_open_if_tied_and_gray_below(
    columns: int, intervals: str
) -> None:
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
    fills = dict(zip(marks["meta"]["xs"], marks["marker"]["color"], strict=True))
    assert fills == {"a": ACCURACY, "b": ACCURACY, "c": PAPER, "d": MUTED, "e": ACCURACY}
    names = {trace.get("name") for trace in chart["data"]}
    assert ("95% intervals of the frontier" in names) == (intervals == "on")


def test_an_own_run_without_others_is_not_called_the_best() -> None:
    alone = run("mine", 100, 0.9, own=True, panel="Mine")
    rows = [*RUNS, alone]
    study: Any = SimpleNamespace(views=TEST_TIME.views, view_rows=lambda *_: with_panels(rows))
    answer = headline(study, {})
    assert answer
    assert (answer.own, answer.strong) == ("mine", "is the only run on its benchmarks.")
    rows.append(alone | {"panel": "B"})
    answer = headline(study, {})
    assert answer
    assert answer.strong == "is on the accuracy–tokens frontier on B."


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


def answer(rows: list[Row]) -> str:
    study: Any = SimpleNamespace(views=TEST_TIME.views, view_rows=lambda *_: with_panels(rows))
    found = headline(study, {})
    assert found
    return f"{found.own} {found.strong} {found.context}".strip()


OPEN = [run("a", 100, 0.50), run("b", 200, 0.51)]
UNKNOWN = [run("a", 100, 0.3, None, panel="C"), run("b", 200, 0.6, None, panel="C")]
CLEAR = [run("a", 100, 0.3, panel="D"), run("b", 200, 0.6, panel="D")]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (OPEN[:1], "One run, so nothing to compare."),
        (OPEN[:1] + CLEAR[:1], "One run on each benchmark, so nothing to compare."),
        (UNKNOWN, "Not tested: number of problems unknown."),
        (OPEN, "Cannot tell yet: longer answers are not significantly better on B."),
        (OPEN + UNKNOWN, "Cannot tell yet: longer answers are not significantly better on B. Not tested on 1 more."),
        (CLEAR, "Longer answers go with higher accuracy on D. On D, 30.0 points more for 2.0 times the tokens."),
        (CLEAR + OPEN + UNKNOWN, "Longer answers go with higher accuracy on 1 of the 2 benchmarks tested. "
         "On D, 30.0 points more for 2.0 times the tokens."),
        # The shortest run is the highest: that longer ones are better is not so, whatever is known.
        ([run("a", 100, 0.6, None), run("b", 200, 0.3, None)],
         "Cannot tell yet: longer answers are not significantly better on B."),
    ],
)  # fmt: skip
def test_the_answer_says_what_is_tested(rows: list[Row], words: str) -> None:
    assert answer(rows) == words


def mine(x: float, value: float, n: int | None = 400, panel: str = "B", name: str = "mine") -> Row:
    return run(name, x, value, n, panel=panel, own=True)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([*OPEN, mine(300, 0.49)], "mine is tied with the accuracy–tokens frontier on B."),
        ([*UNKNOWN, mine(300, 0.1, None, "C")], "mine is not tested on C. The number of problems is unknown."),
        ([*CLEAR, mine(300, 0.1, panel="D")],
         "mine is significantly below the accuracy–tokens frontier on D. By 50.0 points."),
        ([*CLEAR, mine(300, 0.1, panel="D"), *OPEN, mine(300, 0.49), *UNKNOWN, mine(300, 0.1, None, "C")],
         "mine is tied with the accuracy–tokens frontier on 1 of 3 benchmarks, significantly below on 1 "
         "by 50.0 points, not tested on 1."),
        ([*OPEN, mine(300, 0.49), mine(200, 0.2, name="other")],
         "mine (longest of your 2 runs) is tied with the accuracy–tokens frontier on B."),
    ],
)  # fmt: skip
def test_an_own_run_says_where_it_is_of_what_is_tested(rows: list[Row], words: str) -> None:
    assert answer(rows) == words


def _lengths(*results: tuple[float, bool] | None) -> Any:
    return [
        SimpleNamespace(result=one and SimpleNamespace(estimate=one[0], significant=one[1]))
        for one in results
    ]


@pytest.mark.parametrize(
    ("runs", "words"),
    [
        (_lengths(None), "not tested whether long answers are right more often"),
        (_lengths((-1, False), None), "no significant difference between short and long answers"),
        (_lengths((-1, True)), "long answers are right less often"),
        (_lengths((-1, True), (-2, True), (5, True), (1, False)),
         "long answers are right less often in 2 of 4 runs, more often in 1"),
        (_lengths((1, True), (2, True), None), "long answers are right more often in all 2 runs tested"),
    ],
)  # fmt: skip
def test_the_heading_by_length_counts_each_way_of_those_tested(runs: Any, words: str) -> None:
    assert bins_heading(runs, "B") == f"B: {words}"


def _cut(name: str, complete: float, cut: float, cut_items: int = 200) -> Row:
    return {
        "key": name, "name": name, "title": "s", "own": False, "model": name, "benchmark": "B",
        "answers": 200 + cut_items, "cut": cut_items, "items": 200 + cut_items, "complete_items": 200,
        "cut_items": cut_items, "share_stderr": None, "complete_value": complete, "complete_stderr": None,
        "cut_value": cut, "cut_stderr": None, "kind": "measured",
    }  # fmt: skip


def test_the_sign_of_a_run_says_how_its_cut_answers_compare() -> None:
    rows = [_cut("a", 0.9, 0.2), _cut("b", 0.2, 0.9), _cut("c", 0.5, 0.5), _cut("d", 0.9, 0.5, 4)]
    chart = cut_off_chart(
        cut_off.with_tests(rows), columns=4, panel="B", run="", intervals="on", own="on"
    )
    labels = [
        text for trace in chart["data"] if trace.get("mode") == "text" for text in trace["text"]
    ]
    assert [label[-1] for label in labels] == ["▲", "▼", "≈", "–"]
    words = chart["layout"]["meta"]["uncertainty"]
    for meaning in (
        "▲ complete answers",
        "▼ significantly less",
        "≈ not significant",
        "– not tested",
    ):
        assert meaning in words
    fills = {
        color for trace in chart["data"] if "meta" in trace for color in [trace["marker"]["color"]]
    }
    assert len(fills) == 2  # complete and cut answers, whatever was tested


def test_what_is_beyond_the_drawn_runs_is_among_those_that_a_heading_compares() -> None:
    rows = [_cut(f"r{at:02}", 0.9, 0.2, 20) for at in range(15)] + [_cut("most", 0.9, 0.2, 800)]
    chart = cut_off_chart(
        cut_off.with_tests(rows), columns=4, panel="B", run="", intervals="on", own="on"
    )
    assert chart["layout"]["meta"]["heading"] == "B: up to 80.0% of the answers were truncated"


@given(
    values=st.lists(st.integers(1, 99), min_size=2, max_size=20, unique=True),
    seed=st.randoms(use_true_random=False),
)
def test_a_better_run_anywhere_among_the_rows_is_the_one_that_is_named(
    values: list[int], seed: Any
) -> None:
    rows = [run(f"m{value}", 100 + at, value / 100, 2000) for at, value in enumerate(values)]
    seed.shuffle(rows)
    (found,) = of_frontier(with_panels(rows))
    assert found.text.startswith(f"B: m{max(values)} is highest")
    rows.insert(seed.randrange(len(rows)), run("better", seed.randrange(50, 400) + 0.5, 1.0, 2000))
    (found,) = of_frontier(with_panels(rows))
    assert found.text.startswith("B: better is highest with 100.0%")
