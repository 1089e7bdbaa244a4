"""Where numbers come from, in words."""

import pytest

from reasonboard.web.components.markup import render

ROWS = [
    {"metric": "accuracy", "value": "50%", "where": "Table 1", "about": "", "problems": ""},
    {
        "metric": "tokens",
        "value": "900",
        "where": "Table 2",
        "about": "a <note>",
        "problems": "pair?a=x",
        "problems_label": "All problems of this run",
    },
]
_REST = ("heading", "common", "test", "parameters", "sql", "swap", "release", "compare", "drawer")


@pytest.mark.parametrize(
    ("total", "caption"), [(2, ""), (12_345, " The first 2 of 12,345 measurements.")]
)
def test_it_is_said_where_a_mark_has_more_measurements_than_are_shown(
    total: int, caption: str
) -> None:
    text = render("evidence", rows=ROWS, total=total, answers=[], **dict.fromkeys(_REST, ""))
    assert f'</table><p class="caption">{caption}</p>' in text
    assert text.count("<tr>") == len(ROWS)
    assert "a &lt;note&gt;" in text
    assert text.count("All problems of this run") == 1
