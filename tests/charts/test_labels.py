"""Where direct labels are placed."""

from reasonboard.charts.boxes import Box, Frame
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
