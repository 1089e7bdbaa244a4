"""HuggingFace lighteval, 2024 to 0.13: the results file of a run, and the details of its answers beside it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest.formats.documents import objects_in
from reasonboard.ingest.formats.errors import ReadWith
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import ByFile, Found, Measurement, Run
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import dates, node, task_settings
from reasonboard.ingest.readers.common import metrics as metrics_of
from reasonboard.ingest.readers.common.node import ABSENT, Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.lighteval import details as lighteval_details
from reasonboard.ingest.readers.lighteval import older
from reasonboard.ingest.texts.text_file import TextForm

TOOL = "lighteval"
_DATE = re.compile(r"_(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)")
_KEY = re.compile(r"(?:[^|]*\|)?(?P<task>[^|]+)\|(?P<shots>\d{1,4})(?:\|\d)?")
_WHOLE = re.compile(r"[^|]+\|[^|]+\|\d{1,4}(?:\|\d)?")
_NO_SETTINGS = {
    "lighteval_sha", "model_config", "model_name", "model_size", "start_time", "end_time",
}  # fmt: skip
_NO_SETTINGS_OF_TASKS = {
    "name", "full_name", "suite", "original_num_docs", "effective_num_docs", "num_fewshots", "hf_avail_splits",
}  # fmt: skip
_OF_PROMPTS = {
    "prompt_function", "metric", "metrics", "hf_filter", "frozen", "few_shots_split", "evaluation_splits",
}  # fmt: skip
"""How a task builds its prompts and scores the answers."""


def recognizes(file: File) -> bool:
    """Has it results and the general configuration of lighteval, or tasks as it calls them, or its details?"""
    if file.has(results=dict):
        return file.has(config_general=dict) or _names_tasks(file.json["results"])
    return lighteval_details.recognizes(file)


def _names_tasks(results: Mapping[str, Any]) -> bool:
    """Are all keys a suite, a task and its shots, `lighteval|gsm8k|0`? Then the configuration may be missing."""
    tasks = [key for key in results if key != "all"]
    are_tasks = (_WHOLE.fullmatch(key) and isinstance(results[key], dict) for key in tasks)
    return bool(tasks) and all(are_tasks)


def read(file: File) -> Iterator[Found]:
    """The run with every metric of every task, `all` and averages as aggregates, and its answers.

    The answers are read with the results file: details that have one raise Skip with its name,
    details without one are a run of their own.
    """
    if lighteval_details.recognizes(file):
        main = lighteval_details.results_of(file)
        if main:
            raise ReadWith(main)
        yield _details_without_results(file)
        return
    document = Node(file, file.json)
    general = document.part("config_general")
    results = document.part("results")
    names = _benchmarks(file, results.value)
    details = lighteval_details.details_of(file, set(names), document.notes)
    counts = {detail.key: detail.items for detail in details}
    tasks = document.value.get("config_tasks")
    measurements: list[Measurement] = []
    for key, metrics in results.entries().items():
        task = node.mapping(node.inner(tasks, key))
        n_items = counts.get(key, node.whole(task.get("effective_num_docs")))
        aggregate = _is_average(key, names[key])
        of_each = None if aggregate else n_items
        measurements += _task(metrics, names[key], _directions(task), of_each, aggregate=aggregate)
    run = _run(general, _of_tasks(document, names))
    samples_of, notes = lighteval_details.samples, document.notes
    samples = ByFile([samples_of(detail, names[detail.key], notes) for detail in details])
    yield Found(run, measurements, samples, notes, beside=True)


def _of_tasks(document: Node, names: Mapping[str, str]) -> dict[str, str]:
    """Data, shots, version and digests of each task that is no average."""
    summaries = document.part("summary_tasks").value
    configs = node.mapping(document.value.get("config_tasks"))
    stated = {}
    for key, task in names.items():
        if _is_average(key, task):
            continue
        hashes = node.mapping(node.inner(summaries, key, "hashes"))
        own = node.without(node.mapping(configs.get(key)), _NO_SETTINGS_OF_TASKS)
        of_prompts = {name: value for name, value in own.items() if name in _OF_PROMPTS}
        version, match = own.pop("version", None), _KEY.fullmatch(key)
        stated[task] = {
            "num_fewshot": match["shots"] if match else None,
            **node.without(own, of_prompts),
            "task_version": version,
            task_settings.PROBLEMS: hashes.get("hash_examples"),
            task_settings.PROMPTS: hashes.get("hash_full_prompts"),
            task_settings.TASK: task_settings.digest_of(of_prompts),
        }
    return task_settings.of_tasks(stated)


def _is_average(key: str, task: str) -> bool:
    return key == "all" or task.endswith(":_average")


def _details_without_results(file: File) -> Found:
    """The run of details whose results file is not there: the task says its shots, the folders the model."""
    notes: list[str] = []
    details = lighteval_details.details_without_results(file, notes)
    match = _KEY.fullmatch(details.key)
    model = lighteval_details.model_of(file) or ""
    run = Run(
        tool=TOOL,
        model=model,
        date=_date(file),
        settings={"num_fewshot": match["shots"]} if match else {},
        hints=places.model_hints(file, model),
    )
    benchmark = match["task"] if match else details.key
    return Found(run, (), lighteval_details.samples(details, benchmark, notes), notes=notes)


def _run(general: Node, of_tasks: Mapping[str, str]) -> Run:
    file = general.file
    config = general.part("model_config")
    generation = config.part("generation_parameters").value
    model = node.text(general.value.get("model_name")) or node.text(config.value.get("model_name"))
    stated = {**general.value, **config.value, "generation_parameters": None, **generation}
    sha = general.value.get("lighteval_sha")
    return Run(
        tool=TOOL,
        model=node.name(file, model, "the model") if model else "",
        tool_version=sha if isinstance(sha, str) and sha not in ("", "?") else None,
        date=_date(file),
        repeat=node.word(generation.get("seed")),
        settings={**of_tasks, **node.without(stated, _NO_SETTINGS)},
        hints=places.model_hints(file, model, revision=config.value.get("revision")),
    )


def _date(file: File) -> str | None:
    """The local time in the name: `start_time` is a counter."""
    dated = _DATE.search(file.path.name)
    return dates.of_stamp(dated[1], "%Y-%m-%dT%H-%M-%S") if dated else None


def _task(
    metrics: Node,
    benchmark: str,
    directions: Mapping[str, bool],
    n_items: int | None,
    *,
    aggregate: bool,
) -> Iterator[Measurement]:
    """Every number of a task but the standard errors, which go with the metrics."""
    stated = metrics.mapping()
    for metric, raw in metrics.entries().items():
        if metric.endswith("_stderr") and metric.removesuffix("_stderr") in stated:
            continue
        yield from raw.measurements(
            benchmark,
            metric,
            metrics_of.unit(metric),
            stderr=stated.get(f"{metric}_stderr", ABSENT),
            named=f"a metric of {metrics.where}",
            n_items=n_items,
            higher_is_better=directions.get(metric),
            aggregate=aggregate,
        )


def _benchmarks(file: File, results: Mapping[str, Any]) -> dict[str, str]:
    """Key -> task without suite and shots; the whole key where that would name two tasks the same."""
    matches = {node.name(file, key, "a task of results"): _KEY.fullmatch(key) for key in results}
    tasks = {key: match["task"] if match else key for key, match in matches.items()}
    often = Counter(tasks.values())
    return {key: task if often[task] == 1 else key for key, task in tasks.items()}


def _directions(task: Mapping[str, Any]) -> dict[str, bool]:
    """Which metrics of a task are better when higher, as its configuration says."""
    metrics = task.get("metrics") or task.get("metric")
    directions: dict[str, bool] = {}
    for metric in objects_in(metrics):
        better, names = metric.get("higher_is_better"), metric.get("metric_name")
        pairs = node.mapping(better)
        if isinstance(better, bool):
            every = names if isinstance(names, list) else [names]
            pairs = {name: better for name in every if isinstance(name, str)}
        directions |= {name: value for name, value in pairs.items() if isinstance(value, bool)}
    return directions


TEXTS = {
    "lighteval": TextForm(lighteval_details.texts, "row"), older.NAME: TextForm(older.texts, "row")
}  # fmt: skip
READER = Reader("lighteval", recognizes, read, texts=TEXTS)
