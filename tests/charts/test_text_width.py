"""Names of rows as they have room."""

from hypothesis import given
from hypothesis import strategies as st

from reasonboard.charts.text_width import Room, cut_apart, fitted_names, short_names, text_width

_STUDENT = "Qwen2.5-14B-Instruct"
_SELECTORS = ["ReasonFlux-PRM-7B", "Skywork-PRM-7B", "Random", "Human selected (s1k)"]


def _fitted(names: list[str], width: float) -> list[str]:
    return fitted_names([Room(name, width, 12.0) for name in names])


def test_what_most_rows_say_alike_goes_before_what_tells_them_apart() -> None:
    names = [f"{_STUDENT} · {selector}" for selector in _SELECTORS]
    assert _fitted(names, 400) == names
    assert _fitted(names, 150) == [f"… {selector}" for selector in _SELECTORS]


def test_of_words_that_are_as_common_the_first_go_first() -> None:
    names = [f"Acme Solver Large After Training {step}" for step in (1, 2)]
    assert _fitted(names * 2, 150) == ["… Large After Training 1", "… Large After Training 2"] * 2


def test_a_setting_that_all_have_goes_by_its_name_and_an_organization_goes_from_all_or_none() -> (
    None
):
    names = [
        f"example/{size} · max_tokens {tokens}" for size in ("7b", "32b") for tokens in (8, 16)
    ]
    assert _fitted(names, 170) == [name.removeprefix("example/") for name in names]
    assert _fitted(names, 80) == ["7b · … 8", "7b · … 16", "32b · … 8", "32b · … 16"]


def test_names_that_fit_keep_words_that_only_others_have_to_lose() -> None:
    names = [
        "7b · steps 1",
        "7b · steps 2",
        *(f"{_STUDENT} · {selector}" for selector in _SELECTORS),
    ]
    assert _fitted(names, 150)[:2] == names[:2]


@given(st.lists(st.text("ab7/·- ", min_size=1, max_size=30), min_size=1), st.floats(40, 200))
def test_no_name_is_wider_than_its_room(names: list[str], width: float) -> None:
    assert all(text_width(name, 12.0) <= width for name in _fitted(names, width))


def test_names_lose_what_all_have() -> None:
    assert short_names(["m · 8k", "m · 16k"]) == {"m · 8k": "8k", "m · 16k": "16k"}
    assert short_names(["m"]) == {"m": "m"}
    assert short_names(["m", "m · 8k"]) == {"m": "m", "m · 8k": "m · 8k"}


def test_names_that_are_long_alike_keep_what_tells_them_apart() -> None:
    long = "the-long-name-of-a-checkpoint-of-"
    names = [f"{long}{model}-7b · budget {budget}" for model in ("a", "b") for budget in (2, 8)]
    fitted = fitted_names([Room(name, 130, 12.0) for name in names])
    assert fitted == [f"…{model}-7b · budget {budget}" for model in ("a", "b") for budget in (2, 8)]
    among_others = fitted_names([Room(name, 130, 12.0) for name in [*names, "m", "n", "o", "p"]])
    assert among_others[:4] == [
        f"…{model}-7b · … {budget}" for model in ("a", "b") for budget in (2, 8)
    ]
    assert list(cut_apart([f"{long}a-7b", f"{long}b-7b", "m"], 16).values()) == [
        "the-long…of-a-7b",
        "the-long…of-b-7b",
        "m",
    ]
