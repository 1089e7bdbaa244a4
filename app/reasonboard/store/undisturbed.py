"""Reading snapshots and parts without the lock of writers, who may remove meanwhile what is read."""

import fcntl
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import duckdb

from reasonboard.store import foreign
from reasonboard.store.errors import BusyError, StoreError
from reasonboard.store.folder import PATIENCE
from reasonboard.store.pointer import LARGEST, POINTER
from reasonboard.store.process import is_locked

T = TypeVar("T")
_TRIES = 8
UNREADABLE = (StoreError, OSError, duckdb.Error)
"""What is raised if a file of a store is missing or damaged."""


def undisturbed(name: str, pointer: Callable[[], bytes | None], read: Callable[[], T]) -> T:
    """What `read` returns, which begins with the pointer. If it fails and the pointer has changed, it begins again.

    A writer removes only what an older pointer names. So an error counts if the pointer is the same before and after.
    Raises BusyError if the pointer changes in each try; `name` is that of the store or place.
    """
    for _ in range(_TRIES):
        before = pointer()
        try:
            return read()
        except UNREADABLE:
            if pointer() == before:
                raise
    raise BusyError(
        f"{name}: the data changed {_TRIES} times while they were read (expected fewer changes at once). Try again"
    )


def in_store(store: Path, read: Callable[[], T]) -> T:
    """The same for a store. If the pointer is missing while a command writes, as at first, it waits for that."""
    return undisturbed(str(store), partial(_awaited_pointer, store), read)


def pointer_bytes(store: Path) -> bytes | None:
    """The pointer as it is in the store; None if there is none that can be read."""
    try:
        return foreign.read(store / POINTER, LARGEST)
    except OSError:
        return None


def _awaited_pointer(store: Path) -> bytes | None:
    until = time.monotonic() + PATIENCE
    content = pointer_bytes(store)
    while content is None and time.monotonic() < until and is_locked(store / "lock", fcntl.LOCK_SH):
        if next(store.glob("results-*"), None) is None:
            break  # nothing was published yet: that is what the reader says
        time.sleep(0.05)
        content = pointer_bytes(store)
    return content
