"""Stanford HELM: the folder of a run, read with its `run_spec.json`."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest.errors import Skip
from reasonboard.ingest.files import File
from reasonboard.ingest.readers import helm_stats, places, shapes
from reasonboard.ingest.readers.helm_stats import PER_INSTANCE, STATS
from reasonboard.ingest.records import Found, Run
from reasonboard.ingest.settings import kept

TOOL = "HELM"
_MAIN = "run_spec.json"
_NEEDED = {"adapter_spec", "scenario_spec"}
_COMPANIONS = {
    STATS, PER_INSTANCE, "scenario.json", "scenario_state.json", "instances.json", "display_predictions.json",
    "display_requests.json",
}  # fmt: skip
_STATISTIC = re.compile(
    rb'\[\s*\{\s*"name"\s*:\s*\{\s*"name"\s*:.{0,2000}?"sum_squared"\s*:', re.DOTALL
)
_INSTANCE = re.compile(rb'\[\s*\{\s*"instance_id"\s*:.{0,2000}?"stats"\s*:', re.DOTALL)
_SETTINGS = (
    "method", "model_deployment", "max_train_instances", "max_eval_instances", "num_outputs", "num_trials",
    "num_train_trials", "temperature", "max_tokens", "sample_train",
)  # fmt: skip
_NO_SUBSET = re.compile(
    r"url|path|file|seed|num|max_|min_|limit|version|revision|model|judge|annotator", re.I
)
_LONGEST_SUBSET = 64


def recognises(file: File) -> bool:
    """Has it the specifications of a run, or is it the statistics of one or a file beside such?"""
    if file.head.startswith((b"[", b"{")) and _is_companion(file):
        return True
    return file.keys >= _NEEDED


def read(file: File) -> Iterator[Found]:
    """The run with its statistics, perturbed ones as aggregates, and a sample for each instance and trial.

    The other files of the folder raise Skip: they do not say whose they are. So does a run without
    statistics, which is not finished.
    """
    if _is_companion(file):
        main = _main_of(file)
        raise Skip(f"read with {main.name}" if main else f"statistics without their {_MAIN}")
    document = shapes.mapping(file, file.json, "the document")
    adapter = shapes.mapping(file, document.get("adapter_spec"), "adapter_spec")
    stats = file.beside(STATS)
    if stats is None:
        raise Skip(f"a run without {STATS}: not finished")
    benchmark = _benchmark(file, document)
    settings, dropped = kept(adapter, _SETTINGS)
    notes: list[str] = []
    model = shapes.name(
        file, adapter.get("model") or adapter.get("model_deployment"), "adapter_spec.model"
    )
    named = shapes.text(document.get("name"))
    run = Run(
        tool=TOOL,
        model=model,
        settings=settings,
        hints=[model, *([named] if named else []), *places.folders(file)[:2]],
    )
    trials = shapes.whole(adapter.get("num_train_trials")) or None
    measurements = list(helm_stats.measurements(stats, benchmark, trials, notes))
    samples = helm_stats.samples(file.beside(PER_INSTANCE), benchmark, notes)
    yield Found(run, measurements, samples, dropped, notes)


def _is_companion(file: File) -> bool:
    """By what it begins with: these files can be large."""
    if _STATISTIC.match(file.head) or _INSTANCE.match(file.head):
        return True
    return file.path.name in _COMPANIONS and _main_of(file) is not None


def _main_of(file: File) -> File | None:
    main = file.beside(_MAIN)
    return main if main and all(f'"{one}"'.encode() in main.head for one in _NEEDED) else None


def _benchmark(file: File, document: Mapping[str, Any]) -> str:
    """The first group or the scenario's name, and what of it the arguments choose: `mmlu:anatomy`."""
    scenario = shapes.mapping(file, document.get("scenario_spec"), "scenario_spec")
    groups = shapes.items(file, document.get("groups", []), "groups")
    first = groups[0] if groups else _scenario_name(file, document)
    chosen = [
        str(value)
        for key, value in shapes.part(file, scenario, "args").items()
        if not _NO_SUBSET.search(key) and _chooses(value)
    ]
    name = shapes.name(file, first, "the benchmark")
    return shapes.name(
        file, ":".join([name, ",".join(chosen)] if chosen else [name]), "the benchmark"
    )


def _scenario_name(file: File, document: Mapping[str, Any]) -> str | None:
    scenario = file.beside("scenario.json")
    name = scenario.json.get("name") if scenario and isinstance(scenario.json, dict) else None
    whole = shapes.text(document.get("name"))
    return shapes.text(name) or (whole.split(":", 1)[0] if whole else None)


def _chooses(value: Any) -> bool:
    if isinstance(value, str):
        return len(value.strip()) > 0 and len(value) <= _LONGEST_SUBSET
    return shapes.whole(value) is not None
