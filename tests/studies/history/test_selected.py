"""The selected run: its score, what it is against the run before, and how many answers differ."""

import numpy as np
import pytest

from reasonboard.core.study import Study
from reasonboard.studies.history.selected import against_before, flip_words, selected
from reasonboard.studies.history.study import HISTORY
from tests.studies.history.made import nights, page_of, series_of

HAND = np.array([[1, 1, 0], [1, 0, 0], [0, 0, 1], [1, 1, 1], [1, 1, 0], [0, 1, 0]], float)


def test_answers_that_differ_are_counted_by_problem() -> None:
    series = series_of(HAND)
    assert flip_words(series, 0) == ""
    assert flip_words(series, 1) == "2 of 6 answers differ"
    assert flip_words(series, 2) == "4 of 6 answers differ, between earlier runs 2"


def test_the_run_before_is_the_one_before_in_time() -> None:
    series = series_of(HAND)
    assert against_before(series, 0) == "the first run"
    assert against_before(series, 2).startswith("−33.3 (")
    assert against_before(series, 2).endswith(" points against the run before")


def test_without_answers_the_difference_has_no_interval() -> None:
    series = series_of(HAND, with_answers=False)
    assert against_before(series, 2) == "−33.3 points against the run before"
    assert flip_words(series, 2) == ""


def test_it_links_to_the_pair_and_its_flipped_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = page_of({"GSM8K": nights(5)})
    monkeypatch.setattr(Study, "view_rows", lambda *_: rows)
    found = selected(HISTORY, {"panel": "GSM8K", "run": "run3", "benchmark": []})
    assert found is not None
    pair = "/pair?a=nightly%2Fmy-7b+%C2%B7+3&b=nightly%2Fmy-7b+%C2%B7+2&panel=GSM8K"
    assert found.pages == {
        "Open the pair": pair,
        "Flipped problems": f"{pair}&items=flipped#problems",
    }
    first = selected(HISTORY, {"panel": "GSM8K", "run": "run1", "benchmark": []})
    assert first is not None
    assert first.pages == {}
    nothing = selected(HISTORY, {"panel": "", "run": "", "benchmark": []})
    assert nothing is not None
    assert nothing.words == "Select a run in a chart, or here"
