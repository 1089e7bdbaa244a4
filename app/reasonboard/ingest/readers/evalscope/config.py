"""The configuration of an evalscope run, in the folder next to its reports."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reasonboard.ingest.formats import yaml_file
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.common import node, task_settings

REPORTS = "reports"
_OPENED = ("model_args", "generation_config")
_TASKS = "dataset_args"
_NO_SETTINGS = {"model", "model_id", "datasets", "evalscope_version", "seed", "eval_config"}
_NO_SETTINGS_OF_TASKS = {
    "name", "pretty_name", "description", "tags", "paper_url", "data_statistics", "sample_example", "output_types",
}  # fmt: skip


def is_one(file: File) -> bool:
    """Is it a configuration in the folder of a run that has reports?"""
    folder = file.path.absolute().parent
    is_named = file.path.match("configs/task_config*.yaml")
    return is_named and (folder.parent / REPORTS).is_dir()


def of_folder(folder: Path, model: str) -> Mapping[str, Any]:
    """The configuration of a run, from the folder of its configurations.

    Of several configurations, one counts if it alone is of this model. A configuration of another model never counts.
    """
    every = [
        yaml_file.parse_lines(file) for file in File(folder / "any").folder("task_config*.yaml")
    ]
    own = [config for config in every if model in (config.get("model_id"), config.get("model"))]
    return own[0] if len(own) == 1 else {}


def settings(config: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a run: model and generation without a prefix, each dataset as a task."""
    of_tasks = {
        task: node.without(node.mapping(stated), _NO_SETTINGS_OF_TASKS)
        for task, stated in node.mapping(config.get(_TASKS)).items()
    }
    settings: dict[str, Any] = dict(task_settings.of_tasks(of_tasks))
    for part in _OPENED:
        settings |= node.mapping(config.get(part))
    return settings | node.without(config, {*_NO_SETTINGS, *_OPENED, _TASKS})
