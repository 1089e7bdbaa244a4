"""The process that loads the files of a page, started by `web/api/loading.py` with the number of its own process.

It reads what to do as JSON, and writes lines of JSON: what is being done under `doing`, and at last what was done, or
why nothing was under `error`.
"""

import json
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from reasonboard import config
from reasonboard.core.headline import counted
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.loading.gather import gather
from reasonboard.ingest.loading.load import load, remove
from reasonboard.ingest.loading.load_names import load_name, name_of_files
from reasonboard.ingest.loading.report import OpenQuestionsError, Report
from reasonboard.ingest.staging import left_out
from reasonboard.ingest.staging.reader_messages import Limits
from reasonboard.store import database, snapshots
from reasonboard.store.connections import connect
from reasonboard.store.errors import StoreError
from reasonboard.store.process import ends_with
from reasonboard.store.undisturbed import in_store
from reasonboard.web.dry_run import Known, known, reading
from reasonboard.web.loads import links, notes, outcome, refused, settings_of_studies

_MOST_NOTES = 12
_UNDONE_WITHIN = timedelta(hours=1)
"""After a load in which it can be undone: only one that is new, so that nothing else is lost."""


def main() -> int:
    """Load all files of a folder, as `reasonboard load` does; the exit code."""
    if not ends_with(int(sys.argv[1])):
        return 0
    say = partial(_write, sys.stdout)
    with redirect_stdout(sys.stderr):  # what a library prints is no line of ours
        try:
            say(_done(json.load(sys.stdin), say))
        except (IngestError, StoreError) as error:
            say({"error": f"{error}. Nothing was loaded."})
    return 0


def _write(output: TextIO, line: dict[str, Any]) -> None:
    print(json.dumps(line), file=output, flush=True)


def _done(job: dict[str, Any], say: "partial[None]") -> dict[str, Any]:
    """What was done: a load, or the undo of one."""
    if "undo" in job:
        settings = config.read()
        return {"lines": [_undo(settings.data, settings.store, job["undo"])]}
    return _load(job, say)


def _load(job: dict[str, Any], say: "partial[None]") -> dict[str, Any]:
    """What was done. The texts of answers are copied into the store, since the files are not kept."""
    settings, dry_run = config.read(), bool(job["dry_run"])
    files, answers = _files(Path(job["folder"])), tuple(job["answers"])
    names = [file.name for file in files]
    about = known(settings) if dry_run else Known()
    report = _report(
        settings,
        files,
        answers=answers,
        path_pattern=job["from"] or None,
        show=dry_run,
        noted=lambda report: (
            _say_reading(say, reading(report, names, answers, about, job["from"]))
            if dry_run
            else None
        ),
        name=job["name"] or name_of_files(names),
        dry_run=dry_run,
        keep_texts=True,
        progress=lambda done, total: say({"doing": f"{done} of {total} files read …"}),
        building=lambda done, total, what: say(
            {"doing": f"Building tables, {done} of {total}: {what} …" if what else "Checking …"}
        ),
        extra_settings=settings_of_studies(settings.store),
        limits=Limits(settings.reader_memory, settings.reader_seconds),
    )
    if dry_run and not job["name"]:
        _call(report, names)
    shown = reading(report, names, answers, about, job["from"]) if dry_run else None
    if shown and not report.read and (report.questions or report.notes):
        return {
            "lines": report.notes,
            "notes": [],
            "pages": [],
            "changed": False,
            "name": report.name,
            "asks": True,
            "reading": shown,
        }
    return {
        "reading": shown,
        "lines": list(outcome(report, dry_run=dry_run)),
        "notes": left_out.alike(report.notes)[:_MOST_NOTES]
        if shown
        else [*refused(report), *notes(report)],
        "pages": links(report, job["prefix"]),
        "changed": report.changed,
        "name": report.name,
        "refused": refused(report),
        "undo": report.name if not dry_run and _may_undo(settings.store, report) else "",
    }


def _call(report: Report, names: Sequence[str]) -> None:
    """Call a load that is not made yet after the files that it takes or asks about."""
    taken = [name for name in names if not {name} & {*report.skipped, *report.unknown}]
    name = load_name(name_of_files(taken or names))
    report.loads = [(name if one == report.name else one, shown) for one, shown in report.loads]
    report.name = name


def _say_reading(say: "partial[None]", shown: dict[str, Any] | None) -> None:
    """Show at once how tables are read: to make all tables of the pages takes longer."""
    if shown:
        say({"doing": "Checking …", "reading": shown})


def _report(settings: config.Settings, files: Sequence[File], **options: Any) -> Report:
    """What a load does. Of one that waits for answers alone, what a dry run found out."""
    try:
        return load(settings.data, settings.store, files, **options)
    except OpenQuestionsError as error:
        if not options["dry_run"]:
            raise
        report = error.report
        report.notes = [] if report.questions else str(error).splitlines()
        return report


def _files(folder: Path) -> list[File]:
    """All files of the folder, called as they are on the machine of the reader."""
    return [
        File(file.path, file.path.relative_to(folder).as_posix()) for file in gather([str(folder)])
    ]


def _may_undo(store: Path, report: Report) -> bool:
    """Are all runs of this load new, and in no load that was there before?"""
    others = {name for name, _ in report.loads} - {report.name}
    return report.changed and not others and _is_recent(store, report.name)


def _undo(data: Path, store: Path, name: str) -> str:
    """Remove a load; what was done. Raises IngestError for one that has older files, or is not there."""
    if not _is_recent(store, name):
        raise IngestError(f"{name:.80}: cannot be undone here (expected a load of the last hour)")
    runs = remove(data, store, [name])
    return f"Undone: {counted(runs, 'run')} of {name} removed."


def _is_recent(store: Path, name: str) -> bool:
    """Were all files of a load loaded at once, within the last hour?"""

    def read() -> list[tuple[bool]]:
        with connect(snapshots.current(store).path) as connection:
            return connection.execute(
                database.text("web/recent_load"),
                {"name": name, "since": datetime.now(UTC).replace(tzinfo=None) - _UNDONE_WITHIN},
            ).fetchall()

    return in_store(store, read) == [(True,)]


if __name__ == "__main__":
    sys.exit(main())
