"""EleutherAI lm-evaluation-harness, 0.2 to 0.4: the results file of a run, and the answers beside it."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from reasonboard.ingest.errors import Skip
from reasonboard.ingest.files import File
from reasonboard.ingest.numbers import number
from reasonboard.ingest.readers import lm_eval_samples, shapes, values
from reasonboard.ingest.readers import metrics as metrics_of
from reasonboard.ingest.records import Found, Measurement, Run
from reasonboard.ingest.settings import kept

TOOL = "lm-evaluation-harness"
_NOT_METRICS = {"alias", "name", "sample_len", "sample_count", "samples"}
_SETTINGS = (
    "model", "batch_size", "limit", "bootstrap_iters", "num_fewshot", "random_seed", "numpy_seed", "torch_seed",
    "fewshot_seed", "model_dtype", "temperature", "max_gen_toks", "fewshot_as_multiturn", "dtype", "load_in_8bit",
)  # fmt: skip
_MODEL_ARGUMENTS = ("peft", "delta", "pretrained", "model", "path", "engine")
_MOST_PARAMETERS = 10**15


def recognises(file: File) -> bool:
    """Has it results and the configs or versions of tasks, or is it the rows of answers beside such?"""
    return lm_eval_samples.recognises(file) or _has_results(file)


def read(file: File) -> Iterator[Found]:
    """The run with every metric of every task, groups as aggregates, and its answers.

    The answers are read with the results file of the same date: alone they do not say whose they
    are, and raise Skip.
    """
    if lm_eval_samples.recognises(file):
        mains = (one.name for one in lm_eval_samples.results_of(file) if _has_results(one))
        main = next(mains, None)
        raise Skip(f"read with {main}" if main else "answers without their results file")
    document = shapes.mapping(file, file.json, "the document")
    results = shapes.mapping(file, document.get("results"), "results")
    config = shapes.part(file, document, "config")
    arguments = _arguments(config.get("model_args"))
    settings, dropped = kept(arguments | config, _SETTINGS)
    notes: list[str] = []
    measurements = [
        one
        for task, metrics in results.items()
        for one in _task(
            file, document, task, shapes.mapping(file, metrics, f"results.{task[:80]}"), notes
        )
    ]
    companions = lm_eval_samples.of(file, results, notes)
    yield Found(
        _run(file, document, config, arguments, settings),
        measurements,
        lm_eval_samples.samples(companions, notes),
        dropped=dropped,
        notes=notes,
    )


def _has_results(file: File) -> bool:
    keys = file.keys
    return (
        "results" in keys
        and bool(keys & {"configs", "versions"})
        and not keys & {"config_general", "config_tasks"}
    )


def _run(
    file: File,
    document: Mapping[str, Any],
    config: Mapping[str, Any],
    arguments: Mapping[str, Any],
    settings: dict[str, str],
) -> Run:
    named = [document.get("model_name"), *(arguments.get(name) for name in _MODEL_ARGUMENTS)]
    stated = next((one for one in named if shapes.text(one)), None)
    model = None if stated is None else shapes.name(file, stated, "the model")
    folder = file.path.resolve().parent.name
    # With an adapter the harness counts its parameters too.
    parameters = None if arguments.get("peft") else config.get("model_num_parameters")
    revisions = (arguments.get("revision"), config.get("model_revision"))
    return Run(
        tool=TOOL,
        model=model or folder,
        tool_version=shapes.text(document.get("lm_eval_version")),
        date=_date(document.get("date")),
        params_b=_billions(parameters),
        step=shapes.whole(arguments.get("iteration")),
        settings=settings,
        hints=[
            *(f"revision={one}" for one in revisions if isinstance(one, str | int) and one),
            *(
                arguments[name]
                for name in ("peft", "pretrained")
                if shapes.text(arguments.get(name))
            ),
            *([model] if model else []),
            folder,
            file.path.name,
        ],
    )


def _task(
    file: File, document: Mapping[str, Any], task: str, metrics: Mapping[str, Any], notes: list[str]
) -> Iterator[Measurement]:
    benchmark = shapes.name(file, task, "a task")
    aggregate = any(_inner(document, part, task) for part in ("groups", "group_subtasks"))
    count = _inner(document, "n-samples", task)
    n_items = shapes.whole(count.get("effective")) if isinstance(count, dict) else None
    directions = _inner(document, "higher_is_better", task)
    for key, raw in metrics.items():
        metric, _, chosen = key.rpartition(",") if "," in key else (key, "", "none")
        if metric in _NOT_METRICS or metric.endswith("_stderr") or _is_blank(metric, raw):
            continue
        where = f"results.{task}[{key!r}]"
        unit = metrics_of.unit(metric)
        found = values.measured(raw, unit, where, notes)
        if found is None:
            continue
        value, missing = found
        stderr_key = f"{metric}_stderr,{chosen}" if "," in key else f"{metric}_stderr"
        stderr, no_stderr = number(metrics[stderr_key]) if stderr_key in metrics else (None, None)
        better = directions.get(metric) if isinstance(directions, dict) else None
        yield Measurement(
            benchmark=benchmark,
            metric=shapes.name(file, metric, "a metric"),
            value=value,
            unit=unit,
            locator=where,
            missing=missing or (f"stderr {no_stderr}" if no_stderr else None),
            stderr=stderr,
            filter=None if chosen == "none" else chosen,
            n_items=n_items or None,
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


def _is_blank(metric: str, raw: Any) -> bool:
    """Groups without a mean have a row `" ": " "`."""
    return not metric.strip() and isinstance(raw, str) and not raw.strip()


def _billions(parameters: Any) -> float | None:
    if isinstance(parameters, bool) or not isinstance(parameters, int):
        return None
    return parameters / 1e9 if 0 < parameters < _MOST_PARAMETERS else None


def _date(raw: Any) -> str | None:
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        return None
    try:
        return datetime.fromtimestamp(raw, UTC).isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):
        return None


def _inner(document: Mapping[str, Any], part: str, task: str) -> Any:
    found = document.get(part)
    return found.get(task) if isinstance(found, dict) else None
