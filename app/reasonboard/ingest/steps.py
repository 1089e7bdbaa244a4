"""How far the making of a snapshot is, for who waits for it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Tell = Callable[[int, int, str], None]
"""Is called with how many steps are done, with their number, and with what is made now, '' at the end."""

STEPS = {
    "before": "rows beside those that are loaded",
    "stale_answers": "answers of each run",
    "model_names": "names of models",
    "loaded_runs": "runs",
    "loaded": "measurements",
    "cells": "scores of each run",
    "identity": "tables of the pages",
    "compared": "comparisons between sources",
}
"""The scripts that take longest, in their order, and what they and those after them make."""
_PLACES = {name: place for place, name in enumerate(STEPS)}
_told: ContextVar[Tell | None] = ContextVar("told", default=None)


@contextmanager
def told_to(tell: Tell | None) -> Iterator[None]:
    """Within the block `tell` is called as each step begins, and after the block where a step was begun."""
    begun = False

    def note(done: int, total: int, what: str) -> None:
        nonlocal begun
        begun = True
        if tell:
            tell(done, total, what)

    token = _told.set(note)
    try:
        yield
    finally:
        _told.reset(token)
        if tell and begun:
            tell(len(STEPS), len(STEPS), "")


def begins(script: str) -> None:
    """A script is run now."""
    note = _told.get()
    if note and script in STEPS:
        note(_PLACES[script], len(STEPS), STEPS[script])
