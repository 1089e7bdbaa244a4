"""Submissions to the leaderboards of SWE-bench: what the folder and its `metadata.yaml` say of the run."""

import re
from collections.abc import Mapping
from typing import Any

from reasonboard.ingest.formats import yaml_file
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import NameOf, Run
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import dates, node

TOOL = "SWE-bench"
_INNER = {"results", "logs"}
_METADATA = ("metadata.yaml", "metadata.yml")
_FOLDER = re.compile(r"(?P<date>\d{8})_(?P<name>.+)", re.DOTALL)


def is_metadata(file: File) -> bool:
    """Does it describe a submission whose results are next to it?"""
    folder = file.path.parent
    results = (folder / "results" / "results.json", folder / "per_instance_details.json")
    return file.path.name in _METADATA and any(path.is_file() for path in results)


def run(file: File, notes: list[str]) -> Run:
    """The run of a submission: its model where one is named, else what the submission is called."""
    folder = next((name for name in places.folders(file) if name not in _INNER), "")
    stated = _metadata(file, notes)
    tags = node.mapping(stated.get("tags"))
    models = tags.get("model")
    every = models if isinstance(models, list) else [models]
    model = node.text(every[0]) if len(every) == 1 else None
    called = node.text(node.inner(stated, "info", "name")) or node.text(stated.get("name"))
    match = _FOLDER.fullmatch(folder)
    plain = model.rstrip("/").rpartition("huggingface.co/")[2] if model else None
    shown = plain or called or (match["name"] if match else folder)
    stamp = dates.of_stamp(match["date"], "%Y%m%d") if match else None
    return Run(
        tool=TOOL,
        model=node.name(file, shown, "the model of the submission") if shown else "",
        name_of=NameOf.MODEL if plain else NameOf.RUN,
        date=stamp[:10] if stamp else None,
        settings={
            "agent": called if plain else None,
            "attempts": node.inner(tags, "system", "attempts"),
        },
        hints=[*([plain] if plain else []), folder],
    )


def _metadata(file: File, notes: list[str]) -> Mapping[str, Any]:
    """What stands in the submission's folder, above that of its results."""
    for folder in (file.path.parent, file.path.parent.parent):
        for name in _METADATA:
            if (folder / name).is_file():
                try:
                    return node.mapping(yaml_file.parse(file.at(folder / name)))
                except IngestError as error:
                    notes.append(f"{error}: left out")
    return {}
