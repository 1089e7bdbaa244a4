"""A file that somebody gives us: nothing in it is believed before it was read strictly."""

import hashlib
import json
import os
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property
from io import BufferedReader
from pathlib import Path
from typing import Any, NamedTuple

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.extra_settings import ExtraSettings
from reasonboard.ingest.formats.growing import (
    FirstBytes,
    has_lines,
    is_added_to,
    row_after_cut,
    whole_lines,
)
from reasonboard.ingest.formats.kept_reading import KeptReadings
from reasonboard.ingest.formats.shown_tables import ShownFile
from reasonboard.ingest.formats.strange import BOMS
from reasonboard.store import foreign
from reasonboard.store.documents import parse_json, parse_toml

HEAD = 64 * 1024
_MARK = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""
LARGEST_JSON = 256 * 1024 * 1024
LARGEST_LINE = 128 * 1024 * 1024
_LONGEST_SHOWN = 300
_MOST_KEYS = 30
"""A document with more keys, each with a whole number of its own, is the vocabulary of a tokenizer."""
_OTHER_TEXT = {".jsonl", ".log", ".out", ".err", ".toml", ".txt"}


class Room(NamedTuple):
    """A folder that a reader may write to as long as the load lasts, and how it says that it goes on."""

    folder: Path
    goes_on: Callable[[], None]


@dataclass(eq=False, repr=False)
class File:
    """A regular local file and the ways to read it strictly.

    Every way raises IngestError with the name, and line and column where there are any.
    """

    path: Path
    name: str = ""
    """How it is called in messages; by default its path."""
    room: Room | None = None
    extra_settings: ExtraSettings = field(default_factory=ExtraSettings)
    """What its load keeps besides the settings that are always kept."""
    _: KW_ONLY
    place: str = ""
    """How pages and files name it: its place in what was given to the load, never a path of the machine."""
    running: bool = False
    """May its tool still write to it? Then its whole lines are read, without what is added meanwhile."""
    unit: str | None = None
    """That of the values of a table which states none."""
    answers: tuple[str, ...] = ()
    """What a person said of the columns of a table, as after `--as`."""
    pushed_as: str = ""
    """The load of its rows, if another machine pushed them: they are read as rows of a table."""
    kept_readings: KeptReadings = field(default_factory=dict, init=False)
    """How tables were read before."""
    answered: set[str] = field(default_factory=set, init=False)
    """The columns and other names of the answers that its tables have."""
    reading: str = field(default="", init=False)
    """How its tables are read, as the load keeps it."""
    is_to_show: bool = field(default=False, init=False)
    """Is what a page shows of its tables wanted?"""
    shown: ShownFile | None = field(default=None, init=False)
    """That, once they are read."""
    path_fields: Mapping[str, str] = field(default_factory=dict, init=False)
    """What its path states by the pattern of the load, as the columns of a table that are the same in all rows."""
    columns_before: Sequence[str] = field(default=(), init=False)
    """Of rows that are added to others: the columns of those."""
    set_aside: dict[int, str] = field(default_factory=dict, init=False)
    """Lines of pushed rows that cannot be read, each with the reason: they are passed over."""
    cut: list[int] = field(default_factory=list, init=False)
    """The lines that a tool which was killed left without their end: where it is `running` they are passed over."""

    def __post_init__(self) -> None:
        self.place = self.place or self.name or self.path.name
        self.name = self.name or str(self.path)

    def __str__(self) -> str:
        return self.name

    def __getstate__(self) -> dict[str, Any]:
        """All but the room, which is that of one process."""
        return self.__dict__ | {"room": None}

    @property
    def origin(self) -> str:
        """A digest of its path, or of its name if that is another one: later versions of the file have the same."""
        is_named = self.name != str(self.path)
        text = self.name if is_named else str(self.path.absolute())
        return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]

    @cached_property
    def status(self) -> os.stat_result:
        """Size and times when first asked; raises IngestError for what is not a regular file."""
        try:
            status = self.path.stat()
        except (OSError, ValueError) as error:
            reason = _short(str(getattr(error, "strerror", None) or error))
            wrong = f"{_short(self.name)}: not readable ({reason}; expected a file or a folder)"
            raise IngestError(wrong) from error
        if not stat.S_ISREG(status.st_mode):
            raise self.refused("not a regular file", "a file or a folder")
        return status

    @cached_property
    def size(self) -> int:
        """How many bytes of it are read; raises IngestError as `status` does."""
        size = self.status.st_size
        if not (self.running and has_lines(self.path)):
            return size
        try:
            return whole_lines(self.path, size)
        except OSError as error:
            raise self._unreadable(error) from error

    @cached_property
    def head(self) -> bytes:
        """The first 64 kB."""
        return self._read(HEAD)

    @property
    def start(self) -> bytes:
        """The first 64 kB without a byte order mark."""
        return self.head.removeprefix(_MARK)

    @cached_property
    def sha256(self) -> str:
        """The digest of the whole content, as 64 hexadecimal digits."""
        with self.opened() as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()

    @cached_property
    def text(self) -> str:
        """The whole content, UTF-8, a byte order mark tolerated."""
        if (size := self.status.st_size) > LARGEST_JSON:
            raise self.refused(f"{size} bytes", f"at most {LARGEST_JSON} in one document")
        content = self._read(-1)
        for mark, is_ in BOMS.items():
            if content.startswith(mark):
                raise self.refused(f"{is_.what}", f"{is_.expected}")
        try:
            return content.removeprefix(_MARK).decode("utf-8")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise self.refused(f"byte {error.start} is not UTF-8", "UTF-8 text", line) from error

    @cached_property
    def json(self) -> Any:
        """The JSON document: NaN and Infinity are read as such, a key that stands twice is refused."""
        return parse_json(self.text, self.name)

    @cached_property
    def toml(self) -> dict[str, Any]:
        """The TOML document."""
        return parse_toml(self.text, self.name)

    @cached_property
    def looks_like_json(self) -> bool:
        """Does it begin as a JSON object or list, and is it not one document per line, nor a log?"""
        return self.start.lstrip()[:1] in {b"{", b"["} and self.path.suffix not in _OTHER_TEXT

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of the JSON object that the file is; none if it is something else, as the words of a tokenizer."""
        if not self.looks_like_json or self.first_row or not isinstance(self.json, dict):
            return frozenset()
        values = list(self.json.values())
        is_vocabulary = len(values) > _MOST_KEYS and all(type(value) is int for value in values)
        is_vocabulary = is_vocabulary and len({*values}) == len(values)
        return frozenset() if is_vocabulary else frozenset(self.json)

    def has(self, **kinds: type | tuple[type, ...]) -> bool:
        """Is it a JSON object with these keys, and is the value of each of this kind?"""
        return self.keys >= kinds.keys() and all(
            isinstance(self.json[key], kind) for key, kind in kinds.items()
        )

    @cached_property
    def first_row(self) -> dict[str, Any]:
        """The first of the JSON objects of a file that has one in each line; {} if it has not."""
        lines = self.start.split(b"\n")
        first = next((line for line in lines if line.strip()), b"")
        whole = len(self.head) < HEAD or len(lines) > 1
        objects = [line for line in lines[:3] if line.strip().startswith(b"{")]
        if not first.startswith(b"{") or (self.path.suffix != ".jsonl" and len(objects) < 2):  # noqa: PLR2004
            return {}
        if not whole:
            first = next((text.encode() for _, text in self.lines()), b"")
        try:
            row = json.loads(first)  # to know its tool by: the reader of that reads it strictly
        except (ValueError, RecursionError):
            return {}
        return row if isinstance(row, dict) else {}

    def lines(self) -> Iterator[tuple[int, str]]:
        """Number and text of every line that is not blank, without its end, however long the file."""
        for number, _, text in self._placed_lines():
            yield number, text

    def _placed_lines(self) -> Iterator[tuple[int, int, str]]:
        """The same with the byte at which the line begins, between them."""
        with self.opened() as opened:
            number = begin = end = 0
            while line := opened.readline(LARGEST_LINE + 1):
                number += 1
                begin, end = end, end + len(line)
                if len(line) > LARGEST_LINE:
                    raise self.refused(f"longer than {LARGEST_LINE} bytes", "shorter lines", number)
                text = self.decoded(line, number).rstrip("\r\n")
                if text.strip() and number not in self.set_aside:
                    yield number, begin, text

    def rows(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Line number and object of a file that has a JSON object in each line."""
        for number, _, row in self.placed_rows():
            yield number, row

    @property
    def has_whole_lines(self) -> bool:
        """Does its last line have an end? All lines have that are read of one that is `running`."""
        if self.running:
            return True
        with self.opened() as opened:
            opened.seek(max(0, self.status.st_size - 1))
            return opened.read(1) == b"\n"

    def placed_rows(self, *, only_whole: bool = False) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """The same with the byte at which the line begins, between them; if asked only lines that have an end."""
        for number, begin, text in self._placed_lines():
            if only_whole and begin + len(text.encode()) >= self.status.st_size:
                return
            row = self._row(number, text)
            if row is not None:
                yield number, begin, row

    def _row(self, number: int, text: str) -> dict[str, Any] | None:
        """The object of a line; None for one that was left without its end in a file that is `running`."""
        try:
            row = parse_json(text, self.name, number)
        except IngestError:
            if not self.running:
                raise
            self.cut.append(number)
            row = row_after_cut(text)
            if row is None:
                return None
        if not isinstance(row, dict):
            raise self.refused(f"{type(row).__name__}", "an object", number)
        return row

    def at(self, path: Path) -> "File":
        """Another file that belongs to it, called as it is."""
        relative = os.path.relpath(path, self.path.absolute().parent)
        name = os.path.normpath(Path(self.name).parent / relative)
        place = os.path.normpath(Path(self.place).parent / relative)
        return replace(self, path=path, name=name, place=place, room=None, pushed_as="")

    def beside(self, name: str) -> "File | None":
        """The regular file of that name in the same folder, if there is one."""
        return self.existing(self.path.parent / name)

    def existing(self, path: Path) -> "File | None":
        """The regular file at a path as one that belongs to it, if there is one."""
        return self.at(path) if path.is_file() else None

    def folder(self, pattern: str) -> "list[File]":
        """The regular files of the same folder whose names match a pattern, in order."""
        return [self.at(path) for path in sorted(self.path.parent.glob(pattern)) if path.is_file()]

    def unchanged(self) -> bool:
        """Is it the file that was first looked at, and as it was then?

        One that is still written may have more than it had.
        """
        try:
            return self._is_same(self.path.stat())
        except OSError:
            return False

    def _is_same(self, now: os.stat_result) -> bool:
        before = self.status
        if (now.st_dev, now.st_ino) != (before.st_dev, before.st_ino):
            return False
        if self.running and is_added_to(self.path):
            return now.st_size >= before.st_size
        # What puts back the time of change cannot put back that of the entry.
        is_same = (now.st_mtime_ns, now.st_ctime_ns) == (before.st_mtime_ns, before.st_ctime_ns)
        return is_same and now.st_size == before.st_size

    @contextmanager
    def opened(self) -> Iterator[BufferedReader]:
        """The file that was first looked at, open to be read from its beginning; no other that has its name by now."""
        size = self.size
        try:
            with foreign.opened(self.path) as opened:
                if not self._is_same(os.fstat(opened.fileno())):
                    raise self.refused("changed while it was read", "a finished file")
                is_cut = self.running and has_lines(self.path)
                yield BufferedReader(FirstBytes(opened, size)) if is_cut else opened
        except OSError as error:
            raise self._unreadable(error) from error

    @contextmanager
    def reached(self) -> Iterator[Path]:
        """A path by which a library opens the file that was first looked at, as long as the block lasts."""
        with self.opened() as opened:
            yield foreign.reached(opened)

    def refused(self, wrong: str, expected: str, *place: int | str) -> IngestError:
        """What is wrong with it, and at which line and column: `FILE:LINE:COLUMN: wrong (expected ...)`."""
        where = ":".join(map(str, (self.name, *place)))
        return IngestError(f"{where}: {wrong} (expected {expected})")

    def decoded(self, content: bytes, number: int) -> str:
        """A line of this number as text; a byte order mark before the first is left out."""
        try:
            return content.removeprefix(_MARK if number == 1 else b"").decode("utf-8")
        except UnicodeDecodeError as error:
            raise self.refused("not UTF-8", "UTF-8 text", number, error.start + 1) from error

    def _unreadable(self, error: OSError) -> IngestError:
        reason = error.strerror or error
        return IngestError(
            f"{self.name}: not readable ({reason}; expected a file that can be read)"
        )

    def _read(self, size: int) -> bytes:
        with self.opened() as opened:
            return opened.read(size)


def _short(name: str) -> str:
    """A name in a message: of a path that is longer than any file has, beginning and end."""
    return name if len(name) <= _LONGEST_SHOWN else f"{name[:60]}...{name[-60:]}"
