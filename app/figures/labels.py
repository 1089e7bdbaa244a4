"""Direct labels inside a chart, placed where they cover neither marks nor each other."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from app.figures.theme import FAINT, PAPER

LINE = 13
"""The height of a line of a label in pixels."""

_CHARACTER = 6.3
_BESIDE = 9
_LEADER = 11
_FARTHEST = 120
_ON_LINE = 14


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
    options = [(label, _options(label, frame, lines)) for label in labels]
    upwards = sorted(options, key=lambda option: option[0].anchors[0].y)
    bound_first = sorted(upwards, key=lambda option: option[0].movable)
    results = [
        _one_by_one(order, frame, taken)
        for order in (options, options[::-1], bound_first, upwards, upwards[::-1])
    ]
    return min(results, key=lambda result: result[0])[1]


class _Option(NamedTuple):
    """A way to place a label, and what it costs before the other labels are known."""

    cost: float
    anchor: Anchor
    lift: float
    box: Box


def _options(label: Label, frame: Frame, lines: Sequence[Box]) -> list[_Option]:
    """The ways to place a label, the cheapest first: moves and covered lines cost."""
    options = []
    for cost, anchor, lift in _moves(label):
        box = _box(label, frame, anchor, lift)
        total = cost + 12 * sum(box.meets(line) for line in lines)
        options.append(_Option(total + (0 if _inside(box, frame) else 500), anchor, lift, box))
    return sorted(options, key=lambda option: option.cost)


def _one_by_one(
    order: Sequence[tuple[Label, list[_Option]]], frame: Frame, taken: Sequence[Box]
) -> tuple[float, list[dict[str, Any]]]:
    boxes = list(taken)
    annotations, costs = [], 0.0
    for label, options in order:
        cost, option = _best(label, options, frame, boxes)
        boxes.append(option.box)
        annotations.append(_annotation(label, option.anchor, option.lift))
        costs += cost
    return costs, annotations


def _best(
    label: Label, options: list[_Option], frame: Frame, taken: Sequence[Box]
) -> tuple[float, _Option]:
    """The option that costs least together with what it and its leader cover."""
    least, best = math.inf, options[0]
    for option in options:
        if option.cost >= least:
            break
        total = option.cost + 150 * sum(option.box.meets(other) for other in taken)
        if total < least and label.movable and abs(option.lift) > _LEADER:
            leader = _leader(frame, option.anchor, option.lift)
            total += 60 * sum(any(part.meets(other) for part in leader) for other in taken)
        if total < least:
            least, best = total, option
    return least, best


def _moves(label: Label) -> Iterator[tuple[float, Anchor, float]]:
    farthest, step = (_FARTHEST, 4) if label.movable else (_ON_LINE, 2)
    for index, anchor in enumerate(label.anchors):
        for lift in range(-farthest, farthest + 1, step):
            moved = min(abs(lift - best) + rank for rank, best in enumerate(label.lifts))
            yield moved + index * (30 if label.movable else 4), anchor, lift


def _box(label: Label, frame: Frame, anchor: Anchor, lift: float) -> Box:
    words = label.text.replace("<b>", "").replace("</b>", "").split("<br>")
    width, height = max(map(len, words)) * _CHARACTER, len(words) * LINE
    across, up = frame.at(anchor.x, anchor.y)
    left = across + _BESIDE if anchor.side == "right" else across - _BESIDE - width
    return Box(left, up + lift - height / 2, left + width, up + lift + height / 2)


def _leader(frame: Frame, anchor: Anchor, lift: float) -> list[Box]:
    """What the thin line between a place and its label takes, without the mark itself."""
    across, up = frame.at(anchor.x, anchor.y)
    beside = _BESIDE if anchor.side == "right" else -_BESIDE
    steps = range(8, int(abs(lift)) - LINE // 2, 4)
    shares = [step / abs(lift) for step in steps]
    return [
        Box(across + beside * s - 1, up + lift * s - 1, across + beside * s + 1, up + lift * s + 1)
        for s in shares
    ]


def _inside(box: Box, frame: Frame) -> bool:
    return (
        box.left >= 0
        and box.right <= frame.width + 12
        and box.bottom >= 0
        and box.top <= frame.height
    )


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
