"""Every judge of the claims about iterations, for every outcome that it can have."""

from typing import Any

import pytest

from reasonboard.core.findings.claim import Outcome
from reasonboard.core.observed import claims
from reasonboard.studies.iterations.findings.iterations_claims import JUDGES
from reasonboard.studies.iterations.study import ITERATIONS

Row = dict[str, Any]
Numbers = list[float]
RISING: Numbers = [10, 19, 31, 40, 52, 60, 71, 80]
FALLING = RISING[::-1]
LEVEL: Numbers = [50, 52, 49, 51, 50, 49, 52, 50]
LONGER: Numbers = [100, 210, 330, 470, 600, 760, 900, 1100]


def row(benchmark: str, accuracy: Numbers, tokens: Numbers = LONGER, **other: Any) -> Row:
    """A row of app/reasonboard/studies/iterations/sql/grid.sql."""
    many = len(accuracy)
    return {
        "benchmark": benchmark, "run": "M", "aggregate": False, "n_items": 400, "n_repeats": None,
        "n_seeds": None, "iteration": [4 * place for place in range(many)], "accuracy": accuracy,
        "tokens": tokens[:many], "stderr": [None] * many, "seed_sd": [None] * many,
    } | other  # fmt: skip


def pair(names: tuple[str, str], one: Numbers, two: Numbers, **other: Any) -> list[Row]:
    return [row(names[0], one, **other), row(names[1], two, **other)]


CLEAR, ERRATIC = ("GAOKAO", "MATH500"), ("AIMO2024", "GPQA")
MEAN = row("All", FALLING, aggregate=True)
JUMPY: Numbers = [10, 90, 12, 88, 10, 90, 12, 88]

CASES: list[tuple[str, list[Row], Outcome]] = [
    ("panels", [row(f"B{number}", RISING) for number in range(13)], "holds"),
    ("panels", [row("A", RISING), row("B", [1, 2])], "fails"),
    ("panels", [row("A", [1, 2])], "cannot be checked"),
    ("length_from_zero", [row("A", RISING, [0, *LONGER])], "holds"),
    ("length_from_zero", [row("A", RISING)], "fails"),
    ("length_from_zero", [], "cannot be checked"),
    ("length_grows", [row("A", RISING), MEAN], "holds"),
    ("length_grows", [row("A", RISING), row("B", RISING, LONGER[::-1])], "fails"),
    ("length_grows", [row("A", [1], [5])], "cannot be checked"),
    ("length_never_falls", [row("A", RISING)], "holds"),
    ("length_never_falls", [row("A", RISING, [100, 300, 200, 400, 500, 600, 700, 800])], "fails"),
    ("length_never_falls", [row("A", [1, 2])], "cannot be checked"),
    ("levels_differ", [row("A", RISING), row("B", FALLING)], "holds"),
    ("levels_differ", [row("A", RISING), row("B", [40, 80])], "not resolved"),
    ("levels_differ", [row("A", RISING), row("B", FALLING, n_items=None)], "cannot be checked"),
    ("levels_differ", [row("A", [5, 100]), row("B", [6, 100])], "cannot be checked"),
    ("clear_gains", pair(CLEAR, RISING, RISING), "holds"),
    ("clear_gains", pair(CLEAR, RISING, FALLING), "fails"),
    ("clear_gains", pair(CLEAR, RISING, LEVEL), "not resolved"),
    ("clear_gains", [row("MATH500", RISING)], "cannot be checked"),
    ("erratic", pair(ERRATIC, LEVEL, RISING), "fails"),
    ("erratic", pair(ERRATIC, LEVEL, LEVEL), "not resolved"),
    ("erratic", [row("GPQA", RISING)], "cannot be checked"),
    ("gains_differ", [row("A", RISING), row("B", FALLING)], "holds"),
    ("gains_differ", [row("A", RISING), row("B", RISING)], "not resolved"),
    ("gains_differ", [row("A", RISING), MEAN], "cannot be checked"),
    ("sometimes_together", [row("A", RISING), row("B", LEVEL)], "holds"),
    ("sometimes_together", [row("A", [10, 22, 31, 38, 52, 60, 69, 80])], "fails"),
    ("sometimes_together", [row("B", LEVEL)], "not resolved"),
    ("sometimes_together", [row("A", [1, 2])], "cannot be checked"),
    ("more_than_noise", [row("A", JUMPY), row("B", LEVEL)], "holds"),
    ("more_than_noise", [row("B", LEVEL, n_items=100)], "fails"),
    ("more_than_noise", [row("B", [40, 62, 41, 60, 39, 62], n_items=60)], "not resolved"),
    ("more_than_noise", [row("A", JUMPY, n_items=None)], "cannot be checked"),
    ("harder", [*pair(ERRATIC, LEVEL, LEVEL), row("MATH500", RISING)], "holds"),
    ("harder", [*pair(ERRATIC, RISING, LEVEL), row("MATH500", LEVEL)], "fails"),
    ("harder", [*pair(ERRATIC, LEVEL, LEVEL), row("MATH500", LEVEL)], "not resolved"),
    ("harder", pair(ERRATIC, LEVEL, LEVEL), "cannot be checked"),
    ("harder", [*pair(ERRATIC, LEVEL, LEVEL, n_items=None), row("MATH500", RISING)], "cannot be checked"),
    ("longer_without_gain", [row("A", [10, 50, 80, 80, 80, 60, 50, 40])], "holds"),
    ("longer_without_gain", [row("A", RISING), row("B", LEVEL)], "not resolved"),
    ("longer_without_gain", [row("A", RISING, n_items=None)], "cannot be checked"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "rows", "outcome"), CASES)
def test_a_judge_reaches_each_of_its_outcomes(name: str, rows: list[Row], outcome: Outcome) -> None:
    checked = JUDGES[name](rows)
    assert checked.outcome == outcome, checked.words
    assert checked.words.endswith(".")


@pytest.mark.parametrize("name", JUDGES)
def test_every_judge_stands_no_rows_and_rows_without_values(name: str) -> None:
    nothing = row("MATH500", [], [])
    missing = row("GPQA", RISING) | {"accuracy": [None] * 8, "tokens": [None] * 8}
    for rows in ([], [nothing], [missing], [nothing, missing]):
        assert JUDGES[name](rows).outcome == "cannot be checked"


def test_a_mean_over_benchmarks_is_no_benchmark() -> None:
    falling = row("All", RISING, LONGER[::-1], aggregate=True)
    checked = JUDGES["length_grows"]([row("A", RISING), falling])
    assert checked.outcome == "holds"
    assert "1 of 1 benchmarks" in checked.words


OUTCOMES: dict[str, Outcome] = {
    "thirteen panels": "fails",
    "starts at 0 tokens": "fails",
    "longer on every benchmark": "holds",
    "rise in length is steady": "fails",
    "differs much from benchmark": "holds",
    "clearly improve": "holds",
    "without a clear direction": "fails",
    "hardly related": "holds",
    "unstable": "fails",
    "elaborate": "cannot be checked",
    "depends on the benchmark": "holds",
    "hyperparameters": "cannot be checked",
    "harder tasks": "holds",
    "another way of training": "cannot be checked",
    "does not promise": "not resolved",
    "wordy": "cannot be checked",
}


@pytest.mark.usefixtures("bundled")
def test_what_becomes_of_the_claims_on_the_bundled_figure() -> None:
    found = claims(ITERATIONS, ITERATIONS.defaults())
    assert len(found) == len(OUTCOMES)
    for words, outcome in OUTCOMES.items():
        (claim,) = [one for one in found if words in one.text]
        assert claim.checked.outcome == outcome, claim


@pytest.mark.usefixtures("bundled")
def test_the_description_itself_has_no_curves_to_check_them_on() -> None:
    values, _ = ITERATIONS.clean({"source": "caption-iterations"})
    outcomes = [one.checked.outcome for one in claims(ITERATIONS, values)]
    assert outcomes.count("holds") == 2
    assert set(outcomes) == {"holds", "cannot be checked"}
