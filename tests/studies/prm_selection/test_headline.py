"""The answer of data selection: what is tested, of what is chosen."""

from typing import Any

import pytest

from reasonboard.core import insights
from reasonboard.core.headline import Headline
from reasonboard.core.insights import every_finding
from reasonboard.studies.prm_selection.study import PRM_SELECTION
from tests.conftest import Given


def answer(**chosen: Any) -> Headline:
    values, notices = PRM_SELECTION.clean(chosen)
    assert not notices
    return insights.headline(PRM_SELECTION, values)


def rows(
    values: dict[str, float], n: int | None = 1000, benchmark: str = "B", student: str = "M"
) -> list[dict[str, Any]]:
    return [
        {"model": student, "benchmark": benchmark, "selector": selector, "train_samples": 1000, "value": value,
         "n_items": n}
        for selector, value in values.items()
    ]  # fmt: skip


CLOSE, APART = {"X": 0.51, "Y": 0.50, "Z": 0.49}, {"X": 0.9, "Y": 0.5, "Z": 0.4}


CASES = [
    (rows(APART), "Data picked by X is better than both others on B."),
    (rows(CLOSE), "Cannot tell yet: no selector is significantly better on B."),
    (rows(APART, None), "Not tested: number of problems unknown."),
    (rows({"X": 0.9}), "One selector is chosen, so nothing to compare."),
    (rows(APART) + rows({"U": 0.2}, None), "Data picked by X is better than all 2 others tested on B."),
    (rows(CLOSE) + rows(APART, None, "C"),
     "Cannot tell yet: no selector is significantly better on B. Not tested on 1 more."),
    (rows(APART) + rows(CLOSE, benchmark="C") + rows(CLOSE, benchmark="D"),
     "Data picked by X is better than both others on B. "
     "On the other 2 benchmarks no selector is significantly better."),
    (rows(APART) + rows(CLOSE, student="N"),
     "Data picked by X is better than both others on B → M. On B → N no selector is significantly better."),
    (rows(CLOSE) + rows(CLOSE, student="N"),
     "Cannot tell yet: no selector is significantly better on any of 2 pairs of benchmark and student."),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(CASES)), ids=[words for _, words in CASES])
def test_the_answer_counts_what_is_tested(given: Given, number: int) -> None:
    """Each case is a source of one store."""
    given("prm-selection", **{f"s{place}": shown for place, (shown, _) in enumerate(CASES)})
    found = answer(source=f"s{number}")
    assert f"{found.strong} {found.context}".strip() == CASES[number][1]


def test_the_byline_counts_what_is_chosen(given: Given) -> None:
    given("prm-selection", s=rows(APART) + rows({"U": 0.5, "V": 0.4}, benchmark="C", student="N"))
    assert (answer().subject, answer().extent) == ("2 students", "5 selectors, 2 benchmarks")
    chosen = answer(benchmark=["C"])
    assert (chosen.subject, chosen.extent) == ("N", "as student, 2 selectors, 1 benchmark")


def test_what_is_not_tested_is_not_called_tied(given: Given) -> None:
    given("prm-selection", s=rows(APART) + rows({"U": 0.2}, None))
    view = PRM_SELECTION.view("by_benchmark")
    assert view is not None
    (best,) = every_finding(PRM_SELECTION, view, PRM_SELECTION.defaults())
    assert best.text == "B: X with 90.0% is significantly above both other selectors; 1 not tested."
    assert best.unit == "of 2 others significantly lower"
    figure = PRM_SELECTION.answer(view, PRM_SELECTION.defaults(), 3).figure
    labels = [
        text for trace in figure["data"] if trace.get("mode") == "text" for text in trace["text"]
    ]
    assert [label.strip() for label in labels] == ["90.0", "50.0", "40.0", "20.0 –"]
    assert figure["layout"]["meta"]["subtitle"].endswith("Open: tied with it. –: not tested.")
