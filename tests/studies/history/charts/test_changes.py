"""The table of changes: a line for each, then what did not change and what has too few runs."""

import pytest

from reasonboard.charts.theme import Figure
from reasonboard.studies.history.charts.changes import changes_table
from reasonboard.studies.history.charts.panels import panels_chart
from reasonboard.studies.history.charts.runs import noise_words, runs_table
from tests.studies.history.made import nights, page_of, series_of

PAGE = page_of(
    {
        "GSM8K": nights(14, lower={11: 30}),
        "IFEval": nights(14, lower={8: 14}, seed=1),
        "MATH500": nights(14, seed=4),
        "MMLU": nights(2),
    }
)


def texts(chart: Figure) -> list[str]:
    return [str(text) for trace in chart["data"] for text in trace.get("text", ()) if text]


@pytest.mark.parametrize("columns", [1, 4])
def test_what_did_not_change_and_what_is_too_few_are_said_in_lines(columns: int) -> None:
    said = " ".join(texts(changes_table(PAGE, columns=columns, panel="")))
    assert "No change" in said
    assert "would have been detected." in said
    assert "Too few runs 1" in said
    assert "MMLU has 2 runs, 3 are needed." in said


def test_benchmarks_that_would_show_equal_steps_have_one_size() -> None:
    alike = page_of({"A": nights(14, seed=4), "B": nights(14, seed=4)})
    said = " ".join(texts(changes_table(alike, columns=4, panel="")))
    assert "A, B. A lasting step of 2.9 points, seen in three runs" in said


def test_a_change_has_its_levels_first_run_verdict_and_since_when_it_is_known() -> None:
    chart = changes_table(PAGE, columns=4, panel="")
    said = texts(chart)
    assert "<b>GSM8K</b>" in said
    assert "12 Nov, dev12" in said
    assert "▼ lower" in said
    assert chart["layout"]["meta"]["heading"].startswith("One change")


def test_a_click_on_a_line_shows_its_benchmark() -> None:
    target = changes_table(PAGE, columns=4, panel="GSM8K")["data"][-1]
    assert target["meta"]["x"] == "panel"
    assert target["meta"]["xs"][0] == "GSM8K"


def test_changes_in_another_unit_have_no_bar_on_the_scale_of_points() -> None:
    rows = page_of({"GSM8K": nights(14, lower={11: 30})})
    others = page_of({"ppl": nights(14, lower={11: 30})}, unit="perplexity", scale="amount")
    chart = changes_table([*rows, *others], columns=4, panel="")
    bars = [trace for trace in chart["data"] if trace.get("marker", {}).get("size") == 8]
    assert sum(len(trace["x"]) for trace in bars) == 1


def test_only_few_runs_are_no_finding_of_no_change() -> None:
    few = page_of({"A": nights(2)})
    heading = changes_table(few, columns=4, panel="")["layout"]["meta"]["heading"]
    assert heading == "Too few runs to see a change"


def test_panels_leave_out_the_benchmark_over_them() -> None:
    options = {"since": "last", "axis": "date", "runs": "each", "intervals": "on"}
    chart = panels_chart(PAGE, columns=4, panel="MATH500", **options)
    names = [panel["title"] for panel in chart["layout"]["meta"]["panels"]]
    assert names[0] == "GSM8K"
    assert set(names) == {"GSM8K", "IFEval", "MMLU"}
    alone = panels_chart(PAGE[:1], columns=4, panel="", **options)
    assert alone["layout"]["meta"]["empty"]


def test_runs_are_listed_the_newest_first_with_their_noise() -> None:
    chart = runs_table(PAGE, columns=4, panel="GSM8K", run="run3", since="last")
    dates = [text for text in texts(chart) if text.startswith("<b>2026")]
    assert dates[0] == "<b>2026-11-14 02:30</b>"
    assert dates[-1] == "<b>2026-11-01 02:30</b>"
    words = noise_words(series_of(nights(14)))
    assert words.startswith("Standard deviation of a run: problems ")
    assert "cannot be split" in noise_words(series_of(nights(14), with_answers=False))
