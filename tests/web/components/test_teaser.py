"""The small pictures of the first page: a label does not lie on its line."""

import re
from itertools import pairwise

from reasonboard.charts.teaser import Teaser, TeaserLine
from reasonboard.web.components.teaser import svg


def label_height(values: list[float]) -> float:
    """The y of the label of the first value, which grows downwards."""
    html = svg(Teaser("s", "0", "100", lines=[TeaserLine(values, first="51%")]))
    (height,) = re.findall(r'y="([\d.]+)"[^>]*>51%<', html)
    return float(height)


def test_the_label_of_the_first_value_gives_way_to_a_line_that_rises_at_once() -> None:
    assert label_height([0, 0, 0, 100]) == label_height([0, 0, 0, 50])
    assert label_height([0, 90, 95, 100]) < label_height([0, 0, 0, 100])


def test_labels_at_the_ends_of_lines_stand_one_below_the_other() -> None:
    lines = [TeaserLine([0, 10], label="10%\na"), TeaserLine([5, 9], label="9%\nb")]
    html = svg(Teaser("s", "0", "100", lines=lines))
    heights = [float(y) for y in re.findall(r'x="247.0" y="([\d.]+)"', html)]
    assert len(heights) == 4
    assert min(below - above for above, below in pairwise(sorted(heights))) >= 12
