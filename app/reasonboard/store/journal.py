"""The journal of a snapshot: the parts from which all that was loaded can be read again, in their order."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from reasonboard.store.reading import attached, tables


class JournalPart(NamedTuple):
    """The rows of a table that a change left, in a part of the store."""

    change: int
    """The number of the change: a later one decides over an earlier one."""
    name: str
    sha256: str
    bytes: int
    rows: int

    @property
    def table(self) -> str:
        """The table whose rows it has."""
        return self.name.rpartition("-")[0]


def journal_of(snapshot: Path) -> list[JournalPart] | None:
    """The journal that a snapshot names; None for one of an earlier release.

    Raises duckdb.Error for what is no snapshot.
    """
    with attached(snapshot) as connection:
        if "journal" not in tables(connection):
            return None
        rows = connection.execute(
            "SELECT change, name, sha256, bytes, rows FROM old.journal ORDER BY change, name"
        ).fetchall()
    return [JournalPart(*row) for row in rows]


def parts_of(journal: Iterable[JournalPart]) -> dict[str, str]:
    """Name -> sha256 of its parts."""
    return {part.name: part.sha256 for part in journal}
