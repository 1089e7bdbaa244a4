"""Where numbers come from, in words."""

from reasonboard.web.components.markup import render_html
from reasonboard.web.components.provenance import evidence

ROWS = [
    {"source": "s", "value": 0.5, "unit": "fraction"},
    {"source": "t", "value": 0.4, "unit": "fraction"},
]


def test_all_measurements_of_a_mark_are_shown_without_a_word() -> None:
    text = render_html(evidence(ROWS, 2, "GPQA · large", []))
    assert '<p class="caption">GPQA · large</p>' in text
    assert text.count("<tr>") == 3


def test_where_a_mark_has_more_measurements_than_are_shown_it_is_said() -> None:
    text = render_html(evidence(ROWS, 12_345, "GPQA · large", []))
    assert "GPQA · large · the first 2 of 12,345 measurements</p>" in text


def test_without_a_picked_mark_there_is_nothing() -> None:
    assert evidence([], 0, "", []) == []
