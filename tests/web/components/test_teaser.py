"""The small pictures of the first page: a label does not lie on its line."""

import re

from reasonboard.charts.teaser import Teaser, TeaserLine
from reasonboard.web.components.teaser import svg


def label_height(values: list[float]) -> float:
    """The y of the label of the first value, which grows downwards."""
    html = svg(Teaser("s", "0", "100", lines=[TeaserLine(values, first="51 %")]))
    (height,) = re.findall(r'y="([\d.]+)"[^>]*>51 %<', html)
    return float(height)


def test_the_label_of_the_first_value_gives_way_to_a_line_that_rises_at_once() -> None:
    assert label_height([0, 0, 0, 100]) == label_height([0, 0, 0, 50])
    assert label_height([0, 90, 95, 100]) < label_height([0, 0, 0, 100])
