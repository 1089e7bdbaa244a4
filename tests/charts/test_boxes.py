"""Which rectangles of a chart meet, and which lines cross them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.charts.boxes import Box, as_rows, crossed, met

EDGES = st.integers(-3000, 3000).map(lambda tenths: tenths / 10)
SIZES = st.integers(1, 2000).map(lambda tenths: tenths / 10)
BOXES = st.builds(
    lambda left, bottom, width, height: Box(left, bottom, left + width, bottom + height),
    EDGES, EDGES, SIZES, SIZES,
)  # fmt: skip


def meet(one: Box, other: Box) -> bool:
    apart = one.right <= other.left or other.right <= one.left
    return not (apart or one.top <= other.bottom or other.top <= one.bottom)


@given(st.lists(BOXES, max_size=9), st.lists(BOXES, max_size=9))
def test_what_is_compared_at_once_is_what_one_by_one_meets(
    boxes: list[Box], others: list[Box]
) -> None:
    found = met(as_rows(boxes), as_rows(others))
    assert found.tolist() == [[meet(box, other) for other in others] for box in boxes]


def test_boxes_that_only_touch_do_not_meet() -> None:
    boxes = as_rows([Box(0, 0, 10, 10)])
    others = as_rows([Box(10, 0, 20, 10), Box(9, 9, 20, 20)])
    assert met(boxes, others).tolist() == [[False, True]]


@given(st.tuples(EDGES, EDGES, EDGES, EDGES), BOXES)
def test_a_line_crosses_a_box_if_one_of_its_points_is_within(
    line: tuple[float, float, float, float], box: Box
) -> None:
    x, y, to_x, to_y = line
    shares = np.linspace(0, 1, 400)
    across, up = x + (to_x - x) * shares, y + (to_y - y) * shares
    within = (box.left < across) & (across < box.right) & (box.bottom < up) & (up < box.top)
    (found,) = crossed(np.array([line]), as_rows([box]))[0]
    assert found or not within.any()
    far = (
        (across < box.left - 1)
        | (box.right + 1 < across)
        | (up < box.bottom - 1)
        | (box.top + 1 < up)
    )
    corner = (
        np.hypot(to_x - x, to_y - y) / 400
    )  # nearer to a corner than two points are to each other
    near = (across > box.left - 1 - corner) & (across < box.right + 1 + corner)
    near &= (up > box.bottom - 1 - corner) & (up < box.top + 1 + corner)
    assert not found or near.any() or not far.all()


def test_a_line_that_is_nowhere_crosses_nothing() -> None:
    nowhere = np.full((1, 4), np.nan)
    assert not crossed(nowhere, as_rows([Box(-1e9, -1e9, 1e9, 1e9)])).any()


def test_a_line_straight_up_crosses_what_stands_in_its_way() -> None:
    boxes = as_rows([Box(0, 50, 10, 60), Box(12, 50, 20, 60), Box(0, 120, 10, 130)])
    assert crossed(np.array([[5.0, 0.0, 5.0, 100.0]]), boxes).tolist() == [[True, False, False]]
