"""The process that loads the files of a page (`web/api/loading.py`): it reads what to do and writes what it did."""

import json
import os
import sys

from reasonboard import config
from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.load import load
from reasonboard.ingest.reader_messages import Limits
from reasonboard.store.errors import StoreError
from reasonboard.web.loads import pages, settings_of_studies, summary


def main() -> int:
    """Load all files of a folder, as `reasonboard load` does; the exit code.

    The texts of answers are copied into the store, since the files are not kept.
    """
    job = json.load(sys.stdin)
    settings = config.read()
    os.chdir(job["folder"])  # so that the files are called as they are on the reader's machine
    dry_run = bool(job["dry_run"])
    try:
        report = load(
            settings.data,
            settings.store,
            ["."],
            name=job["name"],
            dry_run=dry_run,
            keep_texts=True,
            extra_settings=settings_of_studies(settings.store),
            limits=Limits(settings.reader_memory, settings.reader_seconds),
        )
    except (IngestError, StoreError) as error:
        json.dump({"error": f"{error}. Nothing was loaded."}, sys.stdout)
        return 0
    said = {
        "lines": list(summary(report, job["prefix"], dry_run=dry_run)),
        "pages": pages(report, job["prefix"]),
        "changed": report.changed,
    }
    json.dump(said, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
