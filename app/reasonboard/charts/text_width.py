"""How wide texts are, and names as they have room: whole, without what many rows say alike, or cut."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import product, takewhile
from typing import NamedTuple

_CUT = "…"
_SHORTEST = 5
"""The least room in letters in which the start of a name says something."""
_HEAD = 4
"""The fewest letters of the start of a name before an ellipsis."""
_ORGANIZATION = re.compile(r"^[\w.-]+/(?=[^/])")
_SIGNS = " -_/·(["
"""What separates the words of a name."""
_MOST_ROUNDS = 4
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
    """The text, or its start and an ellipsis in as many letters as there is `room` for; '' in fewer than 6.

    For several names, `cut_apart` keeps what differs.
    """
    if len(text) <= room:
        return text
    return _closed(_before_cut(text, room - 1) + _CUT, text) if room > _SHORTEST else ""


def cut_apart(names: Iterable[str], room: int) -> dict[str, str]:
    """Each name in as many letters as there is `room` for.

    What all begin with becomes an ellipsis; else they are cut at their ends, elsewhere where two would look alike.
    """

    def fits(_: str, words: str) -> bool:
        return len(words) <= room

    every = list(dict.fromkeys(names))
    if all(len(name) <= room for name in every):
        return {name: name for name in every}
    together = _by_core(every, fits, ()) if len(every) > 1 else {}
    return together or distinct({name: cut(name, room) for name in every}, fits)


def distinct(labels: Mapping[str, str], fits: Callable[[str, str], bool]) -> dict[str, str]:
    """Labels of names, those that are alike so that what differs between their names is seen.

    `fits` says whether a name has room for a label. A part that such names share becomes an ellipsis. Where there is
    no room for what differs, they stay alike.
    """
    told = dict(labels)
    for _ in range(_MOST_ROUNDS):
        alike: dict[str, list[str]] = defaultdict(list)
        for name, label in told.items():
            alike[label].append(name)
        groups = [names for names in alike.values() if len(names) > 1]
        others = {label for label, names in alike.items() if len(names) == 1}
        before = dict(told)
        for names in groups:
            told |= _told_apart(names, fits, others)
        if told == before:
            break
    return told


def _told_apart(
    names: Sequence[str], fits: Callable[[str, str], bool], taken: Collection[str]
) -> dict[str, str]:
    """Labels of different names that show what differs between them; {} where there is no room."""
    if labels := _by_core(names, fits, taken):
        return labels
    # What differs is too long itself: it is cut as a name is, behind an ellipsis.
    start = len(_common_start(names))
    sign = _CUT if start else ""
    rests = {name[start:]: name for name in names}

    def has_room(rest: str, words: str) -> bool:
        return fits(rests[rest], sign + words)

    ends = {rest: _ended(rest, partial(has_room, rest)) for rest in rests}
    parts = distinct(ends, has_room) if start else ends
    return {
        rests[rest]: _closed((sign + part).replace(_CUT + _CUT, _CUT), rests[rest])
        for rest, part in parts.items()
    }


def _by_core(
    names: Sequence[str], fits: Callable[[str, str], bool], taken: Collection[str]
) -> dict[str, str]:
    """Labels with all that differs between the names, and what there is room for of the rest; {} without room."""
    start = len(_common_start(names))
    end = len(_common_start([name[start:][::-1] for name in names]))
    whole_words = (_word_start(names[0], start), _word_end(names[0], end))
    for (first, last), is_short in product(
        dict.fromkeys((whole_words, (start, end))), (False, True)
    ):
        for kept in (first, *_word_ends(names[0][:first]), 0):
            labels = {name: _with_core(name, first, last * is_short, kept) for name in names}
            is_apart = len({*labels.values()} - {*taken}) == len(names)
            if is_apart and all(fits(name, label) for name, label in labels.items()):
                return labels
    return {}


def _common_start(texts: Sequence[str]) -> str:
    """What all texts begin with."""
    letters = zip(*texts, strict=False)
    return "".join(first for first, *_ in takewhile(lambda same: len({*same}) == 1, letters))


def _before_cut(text: str, count: int) -> str:
    """The first letters of a text, without the beginning of a number: a cut number is another one."""
    start = text[:count]
    if start[-1:].isdigit() and (
        text[count : count + 1].isdigit() or text[count : count + 2].strip("0123456789") == "."
    ):
        start = start.rstrip("0123456789.")
    return start.rstrip(_SIGNS)


def _ended(text: str, has_room: Callable[[str], bool]) -> str:
    """The text, or as much of its start as there is room for, with an ellipsis."""
    if has_room(text):
        return text
    cuts = (f"{text[:count].rstrip()}{_CUT}" for count in range(len(text) - 1, 0, -1))
    return next((words for words in cuts if has_room(words)), _CUT)


def _with_core(name: str, start: int, end: int, kept: int) -> str:
    """A name without its first `start` letters but `kept` of them, and without its last `end`."""
    head = name[:kept] + _CUT * (kept < start)
    core = name[start : len(name) - end]
    words = head + core.strip() + _CUT * (end > 0)
    return _closed(words.replace(_CUT + _CUT, _CUT), name)


def _word_ends(start: str) -> list[int]:
    """How many letters of the start of a name are whole words, the most first."""
    ends = (at for at in range(len(start) - 1, _HEAD - 1, -1) if start[at] in _SIGNS)
    return [at for at in ends if start[at - 1] not in _SIGNS]


def _word_start(name: str, start: int) -> int:
    """Where the word begins that has the letter at `start`."""
    return max(name.rfind(sign, 0, start) for sign in _SIGNS) + 1


def _word_end(name: str, end: int) -> int:
    """How many of the last `end` letters are behind the word that these cut."""
    tail = name[len(name) - end :]
    return min((end - at for sign in _SIGNS if (at := tail.find(sign)) >= 0), default=0)


def _closed(words: str, name: str) -> str:
    """The words without the brackets that lost their partner, if all of the name have theirs."""
    alone = _alone(words)
    if not alone or _alone(name):
        return words
    return "".join(letter for at, letter in enumerate(words) if at not in alone)


def _alone(text: str) -> set[int]:
    """The places of the brackets without a partner."""
    alone: set[int] = set()
    for opening, closing in ("()", "[]"):
        if opening not in text and closing not in text:
            continue
        still_open: list[int] = []
        for at, letter in enumerate(text):
            if letter == opening:
                still_open.append(at)
            elif letter == closing and still_open:
                still_open.pop()
            elif letter == closing:
                alone.add(at)
        alone.update(still_open)
    return alone


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
    whole = rooms
    if any("/" in room.name for room in rooms if not room.has(room.name)):
        rooms = _if_distinct(
            [room._replace(name=_ORGANIZATION.sub("", room.name)) for room in rooms], rooms
        )
    shorter = _without_common_words(rooms, len(rooms) / 4)
    if _count_distinct(shorter) < _count_distinct(rooms):
        shorter = _without_common_words(_without_beginning(rooms), len(rooms) - 1)
    rooms = _if_distinct(shorter, rooms)
    widths: dict[str, float] = {}
    for room in rooms:
        widths[room.name] = min(room.width, widths.get(room.name, room.width))
    sizes = {room.name: room.size for room in rooms}
    names = {room.name: was.name for room, was in zip(rooms, whole, strict=True)}
    labels = {
        room.name: fitted(room._replace(width=widths[room.name]), of=names[room.name])
        for room in rooms
    }
    told = distinct(labels, lambda name, words: text_width(words, sizes[name]) <= widths[name])
    shown = [(told[room.name], names[room.name]) for room in rooms]
    return [label if label == name else _closed(label, name) for label, name in shown]


def _if_distinct(shorter: Sequence[Room], rooms: Sequence[Room]) -> Sequence[Room]:
    """The shorter names, if no two of the others become one."""
    return shorter if _count_distinct(shorter) == _count_distinct(rooms) else rooms


def fitted(room: Room, *, of: str = "") -> str:
    """The name whole, or cut at its end; it may be what is left of the name `of`."""
    if room.has(room.name):
        return room.name
    cuts = (
        _closed(_before_cut(room.name, count) + _CUT, of or room.name)
        for count in range(len(room.name) - 1, 0, -1)
    )
    return next((words for words in cuts if room.has(words)), _CUT)


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
    shared = _common_start([room.name for room in rooms])
    start = max(shared.rfind(end) for end in "-_ ") + 1
    if start <= _SHORTEST:
        return rooms
    return [room._replace(name=_CUT + room.name[start:]) for room in rooms]


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
    if kept[-2:] == [_BETWEEN, _CUT]:
        del kept[-2]
    return " ".join(kept)
