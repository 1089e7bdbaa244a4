"""CSV that a spreadsheet does not run."""

import csv
import io
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from reasonboard.export.rows import csv_lines


def parsed(*rows: tuple[Any, ...]) -> list[list[str]]:
    return list(csv.reader(io.StringIO("".join(csv_lines(rows)), newline="")))


def test_numbers_stay_numbers_and_missing_is_empty() -> None:
    assert parsed((-0.5, 3, None, True)) == [["-0.5", "3", "", "True"]]


def test_texts_that_start_a_formula_are_defused() -> None:
    for text in (
        "=1+1",
        "@SUM(A1)",
        "+1",
        "-1",
        "\t=1",
        " =1",
        "＝1",
        "|cmd",
        " |x",
        "｜x",
        "\u200b=1",
        "\ufeff@x",
        "\xa0+1",
        "\0=1",
        "\x0b-1",
        "\u3000=1",
    ):
        assert parsed((text,))[0][0] == "'" + text


@given(
    st.lists(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
        min_size=1,
        max_size=5,
    )
)
def test_texts_come_back_but_for_the_apostrophe(texts: list[str]) -> None:
    (row,) = parsed(tuple(texts)) or [[""]]
    assert [one.removeprefix("'") for one in row] == [text.removeprefix("'") for text in texts]


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_no_text_begins_with_the_sign_of_a_formula(text: str) -> None:
    rows = parsed((text, "end"))
    assert not rows[0][0].lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
