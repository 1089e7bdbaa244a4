"""Names of rows as they have room."""

from collections.abc import Callable
from itertools import takewhile

import pytest
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
        f"the-long…{model}-7b · … {budget}" for model in ("a", "b") for budget in (2, 8)
    ]
    assert list(cut_apart([f"{long}a-7b", f"{long}b-7b", "m"], 16).values()) == [
        "the-long…a-7b",
        "the-long…b-7b",
        "m",
    ]


STEPS = [f"Qwen3-4B-grpo-lr1e-6 · step {step}" for step in (100, 200, 1000)]


@pytest.mark.parametrize(
    ("names", "room", "short"),
    [
        (["Ours (step 200)", "Ours (step 400)"], 13, ["Ours…200", "Ours…400"]),
        (["Ours (step 200)", "Ours (step 400)"], 8, ["Ours…200", "Ours…400"]),
        (["Ours (step 200)", "Ours (step 400)"], 7, ["…200", "…400"]),
        (["AIME24 (avg@32)", "AIME24 (maj@32)", "MATH500"], 10, ["AIME24 a…", "AIME24 m…", "MATH500"]),
        (["DeepSeek-R1-Distill-Qwen-7B", "DeepSeek-R1-Distill-Qwen-1.5B"], 16, ["DeepSeek-R1…7B", "DeepSeek-R1…1.5B"]),
        (["DeepSeek-R1-Distill-Qwen-7B", "DeepSeek-R1-Distill-Llama-8B"], 14, ["…Qwen-7B", "…Llama-8B"]),
        (STEPS, 20, ["Qwen3-4B-grpo…100", "Qwen3-4B-grpo…200", "Qwen3-4B-grpo…1000"]),
    ],
)  # fmt: skip
def test_what_differs_between_names_stays(names: list[str], room: int, short: list[str]) -> None:
    assert list(cut_apart(names, room).values()) == short


NAMES = st.lists(
    st.one_of(
        st.text("ab7/·-_ ()[]", min_size=1, max_size=30),
        st.builds(
            lambda start, core, end: f"{start}{core}{end}",
            st.sampled_from(["", "org/Qwen2.5-Math-7B-grpo", "Ours (", "a/lr", "Qwen · step "]),
            st.text("abc123", min_size=1, max_size=12),
            st.sampled_from(["", ")", "-instruct", "/seed1", " · 5-shot", "00"]),
        ),
    ).filter(str.strip),
    min_size=1,
    max_size=6,
    unique=True,
)


@given(NAMES, st.integers(6, 40))
def test_names_that_differ_have_labels_that_differ_wherever_there_is_room(
    names: list[str], room: int
) -> None:
    labels = list(cut_apart(names, room).values())
    assert all(len(label) <= room for label in labels)
    assert not any(map(_lost_a_bracket, names, labels))
    if has_room_for_distinct(names, lambda words: len(words) <= room):
        assert len(set(labels)) == len(names), labels


@given(NAMES, st.floats(40, 250))
def test_fitted_names_that_differ_look_different_wherever_there_is_room(
    names: list[str], width: float
) -> None:
    labels = _fitted(names, width)
    assert not any(map(_lost_a_bracket, names, labels))
    if has_room_for_distinct(names, lambda words: text_width(words, 12.0) <= width):
        assert len(set(labels)) == len(names), labels


def has_room_for_distinct(names: list[str], fits: Callable[[str], bool]) -> bool:
    """Can all be shown by what differs between them, or by their beginnings?"""
    start = _common(names)
    end = _common([name[start:][::-1] for name in names])
    cores = [f"…{name[start : len(name) - end]}…" for name in names]
    longest = max(map(len, names))
    by_start = (
        [name if len(name) <= count else f"{name[:count]}…" for name in names]
        for count in range(1, longest + 1)
    )
    return any(
        all(map(fits, labels)) and len({label.replace(" ", "") for label in labels}) == len(names)
        for labels in (cores, *by_start)
    )


def _lost_a_bracket(name: str, label: str) -> bool:
    return _is_balanced(name) and not _is_balanced(label)


def _is_balanced(text: str) -> bool:
    """Has each bracket its partner, those of each kind for themselves?"""
    for one, other in ("()", "[]"):
        depth = 0
        for letter in text:
            depth += (letter == one) - (letter == other)
            if depth < 0:
                return False
        if depth:
            return False
    return True


def _common(names: list[str]) -> int:
    return sum(1 for _ in takewhile(lambda same: len({*same}) == 1, zip(*names, strict=False)))
