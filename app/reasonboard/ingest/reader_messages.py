"""What the process that reads files is asked for, and what it answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reasonboard.ingest.reading import Reading
from reasonboard.ingest.staged import Staged

OUT_OF_MEMORY = 3
"""The exit code of the process where it needed more memory than it may take."""


@dataclass(frozen=True)
class Limits:
    """What reading may take."""

    memory: int = 1500
    """Megabytes of address space of the process."""
    seconds: float = 60
    """How long it may work on a file without another 10,000 rows."""


@dataclass(frozen=True)
class Job:
    """What is to be read, and into which folder."""

    files: Sequence[tuple[Path, str]]
    """Path and name of each."""
    folder: Path
    loaded_as: str
    known: set[tuple[str, str]]
    strict: bool
    limits: Limits


@dataclass(frozen=True)
class Outcome:
    reading: Reading
    staged: Staged


@dataclass(frozen=True)
class Refusal:
    """A file is wrong: the message of an IngestError."""

    reason: str


@dataclass(frozen=True)
class NoRoom:
    """The rows cannot be written: why."""

    reason: str


Message = int | Outcome | Refusal | NoRoom
