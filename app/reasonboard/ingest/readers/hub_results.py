"""The evaluation results of a model on the Hugging Face Hub: `.eval_results/*.yaml` in its repository."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from reasonboard.ingest.formats import yaml_file
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Measurement, Run
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import node, task_settings
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.tables.answers import UNITS
from reasonboard.ingest.readers.tables.toml_form import answers_beside

TOOL = "Hugging Face Hub"
_ENDINGS = {".yaml", ".yml"}
_NEEDED = (
    re.compile(rb"(?m)^(?:- |\s+)dataset:\s*(?:#.*)?$"),
    re.compile(rb"(?m)^\s+id:\s"),
    re.compile(rb"(?m)^(?:- |\s+)value:\s"),
)
_CACHED = re.compile(r"models--([^/]+?)--([^/]+)")
_NO_NAME = re.compile(r"\.eval_results|snapshots|[0-9a-f]{40}")
_NO_TASK = {"default", "main", "test"}
_LONGEST = 200
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)?")


def recognizes(file: File) -> bool:
    """Is it YAML with a dataset, its id and a value?"""
    return file.path.suffix in _ENDINGS and all(pattern.search(file.start) for pattern in _NEEDED)


def read(file: File) -> Iterator[Found]:
    """A run for the results that have date, source and notes in common: they tell two results of a task apart.

    The format states no unit: without one in a TOML beside it (`unit = "percent"`) a value is a score.
    """
    document = Node(file, yaml_file.parse(file))
    stated = dict(answers_beside(file).pairs)
    stated |= {**({"unit": file.unit} if file.unit else {}), **file.path_fields}
    model = stated.get("model") or _model_of(file)
    place = [folder for folder in places.folders(file) if not _NO_NAME.fullmatch(folder)]
    runs: dict[tuple[Any, ...], tuple[Run, list[Measurement]]] = {}
    of_tasks: dict[tuple[Any, ...], dict[str, Any]] = {}
    for result in document.items():
        run = _run(result, model, place)
        key = (run.date, tuple(sorted(run.settings.items())))
        numbers = runs.setdefault(key, (run, []))[1]
        for number in _measurements(result, stated):
            if any(same.benchmark == number.benchmark for same in numbers):
                twice = f"{result.where}: {number.benchmark} for the second time, left out"
                result.notes.append(twice)
                continue
            numbers.append(number)
            of_tasks.setdefault(key, {})[number.benchmark] = _of_task(result)
    notes = list(document.notes)
    if stated.get("unit") not in UNITS:
        notes.append(
            "the values have no unit: kept as scores, unless unit = \"percent\" or \"fraction\" is in "
            f"{file.path.with_suffix('.toml').name} next to it"
        )  # fmt: skip
    for key, (run, measurements) in runs.items():
        settings = {**task_settings.of_tasks(of_tasks.get(key, {})), **run.settings}
        yield Found(replace(run, settings=settings), measurements, notes=notes)
        notes = []


def _of_task(result: Node) -> dict[str, Any]:
    """The subset, split and revision of the data of a result."""
    others = node.without(result.at("dataset").mapping(), ("id", "task_id"))
    return {f"dataset_{name}": value for name, value in others.items()}


def _model_of(file: File) -> str:
    """ORG/MODEL by the folder of a download cache; '' where there is none."""
    for folder in places.folders(file):
        if match := _CACHED.fullmatch(folder):
            return f"{match[1]}/{match[2]}"
    return ""


def _run(result: Node, model: str, place: list[str]) -> Run:
    """The run of a result; `notes` and the source's name are what it says of how it was made."""
    stated = result.mapping()
    source = result.part("source").value
    plain = {"notes": stated.get("notes"), "source": source.get("name")}
    texts = {
        key: " ".join(text.split())[:_LONGEST]
        for key, raw in plain.items()
        if (text := node.text(raw))
    }
    date = stated.get("date")
    return Run(
        tool=TOOL,
        model=model,
        date=date if isinstance(date, str) and _DATE.fullmatch(date) else None,
        settings=texts,
        place=place,
        hints=[model] if model else [],
    )


def _measurements(result: Node, stated: Mapping[str, str]) -> list[Measurement]:
    dataset = result.at("dataset")
    dataset_id = dataset.at("id").name()
    task = dataset.at("task_id")
    named = dataset_id if task.value in (None, *_NO_TASK) else task.name()
    unit = UNITS.get(stated.get("unit", ""), "score")
    metric = stated.get("metric", "score")
    return result.at("value").measurements(
        named.rpartition("/")[2] or named, str(metric), unit, higher_is_better=None
    )


READER = Reader("hub_results", recognizes, read)
