"""The folder of a store that keeps its links, each in a file of its own."""

import os
import threading
from pathlib import Path

from reasonboard.store.sealed import rename_durably
from reasonboard.web.links.link import LARGEST, Link, is_name, name_of, packed, unpacked


class FolderError(Exception):
    """Why no link could be made: one line."""


def keep(store: Path, link: Link, most: int) -> str:
    """Write the link, unless it is there and whole; its name. At most `most` links are kept.

    Raises FolderError where there is no room for one more, or the store cannot be written to.
    """
    if not most:
        raise FolderError("Short links are turned off here.")
    name = name_of(link.study, link.view, link.search)
    path = _path(store, name)
    exists = path.is_file()
    if exists and find(store, name) is not None:
        return name
    try:
        path.parent.mkdir(exist_ok=True)
        full = sum(1 for _ in path.parent.glob("[!.]*")) >= most
        # Looked for once more: another request may just have made the very link.
        if full and not path.is_file():
            raise FolderError(f"No short link created: the limit of {most:,} is reached.")
        unfinished = path.with_name(f".{name}.{os.getpid()}.{threading.get_ident()}")
        unfinished.write_bytes(packed(link))
        rename_durably(unfinished, path)
    except OSError as error:
        raise FolderError(
            f"No short link created: the store is not writable ({error.strerror})."
        ) from error
    return name


def find(store: Path, name: str) -> Link | None:
    """The link of that name; None where there is none, or its file is not what was written."""
    if not is_name(name):
        return None
    try:
        with _path(store, name).open("rb") as file:
            return unpacked(name, file.read(LARGEST + 1))
    except OSError:
        return None


def _path(store: Path, name: str) -> Path:
    return store / "links" / f"{name}.link"
