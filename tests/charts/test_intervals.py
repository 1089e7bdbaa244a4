"""Bands, whiskers, and the words for intervals."""

import plotly.graph_objects as go

from reasonboard.charts.intervals import band, detects, level_whiskers, problems, whisker
from reasonboard.core.findings.uncertainty_words import interval_words
from reasonboard.statistics.uncertainty import Measured, of_measured


def test_a_band_goes_along_the_low_ends_and_back_along_the_high_ones() -> None:
    trace = band([(0, 10, 20), (4, 12, 25)], "#0b6bb0", "95%")
    assert trace["x"] == [0, 4, 4, 0]
    assert trace["y"] == [10, 12, 25, 20]
    assert trace["hoverinfo"] == "skip"
    go.Figure({"data": [trace]})


def test_a_whisker_stands_upright_where_its_mark_is() -> None:
    trace = whisker(4, 12, 25, "#0b6bb0")
    assert (trace["x"], trace["y"]) == ([4, 4], [12, 25])
    go.Figure({"data": [trace]})


def test_a_hover_says_ends_half_width_and_method_or_that_there_is_none() -> None:
    found = of_measured(Measured(0.4, 30))
    assert interval_words(found, 100, "%") == "95% interval 24.6 to 57.7% (±16.5, Wilson)"
    assert interval_words(None, 100, "%") == "no uncertainty available"


def test_sizes_and_detectable_differences_in_words() -> None:
    assert problems(30, 5) == "30 problems × 5 attempts"
    assert problems(1319) == "1,319 problems"
    assert problems(None, 5) == ""
    assert detects(36.2) == "detects ≥ 36 points"
    assert detects(0.62) == "detects ≥ 0.6 points"
    assert detects(120) == "detects no difference"
    assert detects(None) == ""


def test_level_whiskers_of_one_ink_are_one_trace() -> None:
    ends = [(0, 1.234, 2, "red"), (1, 3, 4, "blue"), (2, 5, 6, "red")]
    red, blue = level_whiskers(ends)
    assert (red["line"]["color"], red["x"]) == ("red", [1.23, 2, None, 5, 6, None])
    assert (blue["line"]["color"], blue["y"]) == ("blue", [1, 1, None])
    assert level_whiskers([]) == []
