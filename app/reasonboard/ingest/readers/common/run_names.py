"""What the run of a tracker is called: as a person named it, or after its model if the tracker made a name up."""

import re
from collections.abc import Mapping
from typing import Any

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import NameOf, Run
from reasonboard.ingest.formats.settings import LONGEST
from reasonboard.ingest.readers.common import node
from reasonboard.store.documents import parse_json

_MADE_UP = re.compile(r"[a-z]+-[a-z]+-\d{1,6}")
"""`merciful-auk-123` of MLflow, `glad-sun-12` of W&B."""
MODELS = (
    "model_name_or_path", "model_name", "model", "model_id", "model_path", "base_model", "base_model_name_or_path",
    "pretrained_model_name_or_path", "hf_model", "model.path", "model/path", "model.name", "model/name",
    "actor_rollout_ref.model.path", "actor_rollout_ref/model/path",
)  # fmt: skip
"""What the configuration of a run calls its model, the best first."""
_LONGEST_MODEL = 512


def run(
    tool: str,
    file: File,
    name: object,
    config: Mapping[str, Any],
    where: str = "the run",
    **known: Any,
) -> Run:
    """The run of a tracker by its name and configuration; `known` are other fields of it.

    It is called after the model of its configuration if a tracker made the name up or none is given. Raises
    IngestError, naming the place, for what cannot be a name.
    """
    named = node.text(name) or ""
    is_made_up = not named or _MADE_UP.fullmatch(named)
    stated = (config.get(field) for field in MODELS if is_made_up)
    model = next((text for value in stated if (text := _model(value))), "")
    path = config.get("model_name_or_path")
    fields: dict[str, Any] = {
        "seed": node.word(str(config.get("seed", ""))),
        "settings": config,
        "hints": [] if path is None else [str(path)],
    }
    fields |= known
    if not model:
        called = node.name(file, named, where) if named else ""
        return Run(tool=tool, model=called, name_of=NameOf.RUN, **fields)
    if 0 < len(named) <= LONGEST:  # nothing else may distinguish it from other runs
        fields["settings"] = {**fields["settings"], "run": named}
    return Run(tool=tool, model=model, **fields)


def logged_model(history: str) -> str:
    """The model that MLflow's tag `mlflow.log-model.history` names; '' if it names no model."""
    try:
        logged = parse_json(history, "")
    except IngestError:
        return ""
    entries = logged if isinstance(logged, list) else [logged]
    for entry in reversed(entries):
        for flavor in node.mapping(node.mapping(entry).get("flavors")).values():
            stated = node.mapping(flavor)
            name = _model(stated.get("source_model_name")) or _model(stated.get("model_name"))
            if name:
                return name
    return ""


def _model(value: object) -> str:
    text = value.strip() if isinstance(value, str) else ""
    return text if len(text) <= _LONGEST_MODEL and "\0" not in text else ""
