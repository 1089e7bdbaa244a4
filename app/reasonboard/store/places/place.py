"""What a place can do, whichever kind it is."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

import duckdb


class Listed(NamedTuple):
    """A file or a folder in a folder of a place."""

    name: str
    is_folder: bool
    changed: int
    """Nanoseconds since 1970 by the clock of the place, 0 for a folder: compare it only with another of the place."""


Only = Mapping[str, str | list[str]]
"""Texts, or one text, by columns."""


class Answers(Protocol):
    """Where Parquet files with answers are, each there whole or not at all.

    All functions raise RemoteError where the place does not answer, MissingError where a file is not there.
    """

    name: str
    """The address for messages, without credentials."""

    def files(self, folder: str) -> list[Listed]:
        """What is in a folder, by name; [] where there is no such folder."""

    def fetch(self, name: str, path: Path) -> None:
        """Copy a file to a path of this machine."""

    def sha256_of(self, name: str) -> str:
        """The digest of a file's content. A file is read once as long as nothing changes it."""

    def rows_sql(
        self, connection: duckdb.DuckDBPyConnection, names: Sequence[str], only: Only
    ) -> str:
        """SQL for the rows of these Parquet files on this connection, with the name of the file in `file`.

        Rows that have another text in a column than those that `only` says may be left out.
        """

    def put(self, path: Path, name: str) -> None:
        """Copy a file of this machine here; what had its name before is replaced."""

    def remove(self, name: str) -> None:
        """Remove a file; it may be gone already."""


@runtime_checkable
class Engine(Protocol):
    """What answers whole questions on answers where they are."""

    def ask(
        self, sql: str, values: Mapping[str, Any], names: Sequence[str], needed: str
    ) -> Any | None:
        """The rows, as an Arrow table, of a SELECT in DuckDB's SQL on `sample`, the answers of these files.

        Those alone for which the condition `needed` is true, which may name the file as `file`.

        None where nobody has said that the engine computes all that the SELECT asks as DuckDB does.
        """


class Place(Answers, Protocol):
    """Files with names such as `parts/one.json`, too."""

    def read(self, name: str) -> bytes:
        """The content of a small file."""

    def remove_folder(self, name: str) -> None:
        """Remove a folder with all that is in it."""
