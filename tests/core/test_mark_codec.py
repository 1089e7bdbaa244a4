"""Marks in one text."""

from hypothesis import given
from hypothesis import strategies as st

from reasonboard.core.comparison_baseline import join, split

TEXT = st.text(min_size=1)


@given(st.lists(TEXT | st.lists(TEXT, min_size=1), min_size=1))
def test_what_was_joined_comes_back_and_needs_no_comma(values: list[str | list[str]]) -> None:
    names = [str(place) for place in range(len(values))]
    joined = join(names, dict(zip(names, values, strict=True)))
    assert split(names, joined) == dict(zip(names, values, strict=True))
    assert "," not in joined


def test_a_text_of_another_number_of_values_is_none() -> None:
    assert split(["a", "b"], "1!2!3") is None
    assert split(["a", "b"], "") is None
