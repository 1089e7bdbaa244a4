"""Where the answers of a store are: among its parts, or at the place that REASONBOARD_ANSWERS names.

All that differs between the two is here and in parts.py: nothing else knows where a part with answers is.
"""

import os
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from reasonboard.config import answers_of
from reasonboard.store.places.address import ANSWERS, Address, open_answers, parse, prepare
from reasonboard.store.places.place import Answers, Engine
from reasonboard.store.sealed import rename_durably

_WRITER = "writer"
_PLACES: dict[tuple[str, int, int], Answers] = {}


class _State:
    attempts = 2


def address_of(store: Path) -> Address | None:
    """The address of the place; None where the store has its answers itself. Raises AddressError for a wrong one."""
    text = answers_of(store)
    return parse(text, ANSWERS) if text else None


def place_of(store: Path) -> Answers | None:
    """The place; None where the store has its answers itself. Raises RemoteError where it does not answer."""
    address = address_of(store)
    if address is None:
        return None
    key = (address.text, os.getpid(), _State.attempts)  # after a fork a connection is nobody's
    if key not in _PLACES:
        _PLACES[key] = open_answers(address, _State.attempts)
    return _PLACES[key]


def engine_of(store: Path) -> Engine | None:
    """What answers whole questions there; None where DuckDB reads the answers. Raises RemoteError as above."""
    place = place_of(store)
    return place if isinstance(place, Engine) else None


def answer_readers(store: Path) -> None:
    """Let no reader wait for long from now on: a place that does not answer is asked once, not twice, and what asks it
    is imported now. Raises RemoteError where that is not installed.
    """
    _State.attempts = 1
    address = address_of(store)
    if address:
        prepare(address)


def writer_of(store: Path) -> str:
    """What ends the names of the parts that this store writes to a place: it removes no other ones there.

    A copy of the folder is another store: the number of the file says which of them this is.
    """
    path = store / _WRITER
    with suppress(FileNotFoundError, ValueError):
        name, number = path.read_text().split()
        if int(number) == path.stat().st_ino:
            return name
    building = path.with_name(f"building-{os.getpid()}-{_WRITER}")
    building.touch()
    name = uuid4().hex[:8]
    building.write_text(f"{name} {building.stat().st_ino}")
    rename_durably(building, path)
    return name
