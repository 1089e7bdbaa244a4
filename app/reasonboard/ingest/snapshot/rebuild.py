"""Rebuilding a store: what is damaged is set aside, and the snapshot is built again of the parts."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import duckdb

from reasonboard.ingest.snapshot import loaded_parts
from reasonboard.ingest.snapshot.loaded_parts import Fill
from reasonboard.ingest.snapshot.publish import base_of, build_snapshot
from reasonboard.store import damage, parts
from reasonboard.store.errors import DataError, StoreError
from reasonboard.store.folder import writing
from reasonboard.store.parts import Parts
from reasonboard.store.pointer import Entry, is_sound


class Rebuilt(NamedTuple):
    """A rebuilt store."""

    version: str
    lines: list[str]
    """A line for everything that was damaged, missing or lost."""


def rebuild(data: Path, store: Path) -> Rebuilt:
    """Check all files of the store, and build its newest snapshot again of the parts.

    If a part is damaged, its rows are read from the snapshot; if this is damaged too, they are lost. Damaged snapshots
    are set aside; `rollback` builds earlier ones again if their parts are sound. Raises StoreError if nothing is sound:
    all is set aside then, so that a backup can be restored. Raises RemoteError, before any change, if the place of
    answers does not answer.
    """
    base = base_of(data)
    with writing(store):
        parts.elsewhere(store)  # raises RemoteError before anything is changed
        pointer, problem = damage.read_pointer(store)
        if pointer is None and not problem:
            raise StoreError(f"{store}: no data yet (start `reasonboard serve`)")
        entries = list(pointer.entries) if pointer else damage.entries_of_side_files(store)
        sound = [entry for entry in entries if is_sound(store, entry)]
        lines = damage.set_all_aside(
            store, problem, [entry for entry in entries if entry.sha256 and entry not in sound]
        )
        fill, more = _fill(store, entries, sound)
        lines += more
        if fill is None:
            damage.clear(store)
            raise StoreError(
                f"{store}: nothing is sound. {' '.join(lines)} Restore a backup (`reasonboard restore DIR`), "
                "or start again (`reasonboard serve`) and load your files again"
            )
        damage.keep_side_files(store, sound)
        before = [
            entry if entry in sound else entry.without_file()
            for place, entry in enumerate(entries)
            if entry in sound or (place and not parts.problems(store, entry.parts))
        ]
        fill = partial(_fill_sound, fill=fill, store=store, lines=lines)
        return Rebuilt(build_snapshot(data, store, base, before, loaded=fill), lines)


def _fill(store: Path, entries: list[Entry], sound: list[Entry]) -> tuple[Fill | None, list[str]]:
    """What fills the tables of what was loaded of the newest entry, None if nothing does; and lines on what is lost.

    `sound` are the entries whose snapshots are.
    """
    if not entries:
        return None, []
    newest = entries[0]
    wrong = {sha256: parts.problems(store, [sha256], with_answers=False) for sha256 in newest.parts}
    listed = tuple(sha256 for sha256 in newest.parts if not wrong[sha256])
    lines = [f"{line.partition('. ')[0]}." for found in wrong.values() for line in found]
    if lines and newest in sound:
        told = f"What was loaded is read from the snapshot {newest.version}, and written again."
        return partial(loaded_parts.carry_over, old=store / newest.file), [*lines, told]
    if lines and not listed:
        return None, lines
    return partial(loaded_parts.read, store=store, listed=listed), [*lines, *_lost(store, wrong)]


def _fill_sound(
    connection: duckdb.DuckDBPyConnection, fill: Fill, store: Path, lines: list[str]
) -> Parts:
    """Fill the tables of what was loaded without the answers whose file is not as it was written, with a line for each.

    If there are any, all is written as one part: none needs a lost file then.
    """
    listed = fill(connection)
    for name, sha256 in connection.execute("SELECT name, sha256 FROM stored_part").fetchall():
        if problem := parts.problem(store, name, sha256):
            connection.execute("DELETE FROM sample_part WHERE part = ?", [name])
            lines.append(problem)
            listed = ()
    return listed


def _lost(store: Path, wrong: dict[str, list[str]]) -> Iterator[str]:
    """A line for each part with a damaged file: whose rows are lost."""
    for sha256, found in wrong.items():
        if not found:
            continue
        try:
            part = parts.read(store, sha256)
        except DataError:
            what = "its manifest is damaged"
        else:
            what = f"{part.what} of {', '.join(part.loads) or 'no runs'}"
        yield f"The change {sha256[:16]} is lost ({what}): load its files again, or restore a backup."
