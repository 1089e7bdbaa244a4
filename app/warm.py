"""The pages as they are opened first, made before anybody asks for them."""

import threading
import time

from app import home, observed, snapshots
from app.drawn import drawn
from app.studies import STUDIES
from app.study import COLUMNS

_BETWEEN = 1.0
"""Seconds from one look at the store to the next."""


def keep_warm() -> threading.Thread:
    """Make the first pages of every snapshot that the store comes to name, beside the answering of requests.

    To be called after a fork, which takes no thread along.
    """
    thread = threading.Thread(target=_follow, name="warm", daemon=True)
    thread.start()
    return thread


def warm() -> None:
    """Fill what is kept in memory with what the pages show at their defaults in a wide window.

    Whoever asks for something of it meanwhile waits for that and not for the rest.
    """
    for study in STUDIES:
        home.teaser(study)
    for study in STUDIES:
        values = study.defaults()
        for view in study.views:
            drawn(study, view, values, COLUMNS[-1])
            observed.observations(study, view, values)
        observed.claims(study, values)
        study.sources(values)
        study.disagreements(values)


def _follow() -> None:
    before = None
    while True:
        snapshots.refresh()
        if snapshots.snapshot() != before:
            before = snapshots.snapshot()
            warm()
        time.sleep(_BETWEEN)
