"""BigCode's evaluation harness: the metrics of every task, and the settings of the run."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import FRACTION, Found, Measurement, Run
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import metrics as metrics_of
from reasonboard.ingest.readers.common import node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader

TOOL = "bigcode-evaluation-harness"
_PASS = re.compile(r"(?:.*_)?pass@\d+", re.DOTALL)
_OWN_SETTINGS = {
    "n_samples", "modeltype", "allow_code_execution", "max_length_generation", "load_generations_path",
}  # fmt: skip
_NO_SETTINGS = {
    "tasks", "peft_model", "generation_only", "load_generations_path", "load_generations_intermediate_paths",
    "load_data_path", "metric_output_path", "check_references",
}  # fmt: skip
"""The tasks, the model, and the files of answers."""
_MOST_SAMPLES = 10**6


def recognizes(file: File) -> bool:
    """Has it the config of a run and, beside it, only tasks with their metrics, pass@k among them?"""
    if "config" not in file.keys or not isinstance(file.json["config"], dict):
        return False
    config = file.json["config"]
    tasks = [part for name, part in file.json.items() if name != "config"]
    if not all(isinstance(task, dict) for task in tasks) or not tasks or "model" not in config:
        return False
    metrics = (metric for task in tasks for metric in task)
    return bool(config.keys() & _OWN_SETTINGS) or any(map(_PASS.fullmatch, metrics))


def read(file: File) -> Iterator[Found]:
    """The run with every metric of every task; counts by kind of problem are left out."""
    document = Node(file, file.json)
    config = document.at("config").mapping()
    # With an adapter the model is a setting: what the adapter was put on.
    adapted = node.text(config.get("peft_model")) is not None
    left = _NO_SETTINGS if adapted else {*_NO_SETTINGS, "model"}
    settings = node.without(config, left)
    measurements = [
        measurement
        for task, metrics in document.mapping().items()
        if task != "config"
        for measurement in _task(task, document.child(metrics, f"[{task[:80]!r}]"), config)
    ]
    yield Found(_run(file, config, settings), measurements, notes=document.notes)


def _run(file: File, config: Mapping[str, Any], settings: Mapping[str, Any]) -> Run:
    """The model is its adapter, where there is one: as with lm-evaluation-harness."""
    named = [text for name in ("peft_model", "model") if (text := node.text(config.get(name)))]
    return Run(
        tool=TOOL,
        model=node.name(file, named[0], "the model") if named else "",
        place=[places.stem(file), *places.folders(file)],
        repeat=node.word(config.get("seed")),
        settings=settings,
        hints=places.model_hints(file, *named, revision=config.get("revision")),
    )


def _task(task: str, metrics: Node, config: Mapping[str, Any]) -> Iterator[Measurement]:
    stated = metrics.mapping()
    benchmark = node.name(metrics.file, task, "a task")
    repeats = node.whole(config.get("n_samples"))
    for metric, raw in _numbers(metrics.child(stated, task)):
        yield from raw.measurements(
            benchmark,
            metric,
            FRACTION if _PASS.fullmatch(metric) else metrics_of.unit(metric),
            named="a metric",
            n_repeats=repeats if repeats and repeats <= _MOST_SAMPLES else None,
        )


def _numbers(metrics: Node) -> Iterator[tuple[str, Node]]:
    """Name and number of every metric; APPS has its pass@k one level deeper."""
    for metric, raw in metrics.entries().items():
        inner = raw.value
        if isinstance(inner, dict) and inner and all(_PASS.fullmatch(key) for key in inner):
            yield from raw.entries().items()
        else:
            yield metric, raw


READER = Reader("bigcode", recognizes, read)
