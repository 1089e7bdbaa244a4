"""Rectangles in the plot area of a chart: what marks and lines take, and which of them meet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

_SQUARE = 32


class Box(NamedTuple):
    """A rectangle in pixels from the lower left corner of the plot area."""

    left: float
    bottom: float
    right: float
    top: float

    def meets(self, other: "Box") -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.bottom < other.top
            and other.bottom < self.top
        )


@dataclass(frozen=True)
class Frame:
    """The plot area: its ranges in axis units (logarithms on a log axis) and about its pixels."""

    x: tuple[float, float]
    y: tuple[float, float]
    width: float
    height: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The pixels of a place in axis units."""
        return (
            (x - self.x[0]) / (self.x[1] - self.x[0]) * self.width,
            (y - self.y[0]) / (self.y[1] - self.y[0]) * self.height,
        )

    def mark(self, x: float, y: float, radius: float = 6) -> Box:
        """What a marker takes."""
        across, up = self.at(x, y)
        return Box(across - radius, up - radius, across + radius, up + radius)

    def segment(self, start: tuple[float, float], end: tuple[float, float]) -> list[Box]:
        """What a straight line takes, as small boxes along it."""
        (left, low), (right, high) = self.at(*start), self.at(*end)
        steps = max(1, int(max(abs(right - left), abs(high - low)) // 8))
        shares = [step / steps for step in range(steps + 1)]
        places = [(left + (right - left) * share, low + (high - low) * share) for share in shares]
        return [Box(across - 2, up - 2, across + 2, up + 2) for across, up in places]


class Crowd:
    """Boxes, sorted into squares of the plane: most of them are far from any other box."""

    def __init__(self, boxes: Sequence[Box]) -> None:
        self._near: dict[tuple[int, int], list[tuple[int, Box]]] = {}
        for place, box in enumerate(boxes):
            for square in _squares(box):
                self._near.setdefault(square, []).append((place, box))

    def met(self, box: Box) -> set[int]:
        """The places of the boxes that a box covers a part of."""
        near = self._near
        return {
            place
            for square in _squares(box)
            for place, other in near.get(square, ())
            if box.meets(other)
        }


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(int(box.left // _SQUARE), int(box.right // _SQUARE) + 1):
        for row in range(int(box.bottom // _SQUARE), int(box.top // _SQUARE) + 1):
            yield column, row
