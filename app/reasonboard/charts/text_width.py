"""How wide texts are, and names as they have room: whole, without what many rows say alike, or cut."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

_CUT = "…"
_SHORTEST = 5
"""The least room in letters in which the start of a name says something."""
_BETWEEN = "·"
_WIDTHS = {
    character: width
    for characters, width in {
        " ": 0.24, "Iijl": 0.27, "!',.:;·\\": 0.33, "()[]`|ft": 0.37, "/1r": 0.41, "-_{}^": 0.48, '–"': 0.52,
        "*?FJLacekosvxyz7": 0.59, "2568bdghnpquE": 0.63, "#$&039BPRSTZ": 0.66, "+4<=>~×±−": 0.68,
        "CDKUXY": 0.74, "AGHNOQV▲▼": 0.77, "w≤≥→≈": 0.85, "Mm★": 0.92, "%@W…—": 1.02,
    }.items()
    for character in characters
}  # fmt: skip
"""Widths of characters of Inter in bold, in its size, with 0.63 for all others."""
USUAL = 0.96
"""The width of usual letters by that of bold ones."""


class Room(NamedTuple):
    """A name, and the pixels and the size of its letters that it has."""

    name: str
    width: float
    size: float

    def has(self, words: str) -> bool:
        return text_width(words, self.size) <= self.width


def text_width(text: str, size: float) -> float:
    """About how many pixels a text takes in bold letters of this size."""
    return size * sum(_WIDTHS.get(character, 0.63) for character in text)


def cut(text: str, room: int) -> str:
    """The text, or its start and an ellipsis in as many letters as there is `room` for; '' in fewer than 6."""
    if len(text) <= room:
        return text
    return f"{text[: room - 1].rstrip()}{_CUT}" if room > _SHORTEST else ""


def cut_apart(names: Sequence[str], room: int) -> dict[str, str]:
    """Each name in as many letters as there is `room` for: cut at its end, in its middle where two would look alike."""
    at_end = [cut(name, room) for name in names]
    half = (room - 1) // 2
    return {
        name: f"{name[: room - 1 - half]}{_CUT}{name[-half:]}" if at_end.count(short) > 1 else short
        for name, short in zip(names, at_end, strict=True)
    }


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Each name without the parts with which all begin: 'm · 8k' and 'm · 16k' are '8k' and '16k'."""
    parts = {name: name.split(f" {_BETWEEN} ") for name in names}
    shared = 0
    while len(parts) > 1 and len({tuple(part[: shared + 1]) for part in parts.values()}) == 1:
        shared += 1
    # A name that has no more parts is the last that all share.
    start = min(shared, min(map(len, parts.values()), default=1) - 1)
    return {name: f" {_BETWEEN} ".join(part[start:]) for name, part in parts.items()}


def fitted_names(rooms: Sequence[Room]) -> list[str]:
    """The names as they have room, so that no two that differ look alike where that can be had.

    Where one is too long, all go without their organizations, then without such of its words as more than a quarter
    of them have: of 'Qwen2.5-14B · ReasonFlux-PRM-7B' beside others of Qwen2.5-14B '… ReasonFlux-PRM-7B' is left.
    Where two would be left alike, all go without the beginning and the words that all have.
    """
    if any("/" in room.name for room in rooms if not room.has(room.name)):
        rooms = [_without_organization(room) for room in rooms]
    shorter = _without_common_words(rooms, len(rooms) / 4)
    if _count_distinct(shorter) < _count_distinct(rooms):
        shorter = _without_common_words(_without_beginning(rooms), len(rooms) - 1)
    rooms = shorter
    names = [fitted(room) for room in rooms]
    for name in {name for name in names if names.count(name) > 1}:
        alike = [index for index, other in enumerate(names) if other == name]
        for index, room in zip(alike, _without_beginning([rooms[at] for at in alike]), strict=True):
            names[index] = fitted(room)
    return [
        fitted(room, middle=True) if names.count(name) > 1 else name
        for name, room in zip(names, rooms, strict=True)
    ]


def fitted(room: Room, *, middle: bool = False) -> str:
    """The name whole, or cut at its end or in its middle."""
    name = room.name
    if room.has(name):
        return name
    for count in range(len(name) - 1, 1, -1):
        end = count // 2 if middle else 0
        words = f"{name[: count - end].rstrip()}{_CUT}{name[len(name) - end :]}"
        if room.has(words):
            return words
    return f"{name[0]}{_CUT}"


def _count_distinct(rooms: Sequence[Room]) -> int:
    return len({room.name for room in rooms})


def _without_common_words(rooms: Sequence[Room], most: float) -> Sequence[Room]:
    """The names without the words that more than `most` of them have, as far as any is too long with them."""
    # Of words that are as common the first one goes first, in every process alike.
    words = (word for room in rooms for word in dict.fromkeys(room.name.split()))
    counts = Counter(word for word in words if word != _BETWEEN)
    for word, count in counts.most_common():
        is_common = count > max(1, most)
        if is_common and any(
            word in room.name.split() for room in rooms if not room.has(room.name)
        ):
            rooms = [_without_word(room, word) for room in rooms]
    return rooms


def _without_beginning(rooms: Sequence[Room]) -> Sequence[Room]:
    """The names without what all begin with, up to a word of it."""
    letters = zip(*(room.name for room in rooms), strict=False)
    shared = "".join(first for first, *_ in takewhile(lambda same: len({*same}) == 1, letters))
    start = max(shared.rfind(end) for end in "-_ ") + 1
    if start <= _SHORTEST:
        return rooms
    return [room._replace(name=_CUT + room.name[start:]) for room in rooms]


def _without_organization(room: Room) -> Room:
    return room._replace(name=room.name.rpartition("/")[2])


def _without_word(room: Room, word: str) -> Room:
    """The name with a sign for a word of it, where something is left."""
    words = room.name.split()
    left = [part for part in words if part not in {word, _CUT, _BETWEEN}]
    if not left:
        return room
    return room._replace(name=_joined([_CUT if part == word else part for part in words]))


def _joined(words: Sequence[str]) -> str:
    """The words, with one sign for all that are left out one after the other."""
    kept: list[str] = []
    for word in words:
        if word in {_CUT, _BETWEEN} and kept and kept[-1] == _CUT:
            continue
        kept.append(word)
    return " ".join(kept)
