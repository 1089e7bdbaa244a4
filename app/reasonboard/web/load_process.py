"""The process that loads the files of a page, started by `web/api/loading.py` with the number of its own process.

It reads what to do as JSON, and writes lines of JSON: what is being done under `doing`, and at last what was done, or
why nothing was under `error`.
"""

import json
import sys
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from reasonboard import config
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.loading.gather import gather
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.staging.reader_messages import Limits
from reasonboard.ingest.staging.reader_process import ends_with
from reasonboard.store.errors import StoreError
from reasonboard.web.loads import links, notes, outcome, refused, settings_of_studies


def main() -> int:
    """Load all files of a folder, as `reasonboard load` does; the exit code."""
    if not ends_with(int(sys.argv[1])):
        return 0
    say = partial(_write, sys.stdout)
    with redirect_stdout(sys.stderr):  # what a library prints is no line of ours
        try:
            say(_load(json.load(sys.stdin), say))
        except (IngestError, StoreError) as error:
            say({"error": f"{error}. Nothing was loaded."})
    return 0


def _write(output: TextIO, line: dict[str, Any]) -> None:
    print(json.dumps(line), file=output, flush=True)


def _load(job: dict[str, Any], say: "partial[None]") -> dict[str, Any]:
    """What was done. The texts of answers are copied into the store, since the files are not kept."""
    settings, dry_run = config.read(), bool(job["dry_run"])
    report = load(
        settings.data,
        settings.store,
        _files(Path(job["folder"])),
        name=job["name"],
        dry_run=dry_run,
        keep_texts=True,
        progress=lambda done, total: say({"doing": f"{done} of {total} files read …"}),
        building=lambda done, total, what: say(
            {"doing": f"Making the tables, {done} of {total}: {what} …" if what else "Checking …"}
        ),
        extra_settings=settings_of_studies(settings.store),
        limits=Limits(settings.reader_memory, settings.reader_seconds),
    )
    return {
        "lines": list(outcome(report, dry_run=dry_run)),
        "notes": [*refused(report), *notes(report)],
        "pages": links(report, job["prefix"]),
        "changed": report.changed,
    }


def _files(folder: Path) -> list[File]:
    """All files of the folder, called as they are on the machine of the reader."""
    return [
        File(file.path, file.path.relative_to(folder).as_posix()) for file in gather([str(folder)])
    ]


if __name__ == "__main__":
    sys.exit(main())
