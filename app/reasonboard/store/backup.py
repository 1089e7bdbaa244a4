"""A backup: the parts of the current snapshot and their list, the short links and the texts that were kept."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from reasonboard.store import parts
from reasonboard.store import pointer as pointers
from reasonboard.store.errors import StoreError
from reasonboard.store.pointer import Entry, Pointer
from reasonboard.store.sealed import sync
from reasonboard.store.undisturbed import in_store

LINKS = "links"
TEXTS = "texts"
"""The folder of a store with copies of the files that have the texts of answers."""


def backup(store: Path, target: Path) -> Entry:
    """Copy the parts of the current snapshot, their list and all short links to the folder `target`; its entry.

    It does not wait for writers. A part never changes; if one is removed while it is copied, the next list is taken.
    `target` is there whole or not at all: a store whose snapshot is not built. Raises StoreError if it is not empty,
    cannot be written to, or a part is damaged.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise StoreError(
            f"{target}: there is something already (expected an absent or empty folder)"
        )
    try:
        with _appearing(target) as folder:
            entry = in_store(store, lambda: _copy_current(store, folder))
            copy_beside(store, folder)
    except OSError as error:
        raise StoreError(
            f"{target}: not writable ({error.strerror or error}). Nothing was kept there (expected room for a "
            "copy of the store)"
        ) from error
    return entry


def read(folder: Path) -> Entry:
    """The entry of the snapshot in a backup; raises StoreError if the folder is no backup, or its list is damaged."""
    pointer = pointers.read(folder) if folder.is_dir() else None
    if pointer is None:
        raise StoreError(
            f"{folder}: no backup (expected a folder that `reasonboard backup DIR` wrote)"
        )
    return pointer.current


def copy_beside(source: Path, target: Path) -> None:
    """Copy the short links and the texts of answers that are not there yet: each is named by what it is of."""
    for name in (LINKS, TEXTS):
        for path in (source / name).glob("[!.]*"):
            copy = target / name / path.name
            if not copy.exists():
                copy.parent.mkdir(exist_ok=True)
                with suppress(FileNotFoundError):  # removed meanwhile
                    shutil.copyfile(path, copy)
                    sync(copy)


def _copy_current(store: Path, folder: Path) -> Entry:
    pointer = pointers.read(store)
    if pointer is None:
        raise StoreError(f"{store}: no data yet (start `reasonboard serve`)")
    entry = pointer.current
    parts.copy_all(store, folder, entry.parts)
    pointers.write_side_file(folder, entry)
    pointers.write(folder, Pointer(entry))
    return entry


@contextmanager
def _appearing(target: Path) -> Iterator[Path]:
    """A folder beside `target` that takes its name when the block is through, and is gone where it fails."""
    target = target.absolute()
    target.parent.mkdir(parents=True, exist_ok=True)
    folder = target.with_name(f".{target.name}-{uuid4().hex}")
    folder.mkdir()
    try:
        yield folder
        folder.rename(target)  # in the place of an empty folder, too
        sync(target.parent)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
