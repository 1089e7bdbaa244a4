"""UK AISI inspect_ai, 2024 to 0.3.285: the log of a task, zipped (`.eval`) or as one JSON document."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from reasonboard.ingest.files import File
from reasonboard.ingest.readers import inspect_log, inspect_results, inspect_samples, node, places
from reasonboard.ingest.readers.inspect_log import Log
from reasonboard.ingest.readers.node import Node
from reasonboard.ingest.records import Found, Run
from reasonboard.ingest.settings import allowed_settings

TOOL = "inspect_ai"
_SUCCESS = "success"
_SETTINGS = (
    "epochs", "limit", "message_limit", "token_limit", "time_limit", "working_limit", "sample_shuffle", "temperature",
    "top_p", "top_k", "max_tokens", "reasoning_effort", "reasoning_tokens", "num_choices", "best_of",
    "frequency_penalty", "presence_penalty", "fewshot", "num_fewshot", "fewshot_seed", "shots", "n_shots", "cot",
    "prompt_style", "split", "difficulty", "variant", "version", "max_attempts", "attempts", "dtype", "quantization",
    "enable_thinking",
)  # fmt: skip
_SUBSETS = (
    "subset", "subsets", "subject", "subjects", "subtask", "category", "level", "language", "lang", "domain"
)  # fmt: skip
_STEPS = ("checkpoint_step", "global_step", "training_step", "train_step", "step")
_PATHS = ("revision", "checkpoint", "model_path", "model_name", "lora_path", "peft")


def recognises(file: File) -> bool:
    """Is it a log, zipped or as a JSON document?"""
    return inspect_log.recognises(file)


def read(file: File) -> Iterator[Found]:
    """The run with every metric of every scorer, and a sample for each item, epoch and score."""
    log = inspect_log.read(file)
    benchmark = _benchmark(log.eval)
    run, dropped = _run(log)
    measurements = list(inspect_results.measurements(log, benchmark))
    samples = inspect_samples.samples(log, benchmark, run.model, inspect_results.means(log))
    yield Found(run, measurements, samples, dropped, log.header.notes)


def _benchmark(evaluation: Node) -> str:
    """The task, and the subset that its arguments choose."""
    task = evaluation.at("task").name()
    arguments = evaluation.part("task_args").value
    chosen = [
        ",".join(map(str, members))
        for name in _SUBSETS
        if (members := _members(arguments.get(name)))
    ]
    return node.name(evaluation.file, ":".join([task, *chosen]), "eval.task")


def _members(value: Any) -> list[str | int]:
    values = value if isinstance(value, list) else [value]
    plain = [value for value in values if node.text(value) or node.whole(value) is not None]
    return plain if len(plain) == len(values) else []


def _run(log: Log) -> tuple[Run, int]:
    evaluation = log.eval
    plan = log.header.part("plan")
    arguments, task, config, generation = (
        evaluation.part(name).value
        for name in ("model_args", "task_args", "config", "model_generate_config")
    )
    generation = plan.part("config").value | generation
    settings, dropped = allowed_settings(
        log.header.file, {**arguments, **task, **config, **generation}, _SETTINGS
    )
    metadata = evaluation.part("metadata").value
    run = Run(
        tool=TOOL,
        model=evaluation.at("model").name(),
        tool_version=node.text(evaluation.part("packages").value.get("inspect_ai")),
        date=_date(evaluation.value.get("created")),
        step=_step(arguments | metadata),
        seed=node.whole(generation.get("seed")),
        status=_status(log.header.value),
        settings=settings,
        hints=_hints(evaluation, arguments, metadata),
    )
    return run, dropped


def _hints(
    evaluation: Node, arguments: Mapping[str, Any], metadata: Mapping[str, Any]
) -> list[str]:
    named = [(name, mapping.get(name)) for name in _PATHS for mapping in (arguments, metadata)]
    tags = evaluation.value.get("tags")
    return [
        *(f"{name}={value}" for name, value in named if node.text(value)),
        str(evaluation.value["model"]),
        *(tag for tag in (tags if isinstance(tags, list) else []) if node.text(tag)),
        evaluation.file.path.name,
        *places.folders(evaluation.file)[:1],
    ]


def _step(stated: Mapping[str, Any]) -> int | None:
    return next((at for name in _STEPS if (at := node.whole(stated.get(name))) is not None), None)


def _status(header: Mapping[str, Any]) -> str | None:
    if header.get("invalidated") is True:
        return "invalidated"
    status = node.text(header.get("status"))
    return None if status == _SUCCESS else status


def _date(raw: Any) -> str | None:
    """ISO 8601 as it stands there."""
    if not isinstance(raw, str):
        return None
    try:
        datetime.fromisoformat(raw)
    except ValueError:
        return None
    return raw
