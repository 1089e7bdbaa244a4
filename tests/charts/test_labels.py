"""Where direct labels are placed: which rectangles of a chart meet, and which lines cross them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from reasonboard.charts.boxes import Box, Frame, as_rows, crossed, met
from reasonboard.charts.labels import Anchor, Label, moved_apart, place_labels

FRAME = Frame((0.0, 10.0), (0.0, 100.0), 400, 300)


def label(text: str, x: float, y: float) -> Label:
    return Label(text, (Anchor(x, y, "right"), Anchor(x, y, "left")), "#000000")


def lift(note: dict[str, float]) -> float:
    return note["yshift"] if "yshift" in note else -note["ay"]


def test_a_place_in_axis_units_is_so_many_pixels_from_the_corner() -> None:
    assert FRAME.pixel(5, 50) == (200, 150)


def test_a_label_with_room_stands_beside_its_mark() -> None:
    (note,) = place_labels([label("one", 2, 50)], FRAME, [FRAME.mark(2, 50)])
    assert (note["xanchor"], note["xshift"], note["yshift"]) == ("left", 9, 0)


def test_labels_of_marks_at_the_same_place_stand_apart() -> None:
    one, two = place_labels([label("one", 2, 50), label("two", 2, 50)], FRAME, [])
    same_side = one["xanchor"] == two["xanchor"]
    assert not same_side or abs(lift(one) - lift(two)) >= 13


def test_a_label_that_does_not_fit_at_the_right_stands_at_the_left() -> None:
    (note,) = place_labels([label("a long name of a mark", 9.8, 50)], FRAME, [])
    assert note["xanchor"] == "right"


def test_a_label_far_from_its_mark_has_a_leader() -> None:
    wall = Box(0, 120, 400, 180)
    (note,) = place_labels([label("one", 2, 50)], FRAME, [wall])
    assert note["showarrow"]
    assert abs(note["ay"]) >= 36


def test_without_any_room_a_label_still_stands() -> None:
    assert len(place_labels([label("one", 2, 50)], FRAME, [Box(0, 0, 400, 300)])) == 1


def test_labels_of_one_column_keep_their_distance_and_stay_below_the_top() -> None:
    assert moved_apart([10, 11, 40], 5, 100) == [10, 15, 40]
    assert moved_apart([10, 98, 99], 5, 100) == [10, 95, 100]
    assert moved_apart([], 5, 100) == []


def test_a_label_hides_nothing_and_keeps_off_lines_where_there_is_room() -> None:
    line = FRAME.segment((0, 50), (10, 50))
    (note,) = place_labels([label("one", 2, 50)], FRAME, [], line)
    assert "bgcolor" not in note
    assert abs(lift(note)) >= 8


def test_a_label_of_a_level_line_stands_neither_beside_nor_beyond_another_one() -> None:
    """Or it would seem to name that one."""
    wall = [Box(0, 151, 400, 180)]  # over the line at 50
    one = Label("one", (Anchor(9, 50, "left"),), "#000000", (9.0, -9.0), not_beside=(45.0,))
    (note,) = place_labels([one], FRAME, wall)
    assert lift(note) > 30


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
