"""The pages as they are opened first, made before anybody asks for them."""

import threading
import time
from collections.abc import Iterator
from contextlib import suppress

from reasonboard.core import observed
from reasonboard.core.drawn import drawn
from reasonboard.core.study import COLUMNS
from reasonboard.store import snapshots
from reasonboard.studies import STUDIES
from reasonboard.web import faults, home

_BETWEEN = 1.0
"""Seconds from one look at the store to the next, and before the first step: who comes first comes first."""
_REST = 2.0
"""After a step nothing is done for so many times as long as it took: requests need the processor more."""


class Warming:
    """Makes the first pages of every snapshot that the store comes to name, beside the answering of requests.

    To be made after a fork, which takes no thread along, and stopped before the process ends: no
    thread may be within the database then.
    """

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="warm", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Return when the page that is being made is made."""
        self._stop.set()
        self._thread.join()

    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def _follow(self) -> None:
        before = None
        while not self._stop.wait(_BETWEEN):
            snapshots.refresh()
            if snapshots.snapshot() != before:
                before = snapshots.snapshot()
                # Whoever asks for what cannot be read is told so; the next snapshot may be sound.
                with suppress(*faults.READING):
                    self._gently()

    def _gently(self) -> None:
        started = time.monotonic()
        for _ in warm():
            took = time.monotonic() - started
            if self._stop.wait(_REST * took):
                return
            started = time.monotonic()


def warm() -> Iterator[None]:
    """Fill, step by step, what is kept in memory with what the pages show at their defaults in a wide window.

    Whoever asks for something of it meanwhile waits for that and not for the rest.
    """
    for study in STUDIES:
        yield
        home.teaser(study)
    for study in STUDIES:
        values = study.defaults()
        for view in study.views:
            yield
            drawn(study, view, values, COLUMNS[-1])
            observed.observations(study, view, values)
        yield
        observed.claims(study, values)
        study.sources(values)
        study.disagreements(values)
