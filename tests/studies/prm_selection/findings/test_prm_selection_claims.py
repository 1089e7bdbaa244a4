"""Claims about data selection on hand-written rows: every outcome of every judge."""

from typing import Any

import pytest

from reasonboard.core.findings.claim import Checked
from reasonboard.core.observed import claims
from reasonboard.studies.prm_selection.findings.prm_selection_claims import (
    above,
    between,
    highest,
    larger_is_no_guarantee,
    lowest,
    lowest_of_its_size,
)
from reasonboard.studies.prm_selection.findings.prm_selection_curve_claims import (
    reaches,
    rises,
    sizes_alike,
)
from reasonboard.studies.prm_selection.findings.prm_selection_values import Judge
from reasonboard.studies.prm_selection.study import PRM_SELECTION

Row = dict[str, Any]


def row(selector: str, value: float, **changed: object) -> Row:
    base: Row = {
        "selector": selector, "model": "M", "place": "P", "params_b": 7.0, "train_samples": 1000,
        "reference": False, "value": value, "kind": "stated", "n_items": 500, "n_repeats": None,
        "n_seeds": 0, "stderr": None,
    }  # fmt: skip
    return base | changed


def test_above_holds_where_every_place_resolves_it() -> None:
    rows = [row("A", 84.8), row("B", 73.2), row("A", 83.8, place="Q"), row("B", 70.0, place="Q")]
    found = above("A", "B")(rows)
    assert found.outcome == "holds"
    assert found.words.startswith("As claimed in 2 of 2 comparisons, 2 of them resolved")
    assert len(found.cases) == 2
    assert "11.6 points above B 73.2 %" in found.cases[0]


@pytest.mark.parametrize(
    ("values", "outcome"),
    [
        ((84.8, 84.0), "not resolved"),
        ((84.0, 84.8), "fails"),
        ((73.2, 84.8), "fails"),
        ((80.0, 80.0), "fails"),
    ],
)
def test_above_at_one_place(values: tuple[float, float], outcome: str) -> None:
    assert above("A", "B")([row("A", values[0]), row("B", values[1])]).outcome == outcome


def test_above_is_not_resolved_where_places_point_both_ways() -> None:
    rows = [row("A", 84), row("B", 83), row("A", 83, place="Q"), row("B", 84, place="Q")]
    assert above("A", "B")(rows).outcome == "not resolved"


def test_above_by_an_amount_fails_where_an_interval_excludes_it() -> None:
    rows = [row("A", 84.8), row("B", 60.0)]
    assert above("A", "B", by=0.25)(rows).outcome == "holds"
    found = above("A", "B", by=0.04)(rows)
    assert found.outcome == "fails"
    assert "1 of 1 intervals exclude 4 points" in found.words


def test_what_nobody_measured_and_two_values_in_one_place_are_no_evidence() -> None:
    for rows in (
        [row("A", 84.8, kind="extrapolated"), row("B", 60.0)],
        [row("A", 84.8), row("A", 85.0), row("B", 60.0)],
        [row("A", 84.8), row("B", 60.0, place="Q")],
        [row("A", 84.8)],
    ):
        assert above("A", "B")(rows).outcome == "cannot be checked"


def test_without_items_nothing_is_resolved() -> None:
    found = above("A", "B")([row("A", 84.8, n_items=None), row("B", 60.0)])
    assert found.outcome == "not resolved"
    assert "no uncertainty available" in found.words


@pytest.mark.parametrize(
    ("others", "outcome"),
    [
        ([80.0, 85.0], "holds"),
        ([72.0, 85.0], "not resolved"),
        ([60.0, 85.0], "fails"),
        ([], "cannot be checked"),
    ],
)
def test_the_lowest_of_its_size(others: list[float], outcome: str) -> None:
    rows = [row("low", 70.0), row("large", 20.0, params_b=72.0)]
    rows += [row(f"S{at}", value) for at, value in enumerate(others)]
    assert lowest_of_its_size("low")(rows).outcome == outcome


@pytest.mark.parametrize(
    ("other", "outcome"), [(80.0, "holds"), (71.0, "not resolved"), (60.0, "fails")]
)
def test_the_lowest_of_all(other: float, outcome: str) -> None:
    rows = [row("low", 70.0), row("A", other), row("A", 90.0, train_samples=5000)]
    assert lowest("low")(rows).outcome == outcome
    assert lowest("nobody")(rows).outcome == "cannot be checked"


def test_the_highest_is_judged_by_its_best_value() -> None:
    rows = [row("A", 70.0), row("A", 90.0, train_samples=5000), row("B", 80.0)]
    assert highest("A")(rows).outcome == "holds"
    assert highest("B")(rows).outcome == "fails"
    assert highest("A")([rows[1], row("B", 89.0)]).outcome == "not resolved"
    assert highest("A")([rows[0]]).outcome == "cannot be checked"


@pytest.mark.parametrize(
    ("middle", "outcome"), [(80.0, "holds"), (71.0, "not resolved"), (60.0, "fails")]
)
def test_between(middle: float, outcome: str) -> None:
    rows = [row("low", 70.0), row("middle", middle), row("high", 90.0)]
    assert between("low", "middle", "high")(rows).outcome == outcome
    assert between("low", "middle", "high")(rows[:2]).outcome == "cannot be checked"


def curve(*values: float, **changed: object) -> list[Row]:
    return [
        row("A", value, train_samples=1000 * 5**at, **changed) for at, value in enumerate(values)
    ]


@pytest.mark.parametrize(
    ("values", "outcome"),
    [
        ((83.4, 89.7, 91.5), "holds"),
        ((83.4, 84.0), "not resolved"),
        ((80.0, 90.0, 89.0), "not resolved"),
        ((84.0, 83.4), "fails"),
        ((70.0, 90.0, 80.0), "fails"),
        ((80.0,), "cannot be checked"),
    ],
)
def test_rises(values: tuple[float, ...], outcome: str) -> None:
    assert rises("A")(curve(*values)).outcome == outcome


def test_an_extrapolated_end_is_no_rise() -> None:
    found = rises("A")(
        [*curve(83.0, 84.0), row("A", 99.0, train_samples=59_000, kind="extrapolated")]
    )
    assert found.outcome == "not resolved"


def test_a_value_beyond_the_curve_cannot_be_checked() -> None:
    rows = [*curve(83.0, 90.0), row("A", 92.0, train_samples=59_000, kind="extrapolated")]
    found = reaches("A", 59_000, 0.92)(rows)
    assert found.outcome == "cannot be checked"
    assert "its last value is 90 % with 5k" in found.words
    assert reaches("nobody", 59_000, 0.92)(rows).outcome == "cannot be checked"


@pytest.mark.parametrize(
    ("measured", "items", "outcome"),
    [(91.0, 500, "holds"), (80.0, 500, "fails"), (91.0, None, "not resolved")],
)
def test_a_value_that_was_measured_is_checked(
    measured: float, items: int | None, outcome: str
) -> None:
    rows = [*curve(83.0), row("A", measured, train_samples=59_000, n_items=items)]
    assert reaches("A", 59_000, 0.92)(rows).outcome == outcome


@pytest.mark.parametrize(("measured", "outcome"), [(91.0, "holds"), (80.0, "fails")])
def test_a_value_whose_seeds_alone_are_known_is_checked_by_them(
    measured: float, outcome: str
) -> None:
    of_seeds = row("A", measured, train_samples=59_000, n_items=None, n_seeds=3, seed_sd=0.01)
    assert reaches("A", 59_000, 0.92)([*curve(83.0), of_seeds]).outcome == outcome


def test_a_larger_selector_is_no_guarantee() -> None:
    def judged(*rows: Row) -> str:
        return larger_is_no_guarantee(rows).outcome

    small, clear = row("A", 84.8), row("L", 60.0, params_b=72.0)
    assert judged(small, clear) == "holds"
    assert judged(small, clear | {"value": 84.0}) == "not resolved"
    assert judged(small, clear | {"value": 90.0}) == "fails"
    assert judged(small, clear | {"place": "Q"}) == "cannot be checked"
    assert judged(small, row("B", 60.0)) == "cannot be checked"


def test_sizes_are_alike_only_where_both_have_one() -> None:
    same = sizes_alike("A", "B")
    assert same([row("A", 1), row("B", 2)]).outcome == "holds"
    assert same([row("A", 1), row("B", 2, params_b=72.0)]).outcome == "fails"
    found = same([row("A", 1, params_b=None), row("B", 2, params_b=None, train_samples=59_000)])
    assert found.outcome == "cannot be checked"
    assert "1k against 59k" in found.words
    assert same([row("A", 1)]).outcome == "cannot be checked"


@pytest.mark.parametrize(
    "judge", [above("A", "B"), lowest("A"), highest("A"), rises("A"), larger_is_no_guarantee]
)
def test_no_rows_cannot_be_checked(judge: Judge) -> None:
    found: Checked = judge([])
    assert found.outcome == "cannot be checked"


@pytest.mark.usefixtures("bundled")
def test_the_outcomes_on_the_paper_itself() -> None:
    found = {one.text: one.checked for one in claims(PRM_SELECTION, {"source": "reasonflux-prm"})}
    outcomes = {
        "92 %": "cannot be checked",
        "strongly together": "holds",
        "does worse than the 59,000": "not resolved",
        "similar parameter sizes": "cannot be checked",
        "does not guarantee": "holds",
        "by 4 points": "not resolved",
        "lowest of the 7B": "not resolved",
        "gain with size": "holds",
        "gets worse with size": "fails",
        "stands out between": "not resolved",
        "low accuracy": "not resolved",
        "highest accuracy": "not resolved",
    }
    for part, outcome in outcomes.items():
        (checked,) = [one for text, one in found.items() if part in text]
        assert checked.outcome == outcome, part
