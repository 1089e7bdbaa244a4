"""Servers that answer from a store: each keeps a file there that is named by its address, and locks it while it runs.

The system frees the lock when a server ends, however it does: a file that is left says nothing.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, unquote

from reasonboard.config import Settings
from reasonboard.store.process import is_locked

FOLDER = "serving"


@contextmanager
def serving(store: Path, address: str) -> Iterator[None]:
    """Let commands know that a server at this address answers from the store inside the block.

    If the store cannot be written to, they do not know.
    """
    try:
        (store / FOLDER).mkdir(exist_ok=True)
        path = store / FOLDER / quote(address, safe="")
        path.touch()
        file = path.open()  # for reading: else the disk could not be made read-only
    except OSError:
        yield
        return
    with file:  # processes that are forked inside the block share its lock
        fcntl.flock(file, fcntl.LOCK_SH)
        yield


def addresses(store: Path) -> list[str]:
    """The addresses of the servers that answer from the store now."""
    return [
        unquote(path.name)
        for path in sorted((store / FOLDER).glob("*"))
        if is_locked(path, fcntl.LOCK_EX)
    ]


def running_address(settings: Settings) -> str:
    """The address of a server that answers from the store now, the set one first; '' if none runs."""
    running = addresses(settings.store)
    return settings.address if settings.address in running else next(iter(running), "")


def address_of(settings: Settings) -> str:
    """Where a browser finds the store: at a server that runs, else where `reasonboard serve` would start one."""
    return running_address(settings) or settings.address
