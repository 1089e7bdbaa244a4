"""Files, one after the other, each given to the reader that knows it: what they say goes into a staging."""

from collections.abc import Callable, Sequence

from reasonboard.ingest.errors import IngestError, ReadWith, Skip
from reasonboard.ingest.files import File
from reasonboard.ingest.readers import helm, opencompass_samples, tables
from reasonboard.ingest.readers.known import READERS
from reasonboard.ingest.staging import Staging


def read_all(
    files: Sequence[File],
    staging: Staging,
    *,
    strict: bool,
    begin: Callable[[int], None] = lambda _: None,
) -> None:
    """Read the files into the staging; `begin` is called with how many are done, before each and at the end.

    Raises IngestError for the first file that is damaged, or with `strict` for one of no known tool. Where tools still
    write to the files, one that is damaged is refused alone, and one that a changed file is read with is read, too.
    """
    for done, named in enumerate(files):
        begin(done)
        _read_one(named, staging, strict=strict)
    begin(len(files))
    if staging.running:
        paths = {file.path.resolve() for file in files}
        for main in staging.mains.values():
            if main.path.resolve() not in paths:
                _read_one(main, staging, strict=strict)


def _read_one(named: File, staging: Staging, *, strict: bool) -> None:
    # It goes with all that it remembers: they may be many.
    file = File(
        named.path,
        named.name,
        staging.room,
        staging.extra_settings,
        place=named.place,
        running=staging.running,
        unit=staging.unit,
    )
    try:
        _read(file, staging, strict=strict)
    except RecursionError as error:
        raise IngestError(f"{file.name}: nested too deeply (expected a result file)") from error
    except IngestError as error:
        if not staging.running:
            raise
        staging.staged.refused[file.name] = str(error)


def _results_of(file: File) -> File | None:
    """The file of results beside which this one has answers: of one that is damaged its place says so."""
    return opencompass_samples.results_of(file) or helm.main_of(file)


def _read(file: File, staging: Staging, *, strict: bool) -> None:
    try:
        reader = next((candidate for candidate in READERS if candidate.recognises(file)), None)
    except IngestError as error:
        results = None if strict else _results_of(file)
        if results is None:
            raise
        staging.staged.skipped.append(f"{error}: left out beside {results.path.name}")
        return
    if reader is None:
        expected = tables.missing(file) or "a result file of an evaluation tool"
        reason = f"{file.name}: {file.strange or 'of no known tool'} (expected {expected})"
        if strict or staging.running:  # what a tool only began may be known later
            raise IngestError(reason)
        staging.staged.skipped.append(reason)
        staging.staged.unknown.append(reason)
        return
    try:
        if staging.add(file, reader.read(file)):
            staging.staged.read += 1
        else:
            staging.staged.again += 1
            staging.staged.skipped.append(
                f"{file.name}: loaded already (sha256 {file.sha256[:12]})"
            )
    except ReadWith as reason:
        staging.staged.beside.append(f"{file.name}: {reason}")
        if reason.main:
            staging.mains[reason.main.path] = reason.main
    except Skip as reason:
        staging.staged.skipped.append(f"{file.name}: {reason}")
