"""Progress of building a snapshot, for the command that waits for it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Reporter = Callable[[int, int, str], None]
"""Called with the number of finished steps, the number of all steps, and what is made now, '' at the end."""

STEPS = {
    "before": "rows beside those that are loaded",
    "changed_answers": "answers of each run",
    "model_names": "names of models",
    "loaded_runs": "runs",
    "loaded": "measurements",
    "cells": "scores of each run",
    "identity": "tables of the pages",
    "compared": "comparisons between sources",
}
"""The scripts that take longest, in their order, and what they and those after them make."""
_PLACES = {name: index for index, name in enumerate(STEPS)}
_reporter: ContextVar[Reporter | None] = ContextVar("reporter", default=None)


@contextmanager
def reporting_to(reporter: Reporter | None) -> Iterator[None]:
    """Within the block `reporter` is called as each step begins, and after the block where a step was begun."""
    begun = False

    def note(done: int, total: int, what: str) -> None:
        nonlocal begun
        begun = True
        if reporter:
            reporter(done, total, what)

    token = _reporter.set(note)
    try:
        yield
    finally:
        _reporter.reset(token)
        if reporter and begun:
            reporter(len(STEPS), len(STEPS), "")


def begins(script: str) -> None:
    """A script is run now."""
    note = _reporter.get()
    if note and script in STEPS:
        note(_PLACES[script], len(STEPS), STEPS[script])
