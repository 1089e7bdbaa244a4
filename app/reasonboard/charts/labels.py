"""Direct labels inside a chart, placed where they cover neither marks nor each other."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from reasonboard.charts.boxes import Box, Boxes, Frame, Segments, crossed, met, together
from reasonboard.charts.colors import FAINT, PAPER

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


class _Moves(NamedTuple):
    """Ways to place a label, as equally long columns."""

    moved: Numbers
    """How far each is from the best."""
    anchors: NDArray[np.int64]
    """Which anchor it stands at ..."""
    lifts: Numbers
    """... and how many pixels above it."""

    def within(self, portion: slice) -> "_Moves":
        return _Moves(self.moved[portion], self.anchors[portion], self.lifts[portion])


class _Ways:
    """The ways to place a label, the least moved first, and what each costs.

    The dear ones are never looked at: they are worked out some at a time, when they are asked for.
    """

    def __init__(self, label: Label, frame: Frame, lines: Boxes, taken: Boxes) -> None:
        self.label, self.frame = label, frame
        self.moves = _moves(label)
        self.places = np.array([frame.at(anchor.x, anchor.y) for anchor in label.anchors])
        self.sides = np.array([_side(anchor) for anchor in label.anchors])
        room = _room(label, self.places)
        self.lines, self.taken = (near[met(near, room)[:, 0]] for near in (lines, taken))
        self._looked_at: list[_Some] = []

    def some(self) -> Iterator["_Some"]:
        """The ways in portions, which are kept."""
        for number, first in enumerate(range(0, len(self.moves.moved), _AT_ONCE)):
            if number == len(self._looked_at):
                portion = slice(first, first + _AT_ONCE)
                moves = self.moves.within(portion)
                self._looked_at.append(_Some.of(self, moves))
            yield self._looked_at[number]

    def best(self, others: Boxes) -> tuple[float, Anchor, int, Boxes]:
        """The way that costs least with what it and its leader cover of the boxes of other labels: its cost,
        anchor, lift and box."""
        least, best, box = math.inf, (0, 0.0), others[:0]
        for some in self.some():
            if some.moves.moved[0] >= least:
                break
            cost, at = some.cheapest(others)
            if cost < least:
                least, best = cost, (some.moves.anchors[at], some.moves.lifts[at])
                box = some.boxes[at : at + 1]
        return least, self.label.anchors[best[0]], int(best[1]), box


class _Some(NamedTuple):
    """Some ways to place a label, the boxes that it takes and its leaders."""

    moves: _Moves
    boxes: Boxes
    leaders: Segments
    alone: Numbers
    """What each costs before the other labels are known."""

    @staticmethod
    def of(ways: _Ways, moves: _Moves) -> "_Some":
        places, sides = ways.places[moves.anchors], ways.sides[moves.anchors]
        boxes = _boxes(ways.label, places, sides, moves.lifts)
        leaders = _leaders(places, sides, moves.lifts if ways.label.movable else 0 * moves.lifts)
        alone = moves.moved + 500 * _outside(boxes, ways.frame)
        alone += 12 * met(boxes, ways.lines).sum(1) + 150 * met(boxes, ways.taken).sum(1)
        alone += _crosses(leaders, ways.taken)
        return _Some(moves, boxes, leaders, alone)

    def cheapest(self, others: Boxes) -> tuple[float, int]:
        """What the cheapest costs with what is covered of others, and which it is."""
        costs = self.alone + 150 * met(self.boxes, others).sum(1)
        at = int(costs.argmin())
        # Leaders only add to it: mostly that of the cheapest crosses none, and the others need not be known.
        if _crosses(self.leaders[at : at + 1], others)[0]:
            costs = costs + _crosses(self.leaders, others)
            at = int(costs.argmin())
        return float(costs[at]), at


def _one_by_one(order: Sequence[_Ways]) -> tuple[float, list[dict[str, Any]]]:
    boxes = together([])
    annotations, costs = [], 0.0
    for ways in order:
        cost, anchor, lift, box = ways.best(boxes)
        boxes = np.concatenate([boxes, box])
        annotations.append(_annotation(ways.label, anchor, lift))
        costs += cost
    return costs, annotations


def _moves(label: Label) -> _Moves:
    """All ways, the least moved first; of equal ones those of the better anchor, then the lower."""
    farthest, step = (_FARTHEST, 4) if label.movable else (_ON_LINE, 2)
    lifts = np.arange(-farthest, farthest + 1, step, dtype=float)
    best, anchors = np.array(label.lifts), np.arange(len(label.anchors))
    beside = (np.abs(lifts[:, None] - best) + np.arange(len(best))).min(1)
    moved = (beside + (30 if label.movable else 4) * anchors[:, None]).ravel()
    order = moved.argsort(kind="stable")
    return _Moves(
        moved[order], anchors.repeat(len(lifts))[order], np.tile(lifts, len(anchors))[order]
    )


def _side(anchor: Anchor) -> int:
    return 1 if anchor.side == "right" else -1


def _room(label: Label, places: Places) -> Boxes:
    """What a label and its leader may take at most, wherever it stands."""
    (left, low), (right, high) = places.min(0), places.max(0)
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


def _crosses(leaders: Segments, boxes: Boxes) -> Numbers:
    """What each leader costs by what it crosses."""
    costs: Numbers = np.zeros(len(leaders))
    drawn = ~np.isnan(leaders[:, 0])
    if drawn.any() and len(boxes):
        costs[drawn] = 60 * crossed(leaders[drawn], boxes).sum(1)
    return costs


def _outside(boxes: Boxes, frame: Frame) -> NDArray[np.bool_]:
    left, bottom, right, top = boxes.T
    beside = (left < 0) | (right > frame.width + 12)
    outside: NDArray[np.bool_] = beside | (bottom < 0) | (top > frame.height)
    return outside


def _annotation(label: Label, anchor: Anchor, lift: int) -> dict[str, Any]:
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
