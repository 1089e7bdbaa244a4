"""Direct labels inside a chart, placed where they cover neither marks nor each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from reasonboard.charts.boxes import Box, Boxes, Frame, Segments, as_rows, crossed, met
from reasonboard.charts.colors import FAINT, SERIES_TEXT
from reasonboard.charts.text_width import text_width

LINE = 14
"""The height of a line of a label in pixels."""

_CHARACTER, _SIZE = 6.3, 11
"""About the width of a character, and the size of the letters; capitals are wider."""
_BESIDE = 9
_LEADER = 11
_FARTHEST = 160
_ON_LINE = 14
_MARK = 8
_BESIDE_LINE = 20
"""Up to so many pixels from a level line a label seems to name it."""
_COVERING, _STRUCK = 600, 160
"""What it costs to cover a mark or another label, and to be struck by a line, in pixels of a way around it."""
_MOST_WAYS, _ROUNDS, _ORDERS = 120, 1, 4
"""Ways to place a label that are tried among others, how often it is placed again when all are, and random orders."""
Numbers = NDArray[np.float64]


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
    color: str
    lifts: tuple[float, ...] = (0.0,)
    movable: bool = True
    not_beside: tuple[float, ...] = ()
    """Heights in axis units of lines that it would seem to name, if it stood beside or beyond one of them."""


def place_labels(
    labels: Sequence[Label], frame: Frame, taken: Sequence[Box], lines: Sequence[Box] = ()
) -> list[dict[str, Any]]:
    """An annotation per label; `taken` is covered only if there is no room, `lines` if need be.

    Labels are placed one after the other, in a few orders: the cheapest result stands. None has a ground of its own,
    which would hide a part of a band or of a line.
    """
    boxes = as_rows(taken), as_rows(lines)
    options = [_ways(label, frame, *boxes) for label in labels]
    upwards = sorted(options, key=lambda ways: ways.label.anchors[0].y)
    bound_first = sorted(upwards, key=lambda ways: ways.label.movable)
    chance = np.random.default_rng(0)  # the same figure each time
    orders = [options, bound_first, upwards, upwards[::-1]]
    if len(options) > len(orders):
        orders += [[options[at] for at in chance.permutation(len(options))] for _ in range(_ORDERS)]
    results = [_one_by_one(order) for order in orders]
    return min(results, key=lambda result: result[0])[1]


def moved_apart(rising: Sequence[float], least: float, high: float) -> list[float]:
    """Labels in one column, not beyond `high`: so little above their values that `least` is between them."""
    places: list[float] = []
    for value in rising:
        places.append(max(value, places[-1] + least) if places else value)
    overflow = (places[-1] - high) if places else 0.0
    for index in range(len(places) - 1, -1, -1):
        if overflow > 0:
            places[index] -= overflow
            if index and places[index] - places[index - 1] >= least:
                break
    return places


class _Ways(NamedTuple):
    """The best ways to place a label as equally long columns."""

    label: Label
    anchors: NDArray[np.int64]
    """Which anchor the label stands at ..."""
    lifts: Numbers
    """... and how many pixels above it."""
    boxes: Boxes
    leaders: Segments
    alone: Numbers
    """What each costs before the other labels are known."""

    def costs(self, others: Boxes) -> Numbers:
        """What each costs with what it covers of the boxes of other labels."""
        costs: Numbers = self.alone + _COVERING * met(self.boxes, others).sum(1)
        costs += 60 * crossed(self.leaders, others).sum(1)
        return costs


def _ways(label: Label, frame: Frame, taken: Boxes, lines: Boxes) -> _Ways:
    """Of ways that are moved as far, that of the better anchor comes first, then the lower."""
    farthest, step, aside = (_FARTHEST, 4, 30) if label.movable else (_ON_LINE, 2, 4)
    each = np.arange(-farthest, farthest + 1, step, dtype=float)
    best, anchors = np.array(label.lifts), np.arange(len(label.anchors))
    beside_best = (np.abs(each[:, None] - best) + np.arange(len(best))).min(1)
    moved = (beside_best + aside * anchors[:, None]).ravel()
    order = moved.argsort(kind="stable")
    lifts, anchors = np.tile(each, len(anchors))[order], anchors.repeat(len(each))[order]
    across, up = np.array([frame.pixel(anchor.x, anchor.y) for anchor in label.anchors])[anchors].T
    sides = np.array([1 if anchor.side == "right" else -1 for anchor in label.anchors])[anchors]
    words = label.text.replace("<b>", "").replace("</b>", "").split("<br>")
    width = max(max(_CHARACTER * len(word), text_width(word, _SIZE)) for word in words)
    height = len(words) * LINE
    left = across + sides * _BESIDE - np.where(sides > 0, 0, width)
    middle = up + lifts
    boxes = np.column_stack([left, middle - height / 2, left + width, middle + height / 2])
    leaders = _leaders(across, up, sides, lifts if label.movable else 0 * lifts)
    outside = (boxes[:, :2] < 0) | (boxes[:, 2:] > (frame.width + 12, frame.height))
    alone = moved[order] + 500 * outside.any(1)
    others = np.array([frame.pixel(0, y)[1] for y in label.not_beside])
    low, high = np.minimum(up, middle)[:, None], np.maximum(up, middle)[:, None]
    beside = np.abs(middle[:, None] - others) < _BESIDE_LINE
    alone += _STRUCK * (beside | ((low < others) & (others < high))).any(1)
    struck = met(boxes, lines)
    alone += _STRUCK * struck.any(1) + 8 * struck.sum(1) + _COVERING * met(boxes, taken).sum(1)
    alone += 60 * crossed(leaders, taken).sum(1)
    best = alone.argsort(kind="stable")[:_MOST_WAYS]
    return _Ways(label, anchors[best], lifts[best], boxes[best], leaders[best], alone[best])


def _one_by_one(order: Sequence[_Ways]) -> tuple[float, list[dict[str, Any]]]:
    """The cost and the annotations of labels that are placed in this order, then each again among all others."""
    chosen: list[int] = []
    for ways in order:
        chosen.append(int(ways.costs(_boxes(order, chosen)).argmin()))
    for at, ways in [*enumerate(order)] * _ROUNDS:
        chosen[at] = int(ways.costs(_boxes(order, chosen, but=at)).argmin())
    cost = sum(
        float(ways.costs(_boxes(order, chosen[:at]))[chosen[at]]) for at, ways in enumerate(order)
    )
    return cost, [
        _annotation(ways.label, ways.label.anchors[ways.anchors[way]], int(ways.lifts[way]))
        for ways, way in zip(order, chosen, strict=True)
    ]


def _boxes(order: Sequence[_Ways], chosen: Sequence[int], but: int = -1) -> Boxes:
    """What the labels take that are placed, `but` one."""
    placed = enumerate(zip(order, chosen, strict=False))
    boxes = [ways.boxes[way] for at, (ways, way) in placed if at != but]
    return np.array(boxes, dtype=float).reshape(-1, 4)


def _leaders(across: Numbers, up: Numbers, sides: Numbers, lifts: Numbers) -> Segments:
    """The thin lines between places and their labels, without what the marks themselves take: NaN for none."""
    lengths = np.abs(lifts)
    far = np.where(lengths > _LEADER, lengths, np.nan)
    first, last = _MARK / far, (far - LINE / 2) / far
    back = sides * _BESIDE
    return np.column_stack(
        [across + back * first, up + lifts * first, across + back * last, up + lifts * last]
    )


def _annotation(label: Label, anchor: Anchor, lift: int) -> dict[str, Any]:
    right = anchor.side == "right"
    note: dict[str, Any] = {
        "x": anchor.x,
        "y": anchor.y,
        "text": label.text,
        "align": "left" if right else "right",
        "xanchor": "left" if right else "right",
        "yanchor": "middle",
        "font": {"size": _SIZE, "color": SERIES_TEXT.get(label.color, label.color)},
        "borderpad": 0,
    }
    beside = _BESIDE if right else -_BESIDE
    if label.movable and abs(lift) > _LEADER:
        return note | {
            "showarrow": True, "ax": beside, "ay": -lift, "arrowhead": 0, "arrowwidth": 0.8,
            "arrowcolor": FAINT, "standoff": 5,
        }  # fmt: skip
    return note | {"showarrow": False, "xshift": beside, "yshift": lift}
