"""Loads whose files are watched: when their last row came, for pages that say which runs go on.

Whoever watches keeps a small file in the store for each; it is no part of the data.
"""

import json
import os
import time
from pathlib import Path
from typing import NamedTuple

from reasonboard.store.sealed import write_whole

FOLDER = "watched"
_ALIVE = 60.0
"""Seconds after which nobody watches a load whose file was not touched."""


class Going(NamedTuple):
    """A load that is watched. Times are seconds since 1970."""

    last: float
    """When its last row came."""
    until: float
    """Until then another one is expected, if it goes on."""
    waits: bool = False
    """Are there rows that are not shown yet?"""
    problem: str = ""
    """Why a file of the load cannot be read; "" if all can."""


def note(store: Path, name: str, going: Going) -> None:
    """Say that this load is watched, and when its last row came. Raises OSError."""
    path = _path(store, name)
    text = json.dumps(going)
    if path.is_file() and path.read_text() == text:
        os.utime(path)
        return
    path.parent.mkdir(exist_ok=True)
    write_whole(path, text)


def forget(store: Path, name: str) -> None:
    """Say that nobody watches this load any more."""
    _path(store, name).unlink(missing_ok=True)


def all_loads(store: Path) -> dict[str, Going]:
    """The loads that are watched now, by their names."""
    loads = {}
    for path in sorted((store / FOLDER).glob("*.json")):
        try:
            if time.time() - path.stat().st_mtime < _ALIVE:
                last, until, waits, problem = json.loads(path.read_text())
                loads[path.stem] = Going(float(last), float(until), bool(waits), str(problem))
        except (OSError, ValueError, TypeError):
            continue  # gone, or not ours
    return loads


def _path(store: Path, name: str) -> Path:
    return store / FOLDER / f"{name}.json"
