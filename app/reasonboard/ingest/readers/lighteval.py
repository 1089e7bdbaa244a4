"""HuggingFace lighteval, 2024 to 0.13: the results file of a run, and the details of its answers beside it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from reasonboard.ingest.errors import Skip
from reasonboard.ingest.files import File
from reasonboard.ingest.numbers import number
from reasonboard.ingest.readers import lighteval_details, places, shapes, values
from reasonboard.ingest.readers import metrics as metrics_of
from reasonboard.ingest.records import Found, Measurement, Run, Sample
from reasonboard.ingest.settings import kept

TOOL = "lighteval"
_DATE = re.compile(r"_(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d{1,6})?)")
_KEY = re.compile(r"(?:[^|]*\|)?(?P<task>[^|]+)\|(?P<shots>\d{1,4})(?:\|\d)?")
_SETTINGS = (
    "max_samples", "num_fewshot_seeds", "num_few_shot_default", "override_batch_size", "batch_size", "model_dtype",
    "dtype", "revision", "model_sha", "provider", "temperature", "top_p", "top_k", "min_p", "max_new_tokens", "seed",
    "repetition_penalty", "max_model_length", "use_chat_template", "quantization",
)  # fmt: skip


def recognises(file: File) -> bool:
    """Has it results and the general configuration of lighteval, or the columns of its details?"""
    return file.keys >= {"config_general", "results"} or lighteval_details.recognises(file)


def read(file: File) -> Iterator[Found]:
    """The run with every metric of every task, `all` and averages as aggregates, and its answers.

    The answers are read with the results file: details that have one raise Skip with its name,
    details without one say too little and raise Skip too.
    """
    if lighteval_details.recognises(file):
        main = lighteval_details.results_of(file)
        raise Skip(f"read with {main.name}" if main else "details without their results file")
    document = shapes.mapping(file, file.json, "the document")
    general = shapes.part(file, document, "config_general")
    results = shapes.part(file, document, "results")
    names = _benchmarks(file, results)
    details = lighteval_details.of(file, set(names))
    notes = [note for one in details for note in one.notes]
    counts = {one.key: one.items for one in details}
    measurements = [
        one
        for key, metrics in results.items()
        for one in _task(
            file,
            key,
            names[key],
            shapes.mapping(file, metrics, f"results[{key!r}]"),
            _directions(document, key),
            counts.get(key) or _count(document, key),
            notes,
        )
    ]
    run, dropped = _run(file, general, results)
    yield Found(run, measurements, _samples(details, names), dropped=dropped, notes=notes)


def _samples(
    details: list[lighteval_details.Details], names: Mapping[str, str]
) -> Iterator[Sample]:
    for one in details:
        yield from lighteval_details.samples(one, names[one.key])


def _run(file: File, general: Mapping[str, Any], results: Mapping[str, Any]) -> tuple[Run, int]:
    config = shapes.part(file, general, "model_config")
    generation = shapes.part(file, config, "generation_parameters")
    model = shapes.text(general.get("model_name")) or shapes.text(config.get("model_name"))
    settings, dropped = kept({**general, **config, **generation}, _SETTINGS)
    shots = {found["shots"] for key in results if (found := _KEY.fullmatch(key))}
    if len(shots) == 1:
        settings["num_fewshot"] = shots.pop()
    sha, revision = general.get("lighteval_sha"), config.get("revision")
    run = Run(
        tool=TOOL,
        model=shapes.name(file, model, "the model") if model else _folder(file),
        tool_version=sha if isinstance(sha, str) and sha not in ("", "?") else None,
        date=_date(file),
        seed=shapes.whole(generation.get("seed")),
        settings=settings,
        hints=[
            *([f"revision={revision}"] if shapes.text(revision) else []),
            *([model] if model else []),
            *places.folders(file)[:1],
            file.path.name,
        ],
    )  # fmt: skip
    return run, dropped


def _task(
    file: File,
    key: str,
    benchmark: str,
    metrics: Mapping[str, Any],
    directions: Mapping[str, bool],
    n_items: int | None,
    notes: list[str],
) -> Iterator[Measurement]:
    aggregate = key == "all" or benchmark.endswith(":_average")
    for metric, raw in metrics.items():
        if metric.endswith("_stderr") and metric.removesuffix("_stderr") in metrics:
            continue
        where = f"results[{key!r}][{metric!r}]"
        unit = metrics_of.unit(metric)
        found = values.measured(raw, unit, where, notes)
        if found is None:
            continue
        value, missing = found
        stated = f"{metric}_stderr" in metrics
        stderr, no_stderr = number(metrics[f"{metric}_stderr"]) if stated else (None, None)
        yield Measurement(
            benchmark=benchmark,
            metric=shapes.name(file, metric, f"a metric of results[{key!r}]"),
            value=value,
            unit=unit,
            locator=where,
            missing=missing or (f"stderr {no_stderr}" if no_stderr else None),
            stderr=stderr,
            n_items=None if aggregate else n_items,
            higher_is_better=directions.get(metric, metrics_of.higher_is_better(metric)),
            aggregate=aggregate,
        )


def _benchmarks(file: File, results: Mapping[str, Any]) -> dict[str, str]:
    """Key -> task without suite and shots; the whole key where that would name two tasks the same."""
    tasks = {
        shapes.name(file, key, "a task of results"): found["task"]
        if (found := _KEY.fullmatch(key))
        else key
        for key in results
    }
    often = Counter(tasks.values())
    return {key: task if often[task] == 1 else key for key, task in tasks.items()}


def _directions(document: Mapping[str, Any], key: str) -> dict[str, bool]:
    """Which metrics of a task are better when higher, as its configuration says."""
    tasks = document.get("config_tasks")
    task = tasks.get(key) if isinstance(tasks, dict) else None
    metrics = task.get("metrics") or task.get("metric") if isinstance(task, dict) else None
    said: dict[str, bool] = {}
    for one in metrics if isinstance(metrics, list) else []:
        if not isinstance(one, dict):
            continue
        better, names = one.get("higher_is_better"), one.get("metric_name")
        pairs = better if isinstance(better, dict) else {}
        if isinstance(better, bool):
            every = names if isinstance(names, list) else [names]
            pairs = {name: better for name in every if isinstance(name, str)}
        said |= {name: value for name, value in pairs.items() if isinstance(value, bool)}
    return said


def _count(document: Mapping[str, Any], key: str) -> int | None:
    """How many items a task had; lighteval often writes -1."""
    tasks = document.get("config_tasks")
    task = tasks.get(key) if isinstance(tasks, dict) else None
    count = task.get("effective_num_docs") if isinstance(task, dict) else None
    return shapes.whole(count) or None


def _date(file: File) -> str | None:
    """The only date is in the file's name, in local time; `start_time` is a counter."""
    found = _DATE.search(file.path.name)
    if found is None:
        return None
    day, _, time = found[1].partition("T")
    with suppress(ValueError):
        moment = datetime.fromisoformat(f"{day}T{time.replace('-', ':', 2).split('.')[0]}")
        return moment.isoformat()
    return None


def _folder(file: File) -> str:
    return places.named_after(places.folders(file), file.path.stem)
