"""Whose turn it is: what is done for one page at a time is done in the order in which the pages asked for it.

A page that waits has an empty file in the folder, named by the time at which it asked first. It asks again and again.
"""

import time
from pathlib import Path

_GONE = 5.0
"""Seconds after which a page that does not ask again lets others pass; it keeps its place."""
_LOST = 600.0
"""Seconds after which it has no place any more."""


def ahead(folder: Path, key: str) -> int:
    """The number of pages that wait and come before this one, which waits from now on, too."""
    waiting = sorted(folder.glob("turn-*"))
    own = next((path for path in waiting if path.name.endswith(key)), None)
    own = own or folder / f"turn-{time.time_ns():020}-{key}"
    own.touch()
    for path in waiting:
        if _quiet(path) > _LOST:
            path.unlink(missing_ok=True)
    return sum(path < own and _quiet(path) < _GONE for path in waiting)


def leave(folder: Path, key: str) -> None:
    """This page waits no longer: it has its turn, or is gone."""
    for path in folder.glob(f"turn-*-{key}"):
        path.unlink(missing_ok=True)


def _quiet(path: Path) -> float:
    """Seconds since it asked; those of a page that is gone where there is no such file any more."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return _LOST
