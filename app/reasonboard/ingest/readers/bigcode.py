"""BigCode's evaluation harness: the metrics of every task, and the settings of the run."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest.files import File
from reasonboard.ingest.readers import metrics as metrics_of
from reasonboard.ingest.readers import places, shapes, values
from reasonboard.ingest.records import FRACTION, Found, Measurement, Run
from reasonboard.ingest.settings import kept

TOOL = "bigcode-evaluation-harness"
_PASS = re.compile(r"(?:.*_)?pass@\d+", re.DOTALL)
_OWN_SETTINGS = {
    "n_samples",
    "modeltype",
    "allow_code_execution",
    "max_length_generation",
    "load_generations_path",
}
_SETTINGS = (
    "modeltype", "revision", "prefix", "do_sample", "temperature", "top_k", "top_p", "n_samples", "eos",
    "batch_size", "max_length_generation", "precision", "load_in_8bit", "load_in_4bit", "left_padding", "limit",
    "limit_start", "prompt", "instruction_tokens", "postprocess", "trust_remote_code", "seed",
)  # fmt: skip
_MOST_SAMPLES = 10**6


def recognises(file: File) -> bool:
    """Has it the config of a run and, beside it, only tasks with their metrics, pass@k among them?"""
    if "config" not in file.keys or not isinstance(file.json["config"], dict):
        return False
    config = file.json["config"]
    tasks = [one for name, one in file.json.items() if name != "config"]
    if not all(isinstance(one, dict) for one in tasks) or not tasks or "model" not in config:
        return False
    return bool(config.keys() & _OWN_SETTINGS) or any(
        _PASS.fullmatch(metric) for one in tasks for metric in one
    )


def read(file: File) -> Iterator[Found]:
    """The run with every metric of every task; counts by kind of problem are left out."""
    document = shapes.mapping(file, file.json, "the document")
    config = shapes.mapping(file, document.get("config"), "config")
    # With an adapter the model is a setting: what the adapter was put on.
    adapted = shapes.text(config.get("peft_model")) is not None
    settings, dropped = kept(config, (*_SETTINGS, *(["model"] if adapted else [])))
    notes: list[str] = []
    measurements = [
        one
        for task, metrics in document.items()
        if task != "config"
        for one in _task(
            file, config, task, shapes.mapping(file, metrics, f"[{task[:80]!r}]"), notes
        )
    ]
    yield Found(_run(file, config, settings), measurements, dropped=dropped, notes=notes)


def _run(file: File, config: Mapping[str, Any], settings: dict[str, str]) -> Run:
    """The model is its adapter, where there is one: as with lm-evaluation-harness."""
    named = [one for name in ("peft_model", "model") if (one := shapes.text(config.get(name)))]
    folders = places.folders(file)
    model = named[0] if named else places.named_after(folders, places.stem(file))
    revision = shapes.text(config.get("revision"))
    return Run(
        tool=TOOL,
        model=shapes.name(file, model, "the model"),
        seed=shapes.whole(config.get("seed")),
        settings=settings,
        hints=[
            *([f"revision={revision}"] if revision else []),
            *named,
            *folders[:1],
            file.path.name,
        ],
    )


def _task(
    file: File, config: Mapping[str, Any], task: str, metrics: Mapping[str, Any], notes: list[str]
) -> Iterator[Measurement]:
    benchmark = shapes.name(file, task, "a task")
    repeats = shapes.whole(config.get("n_samples"))
    for metric, raw, where in _numbers(task, metrics):
        unit = FRACTION if _PASS.fullmatch(metric) else metrics_of.unit(metric)
        found = values.measured(raw, unit, where, notes)
        if found is None:
            continue
        value, missing = found
        yield Measurement(
            benchmark=benchmark,
            metric=shapes.name(file, metric, "a metric"),
            value=value,
            unit=unit,
            locator=where,
            missing=missing,
            n_repeats=repeats if repeats and repeats <= _MOST_SAMPLES else None,
            # Counts of problems have no better end.
            higher_is_better=None
            if metric.startswith("num_")
            else metrics_of.higher_is_better(metric),
        )


def _numbers(task: str, metrics: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """Name, value and place of every metric; APPS has its pass@k one level deeper."""
    for metric, raw in metrics.items():
        where = f"{task}[{metric!r}]"
        if isinstance(raw, dict) and raw and all(_PASS.fullmatch(one) for one in raw):
            yield from ((one, inner, f"{where}[{one!r}]") for one, inner in raw.items())
        else:
            yield metric, raw, where
