"""The declared studies of a store: adding one and taking it out each publish a snapshot that has its marks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.scripts import sql
from reasonboard.ingest.snapshot.publish import change


@dataclass(frozen=True)
class Roles:
    """What the roles of a study ask of the rows: columns by their names, values as texts."""

    path: str
    text: str
    """The file that declares it."""
    rows_of: str
    metrics: Sequence[str]
    wanted: Mapping[str, Sequence[str]]
    x: str
    color: str
    panel: str
    cost: str
    filters: Sequence[str]
    averaged: Sequence[str]
    in_folder: bool = False
    x_order: Sequence[str] = ()


Check = Callable[[duckdb.DuckDBPyConnection, str], None]
"""Raises IngestError where the marks of the study with this path cannot be shown."""


def add(data: Path, store: Path, studies: Sequence[Roles], check: Check) -> str:
    """Publish a snapshot with these studies, in the place of those of the same paths; its version.

    `check` sees the finished snapshot: where it raises, the store stays as it was.
    """

    def edit(connection: duckdb.DuckDBPyConnection) -> None:
        for roles in studies:
            columns, values = list(roles.wanted), [list(chosen) for chosen in roles.wanted.values()]
            sql.run(connection, "declare", vars(roles) | {"columns": columns, "values": values})

    def after(connection: duckdb.DuckDBPyConnection) -> None:
        for roles in studies:
            check(connection, roles.path)

    return change(data, store, edit, what="studies", after=after)


def remove(data: Path, store: Path, paths: Sequence[str]) -> str:
    """Publish a snapshot without these studies; its version. Raises IngestError for one that is not there."""

    def edit(connection: duckdb.DuckDBPyConnection) -> None:
        rows = connection.execute("SELECT path FROM declared_study").fetchall()
        paths_there = {path for (path,) in rows}
        for path in paths:
            if path not in paths_there:
                known = ", ".join(sorted(paths_there)) or "none is declared"
                raise IngestError(f"{path:.60}: no such study (expected one of: {known})")
            connection.execute("DELETE FROM declared_study WHERE path = ?", [path])

    return change(data, store, edit, what="studies")
