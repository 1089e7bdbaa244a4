"""The queries of prm-selection on hand-written rows."""

from typing import Any

import pytest

from reasonboard.store.database import Row, beginning, query
from tests.conftest import Given

HERE: dict[str, Any] = {
    "study": "prm-selection", "source": "s", "metric": "accuracy",
    "benchmark": [], "model": [], "panel": "X", "selector": "",
    "samples": "", "reference": "raw",
}  # fmt: skip


def rows() -> list[dict[str, object]]:
    small: dict[str, object] = {"selector": "small", "selector_params_b": 1.5, "benchmark": "X"}
    large: dict[str, object] = {"selector": "large", "selector_params_b": 72, "benchmark": "X"}
    raw: dict[str, object] = {"selector": "raw", "benchmark": "X"}
    return [
        small | {"train_samples": 1000, "value": 0.5, "locator": "Figure 6, left, small, 1k"},
        small | {"train_samples": 5000, "value": 0.6, "locator": "Figure 6, left, small, 5k"},
        small
        | {
            "train_samples": 1000,
            "value": 0.52,
            "kind": "read_off",
            "locator": "Figure 6, right, small",
        },
        small | {"value": 0.56, "kind": "approximate", "locator": "Table 2, row small"},
        large | {"train_samples": 1000, "value": 0.4, "locator": "Figure 6, right, large"},
        large | {"benchmark": "Y", "value": 0.2},
        raw | {"train_samples": 59000, "value": 0.3},
    ]


def ask(name: str, **changed: object) -> list[Row]:
    return query(f"studies/prm_selection/{name}", **HERE | changed)


def test_a_curve_is_what_stands_in_one_place(given: Given) -> None:
    given("prm-selection", s=rows())
    found = [(row["place"], row["train_samples"], row["value"]) for row in ask("by_samples")]
    assert found == [
        ("Figure 6, left", 1000, 50.0),
        ("Figure 6, left", 5000, 60.0),
        ("Figure 6, right", 1000, 52.0),
        ("Figure 6, right", 1000, 40.0),
        ("", 59000, 30.0),
    ]


def test_values_without_a_sample_count_are_counted_and_within_the_range(given: Given) -> None:
    given("prm-selection", s=[*rows(), {"selector": "raw", "benchmark": "X", "value": 0.9}])
    first = ask("by_samples")[0]
    assert (first["uncounted"], first["low"], first["high"]) == (2, 30.0, 90.0)


def test_only_what_has_one_sample_count_and_no_size_is_a_reference(given: Given) -> None:
    rule = {"selector": "rule", "benchmark": "X"}
    given("prm-selection", s=[
        *rows(),
        rule | {"train_samples": 1000, "value": 0.1},
        rule | {"train_samples": 5000, "value": 0.2},
    ])  # fmt: skip
    assert {row["selector"] for row in ask("by_samples") if row["reference"]} == {"raw"}


def test_over_seeds_their_mean_stands(given: Given) -> None:
    seeded: dict[str, object] = {
        "selector": "small",
        "selector_params_b": 1.5,
        "train_samples": 1000,
    }
    given("prm-selection", s=[
        seeded | {"benchmark": "X", "seed": 1, "value": 0.2},
        seeded | {"benchmark": "X", "seed": 2, "value": 0.6},
    ])  # fmt: skip
    (row,) = ask("by_samples")
    assert (row["value"], row["n_seeds"]) == (40.0, 2)
    assert [row["value"] for row in ask("by_selector")] == [40.0]


def test_selectors_are_compared_with_the_sample_count_that_most_of_them_have(given: Given) -> None:
    given("prm-selection", s=rows())
    found = [(row["selector"], row["train_samples"], row["value"]) for row in ask("by_selector")]
    assert found == [
        ("small", 1000, 50.0),
        ("small", 1000, 52.0),
        ("small", None, 56.0),
        ("large", 1000, 40.0),
        ("raw", 59000, 30.0),
    ]
    assert {row["budget"] for row in ask("by_selector")} == {1000}


def test_both_charts_of_a_benchmark_span_the_same_values(given: Given) -> None:
    given("prm-selection", s=rows())
    spans = {(r["low"], r["high"]) for name in ("by_samples", "by_selector") for r in ask(name)}
    assert spans == {(30.0, 60.0)}


def test_the_bar_is_the_most_trusted_value_and_no_other_is_lost(given: Given) -> None:
    given("prm-selection", s=rows())
    bar = next(row for row in ask("by_benchmark") if row["selector"] == "small")
    values = [(one["value"], one["kind"], one["train_samples"]) for one in bar["values"]]
    assert values == [(50.0, "stated", 1000), (52.0, "read_off", 1000), (56.0, "approximate", None)]
    assert bar["kinds"] == ["stated", "read_off", "approximate"]


def test_selectors_stand_in_one_order_and_without_a_value_there_is_none(given: Given) -> None:
    given("prm-selection", s=rows())
    bars = [(row["benchmark"], row["selector"], row["values"]) for row in ask("by_benchmark")]
    found = [(*place, bar and [one["value"] for one in bar]) for *place, bar in bars]
    # X has the mean (50 + 40 + 30) / 3 = 40 and Y that of `large` alone.
    assert found == [
        ("X", "small", [50.0, 52.0, 56.0]),
        ("X", "large", [40.0]),
        ("X", "raw", [30.0]),
        ("Y", "small", None),
        ("Y", "large", [20.0]),
        ("Y", "raw", None),
    ]


def test_every_student_has_bars_of_its_own(given: Given) -> None:
    one: dict[str, object] = {"selector": "small", "selector_params_b": 1.5, "benchmark": "X"}
    both = [one | {"model": "A", "value": 0.1}, one | {"model": "B", "value": 0.3}]
    given("prm-selection", s=both)
    bars = [(row["model"], [one["value"] for one in row["values"]]) for row in ask("by_benchmark")]
    assert bars == [("A", [10.0]), ("B", [30.0])]
    assert [row["value"] for row in ask("by_selector", model=["B"])] == [30.0]


def test_the_benchmark_with_most_sample_counts_is_the_first_choice(given: Given) -> None:
    given("prm-selection", s=[{"selector": "small", "benchmark": "A", "value": 0.1}, *rows()])
    assert [row["value"] for row in ask("panel_choices")] == ["X", "A", "Y"]
    assert [row["value"] for row in ask("panel_choices", benchmark=["Y"])] == ["Y"]


def test_selectors_are_offered_by_size_and_those_without_at_the_end(given: Given) -> None:
    given("prm-selection", s=rows())
    assert [row["value"] for row in ask("selector_choices")] == ["small", "large", "raw"]


@pytest.mark.parametrize(("benchmark", "count"), [([], 7), (["Y"], 1)])
def test_the_table_holds_every_measurement(given: Given, benchmark: list[str], count: int) -> None:
    given("prm-selection", s=rows())
    assert len(ask("rows", benchmark=benchmark)) == count


def test_the_evidence_is_of_every_source_and_of_the_shown_benchmark_first(given: Given) -> None:
    given("prm-selection", s=rows(), t=[{"selector": "large", "benchmark": "X", "value": 0.45}])
    found = ask("evidence", selector="large", panel="Y")
    assert [(row["source"], row["benchmark"], row["value"]) for row in found] == [
        ("s", "Y", 0.2),
        ("s", "X", 0.4),
        ("t", "X", 0.45),
    ]


def test_all_measurements_of_a_picked_selector_are_counted_under_the_filters(given: Given) -> None:
    other: dict[str, object] = {"selector": "large", "selector_params_b": 72, "model": "other"}
    given("prm-selection", s=rows(), t=[other | {"benchmark": "X", "value": 0.45}])
    picked = HERE | {"selector": "large"}

    def total(**changed: object) -> int:
        found, count = beginning("studies/prm_selection/evidence", picked | changed, 1)
        assert len(found) == 1
        return count

    assert (total(), total(benchmark=["X"]), total(model=["other"]), total(benchmark=["Y"])) == (
        3,
        2,
        1,
        1,
    )


def test_a_value_is_known_by_its_own_items_or_else_by_those_of_the_benchmark(given: Given) -> None:
    one: dict[str, object] = {"selector": "small", "selector_params_b": 1.5, "benchmark": "X"}
    given("prm-selection", s=[
        one | {"train_samples": 1000, "value": 0.5, "n_items": 40, "n_repeats": 4, "stderr": 0.05},
        one | {"train_samples": 5000, "value": 0.6},
        one | {"train_samples": 9000, "value": 0.9, "n_items": 40, "kind": "extrapolated"},
    ])  # fmt: skip
    names, unknown = ("n_items", "n_repeats", "stderr"), (None, None, None)
    known = [tuple(row[name] for name in names) for row in ask("by_samples")]
    assert known == [(40, 4, 0.05), unknown, unknown]
    assert [row["n_items"] for row in ask("by_selector")] == [40]
    assert ask("by_benchmark")[0]["values"][0]["stderr"] == 0.05


def both(**changed: object) -> list[dict[str, object]]:
    """A selector and a reference, in a table and in a figure with two panels."""
    a: dict[str, object] = {"selector": "A", "selector_params_b": 7, "benchmark": "X"} | changed
    raw: dict[str, object] = {"selector": "raw", "benchmark": "X"} | changed
    return [
        a | {"value": 0.8, "locator": "Table 2, row A"},
        raw | {"value": 0.7, "locator": "Table 2, row raw"},
        a | {"value": 0.82, "train_samples": 1000, "locator": "Figure 6, left, A"},
        a | {"value": 0.83, "train_samples": 1000, "locator": "Figure 6, right, A"},
        a | {"value": 0.9, "train_samples": 5000, "locator": "Figure 6, left, A, 5k"},
        raw | {"value": 0.71, "train_samples": 1000, "locator": "Figure 6, left, raw"},
    ]


def pairs(**changed: object) -> list[tuple[object, ...]]:
    names = ("selector", "place", "train_samples", "value", "other_value")
    return [tuple(row[name] for name in names) for row in ask("pairs", **changed)]


def test_a_value_is_paired_with_the_reference_of_its_figure_and_its_number_of_samples(
    given: Given,
) -> None:
    given("prm-selection", s=both())
    assert pairs() == [
        ("A", "Figure 6, left", 1000, 82.0, 71.0),
        ("A", "Figure 6, right", 1000, 83.0, 71.0),
        ("A", "Table 2", None, 80.0, 70.0),
    ]
    assert pairs(reference="nobody") == []
    assert pairs(benchmark=["Y"]) == []


def test_where_the_reference_has_several_values_none_is_chosen(given: Given) -> None:
    twice: dict[str, object] = {"selector": "raw", "benchmark": "X", "train_samples": 1000}
    given("prm-selection", s=[*both(), twice | {"value": 0.6, "locator": "Figure 6, right, raw"}])
    assert pairs() == [("A", "Table 2", None, 80.0, 70.0)]


def test_references_are_offered_by_how_much_can_be_paired_with_them(given: Given) -> None:
    lone: dict[str, object] = {
        "selector": "lone",
        "benchmark": "X",
        "train_samples": 59_000,
        "value": 0.1,
    }
    few: dict[str, object] = {
        "selector": "few",
        "benchmark": "X",
        "value": 0.3,
        "locator": "Table 2, row few",
    }
    given("prm-selection", s=[*both(), lone, few])
    assert [row["value"] for row in ask("reference_choices")] == ["raw", "few"]
    assert ask("reference_choices", benchmark=["Y"]) == []


def test_the_numbers_of_samples_are_those_of_the_highlighted_selector(given: Given) -> None:
    given("prm-selection", s=rows())
    assert [row["value"] for row in ask("sample_choices")] == ["1000", "5000", "59000"]
    (of_raw,) = ask("sample_choices", selector="raw")
    assert (of_raw["value"], of_raw["label"]) == ("59000", "59,000")
    assert ask("sample_choices", selector="large", panel="Y") == []


def test_marks_are_the_values_of_the_chosen_selector_none_averaged(given: Given) -> None:
    given("prm-selection", s=both(n_items=500))
    found = ask("marks", selector="A")
    assert [(row["place"], row["samples"], row["value"]) for row in found] == [
        ("Figure 6, left", 1000, 0.82),
        ("Figure 6, left", 5000, 0.9),
        ("Figure 6, right", 1000, 0.83),
        ("Table 2", None, 0.8),
    ]
    first = found[0]
    assert (first["source"], first["model"], first["benchmark"]) == ("s", "M", "X")
    assert (first["n_items"], first["n_seeds"], first["unit"]) == (500, 0, "fraction")
    assert first["higher_is_better"] is True
    assert first["run"] is not None
    assert [row["value"] for row in ask("marks", selector="A", samples="5000")] == [0.9]
    assert len(ask("marks")) == 6
    assert ask("marks", selector="A", source="t") == []


def test_over_seeds_a_mark_has_no_run_of_its_own(given: Given) -> None:
    seeded: dict[str, object] = {
        "selector": "small",
        "selector_params_b": 1.5,
        "train_samples": 1000,
    }
    given("prm-selection", s=[
        seeded | {"benchmark": "X", "seed": 1, "value": 0.2, "stderr": 0.1},
        seeded | {"benchmark": "X", "seed": 2, "value": 0.6, "stderr": 0.1},
    ])  # fmt: skip
    (mark,) = ask("marks", selector="small")
    assert (mark["value"], mark["n_seeds"], mark["run"], mark["stderr"]) == (0.4, 2, None, None)
    (row,) = ask("by_samples")
    assert row["seed_sd"] == pytest.approx(0.2828, abs=1e-4)


def test_the_family_of_tests_is_all_pairs_of_a_benchmark_whatever_is_filtered(given: Given) -> None:
    lone: dict[str, object] = {"selector": "lone", "benchmark": "Y", "value": 0.1}
    guess: dict[str, object] = lone | {"benchmark": "X", "kind": "extrapolated"}
    given("prm-selection", s=[*rows(), lone, guess])
    # Six values of X and two of Y were measured.
    expected = 6 * 5 // 2 + 1
    for changed in (
        {},
        {"benchmark": ["Y"]},
        {"model": ["M"]},
        {"panel": "Y"},
        {"reference": "lone"},
    ):
        for name in ("by_samples", "by_selector", "by_benchmark", "pairs"):
            assert {row["comparisons"] for row in ask(name, **changed)} <= {expected}
    assert ask("by_benchmark")[0]["comparisons"] == expected
