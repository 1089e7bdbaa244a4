"""What a worker keeps of its answers: one cache of rows, choices, findings and charts, bounded in bytes.

An answer notes the rows that it read, each by a digest. In a later snapshot it is right as long as these rows are
the same: rows whose `basis` is unchanged are, others are read again and compared.
"""

import sys
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import blake2b
from heapq import heappop, heappush
from itertools import count
from threading import Condition
from time import thread_time
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Generic, TypeVar

import orjson

from reasonboard.store.snapshots import Snapshot, snapshot

DEFAULT_MEGABYTES = 64
"""The bound if none is set, as for commands."""
_SAMPLED = 24
"""Rows that are measured of many; the others are taken to be as large."""
_OVERHEAD = 700
"""Bytes of an entry and its key, without what it keeps."""
_NOT_MEASURED = (type, FunctionType, BuiltinFunctionType, MethodType, ModuleType)
"""What is there for as long as the process."""

_Key = tuple["Kept[Any]", tuple[Any, ...]]
"""A function and its arguments."""
Sources = dict[tuple["KeptRows", tuple[Any, ...]], Hashable]
"""The rows that an answer read, in the order of the queries, each with its digest."""


@dataclass(slots=True)
class _Entry:
    value: Any
    sources: Sources
    snapshot: Snapshot
    """The last one in which it was found to be right."""
    size: int
    """In bytes."""
    cost: float
    """Seconds that it took to make, for each byte."""
    worth: float = 0.0
    digest: bytes = b""
    """Of the rows before they were prepared."""
    basis: Hashable = None


class _Entries:
    """Entries up to a number of bytes: what costs least to make again and was not asked for the longest goes first.

    This is GreedyDual-Size (Cao and Irani, 1997): an entry is worth its cost, and what had to go last when it was asked
    for.
    """

    def __init__(self, most: int) -> None:
        self.most, self.size, self._worth_of_last = most, 0, 0.0
        self._entries: dict[_Key, _Entry] = {}
        self._order: list[tuple[float, int, _Key]] = []
        self._numbers = count()

    def get(self, key: _Key) -> _Entry | None:
        entry = self._entries.get(key)
        if entry is not None:
            entry.worth = self._worth_of_last + entry.cost
        return entry

    def put(self, key: _Key, entry: _Entry) -> None:
        if entry.size > self.most:
            return
        entry.worth = self._worth_of_last + entry.cost
        if key in self._entries:
            self.size -= self._entries[key].size
        else:
            heappush(self._order, (entry.worth, next(self._numbers), key))
        self._entries[key] = entry
        self.size += entry.size
        while self.size > self.most:
            self._drop_one()

    def _drop_one(self) -> None:
        """Drop the entry that is worth least, unless it was asked for since it was put in order."""
        worth, number, key = heappop(self._order)
        entry = self._entries[key]
        if entry.worth > worth:
            heappush(self._order, (entry.worth, number, key))
        else:
            self._worth_of_last = worth
            self.size -= self._entries.pop(key).size


class _State:
    entries: _Entries
    pending: set[Hashable] = set()  # noqa: RUF012 - there is one for the process
    changed = Condition()


_noted: ContextVar[Sources | None] = ContextVar("noted", default=None)
"""The sources of the answer that is being made."""


R = TypeVar("R")


class Kept(Generic[R]):
    """A function whose answers are kept; threads that ask for the same one wait for it once.

    Its arguments are hashable, and what it knows of the data comes from `KeptRows`. Answers are shared: do not change
    them.
    """

    def __init__(self, make: Callable[..., R], size: Callable[[R], int] | None = None) -> None:
        self._make, self._size = make, size or size_of

    def __call__(self, *arguments: Any) -> R:
        entry = self.entry(arguments)
        noted = _noted.get()
        if noted is not None:
            noted.update(self._noted(entry, arguments))
        answer: R = entry.value
        return answer

    def entry(self, arguments: tuple[Any, ...]) -> _Entry:
        """What is kept for these arguments, right in the snapshot that answers."""
        key, now = (self, arguments), snapshot()
        with _State.changed:
            while True:
                entry = _State.entries.get(key)
                if entry is not None and entry.snapshot is now:
                    return entry
                if (key, now) not in _State.pending:
                    break
                _State.changed.wait()
            _State.pending.add((key, now))
        try:
            entry = self._renewed(entry, arguments)
            entry.snapshot = now
        finally:
            with _State.changed:
                if entry is not None:
                    _State.entries.put(key, entry)
                _State.pending.discard((key, now))
                _State.changed.notify_all()
        return entry

    def _renewed(self, entry: _Entry | None, arguments: tuple[Any, ...]) -> _Entry:
        """The entry if it is right in the snapshot that answers, else a new one."""
        if entry is not None and _are_same(entry.sources):
            return entry
        return self._new(lambda: self._make(*arguments), thread_time())

    def _new(self, make: Callable[[], R], start: float) -> _Entry:
        """An entry of what `make` returns, that was begun at this time."""
        sources: Sources = {}
        token = _noted.set(sources)
        try:
            value = make()
        finally:
            _noted.reset(token)
        cost = thread_time() - start
        size = _OVERHEAD + 150 * len(sources) + self._size(value)
        return _Entry(value, sources, snapshot(), size, cost / size)

    def _noted(self, entry: _Entry, _arguments: tuple[Any, ...]) -> Sources:
        """The parts of the answer that reads this one."""
        return entry.sources


class KeptRows(Kept[list[dict[str, Any]]]):
    """The rows of a query, that a last argument prepares if it is a function; `basis` is what they follow from."""

    def __init__(
        self, read: Callable[..., list[dict[str, Any]]], basis: Callable[..., Hashable]
    ) -> None:
        super().__init__(read)
        self._basis = basis

    def _renewed(self, entry: _Entry | None, arguments: tuple[Any, ...]) -> _Entry:
        *asked, prepare = arguments
        basis = self._basis(*asked)
        if entry is not None and entry.basis == basis and _are_same(entry.sources):
            return entry
        start = thread_time()
        rows = self._make(*asked)
        digest = _digest(rows)
        if entry is None or entry.digest != digest or not _are_same(entry.sources):
            entry = self._new(lambda: prepare(rows) if prepare else rows, start)
        entry.digest, entry.basis = digest, basis
        return entry

    def _noted(self, entry: _Entry, arguments: tuple[Any, ...]) -> Sources:
        return {(self, arguments): entry.digest, **entry.sources}


def bound(megabytes: int) -> None:
    """Clear the cache, and set its bound."""
    with _State.changed:
        _State.entries = _Entries(megabytes * 1_000_000)


def forget() -> None:
    """Forget what is kept."""
    with _State.changed:
        _State.entries = _Entries(_State.entries.most)


def note_snapshot() -> None:
    """The answer that is being made depends on all of the snapshot: it reads what is not kept."""
    if _noted.get() is not None:
        _whole_snapshot(None)


def _are_same(sources: Sources) -> bool:
    """Are these rows the same in the snapshot that answers? What was asked for later may depend on earlier rows."""
    return all(rows.entry(asked).digest == digest for (rows, asked), digest in sources.items())


def _digest(rows: list[Any]) -> bytes:
    try:
        text = orjson.dumps(rows, default=repr, option=orjson.OPT_NON_STR_KEYS)
    except TypeError:  # a number of more than 64 bits
        text = repr(rows).encode()
    return blake2b(text, digest_size=16).digest()


def size_of(value: object, seen: set[int] | None = None) -> int:
    """The bytes that a value takes in memory, without what is in `seen`; long lists of rows are sampled."""
    seen = set() if seen is None else seen
    if value is None or isinstance(value, (bool, *_NOT_MEASURED)) or id(value) in seen:
        return 0
    size = sys.getsizeof(value)
    seen.add(id(value))
    if isinstance(value, str | int | float | bytes):
        return size
    parts: Iterable[object]
    if isinstance(value, Mapping):
        parts = value.values()  # the same few names in all rows
    elif isinstance(value, list) and len(value) > 2 * _SAMPLED and isinstance(value[0], dict):
        chosen = value[:: len(value) // _SAMPLED]
        names = {name for row in chosen for name, cell in row.items() if hasattr(cell, "__dict__")}
        # What rows were prepared with they share, and it may have the rows, too: all of it counts once.
        size += sum(size_of(row.get(name), seen) for name in names for row in value)
        size += len(value) * sum(size_of(row, seen) for row in chosen) // len(chosen)
        seen.update(map(id, value))
        return size
    elif isinstance(value, list | tuple | set | frozenset):
        parts = value
    else:
        parts = getattr(value, "__dict__", {}).values()
    return size + sum(size_of(part, seen) for part in parts)


_whole_snapshot = KeptRows(lambda: [snapshot()._asdict()], lambda: tuple(snapshot()))
bound(DEFAULT_MEGABYTES)
