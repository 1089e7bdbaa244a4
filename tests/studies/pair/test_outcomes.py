"""The areas of outcomes, each with its count and with words if these have room; settings as lines of words."""

import re

import pytest

from reasonboard.charts.theme import Figure
from reasonboard.studies.pair.charts.outcomes import outcomes_chart
from reasonboard.studies.pair.charts.settings import settings_chart

NO_TOKENS = dict.fromkeys(
    ("tokens_n", "tokens_a", "tokens_b", "tokens_aa", "tokens_bb", "tokens_ab")
)


def chart(**problems: int) -> Figure:
    """Of A alone, with two attempts at each of so many problems of each outcome."""
    rows = [
        {
            "outcome": outcome,
            "problems": number,
            "attempts": 2,
            "attempts_a": 2,
            "attempts_b": None,
            "by_text": True,
            "graded": "",
        }
        | NO_TOKENS
        for outcome, number in problems.items()
    ]
    return outcomes_chart(rows, columns=1, b="", panel="M", items="all", field=[], beside=[])


@pytest.mark.parametrize(
    ("flipped", "words"), [(80, "flipped between attempts"), (50, "flipped between<br>attempts"), (20, None)]
)  # fmt: skip
def test_words_go_on_in_a_second_line_where_one_has_no_room(
    flipped: int, words: str | None
) -> None:
    texts = [
        note["text"]
        for note in chart(flipped=flipped, wrong=100 - flipped)["layout"]["annotations"]
    ]
    assert f"<b>{flipped}</b>" in texts
    assert [text for text in texts if "flipped" in text] == ([words] if words else [])


def test_attempts_of_both_sides_are_said_where_they_differ() -> None:
    row = {
        "outcome": "a", "problems": 9, "attempts": 6, "attempts_a": 6, "attempts_b": 1, "by_text": True, "graded": "",
    } | NO_TOKENS  # fmt: skip
    drawn = outcomes_chart([row], columns=1, b="s/N", panel="M", items="all", field=[], beside=[])
    subtitle = drawn["layout"]["meta"]["subtitle"]
    assert subtitle == "Matched by problem text; 6 and 1 attempts at each."


def test_how_many_times_as_many_tokens_a_has() -> None:
    """Five problems, of which A takes 120, 240, 380, 410, 520 tokens and B 100, 200, 400, 350, 450."""
    row = {
        "outcome": "right", "problems": 5, "attempts": 1, "attempts_a": 1, "attempts_b": 1, "by_text": True,
        "graded": "", "tokens_n": 5, "tokens_a": 1670, "tokens_b": 1500, "tokens_aa": 654900, "tokens_bb": 535000,
        "tokens_ab": 589500,
    }  # fmt: skip
    drawn = outcomes_chart([row], columns=1, b="s/N", panel="M", items="all", field=[], beside=[])
    assert drawn["layout"]["meta"]["subtitle"] == (
        "Matched by problem text. Area: number of problems. A has 1.11 times as many tokens (0.96 to 1.35)."
    )


SAME = {f"sampling setting {number}": f"value {number}" for number in range(20)}


def lines(columns: int, same: dict[str, str]) -> list[str]:
    """The words of each line, from above to below."""
    rows = [{"name": "num_fewshot", "a": "5", "b": "0"}]
    rows += [{"name": name, "a": value, "b": value} for name, value in same.items()]
    chart = settings_chart(rows, columns=columns, b="b", panel="B", beside=[])
    texts = [trace["text"] for trace in chart["data"] if trace.get("mode") == "text"]
    return [" | ".join(map(str, line)) for line in zip(*texts, strict=True)]


def test_settings_that_are_the_same_have_their_values() -> None:
    same = {"max_tokens": "2048", "temperature": "0.6"}
    assert any("max tokens 2,048, temperature 0.6" in line for line in lines(4, same))


def test_as_many_as_have_room_stand_in_lines_across_the_page() -> None:
    for columns in (1, 4):
        words = " ".join(lines(columns, SAME))
        words = re.sub(r"[ |]+", " ", words)
        named = re.findall(r"sampling setting \d+ value \d+", words)
        left_out = re.search(r"(\d+) more", words)
        assert len(named) + (int(left_out[1]) if left_out else 0) == len(SAME)
    assert "more" not in " ".join(lines(4, SAME))
