"""One publisher at a time: who publishes leaves a file at the place as long as it does.

A publisher that sees the file of another leaves again, so that of two who come at once one or none goes on, never
both. A killed publisher of this machine is known by its process, one of another machine by the age of its file:
the clock of the place alone measures it, since those of the machines may be wrong.
"""

import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from os import getpid
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from reasonboard.store.errors import MissingError, RemoteError
from reasonboard.store.places.place import Place
from reasonboard.store.process import has_ended, mark

STALE = 120.0
"""Seconds after which a publisher of another machine that has not renewed its file is taken for killed."""
_RENEWED = 20.0
_FOLDER = "publishing"
_TRIES = 3


class Lease:
    """The file of a publisher."""

    def __init__(self, place: Place, path: Path) -> None:
        self._place = place
        self._path = path
        self.name = f"{_FOLDER}/{uuid4().hex}"
        self.now = 0
        """When it was written, by the clock of the place, in nanoseconds since 1970."""
        path.write_text(f"process {getpid()} of {socket.gethostname()}\n{mark()}\n")

    def write(self) -> str:
        """Write the file; which other publisher is at work, '' where there is none."""
        self._place.put(self._path, self.name)
        files = {f"{_FOLDER}/{file.name}": file for file in self._place.files(_FOLDER)}
        if self.name not in files:
            raise RemoteError(f"{self._place.name}: what was written there is gone (expected room)")
        self.now = files.pop(self.name).changed
        for name, file in files.items():
            holder = self._read(name)
            if self.now - file.changed < STALE * 1e9 and not has_ended(holder):
                return holder.partition("\n")[0][:100] or "another publisher"
            self._place.remove(name)
        return ""

    def check(self) -> None:
        """Raise RemoteError where another publisher took this one for killed."""
        try:
            self._place.read(self.name)
        except MissingError:
            raise RemoteError(
                f"{self._place.name}: another publisher took over, because this one did not respond for {STALE:.0f} s. "
                "Start it again"
            ) from None

    def renew(self, ended: threading.Event) -> None:
        """Write the file again and again until the event is set."""
        while not ended.wait(_RENEWED):
            try:
                self.check()
                self._place.put(self._path, self.name)
            except RemoteError:
                continue  # `check` says so before the pointer is written

    def _read(self, name: str) -> str:
        try:
            return self._place.read(name).decode(errors="replace")
        except MissingError:
            return ""  # it has just ended


@contextmanager
def only_publisher(place: Place) -> Iterator[Lease]:
    """Be the only publisher of a place in the block; raises RemoteError where another one is at work."""
    with TemporaryDirectory() as folder:
        lease = Lease(place, Path(folder) / "lease")
        ended = threading.Event()
        renewing = threading.Thread(target=lease.renew, args=(ended,), daemon=True)
        try:
            _take(place, lease)
            renewing.start()
            yield lease
        finally:
            ended.set()
            if renewing.is_alive():
                renewing.join()
            place.remove(lease.name)


def _take(place: Place, lease: Lease) -> None:
    holder = ""
    for _ in range(_TRIES):
        holder = lease.write()
        if not holder:
            return
        place.remove(lease.name)
        time.sleep(random.uniform(0.1, 1))  # noqa: S311  (two that came at once come again apart)
    raise RemoteError(
        f"{place.name}: {holder} is publishing. Wait until it has finished (expected one publisher at a time)"
    )
