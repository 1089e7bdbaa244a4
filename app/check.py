"""Are the settings and the data sound? What `reasonboard check` says."""

import hashlib

import duckdb

from app import snapshots
from app.config import Settings
from app.ingest.invariants import broken
from app.snapshots import DataError


def problems(settings: Settings) -> list[str]:
    """A line for everything that is not as it should be; [] if all is sound.

    Raises DataError where there is no snapshot that could be asked.
    """
    snapshot = snapshots.current(settings.store)
    try:
        content = snapshot.path.read_bytes()
    except OSError as error:
        raise DataError(
            f"{snapshot.path}: not readable ({error.strerror}). Start `reasonboard serve`"
        ) from error
    if hashlib.sha256(content).hexdigest() != snapshot.sha256:
        return [
            f"{snapshot.path}: damaged (its content is not what was written). Remove it and start again"
        ]
    connection = snapshots.connect(snapshot.path)
    try:
        return [
            f"{snapshot.path.name}: {one.words}: {one.times}, first {one.file}: {one.locator}"
            for one in broken(connection)
        ]
    except duckdb.Error as error:
        raise DataError(
            f"{snapshot.path}: not a snapshot of ours ({str(error).splitlines()[0]}; expected one of this version)"
        ) from error
    finally:
        connection.close()
