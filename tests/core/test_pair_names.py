"""What two models are called in a sentence about both."""

import pytest

from reasonboard.core.pair_names import listed_names, name_among, pair_names

_SWEEP = "budget not stated, temperature 0.6, max tokens not stated, effort "


@pytest.mark.parametrize(
    ("a", "b", "short_a", "short_b"),
    [
        ("my-7b", "other-7b", "my-7b", "other-7b"),
        ("my-7b · after RL", "other-7b · after RL", "my-7b", "other-7b"),
        ("my-7b · budget 4096", "my-7b · budget 16384", "my-7b · budget 4096", "budget 16384"),
        ("my-7b", "my-7b · after RL", "my-7b", "my-7b · after RL"),
        (f"my-7b · {_SWEEP}low", f"my-7b · {_SWEEP}high", "my-7b · effort low", "effort high"),
        (
            "my-7b · budget not stated, effort low",
            "my-7b · budget 4096",
            "my-7b · effort low, budget not stated",
            "budget 4096",
        ),
        ("my-7b", "my-7b", "my-7b", "my-7b"),
    ],
)
def test_two_models_are_named_by_what_differs(a: str, b: str, short_a: str, short_b: str) -> None:
    assert pair_names(a, b) == (short_a, short_b)
    if "my-7b" not in short_b or a == b:
        return
    assert pair_names(b, a)[1] == short_a


def test_a_long_name_among_others_says_what_not_all_of_them_have() -> None:
    names = [f"my-7b · {_SWEEP}{effort}" for effort in ("low", "high")]
    assert [name_among(name, names) for name in names] == [
        "my-7b · effort low",
        "my-7b · effort high",
    ]
    assert name_among("my-7b · budget 4096", names) == "my-7b · budget 4096"


def test_names_of_any_length_leave_room_for_a_verdict() -> None:
    """Two names and a verdict take two lines of a headline."""
    parts = [f"setting {at} is {at * 1000}" for at in range(12)]
    a, b = (
        f"org/{letter * 60} · {', '.join(parts[start::2])}" for start, letter in enumerate("xy")
    )
    assert all(len(name) <= 44 for name in pair_names(a, b))
    assert len({*pair_names(a, b)}) == 2


def test_a_list_has_what_tells_its_long_names_apart() -> None:
    model = "some-organization/deepseek-r1-distill-qwen-7b-grpo-math-v2"
    names = [
        f"{model} · budget {budget}, language English, template not stated"
        for budget in (4096, 16384)
    ]
    assert [*listed_names([*names, "my-7b · budget 4096"]).values()] == [
        "some-organization/deepseek-r1… · budget 4096",
        "some-organization/deepseek-r1… · budget 16384",
    ]


def test_a_list_keeps_names_that_are_short_or_would_look_alike() -> None:
    assert listed_names(["my-7b · budget 4096", "my-7b · budget 16384"]) == {}
    alike = [f"my-7b{between}{'long ' * 10}" for between in (" · ", ", ")]
    assert listed_names(alike) == {}
