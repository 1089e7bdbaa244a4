"""The journal of a snapshot: the parts from which all that was loaded can be read again, in their order."""

from collections.abc import Iterable
from typing import NamedTuple

import duckdb

from reasonboard.store.reading import old_rows


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


def journal_in(connection: duckdb.DuckDBPyConnection) -> list[JournalPart] | None:
    """The journal that the snapshot names which is attached as `old`; None for one of an earlier release."""
    rows = old_rows(
        connection,
        "SELECT change, name, sha256, bytes, rows FROM old.journal ORDER BY change, name",
    )
    return None if rows is None else [JournalPart(*row) for row in rows]


def parts_of(journal: Iterable[JournalPart]) -> dict[str, str]:
    """Name -> sha256 of its parts."""
    return {part.name: part.sha256 for part in journal}
