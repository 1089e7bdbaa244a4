"""The request to the process that reads files, and its answers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.kept_reading import KeptReadings
from reasonboard.ingest.staging.staged import Staged

ERRORS = "errors"
"""The file in the folder of a job with what its process wrote to its standard error."""
OUT_OF_MEMORY = 3
"""The exit code of the process where it needed more memory than it may take."""


@dataclass(frozen=True)
class Limits:
    """What reading may take."""

    memory: int = 1500
    """Megabytes of address space of the process."""
    seconds: float = 60
    """How long it may work on a file without another 10,000 rows."""


class Named(NamedTuple):
    """A file to read."""

    path: Path
    name: str
    place: str
    """How pages name it."""
    pushed_as: str
    """The load of rows that another machine pushed; "" for any other file."""


@dataclass(frozen=True)
class Job:
    """What is to be read, and into which folder."""

    files: Sequence[Named]
    folder: Path
    loaded_as: str
    loaded_digests: set[tuple[str, str]]
    extra_settings: frozenset[str]
    """Names of settings that are kept besides the usual ones."""
    strict: bool
    limits: Limits
    running: bool = False
    """May tools still write to the files? Then one that cannot be read is refused alone."""
    unit: str | None = None
    """Of the values of tables that state none."""
    path_pattern: str | None = None
    """The pattern by which paths name fields of their runs."""
    answers: tuple[str, ...] = ()
    """What a person said of the columns of tables, as after `--as`."""
    kept_readings: KeptReadings = field(default_factory=dict)
    """How tables were read before."""
    show: bool = False
    """Is what a page shows of files of tables wanted?"""
    apart: bool = False
    """Are its runs others than those of other loads?"""


Message = int | Staged | IngestError | OSError
"""How many files are done; at the end the rows, or why a file is wrong or the rows cannot be written."""
