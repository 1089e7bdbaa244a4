"""Where an own run stands among bundled models, on hand-worked means."""

from typing import Any

import pytest

from reasonboard.core.findings.pairs import Answers, differences
from reasonboard.core.own import standing
from reasonboard.statistics.differences import Verdict


def rows(
    name: str, values: dict[str, float], n: int | None = 1000, *, own: bool = False, **more: Any
) -> list[dict[str, Any]]:
    return [
        {
            "own": own,
            "name": name,
            "benchmark": one,
            "value": value,
            "scale": "proportion",
            "n_items": n,
            **more,
        }
        for one, value in values.items()
    ]


MINE = rows("mine", {"X": 0.5, "Y": 0.7}, own=True)
ABOVE = rows("above", {"X": 0.7, "Y": 0.8})
TOP = rows("top", {"X": 0.9, "Y": 0.9})
BELOW = rows("below", {"X": 0.3, "Y": 0.4})


def test_the_nearest_model_above_and_below_are_named_by_the_mean_of_what_both_have() -> None:
    found = standing([*MINE, *TOP, *ABOVE, *BELOW])
    assert found is not None
    assert found.above is not None
    assert found.below is not None
    assert (found.above.model, found.below.model) == ("above", "below")
    assert found.above.estimate.value == pytest.approx((0.5 + 0.7 - 0.7 - 0.8) / 2)
    assert found.below.estimate.value == pytest.approx((0.5 + 0.7 - 0.3 - 0.4) / 2)
    assert found.sentence == (
        "is 15.0 points below above and 25.0 above below on average of 2 benchmarks."
    )


def test_a_pair_has_one_interval_and_one_verdict_however_many_other_models_there_are() -> None:
    alone, among = standing([*MINE, *ABOVE]), standing([*MINE, *TOP, *ABOVE, *BELOW])
    assert alone is not None
    assert among is not None
    assert alone.above
    assert among.above
    (low, high), (wide_low, wide_high) = (
        gap.result.ends() if gap.result else (0.0, 0.0) for gap in (alone.above, among.above)
    )
    assert low is not None
    assert high is not None
    assert wide_low is not None
    assert wide_high is not None
    # 1.96 times the standard error of the mean of two differences of 1,000 answers each
    half = 1.96 * ((0.5 * 0.5 + 0.7 * 0.3 + 0.7 * 0.3 + 0.8 * 0.2) / 1000) ** 0.5 / 2
    assert (low, high) == pytest.approx((-0.15 - half, -0.15 + half), abs=2e-4)
    assert (wide_low, wide_high) == (low, high)
    assert alone.above.interval.startswith("−15.0 points (−17.8 to −12.2) to above")


def test_a_difference_that_could_be_chance_says_so_behind_its_own_number() -> None:
    near = rows("near", {"X": 0.505, "Y": 0.705})
    found = standing([*MINE, *near, *BELOW])
    assert found is not None
    assert found.sentence == (
        "is 0.5 points below near (not significant) and 25.0 above below on average of 2 benchmarks."
    )
    close = rows("close", {"X": 0.495, "Y": 0.695})
    found = standing([*MINE, *near, *close])
    assert found is not None
    assert found.sentence == (
        "is 0.5 points below near and 0.5 above close on average of 2 benchmarks (both not significant)."
    )


def test_without_a_number_of_problems_the_difference_is_said_and_not_tested() -> None:
    found = standing([*MINE, *rows("above", {"X": 0.7, "Y": 0.8}, None)])
    assert found is not None
    assert found.sentence == "is 15.0 points below above on average of 2 benchmarks (not tested)."
    assert found.above is not None
    assert found.above.interval == "−15.0 points to above"
    assert "not tested, as the number of problems is unknown" in found.tested


def test_on_one_benchmark_the_verdict_is_that_of_the_page_of_two_models() -> None:
    mine, other = rows("mine", {"X": 0.5}, 100, own=True), rows("other", {"X": 0.64}, 100)
    found = standing([*mine, *other, *rows("top", {"X": 0.9}), *rows("low", {"X": 0.1})])
    assert found is not None
    assert found.above is not None
    a, b = (row | {"unit": "fraction", "higher_is_better": True} for row in (mine[0], other[0]))
    (pair,) = differences([(a, b, Answers())])
    here, there = found.above.result, pair.result
    assert here is not None
    assert there is not None
    assert (here.p, here.adjusted, here.tests) == (there.p, there.adjusted, 1)
    assert here.interval == pytest.approx(there.interval)
    assert (here.significant, pair.verdict) == (True, Verdict.WORSE)


def test_only_the_models_that_share_the_most_benchmarks_are_compared() -> None:
    found = standing([*MINE, *rows("narrow", {"X": 0.5}), *ABOVE])
    assert found is not None
    assert [gap.model for gap in found.gaps] == ["above"]
    only = standing([*MINE, *rows("narrow", {"X": 0.4, "Q": 0.9})])
    assert only is not None
    assert only.sentence == "is 10.0 points above narrow on X."


def test_of_several_own_models_the_best_of_the_widest_is_named() -> None:
    wide = rows("wide", {"X": 0.4, "Y": 0.4}, own=True)
    narrow = rows("narrow", {"X": 0.99}, own=True)
    found = standing([*wide, *narrow, *MINE, *ABOVE])
    assert found is not None
    assert found.model == "mine"
    alike = standing([*rows("less", {"X": 0.4, "Y": 0.4}, own=True), *MINE, *ABOVE])
    assert alike is not None
    assert alike.model == "mine, highest of 2"


def test_a_model_of_known_size_is_called_by_it_in_the_sentence() -> None:
    found = standing([*MINE, *rows("above", {"X": 0.7, "Y": 0.8}, params_b=12.0)])
    assert found is not None
    assert found.above is not None
    assert found.sentence == "is 15.0 points below 12B on average of 2 benchmarks."
    assert found.above.interval.endswith("to above")


def test_nothing_in_common_is_no_standing() -> None:
    assert standing([*MINE, *rows("other", {"Q": 0.5})]) is None
    assert standing(MINE) is None
    assert standing(ABOVE) is None
