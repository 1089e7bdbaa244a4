"""The judges of scale-progress on hand-written rows, once for each outcome."""

from typing import Any

import pytest

from reasonboard.core.observed import claims
from reasonboard.studies.scale_progress.findings.scale_progress_claims import (
    larger_higher_throughout,
    largest_always_highest,
    largest_gains_late,
    largest_highest_on_average,
    rises_with_training,
    small_are_lower,
    small_dip_early,
)
from reasonboard.studies.scale_progress.study import SCALE_PROGRESS

Row = dict[str, Any]
PLACES = {"0": 0.0, "1": 0.1, "6": 0.6, "10": 1.0}


def row(
    params: float, values: list[float], n: int | None = 1000, benchmark: str = "A", **more: Any
) -> Row:
    places = list(PLACES)[-len(values) :]
    return {
        "benchmark": benchmark, "aggregate": False, "model": f"m{params}", "params_b": params,
        "checkpoint": places, "progress": [PLACES[place] for place in places], "kinds": ["stated"],
        "measured": [
            {"value": value, "n_items": n, "n_repeats": None, "n_seeds": None, "seed_sd": None, "stderr": None}
            for value in values
        ],
    } | more  # fmt: skip


def test_the_largest_is_always_highest() -> None:
    holds = largest_always_highest([row(1, [0.1, 0.2]), row(8, [0.3, 0.4])])
    assert holds.outcome == "holds"
    assert holds.words == (
        "The largest model (8B) is highest in 2 of 2 cells; 2 of 2 differences are resolved after Benjamini-Hochberg."
    )
    fails = largest_always_highest([row(1, [0.1, 0.6]), row(8, [0.3, 0.4])])
    assert fails.outcome == "fails"
    assert "in 1 a smaller one is higher, resolved in 1" in fails.words
    assert fails.cases == ["A, checkpoint 10: 1B 60.0 %, 20.0 points above 8B"]
    close = largest_always_highest([row(1, [0.1, 0.41]), row(8, [0.3, 0.4])])
    assert close.outcome == "not resolved"
    assert len(close.cases) == 1


def test_without_uncertainty_nothing_is_resolved() -> None:
    rows = [row(1, [0.1, 0.2, 0.3, 0.6], None), row(8, [0.3, 0.2, 0.4, 0.5], None)]
    for judge in (
        largest_always_highest, largest_highest_on_average, rises_with_training, small_are_lower,
        larger_higher_throughout, small_dip_early, largest_gains_late,
    ):  # fmt: skip
        found = judge(rows)
        assert found.outcome == "not resolved"
        assert "no uncertainty available" in found.words


def test_made_up_values_and_missing_ones_check_nothing() -> None:
    made_up = [
        row(1, [0.1, 0.2], kinds=["illustrative"]),
        row(8, [0.3, 0.4], kinds=["illustrative"]),
    ]
    for judge in (
        largest_always_highest,
        largest_highest_on_average,
        rises_with_training,
        small_dip_early,
    ):
        assert judge(made_up).outcome == "cannot be checked"
        assert judge([row(8, [0.4])]).outcome == "cannot be checked"
        assert judge([]).outcome == "cannot be checked"
    assert larger_higher_throughout([row(8, [0.4])]).outcome == "cannot be checked"
    assert small_are_lower([row(8, [0.4])]).outcome == "cannot be checked"
    assert largest_gains_late([row(8, [0.4])]).outcome == "cannot be checked"


def test_the_mean_of_the_largest_needs_every_benchmark() -> None:
    rows = [
        row(1, [0.5]),
        row(8, [0.4]),
        row(1, [0.1], benchmark="B"),
        row(8, [0.9], benchmark="B"),
    ]
    holds = largest_highest_on_average(rows)
    assert holds.outcome == "holds"
    assert "highest in 1 of 1 checkpoints" in holds.words
    turned = largest_highest_on_average(
        [*rows[:2], row(1, [0.9], benchmark="B"), row(8, [0.1], benchmark="B")]
    )
    assert turned.outcome == "fails"
    assert turned.cases == ["mean of 2 benchmarks, checkpoint 10: 1B 70.0 %, 45.0 points above 8B"]
    assert largest_highest_on_average(rows[:3]).outcome == "cannot be checked"


def test_most_curves_rise() -> None:
    up, flat, down = row(1, [0.1, 0.5]), row(2, [0.3, 0.31]), row(8, [0.5, 0.1])
    assert rises_with_training([up, up | {"model": "n"}, flat]).outcome == "holds"
    assert rises_with_training([up, flat]).outcome == "not resolved"
    fails = rises_with_training([up, down])
    assert fails.outcome == "fails"
    assert fails.cases == ["A, 8B: falls by 40.0 points from checkpoint 6 to 10, to 10.0 %"]


def test_small_models_are_below_the_largest() -> None:
    large = row(8, [0.6, 0.6])
    assert small_are_lower([row(1, [0.2, 0.3]), row(3, [0.9, 0.9]), large]).outcome == "holds"
    assert small_are_lower([row(1, [0.59, 0.3]), large]).outcome == "not resolved"
    fails = small_are_lower([row(1, [0.9, 0.3]), large])
    assert (fails.outcome, len(fails.cases)) == ("fails", 1)


def test_larger_models_are_ahead_at_every_checkpoint() -> None:
    low, middle, large = row(1, [0.1, 0.2]), row(3, [0.3, 0.4]), row(8, [0.5, 0.6])
    holds = larger_higher_throughout([low, middle, large])
    assert holds.outcome == "holds"
    assert (
        "In 6 of 6 pairs of sizes the larger is higher: resolved after Benjamini-Hochberg in 6"
        in holds.words
    )
    fails = larger_higher_throughout([row(1, [0.9, 0.2]), middle, large])
    assert fails.outcome == "fails"
    assert fails.cases == ["checkpoint 6: 2 out of order, 1 in order"]
    assert (
        larger_higher_throughout([row(1, [0.5, 0.5]), row(3, [0.5, 0.51])]).outcome
        == "not resolved"
    )


def test_small_models_dip_in_the_first_quarter() -> None:
    large = row(8, [0.5, 0.2, 0.5, 0.5])
    assert small_dip_early([row(1, [0.4, 0.2, 0.5, 0.6]), large]).outcome == "holds"
    assert small_dip_early([row(1, [0.4, 0.38, 0.5, 0.6]), large]).outcome == "not resolved"
    assert small_dip_early([row(1, [0.4, 0.5, 0.1, 0.6]), large]).outcome == "fails"


def test_the_largest_gains_in_the_second_half() -> None:
    small = row(1, [0.1, 0.1, 0.9, 0.1])
    assert largest_gains_late([small, row(8, [0.1, 0.2, 0.3, 0.5])]).outcome == "holds"
    assert largest_gains_late([small, row(8, [0.1, 0.2, 0.3, 0.31])]).outcome == "not resolved"
    fails = largest_gains_late([small, row(8, [0.1, 0.2, 0.5, 0.3])])
    assert fails.outcome == "fails"
    assert fails.cases == ["A, 8B: falls by 20.0 points from checkpoint 6 to 10, to 30.0 %"]


@pytest.mark.usefixtures("bundled")
def test_the_claims_of_the_caption_against_pythia() -> None:
    values, _ = SCALE_PROGRESS.clean({"source": "pythia"})
    found = {claim.text: claim.checked for claim in claims(SCALE_PROGRESS, values)}
    assert len(found) == 9
    outcomes = [checked.outcome for checked in found.values()]
    assert outcomes.count("cannot be checked") == 2
    always = next(checked for text, checked in found.items() if "every benchmark" in text)
    assert always.outcome == "fails"
    assert always.cases[0] == "wsc, checkpoint 1000: 1B 63.5 %, 26.0 points above 12B"


@pytest.mark.usefixtures("bundled")
def test_the_made_up_values_do_not_confirm_the_description() -> None:
    values, _ = SCALE_PROGRESS.clean({"source": "caption-scale-progress"})
    assert {one.checked.outcome for one in claims(SCALE_PROGRESS, values)} == {"cannot be checked"}
