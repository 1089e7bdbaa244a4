"""The snapshot of a place: `current.json` names it and those before it, as in a store.

A publisher pushes it. A replica pulls it into its store; workers check the pointer of the store anyway.
"""

import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from reasonboard.ingest.loading.load import ready
from reasonboard.ingest.snapshot.publish import adopt, base_of, restore
from reasonboard.remote.lease import Lease
from reasonboard.store import parts
from reasonboard.store import pointer as pointers
from reasonboard.store.errors import DataError, MissingError, RemoteError, StoreError
from reasonboard.store.folder import sound_pointer
from reasonboard.store.parts import Part
from reasonboard.store.places.place import Place
from reasonboard.store.pointer import KEPT, POINTER, Entry, Pointer, is_sound
from reasonboard.store.process import mark
from reasonboard.store.sealed import sha256_of
from reasonboard.store.undisturbed import undisturbed

T = TypeVar("T")


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
                f"{place.name}/{POINTER}: not as it was written. Remove that file there, and `reasonboard publish "
                "--from URL` writes it again"
            ) from None


def undisturbed_at(place: Place, read: Callable[[], T]) -> T:
    """What `read` returns, which begins with the pointer of the place: publishers remove what older ones name."""
    return undisturbed(place.name, lambda: _pointer_bytes(place), read)


def _pointer_bytes(place: Place) -> bytes | None:
    try:
        return place.read(POINTER)
    except MissingError:
        return None


def fetch(place: Place, entry: Entry, folder: Path) -> None:
    """Copy a snapshot into a folder; raises RemoteError where it is not as it was written."""
    place.fetch(entry.file, folder / entry.file)
    if not is_sound(folder, entry):
        raise RemoteError(
            f"{place.name}/{entry.file}: damaged or incomplete (expected the sha256 in the pointer)"
        )


def _fetch_parts(place: Place, entry: Entry, folder: Path, store: Path) -> None:
    """Copy what the store lacks of the parts of a snapshot; raises RemoteError for what is not as it was written."""
    (folder / parts.FOLDER).mkdir()
    stored_elsewhere = parts.elsewhere(store)
    for sha256 in entry.all_parts:
        path = parts.manifest_of(folder, sha256)
        _fetch(place, path, sha256)
        for file in parts.read(folder, sha256).files:
            path = parts.path_of(folder, file.name)
            is_here = file.name in stored_elsewhere or path.exists()
            if not is_here and parts.problem(store, file.name, file.sha256):
                _fetch(place, path, file.sha256)


def _fetch(place: Place, path: Path, sha256: str) -> None:
    name = f"{parts.FOLDER}/{path.name}"
    place.fetch(name, path)
    if sha256_of(path) != sha256:
        raise RemoteError(
            f"{place.name}/{name}: damaged (expected the sha256 in the list of the snapshot)"
        )


def pull(place: Place, data: Path, store: Path, *, rebuild: bool = False) -> str | None:
    """Take over the snapshot of the place; its version, or None where there is no other one than the store's.

    That of another release is refused, or with `rebuild` made anew from what it says was loaded. Raises RemoteError
    where the place does not answer or the snapshot is not as it was written, StoreError where the store cannot be
    written to: the store is as it was.
    """
    return undisturbed_at(place, lambda: _pull(place, data, store, rebuild=rebuild))


def _pull(place: Place, data: Path, store: Path, *, rebuild: bool) -> str | None:
    theirs, ours = pointer_of(place), pointers.read(store)
    if theirs is None or (ours and ours.current.sha256 == theirs.current.sha256):
        return None
    if theirs.current.base != base_of(data) and not rebuild:
        raise RemoteError(
            f"{place.name}: its data was published by another release of Reasonboard, or with other bundled sources "
            "(expected the same release on both machines)"
        )
    with tempfile.TemporaryDirectory(dir=ready(store), prefix=f"loading-{mark()}-") as folder:
        fetch(place, theirs.current, Path(folder))
        _fetch_parts(place, theirs.current, Path(folder), store)
        if theirs.current.base == base_of(data):
            return adopt(store, theirs.current, Path(folder))
        pointers.write(Path(folder), Pointer(theirs.current))
        return restore(data, store, Path(folder))


def push(store: Path, place: Place, lease: Lease) -> bool:
    """Let the place have the current snapshot of the store: first the parts, then the file, then the pointer; False if
    it has it.

    The three newest are kept. Raises RemoteError where the place cannot be written to; it then keeps its last one.
    """
    ours, theirs = sound_pointer(store), pointer_of(place)
    if ours is None or (theirs and theirs.current.sha256 == ours.current.sha256):
        return False
    entry = ours.current
    _put_parts(store, place, entry)
    place.put(store / entry.file, entry.file)
    place.put(store / entry.side_file, entry.side_file)
    before = [other for other in theirs.entries if other.file != entry.file] if theirs else []
    pointer = Pointer(entry, tuple(before[: KEPT - 1]))
    with tempfile.TemporaryDirectory(prefix="reasonboard-") as folder:
        pointers.write(Path(folder), pointer)
        lease.check()
        place.put(Path(folder) / POINTER, POINTER)
    _remove_others(store, place, pointer)
    return True


def _put_parts(store: Path, place: Place, entry: Entry) -> None:
    """Let the place have the parts of a snapshot, the manifest of each last: equal names have equal content.

    Answers that are outside the store stay where they are: replicas read them there.
    """
    stored = {file.name for file in place.files(parts.FOLDER)}
    stored_elsewhere = parts.elsewhere(store)
    for sha256 in entry.all_parts:
        for file in parts.read(store, sha256).files:
            path = parts.path_of(store, file.name)
            if path.name not in stored and file.name not in stored_elsewhere:
                wrong = parts.problem(store, file.name, file.sha256)
                if wrong:
                    raise StoreError(wrong)
                place.put(path, f"{parts.FOLDER}/{path.name}")
        manifest = parts.manifest_of(store, sha256)
        if manifest.name not in stored:
            place.put(manifest, f"{parts.FOLDER}/{manifest.name}")


def _remove_others(store: Path, place: Place, pointer: Pointer) -> None:
    """Remove the snapshots that the pointer does not name, and the parts of stores that none of its snapshots does."""
    kept = {Path(entry.file).stem for entry in pointer.entries}
    for file in place.files(""):
        if file.name.startswith("results-") and Path(file.name).stem not in kept:
            place.remove(file.name)
    needed = set()
    for sha256 in {sha256 for entry in pointer.entries for sha256 in entry.all_parts}:
        part = _part(store, place, sha256)
        if part is None:
            return  # what it lists is unknown
        needed |= {parts.manifest_of(store, sha256).name}
        needed |= {f"{file.name}{parts.SUFFIX}" for file in part.files}
    for file in place.files(parts.FOLDER):
        if not file.is_folder and file.name not in needed:
            place.remove(f"{parts.FOLDER}/{file.name}")


def _part(store: Path, place: Place, sha256: str) -> Part | None:
    """A part, by the manifest in the store or at the place; None if neither can be read."""
    with suppress(DataError):
        return parts.read(store, sha256)
    with suppress(RemoteError, ValueError, KeyError, TypeError):
        return parts.parse(place.read(f"{parts.FOLDER}/{parts.manifest_of(store, sha256).name}"))
    return None
