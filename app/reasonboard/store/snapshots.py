"""The snapshots of the data: which one answers a request, and its connection."""

import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import ClassVar, NamedTuple
from uuid import uuid4
from weakref import WeakValueDictionary

import duckdb

from reasonboard.config import POINTER, SPILLED
from reasonboard.store import pointer as pointers
from reasonboard.store.errors import REPAIR, StoreError
from reasonboard.store.pointer import Entry

_FRESH = 1.0
"""Seconds for which the store is not looked at again."""
_MEMORY = "256MB"
_EXPORT_MEMORY = "96MB"
"""For each export: several may run at once."""
_query_slots = threading.BoundedSemaphore(4)
_log = logging.getLogger(__name__)


class DataError(StoreError):
    """Why the data cannot be read, and what to do about it: one line."""


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
        raise DataError(
            f"{store / POINTER}: no data was published here yet (start `reasonboard serve` once)"
        )
    return _snapshot(store, pointer.current)


def earlier(store: Path) -> list[Snapshot]:
    """The snapshots before the current one that are kept and have the tables that it has; [] if it cannot be said."""
    try:
        pointer = _pointer(store)
    except DataError:
        return []
    if pointer is None:
        return []
    kept = [one for one in pointer.before if one.tables == pointer.current.tables]
    return [_snapshot(store, one) for one in kept if (store / one.file).is_file()]


def _pointer(store: Path) -> pointers.Pointer | None:
    try:
        return pointers.read(store)
    except StoreError as error:
        raise DataError(str(error)) from error


def _snapshot(store: Path, entry: Entry) -> Snapshot:
    return Snapshot(store / entry.file, entry.version, entry.sha256, entry.made)


def connect(path: Path, memory: str = _MEMORY) -> duckdb.DuckDBPyConnection:
    """A connection that reads this file and can do nothing else: no other file, no setting.

    It has so much memory of its own, which is given back when it is closed: others may have the file open.
    """
    connection = _opened(path, ":memory:", memory, uuid4().hex)
    try:
        connection.execute(f"ATTACH {_quoted(str(path))} AS snapshot (READ_ONLY)")
    except duckdb.Error as error:
        connection.close()
        raise _unreadable(path, error) from error
    return _checked(path, _locked(connection, "USE snapshot"))


def _shared(path: Path) -> duckdb.DuckDBPyConnection:
    """A connection that can do no more, for the cursors of all pages: they share its memory."""
    # Of one file a process has one configuration: where it is still open, another one would be refused.
    return _checked(path, _locked(_opened(path, str(path), _MEMORY, path.stem)))


def _opened(path: Path, database: str, memory: str, name: str) -> duckdb.DuckDBPyConnection:
    """A database with this much memory; what does not fit goes to a folder with `name` beside the snapshot `path`."""
    beside = path.parent / f"{SPILLED}{os.getpid()}-{name}"
    try:
        return duckdb.connect(
            database,
            read_only=database != ":memory:",
            config={
                "threads": "1",
                "memory_limit": memory,
                "temp_directory": str(beside),
                "autoload_known_extensions": "false",
            },
        )
    except duckdb.Error as error:
        raise _unreadable(path, error) from error


def _locked(connection: duckdb.DuckDBPyConnection, *last: str) -> duckdb.DuckDBPyConnection:
    """The connection without a way to another file or setting.

    A file that is still open in this process, since another thread is just letting go of it, is locked already.
    """
    if connection.execute("SELECT current_setting('lock_configuration')").fetchone() == (True,):
        return connection
    for statement in (
        "SET enable_progress_bar = false",  # it would stand between the rows of `query`
        "SET enable_external_access = false",
        "SET lock_configuration = true",
        *last,
    ):
        connection.execute(statement)
    return connection


def _checked(path: Path, connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """The connection, if the file is the snapshot that its name says; a name ends with the version."""
    try:
        versions = connection.execute("SELECT version FROM made_as").fetchall()
    except duckdb.CatalogException:
        return connection  # of an earlier release, or no snapshot of a store
    except duckdb.Error as error:
        connection.close()
        raise _unreadable(path, error) from error
    if path.name.startswith("results-") and versions != [(path.stem.rpartition("-")[2],)]:
        connection.close()
        raise DataError(f"{path}: another snapshot is in its place. {REPAIR}")
    return connection


def _unreadable(path: Path, error: duckdb.Error) -> DataError:
    reason = str(error).splitlines()[0]
    return DataError(f"{path}: missing, damaged or not a database ({reason}). {REPAIR}")


def use(store: Path) -> Snapshot:
    """Answer from the snapshot that the store names from now on."""
    found = current(store)
    close()
    _State.store = store
    _State.opened = _open_once(found)
    _pinned.set(None)
    return found


def refresh() -> None:
    """Take up what the store names now, and keep to that until this thread asks again.

    A request begins with it, so that all its answers come from one snapshot. Where the store names
    nothing sound, the snapshot before stays. The pointer is looked at once a second at most.
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


def pin(version: str) -> bool:
    """Answer the rest of this request from the snapshot of that version; False where it is not kept."""
    with _State.lock:
        if _State.opened is not None and _State.opened.snapshot.version == version:
            _pinned.set(_State.opened)
            return True
        kept = earlier(_State.store) if _State.store is not None else []
        # Whoever still answers from one that is kept no longer has it open until then.
        _State.earlier = {one: _State.earlier[one] for one in kept if one in _State.earlier}
        match = next((one for one in kept if one.version == version), None)
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
    """Answer from the newest snapshot for so long."""
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

    All cursors share one memory: a few queries run at once, the others wait.
    """
    opened = _answering()  # as long as it is referred to, nobody opens its file a second time
    with _query_slots, opened.cursor() as found:
        yield found


@contextmanager
def dedicated_connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with its own memory to the snapshot of this request, for a result of any length."""
    with connect(_answering().snapshot.path, _EXPORT_MEMORY) as connection:
        yield connection


class _Opened:
    """A snapshot and, once it was asked, its connection."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._lock = threading.Lock()

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """A cursor of one's own: a connection is not thread-safe, and a cursor is a connection."""
        with self._lock:
            if self._connection is None:
                self._connection = _shared(self.snapshot.path)
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
    every: ClassVar[WeakValueDictionary[Snapshot, _Opened]] = WeakValueDictionary()
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
        opened = _State.every.get(snapshot)
        if opened is None:
            opened = _State.every[snapshot] = _Opened(snapshot)
        return opened


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _take_up(store: Path) -> None:
    try:
        found = current(store)
        if _State.opened is not None and found == _State.opened.snapshot:
            _State.problem = ""
            return
        opened = _open_once(found)
        opened.cursor().close()
    except DataError as error:
        if str(error) != _State.problem:  # once, not every second
            _State.problem = str(error)
            _log.warning("The snapshot before stays: %s", error)
        return
    _State.opened, _State.problem = opened, ""


def _answering() -> _Opened:
    opened = _pinned.get() or _State.opened
    if opened is None:
        raise DataError("no data is open (start `reasonboard serve`)")
    return opened
