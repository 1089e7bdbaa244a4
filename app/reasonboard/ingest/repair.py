"""Repairing a store: what is damaged is set aside, and what follows from other files is made anew of them."""

from functools import partial
from pathlib import Path

import duckdb

from reasonboard.ingest.publish import base_of, build_snapshot, change_snapshot
from reasonboard.ingest.take_over import loaded_in
from reasonboard.store import damage, parts
from reasonboard.store import pointer as pointers
from reasonboard.store.errors import StoreError
from reasonboard.store.folder import point, writing
from reasonboard.store.journal import parts_of
from reasonboard.store.pointer import KEPT, Entry, Pointer, is_sound


def repair(data: Path, store: Path) -> list[str]:
    """Make the newest data whose snapshot or journal is sound the current ones; a line for everything that was done.

    Of these two the one is made anew of the other. Damaged files are set aside, and nothing is removed but snapshots
    older than those that a store keeps. [] where all is sound. Raises StoreError where nothing is; what was there is
    set aside then, so that a backup can be restored. Raises RemoteError where the place of answers does not answer, and
    changes nothing then.
    """
    with writing(store):
        return _repair(data, store)


def rebuild(data: Path, store: Path) -> str:
    """Make all of the current snapshot anew, from the bundled sources and what is loaded; its version.

    Raises StoreError for a store that cannot be written to or where what is loaded cannot be read.
    """
    base = base_of(data)
    with writing(store):
        pointer = pointers.read(store)
        if pointer is None or is_sound(store, pointer.current):
            return build_snapshot(data, store, base, pointer)
        loaded_in(store, store, pointer.current)  # else `_repair` would go back to an earlier one
        _repair(data, store)
        made = pointers.read(store)
    return made.current.version if made else ""


def _repair(data: Path, store: Path) -> list[str]:
    base = base_of(data)
    parts.elsewhere(
        store
    )  # where that does not answer, nothing is known of the answers: do not begin
    pointer, problem = damage.read_pointer(store)
    if pointer is None and not problem:
        raise StoreError(f"{store}: nothing was published here yet (start `reasonboard serve`)")
    known = list(pointer.entries) if pointer else damage.entries_of_files(store)
    sound = [entry for entry in known if is_sound(store, entry)]
    newest = next((entry for entry in known if entry in sound or _can_be_made(store, entry)), None)
    looked_at = known[: known.index(newest) + 1] if newest else known
    wrong = list(
        dict.fromkeys(line for entry in looked_at for line in _journal_problems(store, entry))
    )
    if pointer and newest and len(sound) == len(known) and not wrong:
        damage.keep_side_files(store, sound)
        return _lost_answers(store, newest)
    done = [
        *damage.set_all_aside(store, problem, [entry for entry in known if entry not in sound]),
        *wrong,
    ]
    if newest is None:
        damage.clear(store, known)
        raise StoreError(
            f"{store}: no snapshot is sound. {' '.join(done)} Restore a backup (`reasonboard restore DIR`), "
            "or start anew (`reasonboard serve`) and load your files again"
        )
    damage.keep_side_files(store, sound)
    if newest != known[0]:
        done.append("What was loaded after the snapshot below has to be loaded again.")
    return [*done, *_make_current(data, store, base, newest, sound)]


def _make_current(
    data: Path, store: Path, base: str, newest: Entry, sound: list[Entry]
) -> list[str]:
    """Let the data of an entry be the current ones, with a sound snapshot and a sound journal; lines that say how.

    `sound` are the entries whose snapshots are.
    """
    kept = Pointer(sound[0], tuple(sound[1:KEPT])) if sound else None
    if kept is None or newest not in sound:
        lost: list[str] = []
        edit = partial(_leave_out_lost, store=store, lost=lost)
        version = build_snapshot(
            data, store, base, kept, edit, loaded=loaded_in(store, store, newest)
        )
        return [*lost, f"Snapshot {version} is made anew of all that was loaded."]
    if not _journal_problems(store, newest):
        point(store, kept)
    else:
        change_snapshot(
            data, store, base, kept, lambda connection: connection.execute("DELETE FROM journal")
        )
    restored = f"The data is that of snapshot {newest.version} of {newest.made}."
    return [*_lost_answers(store, newest), restored]


def _journal_problems(store: Path, entry: Entry) -> list[str]:
    """A line for each part of the journal of a snapshot that is not as it was written."""
    written = parts_of(pointers.journal_beside(store / entry.side_file) or [])
    return [f"{line.partition('. ')[0]}." for line in parts.problems(store, written)]


def _can_be_made(store: Path, entry: Entry) -> bool:
    """Can a snapshot be made anew of its journal?"""
    written = pointers.journal_beside(store / entry.side_file)
    return written is not None and not _journal_problems(store, entry)


def _lost_answers(store: Path, entry: Entry) -> list[str]:
    """A line for each part with answers of a sound snapshot that is not as it was written."""
    every = parts.named_by(store / entry.file)
    return parts.problems(
        store, {name: sha256 for name, sha256 in every.items() if name.startswith(parts.ANSWERS)}
    )


def _leave_out_lost(connection: duckdb.DuckDBPyConnection, store: Path, lost: list[str]) -> None:
    """Take out the answers whose part is not as it was written, with a line in `lost` for each part."""
    for name, sha256 in connection.execute("SELECT name, sha256 FROM stored_part").fetchall():
        lines = parts.problems(store, {name: sha256})
        if lines:
            connection.execute("DELETE FROM sample_part WHERE part = ?", [name])
            lost += lines
