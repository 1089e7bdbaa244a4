"""Direct labels inside a chart, placed where they cover neither marks nor each other."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from app.figures.boxes import Box, Crowd, Frame
from app.figures.theme import FAINT, PAPER

LINE = 13
"""The height of a line of a label in pixels."""

_CHARACTER = 6.3
_BESIDE = 9
_LEADER = 11
_FARTHEST = 120
_ON_LINE = 14


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
    crowds = Crowd(lines), Crowd(taken)
    options = [_options(label, frame, *crowds) for label in labels]
    upwards = sorted(options, key=lambda ways: ways[0].label.anchors[0].y)
    bound_first = sorted(upwards, key=lambda ways: ways[0].label.movable)
    results = [
        _one_by_one(order)
        for order in (options, options[::-1], bound_first, upwards, upwards[::-1])
    ]
    return min(results, key=lambda result: result[0])[1]


@dataclass(frozen=True, eq=False)
class _Option:
    """A way to place a label, and what it costs before the other labels are known.

    Most are never looked at: what they cover is found when it is asked for, and kept.
    """

    label: Label
    anchor: Anchor
    lift: float
    moved: float
    frame: Frame
    lines: Crowd
    taken: Crowd

    @cached_property
    def box(self) -> Box:
        return _box(self.label, self.frame, self.anchor, self.lift)

    @cached_property
    def leader(self) -> list[Box]:
        led = self.label.movable and abs(self.lift) > _LEADER
        return _leader(self.frame, self.anchor, self.lift) if led else []

    @cached_property
    def cost(self) -> float:
        covered = 12 * len(self.lines.met(self.box)) + 150 * len(self.taken.met(self.box))
        return self.moved + covered + (0 if _inside(self.box, self.frame) else 500)

    @cached_property
    def leader_cost(self) -> float:
        return 60 * len(set().union(*map(self.taken.met, self.leader)))

    def among(self, others: Sequence[Box]) -> float:
        """What it costs with the boxes of other labels."""
        covered = 150 * sum(self.box.meets(other) for other in others)
        crossed = sum(any(part.meets(other) for part in self.leader) for other in others)
        return self.cost + self.leader_cost + covered + 60 * crossed


def _options(label: Label, frame: Frame, lines: Crowd, taken: Crowd) -> list[_Option]:
    """The ways to place a label, the least moved first."""
    options = [
        _Option(label, anchor, lift, moved, frame, lines, taken)
        for moved, anchor, lift in _moves(label)
    ]
    return sorted(options, key=lambda option: option.moved)


def _one_by_one(order: Sequence[Sequence[_Option]]) -> tuple[float, list[dict[str, Any]]]:
    boxes: list[Box] = []
    annotations, costs = [], 0.0
    for options in order:
        cost, option = _best(options, boxes)
        boxes.append(option.box)
        annotations.append(_annotation(option.label, option.anchor, option.lift))
        costs += cost
    return costs, annotations


def _best(options: Sequence[_Option], others: Sequence[Box]) -> tuple[float, _Option]:
    """The option that costs least together with what it and its leader cover."""
    least, best = math.inf, options[0]
    for option in options:
        if option.moved >= least:
            break
        if option.cost < least and (total := option.among(others)) < least:
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
