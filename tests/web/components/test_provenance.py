"""Where numbers come from, in words."""

import pytest

from reasonboard.web.components.markup import render

ROWS = [
    {"source": "s", "value": 0.5, "unit": "fraction"},
    {"source": "t", "value": 0.4, "unit": "fraction"},
]


@pytest.mark.parametrize(
    ("total", "caption"),
    [(2, "GPQA · large"), (12_345, "GPQA · large · the first 2 of 12,345 measurements")],
)
def test_it_is_said_where_a_mark_has_more_measurements_than_are_shown(
    total: int, caption: str
) -> None:
    text = render("evidence", mark="GPQA · large", rows=ROWS, total=total, answers=[])
    assert f'<p class="caption">{caption}</p>' in text
    assert text.count("<tr>") == 3
