"""The snapshots of the data: which one answers a request, and its connection."""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import ClassVar, NamedTuple
from weakref import WeakValueDictionary

import duckdb

from reasonboard.store import connections
from reasonboard.store import pointer as pointers
from reasonboard.store.errors import DataError, StoreError
from reasonboard.store.pointer import POINTER, Entry
from reasonboard.store.undisturbed import in_store, pointer_bytes, undisturbed

_FRESH = 0.25
"""Seconds for which the store is not looked at again."""
_EXPORT_MEMORY = "96MB"
"""For each export: several may run at once."""
_MADE = "SELECT source, made FROM source_made JOIN source ON id = source ORDER BY rank, id"
_query_slots = threading.BoundedSemaphore(4)
_log = logging.getLogger(__name__)


class Snapshot(NamedTuple):
    """An immutable database file, as the store's pointer names it."""

    path: Path
    version: str
    sha256: str
    made: str
    """The day that it was made, as YYYY-MM-DD."""


def current(store: Path) -> Snapshot:
    """The snapshot that the store's pointer names; raises DataError if there is none."""
    pointer = _pointer(store)
    if pointer is None:
        raise DataError(f"{store / POINTER}: no data yet (start `reasonboard serve` once)")
    return _snapshot(store, pointer.current)


def earlier(store: Path) -> list[Snapshot]:
    """The snapshots before the current one that are kept and have the tables that it has; [] if that is not known."""
    try:
        pointer = _pointer(store)
    except DataError:
        return []
    if pointer is None:
        return []
    return [
        _snapshot(store, entry)
        for entry in pointer.before
        if entry.tables == pointer.current.tables and (store / entry.file).is_file()
    ]


def _pointer(store: Path) -> pointers.Pointer | None:
    try:
        return pointers.read(store)
    except StoreError as error:
        raise DataError(str(error)) from error


def _snapshot(store: Path, entry: Entry) -> Snapshot:
    return Snapshot(store / entry.file, entry.version, entry.sha256, entry.made)


def use(store: Path) -> Snapshot:
    """Answer from the snapshot that the store names from now on."""
    snapshot = current(store)
    close()
    _State.store = store
    _State.opened = _open_once(snapshot)
    _pinned.set(None)
    return snapshot


def hold(store: Path) -> Snapshot:
    """The same, with its file open from now on: it can be read even if a writer removes it."""

    def opened() -> Snapshot:
        snapshot = use(store)
        with cursor():
            return snapshot

    return in_store(store, opened)


def store() -> Path | None:
    """The store that answers in this process; None before `use`."""
    return _State.store


def refresh() -> None:
    """Take up what the store names now, and keep to that until this thread asks again.

    A request begins with it, so that all its answers come from one snapshot. Where the store names
    nothing sound, the snapshot before stays. The pointer is looked at four times a second at most.
    """
    now = time.monotonic()
    with _State.lock:
        if _State.store is not None and now - _State.looked > _FRESH:
            _State.looked = now
            _take_up(_State.store)
        _pinned.set(_State.opened)


def snapshot() -> Snapshot:
    """The snapshot that answers; raises DataError before `use`."""
    return _answering().snapshot


def made() -> "MadeSources":
    """For each source in the snapshot of this request, the publish that last changed it."""
    return _answering().made()


def pin(version: str) -> bool:
    """Answer the rest of this request from the snapshot of that version; False where it is not kept."""
    with _State.lock:
        if _State.store is not None and not _is_opened(version):
            _take_up(_State.store)  # another worker may have named it already
        if _is_opened(version):
            _pinned.set(_State.opened)
            return True
        earlier_snapshots = earlier(_State.store) if _State.store is not None else []
        # Whoever still answers from one that is kept no longer has it open until then.
        _State.earlier = {
            snapshot: _State.earlier[snapshot]
            for snapshot in earlier_snapshots
            if snapshot in _State.earlier
        }
        match = next(
            (snapshot for snapshot in earlier_snapshots if snapshot.version == version), None
        )
        if match is None:
            return False
        opened = _State.earlier[match] = _open_once(match)
    try:
        opened.cursor().close()
    except DataError as error:
        _log.warning("An earlier snapshot cannot be read: %s", error)
        return False
    _pinned.set(opened)
    return True


def unpin() -> None:
    """Answer the rest of this request from the newest snapshot."""
    _pinned.set(_State.opened)


def release() -> None:
    """Let go of the snapshot that answered this thread's request: an idle thread would keep its file open."""
    _pinned.set(None)


def is_newest() -> bool:
    """Does the newest snapshot answer, and not an earlier one that was pinned?"""
    return _State.opened is None or snapshot() == _State.opened.snapshot


@contextmanager
def newest() -> Iterator[None]:
    """Use the newest snapshot inside the block."""
    before = _pinned.get()
    unpin()
    try:
        yield
    finally:
        _pinned.set(before)


def close() -> None:
    """Close the file; the next query opens it again. Needed before a fork, which may not share it."""
    if _State.opened is not None:
        _State.opened.close()
    for opened in _State.earlier.values():
        opened.close()
    _State.earlier.clear()


@contextmanager
def cursor() -> Iterator[duckdb.DuckDBPyConnection]:
    """A cursor on the snapshot of this request, for a query with a short result.

    All cursors share one memory: a few queries run at once, the others wait. Raises DataError where that takes long,
    duckdb.InterruptException where the query itself does.
    """
    opened = _answering()  # as long as it is referred to, nobody opens its file a second time
    if not _query_slots.acquire(timeout=connections.LONGEST):
        raise DataError(
            f"Other queries took more than {connections.LONGEST:g} s (expected free memory for one more)"
        )
    try:
        with opened.cursor() as connection:
            yield connection
    finally:
        _query_slots.release()


@contextmanager
def dedicated_connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with its own memory to the snapshot of this request, for a result of any length.

    If a writer has removed its file, which is still open here, it shares the memory of all pages.
    """
    opened = _answering()
    try:
        connection = connections.connect(opened.snapshot.path, _EXPORT_MEMORY)
    except DataError:
        if opened.snapshot.path.exists():
            raise
        connection = opened.cursor()
    with connection:
        yield connection


class MadeSources(NamedTuple):
    """The sources of a snapshot and how they hang together."""

    publish: dict[str, str]
    """By the source, in the order of sources: where its rows were last made."""
    together: frozenset[str]
    """Tables, views and macros in which rows of a source can follow from others."""


class _Opened:
    """A snapshot and, once it was queried, its connection."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._made: MadeSources | None = None
        self._lock = threading.Lock()

    def made(self) -> MadeSources:
        if self._made is None:
            with self.cursor() as connection:
                made = connection.execute(_MADE).fetchall()
                together = connection.execute("FROM made_together").fetchall()
            self._made = MadeSources(dict(made), frozenset(name for (name,) in together))
        return self._made

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """A cursor of one's own: a connection is not thread-safe, and a cursor is a connection."""
        with self._lock:
            if self._connection is None:
                self._connection = connections.shared(self.snapshot.path)
            return self._connection.cursor()

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None


class _State:
    store: Path | None = None
    opened: _Opened | None = None
    earlier: ClassVar[dict[Snapshot, _Opened]] = {}
    """Those that a link keeps to."""
    open_snapshots: ClassVar[WeakValueDictionary[Snapshot, _Opened]] = WeakValueDictionary()
    """All that somebody answers from."""
    problem = ""
    """Why the newest could not be taken up, as it was last logged."""
    looked = 0.0
    lock = threading.Lock()
    opening = threading.Lock()


_pinned: ContextVar[_Opened | None] = ContextVar("pinned", default=None)


def _open_once(snapshot: Snapshot) -> _Opened:
    """The connection of this process to a snapshot: the one that there is already, if somebody answers from it."""
    with _State.opening:
        opened = _State.open_snapshots.get(snapshot)
        if opened is None:
            opened = _State.open_snapshots[snapshot] = _Opened(snapshot)
        return opened


def _is_opened(version: str) -> bool:
    return _State.opened is not None and _State.opened.snapshot.version == version


def _take_up(store: Path) -> None:
    try:
        # No `in_store`: a request does not wait for a writer.
        opened = undisturbed(str(store), lambda: pointer_bytes(store), lambda: _newest(store))
    except StoreError as error:
        if str(error) != _State.problem:  # once, not every second
            _State.problem = str(error)
            _log.warning("The snapshot before stays: %s", error)
        return
    _State.opened, _State.problem = opened, ""


def _newest(store: Path) -> _Opened:
    """The snapshot that the store names, with its file open; raises DataError."""
    newest = current(store)
    if _State.opened is not None and newest == _State.opened.snapshot:
        return _State.opened
    opened = _open_once(newest)
    opened.cursor().close()
    return opened


def _answering() -> _Opened:
    opened = _pinned.get() or _State.opened
    if opened is None:
        raise DataError("no data is open (start `reasonboard serve`)")
    return opened
