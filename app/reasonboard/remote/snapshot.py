"""The snapshot of a place: `current.json` names it and those before it, as in a store."""

import tempfile
from pathlib import Path

from reasonboard.config import POINTER
from reasonboard.remote.errors import MissingError, RemoteError
from reasonboard.remote.lease import Lease
from reasonboard.remote.place import Place
from reasonboard.store import pointer as pointers
from reasonboard.store.errors import StoreError
from reasonboard.store.folder import sound_pointer
from reasonboard.store.pointer import KEPT, Entry, Pointer, is_sound


def pointer_of(place: Place) -> Pointer | None:
    """What the pointer of the place says; None where nothing was published there yet.

    A bucket is asked for the size of a file and then for its bytes: of a pointer that is replaced in between they are
    not whole, so that one that is damaged is read once more. Raises RemoteError where it still is.
    """
    try:
        return _read_pointer(place)
    except _DamagedError:
        return _read_pointer(place)


class _DamagedError(RemoteError):
    """The pointer is not as it was written."""


def _read_pointer(place: Place) -> Pointer | None:
    with tempfile.TemporaryDirectory(prefix="reasonboard-") as folder:
        try:
            (Path(folder) / POINTER).write_bytes(place.read(POINTER))
            return pointers.read(Path(folder))
        except MissingError:
            return None
        except StoreError as error:
            if isinstance(error, RemoteError):
                raise
            raise _DamagedError(
                f"{place.name}/{POINTER}: not as it was written (expected what `reasonboard publish` writes)"
            ) from None


def fetch(place: Place, entry: Entry, folder: Path) -> None:
    """Copy a snapshot into a folder; raises RemoteError where it is not as it was written."""
    place.fetch(entry.file, folder / entry.file)
    if not is_sound(folder, entry):
        raise RemoteError(
            f"{place.name}/{entry.file}: damaged, or not whole (expected the sha256 that the pointer says)"
        )


def push(store: Path, place: Place, lease: Lease) -> bool:
    """Let the place have the current snapshot of the store: first the file, then the pointer; False if it has it.

    The three newest are kept. Raises RemoteError where the place cannot be written to; it then keeps its last one.
    """
    ours, theirs = sound_pointer(store), pointer_of(place)
    if ours is None or (theirs and theirs.current.sha256 == ours.current.sha256):
        return False
    entry = ours.current
    place.put(store / entry.file, entry.file)
    before = [one for one in theirs.entries if one.file != entry.file] if theirs else []
    pointer = Pointer(entry, tuple(before[: KEPT - 1]))
    with tempfile.TemporaryDirectory(prefix="reasonboard-") as folder:
        pointers.write(Path(folder), pointer)
        lease.check()
        place.put(Path(folder) / POINTER, POINTER)
    kept = {one.file for one in pointer.entries}
    for one in place.files(""):
        if (
            one.name.startswith("results-")
            and one.name.endswith(".duckdb")
            and one.name not in kept
        ):
            place.remove(one.name)
    return True
