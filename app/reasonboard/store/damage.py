"""Damaged files of a store: what is known of its snapshots all the same, and setting aside what nothing may read."""

import shutil
from contextlib import suppress
from pathlib import Path

from reasonboard.store import pointer as pointers
from reasonboard.store.errors import FormatError, StoreError
from reasonboard.store.pointer import POINTER, Entry, Pointer

DAMAGED = "damaged-"
"""How the names of files begin that were set aside."""


def read_pointer(store: Path) -> tuple[Pointer | None, str]:
    """The pointer, or what is wrong with it."""
    try:
        return pointers.read(store), ""
    except FormatError:
        raise
    except StoreError as error:
        return None, str(error)


def set_all_aside(store: Path, problem: str, damaged: list[Entry]) -> list[str]:
    """Set the pointer aside if there is a problem with it, and damaged snapshots; a line for each.

    Of their side files a copy is set aside: a rebuild after a kill needs them again.
    """
    lines = []
    if problem:
        set_aside(store, POINTER)
        lines.append(f"{problem.partition('. ')[0]}.")
    for entry in damaged:
        is_there = set_aside(store, entry.file)
        if is_there:
            with suppress(FileNotFoundError):
                shutil.copyfile(store / entry.side_file, store / f"{DAMAGED}{entry.side_file}")
        state = f"damaged, and set aside as {DAMAGED}{entry.file}" if is_there else "missing"
        lines.append(f"{store / entry.file}: {state}.")
    return lines


def set_aside(store: Path, name: str) -> bool:
    """Give a file a name under which nothing reads it; False if there is none."""
    path = store / name
    if not path.exists():
        return False
    path.replace(store / f"{DAMAGED}{name}")
    return True


def clear(store: Path) -> None:
    """Leave nothing that names data which cannot be read."""
    for path in [store / POINTER, *store.glob("results-*")]:
        set_aside(store, path.name)


def entries_of_side_files(store: Path) -> list[Entry]:
    """The entries from all side files, the newest first."""
    found = (pointers.read_side_file(path) for path in store.glob("results-*.json"))
    return sorted((entry for entry in found if entry), key=lambda entry: -entry.number)


def keep_side_files(store: Path, entries: list[Entry]) -> None:
    """Write the side files that are missing or damaged."""
    for entry in entries:
        if pointers.read_side_file(store / entry.side_file) != entry:
            pointers.write_side_file(store, entry)
