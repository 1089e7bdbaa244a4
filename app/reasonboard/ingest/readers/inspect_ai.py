"""UK AISI inspect_ai, 2024 to 0.3.285: the log of a task, zipped (`.eval`) or as one JSON document."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from reasonboard.ingest.files import File
from reasonboard.ingest.readers import inspect_log, inspect_results, inspect_samples, places, shapes
from reasonboard.ingest.readers.inspect_log import Log
from reasonboard.ingest.records import Found, Run
from reasonboard.ingest.settings import kept

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
    evaluation = shapes.mapping(file, log.header.get("eval"), "eval")
    benchmark = _benchmark(file, evaluation)
    run, dropped = _run(log, evaluation)
    measurements = list(inspect_results.measurements(log, benchmark))
    samples = inspect_samples.samples(log, benchmark, run.model, inspect_results.means(log))
    yield Found(run, measurements, samples, dropped, log.notes)


def _benchmark(file: File, evaluation: Mapping[str, Any]) -> str:
    """The task, and the subset that its arguments choose."""
    task = shapes.name(file, evaluation.get("task"), "eval.task")
    arguments = shapes.part(file, evaluation, "task_args")
    chosen = [
        ",".join(map(str, members))
        for name in _SUBSETS
        if (members := _members(arguments.get(name)))
    ]
    return shapes.name(file, ":".join([task, *chosen]), "eval.task")


def _members(value: Any) -> list[str | int]:
    values = value if isinstance(value, list) else [value]
    plain = [one for one in values if shapes.text(one) or shapes.whole(one) is not None]
    return plain if len(plain) == len(values) else []


def _run(log: Log, evaluation: Mapping[str, Any]) -> tuple[Run, int]:
    file, header = log.file, log.header
    plan = shapes.part(file, header, "plan")
    parts = [
        shapes.part(file, evaluation, name)
        for name in ("model_args", "task_args", "config", "model_generate_config")
    ]
    generation = shapes.part(file, plan, "config") | parts[3]
    settings, dropped = kept({**parts[0], **parts[1], **parts[2], **generation}, _SETTINGS)
    metadata = shapes.part(file, evaluation, "metadata")
    model = shapes.name(file, evaluation.get("model"), "eval.model")
    run = Run(
        tool=TOOL,
        model=model,
        tool_version=shapes.text(shapes.part(file, evaluation, "packages").get("inspect_ai")),
        date=_date(evaluation.get("created")),
        step=_step(parts[0] | metadata),
        seed=shapes.whole(generation.get("seed")),
        status=_status(header),
        settings=settings,
        hints=_hints(file, evaluation, parts[0], metadata),
    )
    return run, dropped


def _hints(
    file: File,
    evaluation: Mapping[str, Any],
    arguments: Mapping[str, Any],
    metadata: Mapping[str, Any],
) -> list[str]:
    named = [(name, one.get(name)) for name in _PATHS for one in (arguments, metadata)]
    tags = evaluation.get("tags")
    return [
        *(f"{name}={value}" for name, value in named if shapes.text(value)),
        str(evaluation["model"]),
        *(one for one in (tags if isinstance(tags, list) else []) if shapes.text(one)),
        file.path.name,
        *places.folders(file)[:1],
    ]


def _step(stated: Mapping[str, Any]) -> int | None:
    return next((at for name in _STEPS if (at := shapes.whole(stated.get(name))) is not None), None)


def _status(header: Mapping[str, Any]) -> str | None:
    if header.get("invalidated") is True:
        return "invalidated"
    status = shapes.text(header.get("status"))
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
