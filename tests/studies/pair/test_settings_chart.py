"""The settings of two runs as lines of words."""

import re

from reasonboard.studies.pair.charts.settings import settings_chart

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
