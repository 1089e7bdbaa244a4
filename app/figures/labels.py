"""Direct labels inside a chart, placed where they cover neither marks nor each other."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.figures.boxes import Box, Boxes, Frame, Segments, crossed, met, together
from app.figures.theme import FAINT, PAPER

LINE = 13
"""The height of a line of a label in pixels."""

_CHARACTER = 6.3
_BESIDE = 9
_LEADER = 11
_FARTHEST = 120
_ON_LINE = 14
_MARK = 8
_AT_ONCE = 64
Numbers = NDArray[np.float64]
Places = NDArray[np.float64]
"""Pixels across and up, of the shape (places, 2)."""


class Anchor(NamedTuple):
    """A place in axis units that a label may stand at, and on which side of it."""

    x: float
    y: float
    side: str


@dataclass(frozen=True)
class Label:
    """A text (lines parted by <br>) and the places that it may stand at, the best first.

    `lifts` are the pixels above a place that are best, the first a little better. `movable`
    labels may go farther away and get a thin leader then.
    """

    text: str
    anchors: tuple[Anchor, ...]
    colour: str
    lifts: tuple[float, ...] = (0.0,)
    movable: bool = True
    opaque: bool = True
    """Does it hide what lies under it? Not where that is a band of the same series."""


def placed(
    labels: Sequence[Label], frame: Frame, taken: Sequence[Box], lines: Sequence[Box] = ()
) -> list[dict[str, Any]]:
    """An annotation per label; `taken` is covered only if there is no room, `lines` if need be.

    Labels are placed one after the other, in a few orders: the cheapest result stands.
    """
    boxes = together(lines), together(taken)
    options = [_Ways(label, frame, *boxes) for label in labels]
    upwards = sorted(options, key=lambda ways: ways.label.anchors[0].y)
    bound_first = sorted(upwards, key=lambda ways: ways.label.movable)
    results = [
        _one_by_one(order)
        for order in (options, options[::-1], bound_first, upwards, upwards[::-1])
    ]
    return min(results, key=lambda result: result[0])[1]


class _Ways:
    """The ways to place a label, the least moved first, and what each costs.

    The dear ones are never looked at: they are worked out some at a time, when they are asked for.
    """

    def __init__(self, label: Label, frame: Frame, lines: Boxes, taken: Boxes) -> None:
        self.label, self.frame = label, frame
        self.moves = sorted(_moves(label), key=lambda move: move.moved)
        room = _room(label, frame)
        self.lines, self.taken = (near[met(near, room)[:, 0]] for near in (lines, taken))
        self._looked_at: list[_Some] = []

    def some(self) -> Iterator["_Some"]:
        """The ways in portions, which are kept."""
        for number, first in enumerate(range(0, len(self.moves), _AT_ONCE)):
            if number == len(self._looked_at):
                moves = self.moves[first : first + _AT_ONCE]
                self._looked_at.append(_Some.of(self, moves))
            yield self._looked_at[number]

    def best(self, others: Boxes) -> tuple[float, "_Move", Boxes]:
        """The way that costs least with what it and its leader cover of the boxes of other labels."""
        least, best, box = math.inf, self.moves[0], others[:0]
        for some in self.some():
            if some.moves[0].moved >= least:
                break
            costs = some.costs(others)
            at = int(costs.argmin())
            if costs[at] < least:
                least, best, box = float(costs[at]), some.moves[at], some.boxes[at : at + 1]
        return least, best, box


class _Some(NamedTuple):
    """Some ways to place a label, the boxes that it takes and its leaders."""

    moves: list["_Move"]
    boxes: Boxes
    leaders: Segments
    alone: Numbers
    """What each costs before the other labels are known."""

    @staticmethod
    def of(ways: _Ways, moves: list["_Move"]) -> "_Some":
        places = np.array([ways.frame.at(move.anchor.x, move.anchor.y) for move in moves])
        sides = np.array([_side(move.anchor) for move in moves])
        moved, lifts = np.array([(move.moved, move.lift) for move in moves]).T
        boxes = _boxes(ways.label, places, sides, lifts)
        leaders = _leaders(places, sides, lifts if ways.label.movable else 0 * lifts)
        alone = moved + 500 * _outside(boxes, ways.frame)
        alone += 12 * met(boxes, ways.lines).sum(1) + 150 * met(boxes, ways.taken).sum(1)
        alone += 60 * crossed(leaders, ways.taken).sum(1)
        return _Some(moves, boxes, leaders, alone)

    def costs(self, others: Boxes) -> Numbers:
        covered = 150 * met(self.boxes, others).sum(1) + 60 * crossed(self.leaders, others).sum(1)
        costs: Numbers = self.alone + covered
        return costs


def _one_by_one(order: Sequence[_Ways]) -> tuple[float, list[dict[str, Any]]]:
    boxes = together([])
    annotations, costs = [], 0.0
    for ways in order:
        cost, move, box = ways.best(boxes)
        boxes = np.concatenate([boxes, box])
        annotations.append(_annotation(ways.label, move.anchor, move.lift))
        costs += cost
    return costs, annotations


class _Move(NamedTuple):
    """A way to place a label, and how far from the best it is."""

    moved: float
    anchor: Anchor
    lift: float


def _moves(label: Label) -> Iterator[_Move]:
    farthest, step = (_FARTHEST, 4) if label.movable else (_ON_LINE, 2)
    for index, anchor in enumerate(label.anchors):
        for lift in range(-farthest, farthest + 1, step):
            moved = min(abs(lift - best) + rank for rank, best in enumerate(label.lifts))
            yield _Move(moved + index * (30 if label.movable else 4), anchor, lift)


def _side(anchor: Anchor) -> int:
    return 1 if anchor.side == "right" else -1


def _room(label: Label, frame: Frame) -> Boxes:
    """What a label and its leader may take at most, wherever it stands."""
    (left, low), (right, high) = (
        frame.at(
            ends(anchor.x for anchor in label.anchors), ends(anchor.y for anchor in label.anchors)
        )
        for ends in (min, max)
    )
    width, height = _size(label)
    aside, away = width + _BESIDE, height + _FARTHEST
    return together([Box(left - aside, low - away, right + aside, high + away)])


def _size(label: Label) -> tuple[float, float]:
    """Width and height in pixels."""
    words = label.text.replace("<b>", "").replace("</b>", "").split("<br>")
    return max(map(len, words)) * _CHARACTER, len(words) * LINE


def _boxes(label: Label, places: Places, sides: Numbers, lifts: Numbers) -> Boxes:
    width, height = _size(label)
    across, up = places.T
    left = across + sides * _BESIDE - np.where(sides > 0, 0, width)
    middle = up + lifts
    return np.column_stack([left, middle - height / 2, left + width, middle + height / 2])


def _leaders(places: Places, sides: Numbers, lifts: Numbers) -> Segments:
    """The thin lines between places and their labels, without what the marks themselves take: NaN for none."""
    lengths = np.abs(lifts)
    far = np.where(lengths > _LEADER, lengths, np.nan)
    first, last = _MARK / far, (far - LINE / 2) / far
    x, y = places.T
    return np.column_stack(
        [
            x + sides * _BESIDE * first,
            y + lifts * first,
            x + sides * _BESIDE * last,
            y + lifts * last,
        ]
    )


def _outside(boxes: Boxes, frame: Frame) -> NDArray[np.bool_]:
    left, bottom, right, top = boxes.T
    beside = (left < 0) | (right > frame.width + 12)
    outside: NDArray[np.bool_] = beside | (bottom < 0) | (top > frame.height)
    return outside


def _annotation(label: Label, anchor: Anchor, lift: float) -> dict[str, Any]:
    right = anchor.side == "right"
    note: dict[str, Any] = {
        "x": anchor.x,
        "y": anchor.y,
        "text": label.text,
        "align": "left" if right else "right",
        "xanchor": "left" if right else "right",
        "yanchor": "middle",
        "font": {"size": 11, "color": label.colour},
        "borderpad": 0,
    }
    note |= {"bgcolor": PAPER} if label.opaque else {}
    beside = _BESIDE if right else -_BESIDE
    if label.movable and abs(lift) > _LEADER:
        return note | {
            "showarrow": True, "ax": beside, "ay": -lift, "arrowhead": 0, "arrowwidth": 0.8,
            "arrowcolor": FAINT, "standoff": 5,
        }  # fmt: skip
    return note | {"showarrow": False, "xshift": beside, "yshift": lift}
