"""Files, one after the other, each given to the reader that knows it: what they say goes into a staging."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from reasonboard.ingest.errors import IngestError, Skip
from reasonboard.ingest.files import File
from reasonboard.ingest.readers import READERS
from reasonboard.ingest.staging import Staging


@dataclass
class Reading:
    """What became of the files of a load."""

    read: int = 0
    skipped: list[str] = field(default_factory=list)
    """A line for each file that adds nothing, with the reason."""
    unknown: list[str] = field(default_factory=list)
    """Those of them that are of no known tool."""


def read_all(
    every: Sequence[File],
    staging: Staging,
    *,
    strict: bool,
    begin: Callable[[int], None] = lambda _: None,
) -> Reading:
    """Read the files into the staging; `begin` is called with how many are done, before each and at the end.

    Raises IngestError for the first file that is damaged, or with `strict` for one of no known tool.
    """
    reading = Reading()
    for done, named in enumerate(every):
        begin(done)
        file = File(named.path, named.name)  # it goes with all that it remembers: they may be many
        try:
            _read(file, staging, reading, strict=strict)
        except RecursionError as error:
            raise IngestError(f"{file.name}: nested too deeply (expected a result file)") from error
    begin(len(every))
    return reading


def _read(file: File, staging: Staging, reading: Reading, *, strict: bool) -> None:
    reader = next((one for one in READERS if one.recognises(file)), None)
    if reader is None:
        reason = f"{file.name}: {file.strange or 'of no known tool'} (expected a result file of an evaluation tool)"
        if strict:
            raise IngestError(reason)
        reading.skipped.append(reason)
        reading.unknown.append(reason)
        return
    try:
        if staging.add(file, reader.read(file)):
            reading.read += 1
        else:
            reading.skipped.append(f"{file.name}: loaded already (sha256 {file.sha256[:12]})")
    except Skip as reason:
        reading.skipped.append(f"{file.name}: {reason}")
