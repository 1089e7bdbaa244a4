"""The checks of the claims, on hand-written rows for each outcome and on the bundled data."""

import pytest

from reasonboard.core import observed
from reasonboard.studies.type_length.findings.type_length_claims import (
    five_starts_at_seven,
    four_drops_at_ten,
    four_types_fall,
    others_drop_too,
    two_rows_start_at_zero,
    two_types_are_high,
    two_types_do_not_fall,
)
from reasonboard.studies.type_length.findings.type_method_claims import (
    little_data_gains_more,
    meta_beats_asked,
    meta_is_higher,
)
from reasonboard.studies.type_length.study import TYPE_LENGTH
from tests.studies.type_length.rows import Row, panel

Curves = dict[str, dict[int, float]]
LEVEL = dict.fromkeys(range(10), 95.0)
FALLING = {at: 95.0 - 4 * at for at in range(10)}
RISING = {at: 50.0 + 4 * at for at in range(10)}
CLIFF = {8: 80.0, 9: 80.0, 10: 50.0}
LATER = {8: 80.0, 9: 80.0, 10: 78.0, 11: 50.0}
QWEN = "Qwen-2.5 1.5B"


def captioned(curves: Curves, n: int | None = 300) -> list[Row]:
    return panel("Baseline", curves, n, model=QWEN)


def other(curves: Curves, model: str = "Qwen-2.5 3B", n: int | None = 300) -> list[Row]:
    return panel("Baseline", curves, n, model=model, rank=2)


def four(curve: dict[int, float], last: dict[int, float]) -> Curves:
    return {"Type 1": curve, "Type 3": curve, "Type 4": curve, "Type 7": last}


@pytest.mark.parametrize(
    ("lowest", "n", "outcome"),
    [(91.0, 300, "holds"), (91.0, None, "holds"), (89.0, 300, "not resolved"),
     (89.0, None, "not resolved"), (70.0, 300, "fails")],
)  # fmt: skip
def test_high_is_90_percent_or_more(lowest: float, n: int | None, outcome: str) -> None:
    found = two_types_are_high(captioned({"Type 2": LEVEL, "Type 6": LEVEL | {9: lowest}}, n))
    assert found.outcome == outcome
    assert f"the lowest is {lowest:.1f} % (Type 6, length 9" in found.words
    assert len(found.cases) == (lowest < 90)


@pytest.mark.parametrize(
    ("curve", "n", "outcome"),
    [(LEVEL | {3: 94.0}, 300, "not resolved"), (FALLING, 300, "fails"), (FALLING, None, "cannot be checked")],
)  # fmt: skip
def test_whatever_the_length_fails_with_a_resolved_fall(
    curve: dict[int, float], n: int | None, outcome: str
) -> None:
    found = two_types_do_not_fall(captioned({"Type 2": LEVEL | {0: 94.0}, "Type 6": curve}, n))
    assert found.outcome == outcome


@pytest.mark.parametrize(
    ("last", "n", "outcome"),
    [(FALLING, 300, "holds"), (LEVEL | {3: 94.0}, 300, "not resolved"), (RISING, 300, "fails"),
     (FALLING, None, "cannot be checked")],
)  # fmt: skip
def test_four_types_fall_or_not(last: dict[int, float], n: int | None, outcome: str) -> None:
    assert four_types_fall(captioned(four(FALLING, last), n)).outcome == outcome


def test_type_5_starts_at_7_or_not() -> None:
    assert five_starts_at_seven(captioned({"Type 5": {7: 70.0, 8: 72.0}})).outcome == "holds"
    found = five_starts_at_seven(captioned({"Type 5": {6: 70.0, 8: 72.0}}))
    assert (found.outcome, found.words) == ("fails", "Type 5 has values at the lengths 6, 8.")


def test_rows_start_at_0_or_not() -> None:
    assert two_rows_start_at_zero(captioned({"Type 2": LEVEL, "Type 4": LEVEL})).outcome == "holds"
    assert two_rows_start_at_zero(captioned({"Type 2": LEVEL, "Type 4": CLIFF})).outcome == "fails"


def test_the_drop_of_type_4_is_at_10_or_elsewhere_or_noise() -> None:
    assert four_drops_at_ten(captioned({"Type 4": CLIFF})).outcome == "holds"
    later = four_drops_at_ten(captioned({"Type 4": LATER}))
    assert later.outcome == "fails"
    assert "length 10 to 11, -28.0 points" in later.words
    assert "length 9 to 10, -2.0 points" in later.words
    assert four_drops_at_ten(captioned({"Type 4": LEVEL})).outcome == "not resolved"
    assert four_drops_at_ten(captioned({"Type 4": CLIFF}, None)).outcome == "cannot be checked"


def test_what_lies_in_the_data_shows_in_every_model() -> None:
    own = captioned({"Type 4": CLIFF})
    assert others_drop_too(own + other({"Type 4": CLIFF})).outcome == "holds"
    one_of_two = own + other({"Type 4": CLIFF}) + other({"Type 4": LEVEL | {10: 95.0}}, "Third")
    found = others_drop_too(one_of_two)
    assert found.outcome == "not resolved"
    assert "1 of 2 other panels" in found.words
    assert len(found.cases) == 2
    assert others_drop_too(own).outcome == "cannot be checked"
    assert others_drop_too(captioned({"Type 4": LEVEL})).outcome == "not resolved"
    assert others_drop_too(captioned({"Type 4": CLIFF}, None)).outcome == "cannot be checked"


@pytest.mark.parametrize(
    "judge",
    [two_types_are_high, two_types_do_not_fall, four_types_fall, five_starts_at_seven,
     two_rows_start_at_zero, four_drops_at_ten, others_drop_too],
)  # fmt: skip
def test_other_models_say_nothing_of_the_captioned_one(judge: object) -> None:
    assert callable(judge)
    assert judge(other({"Type 1": LEVEL})).outcome == "cannot be checked"


def methods(base: float, meta: float, n: int | None = 300, **more: object) -> list[Row]:
    return [
        *panel("Baseline", {"Type 1": {1: base, 2: base}}, n, **more),
        *panel("Meta-learning", {"Type 1": {1: meta, 2: meta}}, n, **more),
    ]


@pytest.mark.parametrize(
    ("meta", "outcome"), [(80.0, "holds"), (51.0, "not resolved"), (20.0, "fails")]
)
def test_meta_learning_is_higher_in_every_model_or_not(meta: float, outcome: str) -> None:
    rows = methods(50, 90, model="Other") + methods(50, meta)
    found = meta_is_higher(rows)
    assert found.outcome == outcome
    assert len(found.cases) == 2


def test_methods_are_not_compared_without_n_or_without_both() -> None:
    assert meta_is_higher(methods(50, 80, None)).outcome == "cannot be checked"
    assert meta_is_higher(methods(50, 80)[:1]).outcome == "cannot be checked"


@pytest.mark.parametrize(
    ("meta", "outcome"), [(90.0, "holds"), (61.0, "not resolved"), (40.0, "fails")]
)
def test_little_data_gains_more_or_not(meta: float, outcome: str) -> None:
    rows = methods(50, 60, train_samples=1000)
    assert little_data_gains_more(rows).outcome == "cannot be checked"
    assert little_data_gains_more(rows + methods(50, meta, train_samples=100)).outcome == outcome


def test_small_models_beat_the_asked_ones_or_not() -> None:
    small = methods(50, 80)
    asked = panel("Baseline", {"Type 1": {1: 60.0, 2: 60.0}}, 300, model="GPT-4o")
    assert meta_beats_asked(small + asked).outcome == "holds"
    better = panel("Baseline", {"Type 1": {1: 95.0, 2: 95.0}}, 300, model="o3-mini")
    assert meta_beats_asked(small + asked + better).outcome == "fails"
    unknown = panel("Baseline", {"Type 1": {1: 60.0}}, None, model="GPT-4o")
    found = meta_beats_asked(small + unknown)
    assert found.outcome == "not resolved"
    assert "Higher in 1 of 1" in found.words
    assert meta_beats_asked(small).outcome == "cannot be checked"


@pytest.mark.usefixtures("bundled")
def test_the_claims_of_the_caption_against_the_authors_data() -> None:
    found = observed.claims(TYPE_LENGTH, TYPE_LENGTH.defaults())
    outcomes = [one.checked.outcome for one in found if one.section != "Abstract"]
    assert outcomes == [
        "fails", "holds", "holds", "holds", "fails",
        "fails", "cannot be checked", "cannot be checked", "not resolved",
    ]  # fmt: skip
    drop = next(one for one in found if one.text == "Type 4 falls sharply at length 10.")
    assert (
        "length 10 to 11, -20.0 points (95 % interval -27.3 to -12.3; resolved"
        in drop.checked.words
    )
    assert "length 9 to 10, -3.3 points" in drop.checked.words


@pytest.mark.usefixtures("bundled")
def test_the_claims_of_the_authors_against_their_data() -> None:
    found = observed.claims(TYPE_LENGTH, TYPE_LENGTH.defaults())
    outcomes = [one.checked.outcome for one in found if one.section == "Abstract"]
    assert outcomes == ["holds", "not resolved", "not resolved"]
