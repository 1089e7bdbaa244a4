"""Where marks are drawn, and what a mark of several runs is."""

from datetime import timedelta

import pytest

from reasonboard.studies.history.points import points, short_builds
from tests.studies.history.made import FIRST, nights, series_of

SHARED = {"since": "1", "axis": "date", "runs": "each"}


def test_marks_stand_at_their_dates_in_days() -> None:
    dates = [FIRST + timedelta(hours=hours) for hours in (0, 12, 48)]
    series = series_of(nights(3), made_at=dates)
    assert [point.x for point in points(series, **SHARED)] == [0, 0.5, 2]


def test_builds_stand_evenly_with_their_runs_beside_each_other() -> None:
    series = series_of(nights(5), build=["a", "a", "b", "b", "c"])
    drawn = points(series, **SHARED | {"axis": "build"})
    assert [round(point.x) for point in drawn] == [0, 0, 1, 1, 2]
    assert drawn[0].x < drawn[1].x < drawn[2].x


def test_without_dates_they_stand_in_their_order() -> None:
    series = series_of(nights(4), made_from=["stated", "load order", "stated", "stated"])
    assert [point.x for point in points(series, **SHARED)] == [0, 1, 2, 3]


def test_the_mean_of_a_build_is_over_its_runs_and_tells_them() -> None:
    series = series_of(nights(5), build=["a", "a", "b", "b", ""])
    a, b, alone = points(series, **SHARED | {"runs": "build"})
    assert a.value == pytest.approx((series.marks[0].value + series.marks[1].value) / 2)
    assert (a.places, b.places, alone.places) == ((0, 1), (2, 3), (4,))
    assert a.here is not None
    assert series.here[0].low < a.here[0] < a.value < a.here[1]


def test_runs_whose_build_is_unknown_are_not_one_build() -> None:
    series = series_of(nights(3), build=None)
    assert len(points(series, **SHARED | {"runs": "build"})) == 3


def test_only_runs_since_a_day_are_drawn() -> None:
    series = series_of(nights(5))
    assert [point.key for point in points(series, **SHARED | {"since": "2026-11-04"})] == [
        "run4",
        "run5",
    ]
    assert points(series, **SHARED | {"since": "2027-01-01"}) == []


def test_the_last_runs_are_those_that_are_tested() -> None:
    series = series_of(nights(70, 50))
    drawn = points(series, **SHARED | {"since": "last"})
    assert [point.places[0] for point in drawn] == list(series.tested)


def test_builds_are_named_by_what_differs() -> None:
    assert short_builds(["vllm 0.26.1.dev203", "vllm 0.26.1.dev206"]) == {
        "vllm 0.26.1.dev203": "dev203",
        "vllm 0.26.1.dev206": "dev206",
    }
    assert short_builds(["vllm 0.26.1.dev203", ""]) == {"vllm 0.26.1.dev203": "vllm 0.26.1.dev203"}
    assert short_builds(["v0.1", "v0.2"]) == {"v0.1": "v0.1", "v0.2": "v0.2"}
    assert short_builds(["vllm 0.26.1", "vllm 0.26.2"]) == {
        "vllm 0.26.1": "0.26.1",
        "vllm 0.26.2": "0.26.2",
    }
    assert short_builds(["abc", "abd"]) == {"abc": "abc", "abd": "abd"}
    assert short_builds([]) == {}


def test_repeats_of_a_night_are_one_mark_of_a_panel() -> None:
    dates = [FIRST + timedelta(hours=hours) for hours in (0, 1, 24, 25)]
    series = series_of(nights(4), made_at=dates, build="one")
    drawn = points(series, **SHARED | {"runs": "night"})
    assert [point.places for point in drawn] == [(0, 1), (2, 3)]
