"""Which rectangles of a chart meet."""

from hypothesis import given
from hypothesis import strategies as st

from app.figures.boxes import Box, Crowd

EDGES = st.floats(-300, 300, allow_nan=False)
SIZES = st.floats(0, 200, allow_nan=False)
BOXES = st.builds(
    lambda left, bottom, width, height: Box(left, bottom, left + width, bottom + height),
    EDGES, EDGES, SIZES, SIZES,
)  # fmt: skip


@given(st.lists(BOXES, max_size=20), BOXES)
def test_a_crowd_knows_the_boxes_that_one_by_one_meet(boxes: list[Box], box: Box) -> None:
    assert Crowd(boxes).met(box) == {place for place, other in enumerate(boxes) if box.meets(other)}


def test_boxes_that_only_touch_do_not_meet() -> None:
    assert not Box(0, 0, 10, 10).meets(Box(10, 0, 20, 10))
    assert Box(0, 0, 10, 10).meets(Box(9, 9, 20, 20))
