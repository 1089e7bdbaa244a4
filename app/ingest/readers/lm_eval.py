"""EleutherAI lm-evaluation-harness, 0.2 to 0.4: the results file of a run."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from app.ingest.errors import IngestError
from app.ingest.files import File
from app.ingest.numbers import number
from app.ingest.readers import metrics as metrics_of
from app.ingest.records import FRACTION, Found, Measurement, Run
from app.ingest.settings import kept

TOOL = "lm-evaluation-harness"
_NOT_METRICS = {"alias", "name", "sample_len", "samples"}
_SETTINGS = (
    "model", "batch_size", "limit", "bootstrap_iters", "num_fewshot", "random_seed", "numpy_seed", "torch_seed",
    "fewshot_seed", "model_dtype", "temperature", "max_gen_toks", "fewshot_as_multiturn", "dtype", "load_in_8bit",
)  # fmt: skip
_MODEL_ARGUMENTS = ("peft", "delta", "pretrained", "model", "path", "engine")
_LONGEST = 512


def recognises(file: File) -> bool:
    """Has it results and, beside them, the configs or the versions of tasks?"""
    keys = file.keys
    return (
        "results" in keys
        and bool(keys & {"configs", "versions"})
        and not keys & {"config_general", "config_tasks"}
    )


def read(file: File) -> Iterator[Found]:
    """The run with every metric of every task; groups are aggregates."""
    document = file.json
    results = _object(file, document, "results")
    config = _object(file, document, "config")
    arguments = _arguments(config.get("model_args"))
    settings, dropped = kept(arguments | config, _SETTINGS)
    notes: list[str] = []
    measurements = [
        one
        for task, metrics in results.items()
        for one in _task(file, document, task, _object(file, results, task, "results."), notes)
    ]
    yield Found(
        _run(file, document, config, arguments, settings),
        measurements,
        dropped=dropped,
        notes=notes,
    )


def _run(
    file: File,
    document: Mapping[str, Any],
    config: Mapping[str, Any],
    arguments: Mapping[str, Any],
    settings: dict[str, str],
) -> Run:
    named = [document.get("model_name"), *(arguments.get(name) for name in _MODEL_ARGUMENTS)]
    model = next(
        (_name(file, one, "the model") for one in named if isinstance(one, str) and one), None
    )
    folder = file.path.resolve().parent.name
    # With an adapter the harness counts its parameters too.
    parameters = None if arguments.get("peft") else config.get("model_num_parameters")
    iteration = arguments.get("iteration")
    version = document.get("lm_eval_version")
    return Run(
        tool=TOOL,
        model=model or folder,
        tool_version=version if isinstance(version, str) else None,
        date=_date(document.get("date")),
        params_b=parameters / 1e9 if isinstance(parameters, int) and parameters > 0 else None,
        step=iteration if isinstance(iteration, int) and not isinstance(iteration, bool) else None,
        settings=settings,
        hints=[
            *(
                f"revision={one}"
                for one in (arguments.get("revision"), config.get("model_revision"))
                if one
            ),
            *(str(arguments[name]) for name in ("peft", "pretrained") if name in arguments),
            *([model] if model else []),
            folder,
            file.path.name,
        ],
    )


def _task(
    file: File, document: Mapping[str, Any], task: str, metrics: Mapping[str, Any], notes: list[str]
) -> Iterator[Measurement]:
    benchmark = _name(file, task, "a task")
    aggregate = bool(_inner(document, "groups", task)) or bool(
        _inner(document, "group_subtasks", task)
    )
    count = _inner(document, "n-samples", task)
    n_items = count.get("effective") if isinstance(count, dict) else None
    directions = _inner(document, "higher_is_better", task)
    for key, raw in metrics.items():
        metric, _, chosen = key.rpartition(",") if "," in key else (key, "", "none")
        if metric in _NOT_METRICS or metric.endswith("_stderr"):
            continue
        where = f"results.{task}[{key!r}]"
        value, missing = number(raw)
        unit = metrics_of.unit(metric)
        if value is None and missing is None:
            notes.append(f"{where} is {str(raw)[:40]!r}: not a number, left out")
            continue
        if unit == FRACTION and value is not None and not 0 <= value <= 1:
            notes.append(f"{where} is {value:g}: not a fraction, left out")
            continue
        stderr_key = f"{metric}_stderr,{chosen}" if "," in key else f"{metric}_stderr"
        stderr, no_stderr = number(metrics[stderr_key]) if stderr_key in metrics else (None, None)
        better = directions.get(metric) if isinstance(directions, dict) else None
        yield Measurement(
            benchmark=benchmark,
            metric=_name(file, metric, "a metric"),
            value=value,
            unit=unit,
            locator=where,
            missing=missing or (f"stderr {no_stderr}" if no_stderr else None),
            stderr=stderr,
            filter=None if chosen == "none" else chosen,
            n_items=n_items if isinstance(n_items, int) and n_items > 0 else None,
            higher_is_better=better
            if isinstance(better, bool)
            else metrics_of.higher_is_better(metric),
            aggregate=aggregate,
        )


def _arguments(raw: Any) -> dict[str, Any]:
    """`model_args` as a mapping; as text it is `k=v,k=v`, where a value may hold commas in brackets."""
    if isinstance(raw, dict):
        return raw
    if not isinstance(raw, str):
        return {}
    pairs = (part.partition("=") for part in re.split(r",(?![^\[{(]*[\]})])", raw))
    return {key.strip(): value.strip() for key, equals, value in pairs if equals}


def _date(raw: Any) -> str | None:
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        return None
    try:
        return datetime.fromtimestamp(raw, UTC).isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):
        return None


def _object(file: File, whole: Mapping[str, Any], key: str, before: str = "") -> dict[str, Any]:
    found = whole.get(key, {})
    if not isinstance(found, dict):
        raise IngestError(
            f"{file.name}: {before}{key} is {type(found).__name__} (expected an object)"
        )
    return found


def _inner(document: Mapping[str, Any], part: str, task: str) -> Any:
    found = document.get(part)
    return found.get(task) if isinstance(found, dict) else None


def _name(file: File, name: str, what: str) -> str:
    if not name.strip() or len(name) > _LONGEST or "\0" in name:
        raise IngestError(
            f"{file.name}: {what} is named {name[:40]!r} (expected 1 to {_LONGEST} characters)"
        )
    return name
