"""Publishing: the new parts of a place go into the store, and its snapshot back to the place."""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import duckdb

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.loading.load import ready
from reasonboard.ingest.snapshot import publish as local
from reasonboard.ingest.staging.staged import TABLES, Staged, merge
from reasonboard.remote import parts, snapshot
from reasonboard.remote.lease import only_publisher
from reasonboard.remote.snapshot import pull
from reasonboard.store.errors import FormatError, RemoteError
from reasonboard.store.folder import sound_pointer
from reasonboard.store.parts import Part
from reasonboard.store.places.place import Place
from reasonboard.store.process import mark
from reasonboard.store.reading import attached
from reasonboard.store.undisturbed import in_store

_OTHERWISE = (
    "`reasonboard remove RUN` on this machine and then `reasonboard publish --from URL --retry`"
)
"""What a publisher can do that prefers the numbers of a part to those that it has of a run."""


@dataclass
class Published:
    """What a publisher did."""

    version: str = ""
    taken: list[str] = field(default_factory=list)
    """The names of the parts that were taken in."""
    refused: list[str] = field(default_factory=list)
    """A line for each new part that says otherwise than what is there."""
    damaged: list[str] = field(default_factory=list)
    """A line for each new part that is not as it was written: it is looked at again by the next publisher."""
    notes: list[str] = field(default_factory=list)
    """A line for each file whose numbers of items are not those that stay."""
    earlier: int = 0
    """How many parts were refused by earlier publishers."""
    pushed: bool = False
    """Has the place another snapshot now?"""


def publish(place: Place, data: Path, store: Path, *, retry: bool = False) -> Published:
    """Take in the parts of the place that are new, build, and push the snapshot.

    A store into which nothing was loaded begins with the snapshot of the place. Of parts with different numbers for
    the same run the one that was taken in first stays: the store notes which were, so clocks decide nothing later.
    With `retry` parts that were refused before are tried again. Raises RemoteError where the place does not answer
    or another publisher is at work, StoreError and IngestError as `load` does: the store is as it was.
    """
    done = Published()
    with only_publisher(place) as lease:
        if not local.loaded_files(store).digests and not _known(store):
            pull(place, data, store, rebuild=True)
        done.version = local.publish(data, store)
        known = _known(store)
        done.earlier = 0 if retry else sum(1 for refused in known.values() if refused)
        passed = {name for name, refused in known.items() if not (retry and refused)}
        with tempfile.TemporaryDirectory(dir=ready(store), prefix=f"loading-{mark()}-") as folder:
            new = list(_fetched(place, passed, Path(folder), done))
            if new:
                rows = sum(part.rows for _, part, _ in new)
                edit = partial(_merge, new, done)
                done.version = local.change(data, store, edit, what="publish", incoming=rows)
        done.pushed = in_store(store, lambda: snapshot.push(store, place, lease))
        parts.sweep(place, lease.now)
    return done


def _fetched(
    place: Place, passed: set[str], folder: Path, done: Published
) -> Iterator[tuple[str, Part, Staged]]:
    """The rows of every new part; a line in `done` for one that is not as it was written."""
    for name in parts.names(place):
        if name in passed:
            continue
        try:
            part = parts.read(place, name)
            paths = parts.fetch(place, name, part, TABLES, folder)
            yield name, part, Staged(", ".join(part.loads), paths)
        except (RemoteError, FormatError) as error:
            done.damaged.append(f"part {name}: {error}")


def _merge(
    new: Sequence[tuple[str, Part, Staged]], done: Published, connection: duckdb.DuckDBPyConnection
) -> None:
    """Merge one part after the other into what is loaded; one that is refused changes nothing."""
    done.taken, done.refused, done.notes = [], [], []
    for name, _, staged in new:
        before = _temporary(connection)
        connection.begin()
        try:
            done.notes += merge(connection, staged, replace=False, otherwise=_OTHERWISE)
            connection.commit()
            reason = None
            done.taken.append(name)
        except (IngestError, duckdb.DataError, duckdb.ProgrammingError) as error:
            connection.rollback()
            reason = str(error).splitlines()[0]
            done.refused.append(f"part {name}: {reason}. It was not merged")
        for table in _temporary(connection) - before:
            connection.execute(f"DROP TABLE temp.{table}")
        connection.execute("INSERT OR REPLACE INTO remote_part VALUES (?, ?)", [name, reason])


def _temporary(connection: duckdb.DuckDBPyConnection) -> set[str]:
    rows = connection.execute("SELECT table_name FROM duckdb_tables() WHERE temporary").fetchall()
    return {name for (name,) in rows}


def _known(store: Path) -> dict[str, str | None]:
    """The name of each part that was looked at -> why it was refused, None if it was taken in."""

    def read() -> dict[str, str | None]:
        pointer = sound_pointer(store)
        if pointer is None:
            return {}
        with attached(store / pointer.current.file) as connection:
            return dict(connection.execute("SELECT name, refused FROM old.remote_part").fetchall())

    return in_store(store, read)
