"""The configuration of an evalscope run; only its plain lines are read: `seed: 42`."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reasonboard.ingest.files import File
from reasonboard.ingest.readers import node

REPORTS = "reports"
_TOP = re.compile(r"(?P<key>[A-Za-z_]\w*):(?:\s+(?P<value>\S.*))?")
_INNER = re.compile(r" {2}(?P<key>[A-Za-z_]\w*):\s+(?P<value>\S.*)")
_OPENED = "generation_config"
_BLOCKS = ("|", ">", "&", "*", "!", "[", "{")
_NOTHING = {"null", "~", ""}


def is_one(file: File) -> bool:
    """Is it a configuration in the folder of a run that has reports?"""
    folder = file.path.absolute().parent
    is_named = file.path.match("configs/task_config*.yaml")
    return is_named and (folder.parent / REPORTS).is_dir()


def of(folder: Path, model: str) -> Mapping[str, str]:
    """The plain settings of a run, from the folder of its configurations.

    Where there are several configurations they count only if one alone is of this model; of a
    model that is not this one none counts.
    """
    every = [settings(file) for file in File(folder / "any").folder("task_config*.yaml")]
    own = [config for config in every if model in (config.get("model_id"), config.get("model"))]
    return own[0] if len(own) == 1 else {}


def flat(config: Any) -> Mapping[str, str]:
    """The same of a configuration that stands in a JSON document: its plain values, as text."""
    whole = node.mapping(config)
    inner = node.mapping(whole.get(_OPENED))
    plain = {**inner, **whole}
    return {key: str(value) for key, value in plain.items() if isinstance(value, str | int | float)}


def settings(file: File) -> dict[str, str]:
    """The lines with a plain value of the top level and of `generation_config`, in evalscope's own YAML.

    It is no YAML parser: what goes over several lines, lists and all that lies deeper is left out.
    """
    plain: dict[str, str] = {}
    opened = ""
    for _, line in file.lines():
        top = _TOP.fullmatch(line)
        if top:
            opened = top["key"]
        match = top or (_INNER.fullmatch(line) if opened == _OPENED else None)
        if match is None or match["value"] is None:
            continue
        value = match["value"].strip()
        if not value.startswith(_BLOCKS) and value not in _NOTHING:
            plain.setdefault(match["key"], _unquoted(value))
    return plain


def _unquoted(value: str) -> str:
    for sign in ("'", '"'):
        if len(value) > 1 and value.startswith(sign) and value.endswith(sign):
            return value[1:-1]
    return value
