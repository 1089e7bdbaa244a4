"""What the run of a tracker is called: as a person named it, or after its model if the tracker made a name up."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from reasonboard.ingest.formats.documents import parse_json
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import NameOf, Run
from reasonboard.ingest.formats.settings import LONGEST
from reasonboard.ingest.readers.common import node

_MADE_UP = re.compile(r"[a-z]+-[a-z]+-\d{1,6}")
"""`merciful-auk-123` of MLflow, `glad-sun-12` of W&B."""
MODELS = (
    "model_name_or_path", "model_name", "model", "model_id", "model_path", "base_model", "base_model_name_or_path",
    "pretrained_model_name_or_path", "hf_model", "model.path", "model/path", "model.name", "model/name",
    "actor_rollout_ref.model.path", "actor_rollout_ref/model/path",
)  # fmt: skip
"""What the configuration of a run calls its model, the best first."""
_LONGEST_MODEL = 512


class RunName(NamedTuple):
    """What a run is called, as the fields of a `Run`."""

    model: str
    """'' if nothing names it."""
    name_of: NameOf
    settings: dict[str, str]
    """The name of the run if it is called after its model: nothing else may distinguish it from other runs."""


def run(
    tool: str,
    file: File,
    name: object,
    config: Mapping[str, Any],
    where: str = "the run",
    **known: Any,
) -> Run:
    """The run of a tracker by its name and configuration; `known` are other fields of it."""
    model, name_of, named = of_run(file, name, config, where)
    path = config.get("model_name_or_path")
    stated: dict[str, Any] = {
        "seed": node.word(str(config.get("seed", ""))),
        "settings": config,
        "hints": [] if path is None else [str(path)],
    }
    stated |= known
    stated["settings"] = {**stated["settings"], **named}
    return Run(tool=tool, model=model, name_of=name_of, **stated)


def of_run(file: File, name: object, config: Mapping[str, Any], where: str = "the run") -> RunName:
    """The name of the run, or its model in the configuration if a tracker made the name up or none is given.

    Raises IngestError, naming the place, for what cannot be a name.
    """
    named = node.text(name) or ""
    if named and not _MADE_UP.fullmatch(named):
        return RunName(node.name(file, named, where), NameOf.RUN, {})
    stated = (config.get(field) for field in MODELS)
    model = next((text for value in stated if (text := _model(value))), "")
    if model:
        settings = {"run": named} if 0 < len(named) <= LONGEST else {}
        return RunName(model, NameOf.MODEL, settings)
    return RunName(node.name(file, named, where) if named else "", NameOf.RUN, {})


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
