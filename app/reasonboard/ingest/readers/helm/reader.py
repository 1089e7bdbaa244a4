"""Stanford HELM: the folder of a run, read with its `run_spec.json`."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest.formats.errors import IngestError, Skip, read_with
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Run
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.helm import stats as helm_stats
from reasonboard.ingest.readers.helm.stats import PER_INSTANCE, STATS
from reasonboard.ingest.texts.text_file import objects

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
_NO_SUBSET = re.compile(
    r"url|path|file|seed|num|max_|min_|limit|version|revision|model|judge|annotator", re.I
)
_LONGEST_SUBSET = 64


def recognizes(file: File) -> bool:
    """Has it the specifications of a run, or is it the statistics of one or a file beside such?"""
    if file.head.startswith((b"[", b"{")) and _is_companion(file):
        return True
    return file.has(adapter_spec=dict, scenario_spec=dict)


def read(file: File) -> Iterator[Found]:
    """The run with its statistics, perturbed ones too, and a sample for each instance and trial.

    The other files of the folder raise Skip: they do not say whose they are. So does a run without
    statistics, which is not finished.
    """
    if _is_companion(file):
        raise read_with(main_of(file), f"statistics without their {_MAIN}")
    document = Node(file, file.json)
    adapter = document.at("adapter_spec").mapping()
    stats = file.beside(STATS)
    if stats is None:
        raise Skip(f"a run without {STATS}: not finished")
    benchmark = _benchmark(document)
    stated = adapter.get("model") or adapter.get("model_deployment")
    model = node.name(file, stated, "adapter_spec.model")
    named = node.text(document.value.get("name"))
    run = Run(
        tool=TOOL,
        model=model,
        settings=_settings(document, adapter),
        hints=[model, *([named] if named else []), *places.folders(file)[:2]],
    )
    trials = node.whole(adapter.get("num_train_trials")) or None
    measurements = list(helm_stats.measurements(stats, benchmark, trials, document.notes))
    damage: list[IngestError] = []
    samples = helm_stats.samples(file.beside(PER_INSTANCE), benchmark, document.notes, damage)
    yield Found(run, measurements, samples, document.notes, beside=True, damage=damage)


def _settings(document: Node, adapter: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of prompts, problems and their perturbations, without the model."""
    return {
        **{name: value for name, value in adapter.items() if name != "model"},
        "scenario": document.part("scenario_spec").value.get("args"),
        "data_augmenter": document.value.get("data_augmenter_spec"),
        "annotators": document.value.get("annotators"),
    }


def _is_companion(file: File) -> bool:
    """By what it begins with: these files can be large."""
    return _is_list_of_statistics(file) or main_of(file) is not None


def _is_list_of_statistics(file: File) -> bool:
    return bool(_STATISTIC.match(file.head) or _INSTANCE.match(file.head))


def main_of(file: File) -> File | None:
    """The specification of the run that this file of its folder is read with; None where it is no such file."""
    if file.path.name not in _COMPANIONS and not _is_list_of_statistics(file):
        return None
    main = file.beside(_MAIN)
    return main if main and all(f'"{key}"'.encode() in main.head for key in _NEEDED) else None


def _benchmark(document: Node) -> str:
    """The first group or the scenario's name, and what of it the arguments choose: `mmlu:anatomy`."""
    scenario = document.at("scenario_spec")
    scenario.mapping()
    groups = document.at("groups") if "groups" in document.value else document.child([], "groups")
    named = [group.value for group in groups.items()] or [_scenario_name(document)]
    chosen = [
        str(value)
        for key, value in scenario.part("args").value.items()
        if not _NO_SUBSET.search(key) and _chooses(value)
    ]
    name = node.name(document.file, named[0], "the benchmark")
    whole = f"{name}:{','.join(chosen)}" if chosen else name
    return node.name(document.file, whole, "the benchmark")


def _scenario_name(document: Node) -> str | None:
    scenario = document.file.beside("scenario.json")
    name = node.mapping(scenario.json).get("name") if scenario else None
    whole = node.text(document.value.get("name"))
    return node.text(name) or (whole.split(":", 1)[0] if whole else None)


def _chooses(value: Any) -> bool:
    if isinstance(value, str):
        return len(value.strip()) > 0 and len(value) <= _LONGEST_SUBSET
    return node.whole(value) is not None


READER = Reader("helm", recognizes, read, texts={"helm": objects(helm_stats.texts, "byte")})
