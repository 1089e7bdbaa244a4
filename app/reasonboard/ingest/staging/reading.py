"""Files, one after the other, each given to the reader that knows it: what they say goes into a staging."""

import re
from collections.abc import Callable, Sequence

from reasonboard.ingest.formats.errors import CommentError, IngestError, ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.strange import Strange, strange
from reasonboard.ingest.readers.registry import READERS
from reasonboard.ingest.readers.tables import reader as tables
from reasonboard.ingest.staging.left_out import UNKNOWN
from reasonboard.ingest.staging.staging import Staging

_MOST_ASIDE = 100
"""Rows of a file that are set aside since they cannot be read; with more the file is refused."""

_MOST_SHOWN = 12
"""Files of tables that a page shows before they are loaded."""


def read_all(
    files: Sequence[File],
    staging: Staging,
    begin: Callable[[int], None] = lambda _: None,
) -> None:
    """Read the files into the staging; `begin` is called with how many are done, before each and at the end.

    A file that is damaged is refused alone; if the staging is strict, the first one raises IngestError, as one not
    recognized does. Where tools still write to the files, one that a changed file is read with is read, too.
    """
    for done, named in enumerate(files):
        begin(done)
        _read_one(named, staging)
    begin(len(files))
    if staging.running:
        paths = {file.path.resolve() for file in files}
        for main in staging.mains.values():
            if main.path.resolve() not in paths:
                _read_one(main, staging)


def _read_one(named: File, staging: Staging) -> None:
    if named.pushed_as:
        _read_pushed(named, staging)
        return
    file = _fresh(named, staging)
    try:
        _read(file, staging)
    except IngestError as error:
        if staging.options.get("strict"):
            raise
        staging.staged.refused[file.name] = str(error)
        if isinstance(error, tables.QuestionError):
            staging.staged.questions[file.name] = error.question
    except RecursionError as error:
        problem = f"{file.name}: nested too deeply (expected a result file)"
        if staging.options.get("strict"):
            raise IngestError(problem) from error
        staging.staged.refused[file.name] = problem
    staging.staged.answered |= file.answered
    if file.shown:
        staging.staged.shown[file.name] = file.shown


def _fresh(named: File, staging: Staging) -> File:
    """The file as if nothing was read of it: it goes with all that it remembers, they may be many."""
    file = File(
        named.path,
        named.name,
        staging.room,
        staging.extra_settings,
        place=named.place,
        running=staging.running,
        unit=staging.options.get("unit"),
        answers=staging.options.get("answers", ()),
        pushed_as=named.pushed_as,
    )
    file.path_fields = staging.path_fields.columns(named.path)
    file.kept_readings = staging.options.get("kept_readings", {})
    file.is_to_show = staging.options.get("show", False) and len(staging.staged.shown) < _MOST_SHOWN
    return file


def _read_pushed(named: File, staging: Staging) -> None:
    """Read the rows that another machine pushed. One that cannot be read is set aside, and the rest is read."""
    aside: dict[int, str] = {}
    while True:
        file = _fresh(named, staging)
        file.set_aside = aside
        try:
            if staging.add(file, tables.read(file)):
                staging.staged.read += 1
                staging.staged.unreadable[file.name] = list(aside.values())
            else:
                staging.staged.again += 1
        except Skip as reason:
            staging.staged.skipped[file.name] = str(reason)
        except IngestError as error:
            line = re.match(rf"{re.escape(file.name)}:(?: line )?(\d+)", str(error))
            if line and int(line[1]) not in aside and len(aside) < _MOST_ASIDE:
                aside[int(line[1])] = str(error)
                continue
            staging.staged.refused[file.name] = next(iter(aside.values()), str(error))
        return


def _read(file: File, staging: Staging) -> None:
    staged = staging.staged
    try:
        reader = next((candidate for candidate in READERS if candidate.recognizes(file)), None)
    except CommentError:
        comments = Strange("JSON with comments", "JSON without comments")
        _leave_out(file, staging, comments)
        return
    except IngestError:
        if known := strange(file):
            _leave_out(file, staging, known)
            return
        raise
    if reader is None:
        unknown = Strange(UNKNOWN, "a result file of an evaluation tool")
        _leave_out(file, staging, strange(file) or unknown)
        return
    try:
        if staging.add(file, reader.read(file)):
            staged.read += 1
        else:
            staged.again += 1
            staged.skipped[file.name] = f"loaded already (sha256 {file.sha256[:12]})"
    except ReadWith as reason:
        staged.beside.append(f"{file.name}: {reason}")
        if reason.main:
            staging.mains[reason.main.path] = reason.main
    except Skip as reason:
        staged.skipped[file.name] = str(reason)


def _leave_out(file: File, staging: Staging, strange_: Strange) -> None:
    """Note what a file is that no reader takes. Raises IngestError if its results are lost, or with `strict`."""
    if staging.options.get("strict") or strange_.is_lost:
        raise IngestError(f"{file.name}: {strange_.what} (expected {strange_.expected})")
    staging.staged.unknown[file.name] = f"{strange_.what} (expected {strange_.expected})"
