"""Rectangles in the plot area of a chart: what marks and lines take, and which of them meet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Box(NamedTuple):
    """A rectangle in pixels from the lower left corner of the plot area."""

    left: float
    bottom: float
    right: float
    top: float


Boxes = NDArray[np.float64]
"""A row per box: left, bottom, right, top."""
Segments = NDArray[np.float64]
"""A row per straight line: x and y of its start, x and y of its end."""


@dataclass(frozen=True)
class Frame:
    """The plot area: its ranges in axis units (logarithms on a log axis) and about its pixels."""

    x: tuple[float, float]
    y: tuple[float, float]
    width: float
    height: float

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """The pixels of a place in axis units."""
        return (
            (x - self.x[0]) / (self.x[1] - self.x[0]) * self.width,
            (y - self.y[0]) / (self.y[1] - self.y[0]) * self.height,
        )

    def mark(self, x: float, y: float, radius: float = 6) -> Box:
        """What a marker takes."""
        across, up = self.pixel(x, y)
        return Box(across - radius, up - radius, across + radius, up + radius)

    def segment(self, start: tuple[float, float], end: tuple[float, float]) -> list[Box]:
        """What a straight line takes, as small boxes along it."""
        (left, low), (right, high) = self.pixel(*start), self.pixel(*end)
        steps = max(1, int(max(abs(right - left), abs(high - low)) // 8))
        shares = [step / steps for step in range(steps + 1)]
        places = [(left + (right - left) * share, low + (high - low) * share) for share in shares]
        return [Box(across - 2, up - 2, across + 2, up + 2) for across, up in places]


def as_rows(boxes: Sequence[Box]) -> Boxes:
    """The boxes as rows, to be compared at once."""
    return np.array(boxes, dtype=float).reshape(-1, 4)


def met(boxes: Boxes, others: Boxes) -> NDArray[np.bool_]:
    """Which boxes overlap which others: a matrix of the shape (boxes, others)."""
    left, bottom, right, top = boxes.T[..., None]
    across = (left < others[:, 2]) & (others[:, 0] < right)
    both: NDArray[np.bool_] = across & (bottom < others[:, 3]) & (others[:, 1] < top)
    return both


def crossed(lines: Segments, boxes: Boxes) -> NDArray[np.bool_]:
    """Which lines come nearer than a pixel to which boxes, of the shape (lines, boxes).

    A line is within a box at the shares of its way at which it is within its columns and within its
    rows. None from an x that is NaN crosses any.
    """
    is_drawn = ~np.isnan(lines[:, 0])
    x, y, to_x, to_y = lines[is_drawn].T[..., None]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        across = [(edges - x) / (to_x - x) for edges in (boxes[:, 0] - 1, boxes[:, 2] + 1)]
        up = [(edges - y) / (to_y - y) for edges in (boxes[:, 1] - 1, boxes[:, 3] + 1)]
    enters = np.maximum(np.minimum(*across), np.minimum(*up))
    leaves = np.minimum(np.maximum(*across), np.maximum(*up))
    within = np.zeros((len(lines), len(boxes)), dtype=bool)
    within[is_drawn] = np.maximum(enters, 0) < np.minimum(leaves, 1)
    return within
