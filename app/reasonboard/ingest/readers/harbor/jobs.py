"""What a job of Harbor says of all its trials."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.common import dates, node
from reasonboard.ingest.readers.common.node import Node

_STAMP = re.compile(r"\d{4}-\d\d-\d\d__\d\d-\d\d-\d\d")


def settings(config: File, notes: list[str]) -> dict[str, Any]:
    """How long agents may try, and which version the tasks are of, by the configuration of the job."""
    if not config.path.is_file():
        return {}
    try:
        stated = node.mapping(config.json)
    except IngestError as error:
        notes.append(f"{error}: left out")
        return {}
    sets = stated.get("datasets")
    only = node.first(sets) if isinstance(sets, list) and len(sets) == 1 else {}
    return {
        "dataset_version": node.text(only.get("version")) or node.text(only.get("ref")),
        "timeout_multiplier": node.word(stated.get("timeout_multiplier")),
    }


def date(job: File | None, folder: Path) -> str | None:
    """When the job began: the trials begin at times of their own, and are one run."""
    stated = node.text(job.json.get("started_at")) if job else None
    if stated:
        return dates.of_iso(stated)
    return (
        dates.of_stamp(folder.name, "%Y-%m-%d__%H-%M-%S") if _STAMP.fullmatch(folder.name) else None
    )


def incomplete(job: Node, found: int) -> Iterator[str]:
    """That fewer or more trials are there than the job has."""
    total = node.whole(job.value.get("n_total_trials"))
    if total is not None and found != total:
        yield f"{found} of {total} trials are there: the job is incomplete, or parts of its folder are missing"
