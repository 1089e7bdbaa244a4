"""Undo of a load that was just made on a page: only of one that is new, so that nothing else is lost."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.loading.load import remove
from reasonboard.ingest.loading.report import Report
from reasonboard.store import database, snapshots
from reasonboard.store.connections import connect
from reasonboard.store.undisturbed import in_store

_LONGEST = timedelta(hours=1)
"""After a load in which it can be undone."""


def may_undo(store: Path, report: Report) -> bool:
    """Are all runs of this load new, and in no load that was there before?"""
    others = {name for name, _ in report.loads} - {report.name}
    return report.changed and not others and is_recent(store, report.name)


def undo(data: Path, store: Path, name: str) -> str:
    """Remove a load; what was done. Raises IngestError for one that has older files, or is not there."""
    if not is_recent(store, name):
        raise IngestError(f"{name:.80}: cannot be undone here (expected a load of the last hour)")
    runs = remove(data, store, [name])
    return f"Undone: {runs:,} run{'s' * (runs != 1)} of {name} removed."


def is_recent(store: Path, name: str) -> bool:
    """Were all files of a load loaded at once, within the last hour?"""

    def read() -> list[tuple[bool]]:
        with connect(snapshots.current(store).path) as connection:
            return connection.execute(
                database.text("web/recent_load"),
                {"name": name, "since": datetime.now(UTC).replace(tzinfo=None) - _LONGEST},
            ).fetchall()

    return in_store(store, read) == [(True,)]
