"""Replicas: the snapshot of a place becomes that of the store, whose pointer workers look at anyway."""

import tempfile
from pathlib import Path

from reasonboard.ingest.loading.load import ready
from reasonboard.ingest.snapshot.publish import adopt, base_of, restore
from reasonboard.remote import snapshot
from reasonboard.store import pointer as pointers
from reasonboard.store.errors import RemoteError
from reasonboard.store.places.place import Place
from reasonboard.store.pointer import Pointer
from reasonboard.store.process import mark


def pull(place: Place, data: Path, store: Path, *, rebuild: bool = False) -> str | None:
    """Take over the snapshot of the place; its version, or None where there is no other one than the store's.

    That of another release is refused, or with `rebuild` made anew from what it says was loaded. Raises RemoteError
    where the place does not answer or the snapshot is not as it was written, StoreError where the store cannot be
    written to: the store is as it was.
    """
    return snapshot.undisturbed_at(place, lambda: _pull(place, data, store, rebuild=rebuild))


def _pull(place: Place, data: Path, store: Path, *, rebuild: bool) -> str | None:
    theirs, ours = snapshot.pointer_of(place), pointers.read(store)
    if theirs is None or (ours and ours.current.sha256 == theirs.current.sha256):
        return None
    if theirs.current.base != base_of(data) and not rebuild:
        raise RemoteError(
            f"{place.name}: its data was published by another release of Reasonboard, or with other bundled sources "
            "(expected the same release on both machines)"
        )
    with tempfile.TemporaryDirectory(dir=ready(store), prefix=f"loading-{mark()}-") as folder:
        snapshot.fetch(place, theirs.current, Path(folder))
        snapshot.fetch_parts(place, theirs.current, Path(folder), store)
        if theirs.current.base == base_of(data):
            return adopt(store, theirs.current, Path(folder))
        pointers.write(Path(folder), Pointer(theirs.current))
        return restore(data, store, Path(folder))
