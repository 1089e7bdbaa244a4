"""The queries of kv-cache on hand-written rows."""

import random
from typing import Any

import duckdb
import pytest

from reasonboard.store.database import Row, beginning, query
from reasonboard.studies.kv_cache.charts.grid import axes
from reasonboard.studies.kv_cache.charts.means import mean_by_window
from reasonboard.studies.kv_cache.heatmap import Heatmap
from reasonboard.studies.kv_cache.study import KV_CACHE
from tests.conftest import Given

CHOICE: dict[str, Any] = {
    "study": "kv-cache", "source": "s", "metric": "accuracy", "benchmark": [], "model": [],
    "mode": "value", "panel": "M · X", "window": "500", "ratio": "0.1",
}  # fmt: skip


def cell(window: int | None, ratio: float | None, value: float, **more: object) -> dict[str, Any]:
    base = {"benchmark": "X", "kv_method": "D", "kv_window": window, "kv_ratio": ratio}
    return base | {"value": value} | more


def square() -> list[dict[str, Any]]:
    return [
        cell(500, 0.1, 0.4, n_items=30, n_repeats=5),
        cell(500, 0.5, 0.5, n_items=30, n_repeats=5),
        cell(2000, 0.1, 0.5, n_items=30, n_repeats=5),
        cell(2000, 0.5, 0.44, n_items=30, n_repeats=5),
    ]


def query_rows(name: str, **values: object) -> list[Row]:
    return query(f"studies/kv_cache/{name}", **CHOICE | values)


def heatmaps() -> list[Heatmap]:
    return list(map(Heatmap, query_rows("grid")))


def shown_against(heatmap: Heatmap, window: str, ratio: str) -> list[float | None]:
    return list(heatmap.shown("cell", heatmap.index_of(window, ratio)))


def means(along: str, **values: object) -> list[Row]:
    return [row for row in query_rows("means", **values) if row["along"] == along]


def test_the_grid_holds_percent_over_windows_and_ratios(given: Given) -> None:
    given("kv-cache", s=square())
    (row,) = query_rows("grid")
    assert (row["panel"], row["n_items"], row["n_repeats"]) == ("M · X", 30, 5)
    assert (row["kv_window"], row["kv_ratio"]) == ([500, 500, 2000, 2000], [0.1, 0.5, 0.1, 0.5])
    assert row["value"] == [40, 50, 50, 44]


def test_every_cell_that_ties_for_the_highest_is_best(given: Given) -> None:
    given("kv-cache", s=square())
    assert query_rows("grid")[0]["best"] == [False, True, True, False]


def test_the_difference_to_best_is_counted_in_points_within_the_panel(given: Given) -> None:
    given("kv-cache", s=[*square(), cell(500, 0.1, 0.9, benchmark="Y")])
    assert [row.shown("best", None) for row in heatmaps()] == [[-10, 0, 0, -6], [0]]


def test_the_difference_to_the_chosen_cell_is_none_where_the_panel_lacks_it(given: Given) -> None:
    given("kv-cache", s=[*square(), cell(500, 0.1, 0.9, benchmark="Y")])
    assert [shown_against(heatmap, "2000", "0.5") for heatmap in heatmaps()] == [
        [-4, 6, 6, 0],
        [None],
    ]


def test_differences_are_rounded_as_the_database_rounds_percents() -> None:
    numbers = random.Random(0)
    scores = [numbers.randrange(0, 4001) / 4000 for _ in range(2000)]  # halves of a hundredth
    row = dict.fromkeys(("panel", "baseline")) | {
        "tests": {},
        "score": scores,
        "highest": scores[0],
        "scale": "proportion",
    }
    cells = {key: list[float]() for key in ("value", "items", "repeats", "seeds", "stderrs")}
    shown = Heatmap(row | cells).shown("best", None)
    with duckdb.connect() as connection:
        expected = connection.execute(
            "SELECT list_transform($1, lambda score: round((score - $1[1]) * 100, 2))", [scores]
        ).fetchone()
    assert (list(shown),) == expected


def test_the_axes_hold_places_that_only_another_source_has(given: Given) -> None:
    given("kv-cache", s=square(), t=[cell(1000, 0.3, 0.4), cell(9, 0.9, 0.4, benchmark="Z")])
    (row,) = query_rows("grid")
    assert (row["windows"], row["ratios"]) == ([500, 1000, 2000], [0.1, 0.3, 0.5])


def test_a_cell_is_disputed_where_another_source_differs_by_more_than_rounding(
    given: Given,
) -> None:
    other = [
        cell(500, 0.1, 0.42),
        cell(500, 0.5, 0.5004),
        cell(2000, 0.1, 0.6, kv_method="another"),
        cell(2000, 0.5, 0.6, kind="illustrative"),
    ]
    given("kv-cache", s=square(), t=other)
    (row,) = query_rows("grid")
    assert row["disputed"] == [True, False, False, False]
    assert row["others"] == [[42], None, None, None]


def test_a_cell_with_two_values_in_one_source_is_disputed_and_none_is_averaged(
    given: Given,
) -> None:
    twice = cell(500, 0.1, 0.6, kind="approximate")
    given("kv-cache", s=[*square(), twice])
    (row,) = query_rows("grid")
    assert (row["value"][0], row["disputed"][0]) == (40, True)
    assert means("window")[0]["cells"] == [2, 2]


def test_a_range_that_the_source_states_is_told_with_its_kind(given: Given) -> None:
    ends = [
        cell(None, None, 0.39, kind="bound_low", kv_method="D"),
        cell(None, None, 0.52, kind="bound_high", kv_method="D"),
    ]
    given("kv-cache", s=[*square(), *ends])
    (row,) = query_rows("grid")
    assert (row["low"], row["high"]) == (39, 52)
    assert set(row["kinds"]) == {"stated", "bound_low"}


def test_several_methods_of_a_source_are_several_panels(given: Given) -> None:
    given("kv-cache", s=[*square(), cell(500, 0.1, 0.3, kv_method="E")])
    panels = ["M · X · D", "M · X · E"]
    for rows in (query_rows("grid"), means("window"), means("ratio")):
        assert [row["panel"] for row in rows] == panels
    assert [row["value"] for row in query_rows("panel_choices")] == panels
    assert len(query_rows("evidence", panel="M · X · E")) == 1


def test_the_mean_by_window_goes_over_the_ratios(given: Given) -> None:
    given("kv-cache", s=square())
    (row,) = means("window")
    assert (row["kv_window"], row["percent"], row["cells"]) == ([500, 2000], [45, 47], [2, 2])
    assert (row["expected"], row["whole"]) == (2, True)


def test_the_mean_by_ratio_goes_over_the_windows(given: Given) -> None:
    given("kv-cache", s=square())
    (row,) = means("ratio")
    assert (row["kv_ratio"], row["percent"], row["cells"]) == ([0.1, 0.5], [45, 47], [2, 2])
    assert (row["expected"], row["whole"]) == (2, True)


def test_a_mean_has_the_kind_of_its_least_trusted_cell(given: Given) -> None:
    given("kv-cache", s=[*square()[:3], cell(2000, 0.5, 0.44, kind="approximate")])
    assert means("window")[0]["kinds"] == means("ratio")[0]["kinds"] == ["stated", "approximate"]


def test_means_are_also_points_from_the_mean_of_all_cells(given: Given) -> None:
    given("kv-cache", s=square())
    assert means("window")[0]["points"] == means("ratio")[0]["points"] == [-1, 1]


def test_a_mean_that_lacks_a_cell_says_so(given: Given) -> None:
    given("kv-cache", s=square(), t=[cell(500, 0.3, 0.4)])
    (row,) = means("window")
    assert (row["cells"], row["expected"], row["whole"]) == ([2, 2], 3, False)
    (row,) = means("ratio")
    assert (row["cells"], row["expected"], row["whole"]) == ([2, 2], 2, False)


def test_a_filter_changes_neither_the_number_nor_the_means_of_a_panel(given: Given) -> None:
    given("kv-cache", s=[cell(500, 0.1, 0.9, benchmark="A"), *square()])
    view = next(view for view in KV_CACHE.views if view.query == "means")
    everything = KV_CACHE.view_rows(view, CHOICE)
    filtered = KV_CACHE.view_rows(view, CHOICE | {"benchmark": ["X"]})
    assert filtered == [row for row in everything if row["benchmark"] == "X"]
    assert len(filtered) == len(everything) // 2


@pytest.mark.usefixtures("bundled")
def test_kept_tokens_are_the_window_and_the_ratio_of_the_rest_of_the_budget() -> None:
    source = {
        "source": "dynts-readings",
        "metric": "pass@1",
        "panel": "DeepSeek-R1-Distill-Llama-8B · AIME24",
    }
    kept = {row["kv_window"]: row["kept"] for row in query_rows("by_kept", **source)}
    # With a budget of 5000: 500 + 0.1 x 4500, then a step of 450 for each tenth; and so on.
    assert kept[500] == [950, 1400, 1850, 2300, 2750]
    assert kept[3000] == [3200, 3400, 3600, 3800, 4000]


def test_nothing_is_kept_by_a_source_without_a_budget(given: Given) -> None:
    given("kv-cache", s=square())
    assert query_rows("by_kept") == []


def test_choices_are_ordered_and_follow_the_filters(given: Given) -> None:
    given("kv-cache", s=[*square(), cell(3000, 0.9, 0.9, benchmark="Y")])
    assert [row["value"] for row in query_rows("panel_choices")] == ["M · X", "M · Y"]
    assert [row["value"] for row in query_rows("panel_choices", benchmark=["Y"])] == ["M · Y"]
    assert [row["value"] for row in query_rows("window_choices")] == ["3000", "2000", "500"]
    assert query_rows("window_choices")[0]["label"] == "3,000 tokens"
    assert [row["value"] for row in query_rows("ratio_choices", benchmark=["X"])] == ["0.5", "0.1"]


def test_the_evidence_holds_the_cell_in_every_source(given: Given) -> None:
    given("kv-cache", s=square(), t=[cell(500, 0.1, 0.42)])
    assert [(row["source"], row["value"]) for row in query_rows("evidence")] == [
        ("s", 0.4),
        ("t", 0.42),
    ]


def test_the_evidence_of_a_panel_without_a_model_is_that_of_its_benchmark(given: Given) -> None:
    given("kv-cache", s=square(), t=[cell(500, 0.1, 0.42, model=None)])
    rows = query_rows("evidence", source="t", panel="X")
    assert [(row["source"], row["value"]) for row in rows] == [("t", 0.42)]


def test_of_the_evidence_the_first_rows_are_asked_and_all_are_counted(given: Given) -> None:
    given("kv-cache", s=square(), t=[cell(500, 0.1, 0.42)])
    rows, total = beginning("studies/kv_cache/evidence", CHOICE, 1)
    assert ([row["value"] for row in rows], total) == ([0.4], 2)
    assert "total" not in rows[0]
    assert len(beginning("studies/kv_cache/evidence", CHOICE, 2)[0]) == 2
    assert beginning("studies/kv_cache/evidence", CHOICE | {"panel": "none"}, 5) == ([], 0)


def test_the_rows_hold_stated_ranges_too(given: Given) -> None:
    given("kv-cache", s=[*square(), cell(None, None, 0.39, kind="bound_low")])
    rows = query_rows("rows")
    assert len(rows) == 5
    assert [row["local window"] for row in rows][:2] == [500, 500]
    assert "bound_low" in {row["kind"] for row in rows}


def test_the_marks_are_those_of_the_chosen_cells_and_empty_means_every_one(given: Given) -> None:
    given("kv-cache", s=[*square(), cell(500, 0.1, 0.9, benchmark="Y")], t=[cell(500, 0.1, 0.42)])
    (mark,) = query_rows("marks")
    place = {
        name: mark[name] for name in ("source", "model", "benchmark", "method", "window", "ratio")
    }
    assert place == {
        "source": "s", "model": "M", "benchmark": "X", "method": "D", "window": 500, "ratio": 0.1,
    }  # fmt: skip
    assert (mark["value"], mark["stderr"], mark["n_items"], mark["n_repeats"]) == (0.4, None, 30, 5)
    assert (mark["unit"], mark["kind"], mark["higher_is_better"]) == ("fraction", "stated", True)
    assert [row["value"] for row in query_rows("marks", panel="")] == [0.4, 0.9]
    assert [row["value"] for row in query_rows("marks", window="")] == [0.4, 0.5]
    assert [row["value"] for row in query_rows("marks", window="", ratio="")] == [
        0.4,
        0.5,
        0.5,
        0.44,
    ]
    assert [row["value"] for row in query_rows("marks", source="t")] == [0.42]
    assert query_rows("marks", metric="acc") == query_rows("marks", window="9") == []


def test_of_two_values_of_a_cell_the_more_trusted_is_the_mark(given: Given) -> None:
    given("kv-cache", s=[cell(500, 0.1, 0.5, kind="approximate"), cell(500, 0.1, 0.4)])
    (mark,) = query_rows("marks")
    assert (mark["value"], mark["stderr"], mark["kind"]) == (0.4, None, "stated")


def test_every_cell_has_what_is_known_of_it_and_the_tokens_that_it_keeps(given: Given) -> None:
    given("kv-cache", s=[*square()[:3], cell(2000, 0.5, 0.44, stderr=0.04)])
    (row,) = query_rows("grid")
    assert (row["items"], row["repeats"]) == ([30, 30, 30, None], [5, 5, 5, None])
    assert row["stderrs"] == [None, None, None, 0.04]
    assert row["kept"] == [None] * 4
    assert (row["model"], row["benchmark"]) == ("M", "X")
    (means_row,) = means("window")
    assert means_row["in_window"] == [500, 500, 2000, 2000]
    assert means_row["in_ratio"] == [0.1, 0.5, 0.1, 0.5]
    assert means_row["of_value"] == [40, 50, 50, 44]
    assert means_row["of_items"] == [30, 30, 30, None]
    assert means_row["of_stderr"] == [None, None, None, 0.04]


@pytest.mark.usefixtures("bundled")
def test_the_grid_keeps_as_many_tokens_as_the_view_of_costs() -> None:
    source = {
        "source": "dynts-readings",
        "metric": "pass@1",
        "panel": "DeepSeek-R1-Distill-Llama-8B · AIME24",
    }
    row = query_rows("grid", **source)[0]
    assert row["kept"] == [kept for one in query_rows("by_kept", **source) for kept in one["kept"]]


def test_the_agreement_has_the_scores_of_each_heatmap_over_the_axes_of_all(given: Given) -> None:
    given("kv-cache", s=[*square(), cell(3000, 0.1, 0.9, benchmark="Y")], t=[cell(1, 0.9, 0.4)])
    rows = query_rows("agreement")
    assert [(row["panel"], row["value"]) for row in rows] == [
        ("M · X", [40, 50, 50, 44]),
        ("M · Y", [90]),
    ]
    across, up = axes(rows)
    assert (up.values, across.values) == (["500", "2000", "3000"], ["0.1", "0.5"])
    assert rows[0]["kv_window"] == [500, 500, 2000, 2000]
    assert query_rows("agreement", benchmark=["Y"]) == rows, "a filter would change the verdict"


def test_the_numbers_of_tests_are_those_of_the_source_whatever_is_filtered(given: Given) -> None:
    more = [cell(500, 0.1, 0.9, benchmark="Y"), cell(500, 0.5, 0.8, benchmark="Y")]
    given("kv-cache", s=[*square(), *more], t=[cell(1, 0.9, 0.4)])
    expected = {
        "pairs": 6 + 1,
        "cells": 3 + 1,
        "windows": 1,
        "ratios": 1 + 1,
        "full": 1,
        "heatmaps": 2,
    }
    for filters in ({}, {"benchmark": ["Y"]}, {"benchmark": ["X"], "model": ["M"]}):
        for name in ("grid", "means", "by_kept"):
            assert all(row["tests"] == expected for row in query_rows(name, **filters)), name
    assert query_rows("grid", source="t")[0]["tests"] == dict.fromkeys(expected, 1)


def test_settings_that_were_run_with_seeds_do_not_disagree_with_each_other(given: Given) -> None:
    rows = [
        {"benchmark": "B", "kv_window": window, "kv_ratio": 0.1, "seed": seed, "value": value}
        for window, value in ((500, 0.4), (1000, 0.6))
        for seed in (1, 2)
    ]
    given("kv-cache", a=rows, b=[rows[0] | {"seed": None, "value": 0.5}])
    found = query("core/disagreements", study="kv-cache", source="a")
    cells = [row for row in found if "window" in row["place"]]
    assert [(row["value_a"], row["value_b"]) for row in cells] == [(0.4, 0.5)]
    assert "window 500" in cells[0]["place"]


def test_disagreements_of_one_size_at_one_place_stand_in_the_order_of_their_sources(
    given: Given,
) -> None:
    given("kv-cache", z=[cell(500, 0.1, 0.6)], s=[cell(500, 0.1, 0.5)], a=[cell(500, 0.1, 0.4)])
    found = query("core/disagreements", study="kv-cache", source="s")
    cells = [row for row in found if "window" in row["place"]]
    assert [(row["source_a"], row["source_b"]) for row in cells] == [("a", "s"), ("s", "z")]


def test_a_run_that_keeps_everything_without_a_window_is_the_full_cache(given: Given) -> None:
    full = cell(None, 1, 0.44, n_items=30, kv_method="none")
    given("kv-cache", s=[*square(), full, cell(500, 0.1, 0.9, benchmark="Y")])
    x, y = query_rows("grid")
    assert (x["panel"], x["baseline"]["value"], x["baseline"]["n_items"]) == ("M · X", 0.44, 30)
    assert Heatmap(x).shown("full", None) == [-4, 6, 6, 0]
    assert (y["baseline"], Heatmap(y).shown("full", None)) == (None, [None])
    assert x["tests"]["full"] == 4
    offered = [row["value"] for row in query_rows("mode_choices")]
    assert "full" in offered
    assert "full" not in [row["value"] for row in query_rows("mode_choices", benchmark=["Y"])]
    assert x["value"] == [40, 50, 50, 44], "it is no cell of the heatmap"


def test_means_are_scores_unless_differences_of_cells_are_shown(given: Given) -> None:
    given("kv-cache", s=[*square(), cell(None, 1, 0.44)])
    options: dict[str, Any] = dict.fromkeys(("panel", "window", "ratio"), "")
    options |= {"intervals": "off", "columns": 2}
    for mode, expected in (
        ("value", [45, 47]),
        ("full", [45, 47]),
        ("shrunk", [45, 47]),
        ("best", [-1, 1]),
        ("cell", [-1, 1]),
    ):
        figure = mean_by_window(query_rows("means"), mode=mode, **options)
        assert figure["data"][0]["y"] == expected, mode


def test_a_share_without_a_window_is_a_heatmap_of_one_row_and_no_other_mean_goes_over_it(
    given: Given,
) -> None:
    shares = [cell(None, 0.3, 0.3), cell(None, 0.9, 0.6)]
    given("kv-cache", s=[*square(), *shares, cell(None, 1, 0.7)])
    whole, alone = query_rows("grid")
    assert (whole["panel"], alone["panel"]) == ("M · X", "M · X · no window stated")
    assert (alone["kv_window"], alone["kv_ratio"]) == ([-1, -1], [0.3, 0.9])
    assert (alone["value"], alone["kept"]) == ([30, 60], [None, None])
    assert alone["baseline"]["value"] == 0.7, "a share of 1 is the full cache, not a cell"
    assert len(whole["value"]) == 4
    assert [(row["number"], row["kv_window"]) for row in means("window")] == [(0, [500, 2000])]
    of_whole, of_alone = means("ratio")
    assert (of_whole["percent"], of_whole["whole"]) == ([45, 47], True)
    assert (of_alone["kv_ratio"], of_alone["percent"]) == ([0.3, 0.9], [30, 60])
    assert query_rows("by_kept", panel=alone["panel"]) == []
    assert [row["panel"] for row in query_rows("agreement")] == ["M · X"]
    assert query_rows("window_choices")[-1] == {"value": "-1", "label": "not stated"}
    assert shown_against(heatmaps()[1], "-1", "0.3") == [0, 30]
    (mark,) = query_rows("marks", panel=alone["panel"], window="-1", ratio="0.3")
    assert (mark["window"], mark["ratio"]) == (None, 0.3)
    (found,) = query_rows("evidence", panel=alone["panel"], window="-1", ratio="0.3")
    assert found["value"] == 0.3


def test_a_window_without_a_share_is_a_heatmap_of_one_column(given: Given) -> None:
    given("kv-cache", s=[cell(500, None, 0.3), cell(2000, None, 0.6)])
    (row,) = query_rows("grid")
    assert (row["panel"], row["ratios"]) == ("M · X", [-1])
    assert (row["kv_window"], row["value"], row["kept"]) == ([500, 2000], [30, 60], [None, None])
    assert means("ratio") == []
    assert means("window")[0]["percent"] == [30, 60]
    assert query_rows("ratio_choices") == [{"value": "-1.0", "label": "not stated"}]


def test_another_source_says_otherwise_of_a_share_without_a_window(given: Given) -> None:
    given("kv-cache", s=[cell(None, 0.3, 0.3)], t=[cell(None, 0.3, 0.4), cell(500, 0.3, 0.9)])
    (row,) = query_rows("grid")
    assert (row["windows"], row["others"]) == ([-1], [[40]])
