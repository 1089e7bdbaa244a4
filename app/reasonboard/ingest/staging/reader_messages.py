"""The request to the process that reads files, and its answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypedDict

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
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


class ReadOptions(TypedDict, total=False):
    """How files are read."""

    strict: bool
    """Is nothing loaded if a file is damaged or not recognized, or has answers that cannot be read?"""
    extra_settings: frozenset[str]
    """Names of settings that are kept besides the usual ones."""
    unit: str | None
    """Of the values of tables that state none: fraction, percent or tokens."""
    path_pattern: str | None
    """The pattern by which paths name fields of their runs (names/path_pattern.py)."""
    answers: tuple[str, ...]
    """What a person said of the columns of tables, as after `--as` (readers/tables/answers.py)."""
    kept_readings: KeptReadings
    """How tables were read before, by their shapes."""
    show: bool
    """Is what a page shows of files of tables wanted?"""
    apart: bool
    """Are its runs kept apart from the runs of other loads, whatever the files state?"""
    limits: Limits
    """Of the memory and time that reading may take."""


class Job(NamedTuple):
    """What is to be read, and into which folder."""

    files: Sequence[File]
    folder: Path
    loaded_as: str
    loaded_digests: set[tuple[str, str]]
    running: bool
    """May tools still write to the files? Then one that cannot be read is refused alone."""
    options: ReadOptions


Message = int | Staged | IngestError | OSError
"""How many files are done; at the end the rows, or why a file is wrong or the rows cannot be written."""
