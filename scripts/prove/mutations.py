"""Ways to spoil a file: of its bytes, its numbers, its words and its structure."""

import copy
import io
import json
import random
import re
import zipfile
from collections.abc import Callable

from tests.ingest.readers.mutants import paths, replaced

Mutation = Callable[[bytes, random.Random], bytes]
_NUMBER = re.compile(rb"-?\d+(\.\d+)?")
_NUMBERS = (
    b"1e308", b"-1e308", b"1e999", b"-1", b"0", b"NaN", b"Infinity", b"9223372036854775808", b"1e-320", b"1,5",
    b"9" * 5000, b"18446744073709551616", b"2e9", b"0x10", b"",
)  # fmt: skip
_INSERTED = (
    b"\0", b"\x1b[2J\x1b[31m", b"\x1b]0;title\x07", b"\r\n\r\n", b"\xff\xfe", b"\xc3", b"\xe2\x80\xae", b'"', b",",
    b"<script>alert(1)</script>", b"x" * 100_000, b"\xed\xa0\x80", b"\\ud800", b"{", b"]" * 50,
)  # fmt: skip
_OTHERS: tuple[object, ...] = (
    None, 5, -1, "x", "", [], {}, True, 10**30, 1e308, -1e308, "\0", "a\x1b[31mb", "\ud800", "x" * 100_000, [[]] * 50,
)  # fmt: skip
_DEEP = 1500


def spoil(content: bytes, dice: random.Random) -> tuple[str, bytes]:
    """The name of a mutation and what it makes of the content; now and then several one after the other."""
    names = []
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        mutation = dice.choice(_fitting(content))
        content = mutation(content, dice)
        names.append(mutation.__name__.strip("_"))
    return ", ".join(names), content


def _fitting(content: bytes) -> tuple[Mutation, ...]:
    if content[:2] == b"PK":
        return (*_BYTES, *_ARCHIVE, *_ARCHIVE)
    if content[:1] in b"{[":
        return (*_BYTES, *_TEXT, *_DOCUMENT)
    return (*_BYTES, *_TEXT)


def _flip_bits(content: bytes, dice: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(dice.choice((1, 1, 4, 32)) if content else 0):
        changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
    return bytes(changed)


def _truncate(content: bytes, dice: random.Random) -> bytes:
    return content[: dice.randrange(len(content) + 1)]


def _drop(content: bytes, dice: random.Random) -> bytes:
    start, end = _range(content, dice)
    return content[:start] + content[end:]


def _repeat(content: bytes, dice: random.Random) -> bytes:
    start, end = _range(content, dice)
    return content[:end] + content[start:end] * dice.choice((1, 2, 20)) + content[end:]


def _zero(content: bytes, dice: random.Random) -> bytes:
    start, end = _range(content, dice)
    return content[:start] + b"\0" * (end - start) + content[end:]


def _insert(content: bytes, dice: random.Random) -> bytes:
    place = dice.randrange(len(content) + 1)
    return content[:place] + dice.choice(_INSERTED) + content[place:]


def _other_number(content: bytes, dice: random.Random) -> bytes:
    numbers = list(_NUMBER.finditer(content))
    if not numbers:
        return content
    number = dice.choice(numbers)
    return content[: number.start()] + dice.choice(_NUMBERS) + content[number.end() :]


def _drop_line(content: bytes, dice: random.Random) -> bytes:
    lines = content.splitlines(keepends=True)
    if lines:
        lines.pop(dice.randrange(len(lines)))
    return b"".join(lines)


def _repeat_line(content: bytes, dice: random.Random) -> bytes:
    lines = content.splitlines(keepends=True)
    if lines:
        lines.insert(dice.randrange(len(lines)), dice.choice(lines))
    return b"".join(lines)


def _recode(content: bytes, dice: random.Random) -> bytes:
    text = content.decode("utf-8", "replace")
    return dice.choice(
        (
            text.encode("utf-16"),
            b"\xef\xbb\xbf" + content,
            text.encode("utf-32"),
            text.encode("cp037", "replace"),
        )
    )


def _deepen(content: bytes, dice: random.Random) -> bytes:
    """A very deep list in the place of a number or word."""
    numbers = list(_NUMBER.finditer(content))
    start, end = dice.choice(numbers).span() if numbers else (0, len(content))
    return content[:start] + b"[" * _DEEP + b"]" * _DEEP + content[end:]


def _other_node(content: bytes, dice: random.Random) -> bytes:
    """A JSON document in which one node is a thing of another kind."""
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return _flip_bits(content, dice)
    path = dice.choice(list(paths(document)))
    return json.dumps(replaced(document, path, copy.deepcopy(dice.choice(_OTHERS)))).encode(
        "utf-8", "replace"
    )


def _spoil_member(content: bytes, dice: random.Random) -> bytes:
    """A sound archive with one spoilt member."""

    def change(members: dict[str, bytes]) -> None:
        name = dice.choice(sorted(members))
        members[name] = dice.choice((*_BYTES, *_TEXT))(members[name], dice)

    return repacked(content, change)


def _lose_member(content: bytes, dice: random.Random) -> bytes:
    def change(members: dict[str, bytes]) -> None:
        members.pop(dice.choice(sorted(members)))

    return repacked(content, change)


def _add_member(content: bytes, dice: random.Random) -> bytes:
    names = ("../../evil", "/abs", "a\\b", "header.json/", "x" * 5000, "xl/worksheets/sheet1.xml")
    return repacked(
        content,
        lambda members: members.update({dice.choice(names): b"\0" * dice.choice((1, 10**7))}),
    )


def _other_cells(content: bytes, dice: random.Random) -> bytes:
    """A workbook with cells and counts that no sheet has."""
    into = dice.choice(
        (b"XFD1048576", b"ZZZZZZZ99999999999", b"A0", b"", b"1A", b"A18446744073709551616")
    )
    merged = b'<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>'

    def change(members: dict[str, bytes]) -> None:
        for name, text in members.items():
            if "sheet" in name:
                places = list(re.finditer(rb'(?<=r=")[A-Z]+\d+(?=")', text))
                place = dice.choice(places).span() if places else (0, 0)
                members[name] = (
                    text.replace(b"</worksheet>", merged)
                    if dice.random() < 0.3  # noqa: PLR2004
                    else text[: place[0]] + into + text[place[1] :]
                )

    return repacked(content, change)


def repacked(content: bytes, change: Callable[[dict[str, bytes]], None]) -> bytes:
    """The archive with its members changed; as it is where it cannot be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        if not members:
            return content
        change(members)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, member in members.items():
                archive.writestr(name, member)
    except Exception:  # noqa: BLE001  (an archive that an earlier mutation broke is hostile as it is)
        return content
    return packed.getvalue()


def _range(content: bytes, dice: random.Random) -> tuple[int, int]:
    start = dice.randrange(len(content) + 1)
    return start, min(len(content), start + dice.choice((1, 4, 40, 400, 4000)))


_BYTES: tuple[Mutation, ...] = (_flip_bits, _flip_bits, _truncate, _drop, _repeat, _zero, _insert)
_TEXT: tuple[Mutation, ...] = (
    _other_number,
    _other_number,
    _insert,
    _drop_line,
    _repeat_line,
    _recode,
    _deepen,
)
_DOCUMENT: tuple[Mutation, ...] = (_other_node, _other_node, _other_node)
_ARCHIVE: tuple[Mutation, ...] = (
    _spoil_member,
    _spoil_member,
    _lose_member,
    _add_member,
    _other_cells,
)
