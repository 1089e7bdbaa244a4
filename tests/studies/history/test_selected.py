"""The selected run: its score, what it is against the run before, and how many answers differ."""

import numpy as np
import pytest

from reasonboard.core.control import Values
from reasonboard.core.study import Study
from reasonboard.studies.history.rows import Series
from reasonboard.studies.history.selected import against, flip_words, other_run, selected
from reasonboard.studies.history.study import HISTORY
from tests.studies.history.made import nights, page_of, series_of

HAND = np.array([[1, 1, 0], [1, 0, 0], [0, 0, 1], [1, 1, 1], [1, 1, 0], [0, 1, 0]], float)


def _flips(series: Series, place: int, baseline: str = "") -> str:
    return flip_words(series, place, other_run(series, place, baseline))


def _against(series: Series, place: int, baseline: str = "") -> str:
    return against(series, place, other_run(series, place, baseline))


def test_answers_that_differ_are_counted_by_problem() -> None:
    series = series_of(HAND)
    assert _flips(series, 0) == ""
    assert _flips(series, 1) == "2 of 6 answers differ"
    assert _flips(series, 2) == "4 of 6 answers differ, between earlier runs 2"


def test_the_run_before_is_the_one_before_in_time() -> None:
    series = series_of(HAND)
    assert _against(series, 0) == "the first run"
    assert _against(series, 2).startswith("−33.3 (")
    assert _against(series, 2).endswith(" points against the run before")


def test_without_answers_the_difference_has_no_interval() -> None:
    series = series_of(HAND, with_answers=False)
    assert _against(series, 2) == "−33.3 points against the run before"
    assert _flips(series, 2) == ""


def test_a_baseline_takes_the_place_of_the_run_before() -> None:
    series = series_of(HAND)
    assert _against(series, 2, "run1").startswith("−33.3 (")
    assert _against(series, 2, "run1").endswith(" points against the baseline (1 Nov, dev1)")
    assert _flips(series, 2, "run1") == "4 of 6 answers differ"
    assert _against(series, 0, "run3").startswith("+33.3 (")  # it may be a later one
    assert (_against(series, 0, "run1"), _flips(series, 0, "run1")) == ("the baseline", "")
    assert _against(series, 2, "of another series").endswith("against the run before")


def test_it_links_to_the_pair_and_its_flipped_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = page_of({"GSM8K": nights(5)})
    monkeypatch.setattr(Study, "view_rows", lambda *_: rows)
    found = selected(HISTORY, {"panel": "GSM8K", "run": "run3", "benchmark": [], "compare": ""})
    assert found is not None
    pair = "/pair?a=nightly%2Fmy-7b+%C2%B7+3&b=nightly%2Fmy-7b+%C2%B7+2&panel=GSM8K"
    assert found.pages == {
        "Compare the two": pair,
        "Flipped problems": f"{pair}&items=flipped#problems",
    }
    chosen: Values = {
        "panel": "GSM8K",
        "run": "run3",
        "benchmark": [],
        "compare": "my-7b!GSM8K!run5",
    }
    pinned = selected(HISTORY, chosen)
    assert pinned is not None
    assert pinned.pages["Compare the two"] == pair.replace("+2&", "+5&")
    first = selected(HISTORY, {"panel": "GSM8K", "run": "run1", "benchmark": [], "compare": ""})
    assert first is not None
    assert first.pages == {}
    nothing = selected(HISTORY, {"panel": "", "run": "", "benchmark": [], "compare": ""})
    assert nothing is not None
    assert nothing.words == "Click a run in a chart, or choose it here"
