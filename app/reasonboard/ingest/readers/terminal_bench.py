"""terminal-bench, 2025, before Harbor: the results of a run, and those of each of its trials."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from reasonboard.ingest.formats import item_fields
from reasonboard.ingest.formats.errors import IngestError, ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Run, Sample
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import dates, digests, node
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.common.repeats import Repeats

TOOL = "terminal-bench"
METRIC = "accuracy"
_RESULTS, _METADATA = "results.json", "run_metadata.json"
_TRIAL = {"task_id", "is_resolved"}
_RUN = {"results", "resolved_ids", "unresolved_ids"}
_NO_FAILURE = {"unset", "none", "test_failed", ""}
"""Failure modes of a trial that ended as it should."""
_ATTEMPT = re.compile(r".*\.(\d{1,4})-of-\d{1,4}(?:\..*)?", re.DOTALL)
_UP = 2
"""Folders from the results of a trial up to those of its run: TRIAL, TASK."""
_SETTINGS = ("dataset_version", "n_attempts", "dataset_size", "no_rebuild", "cleanup")
_ALMOST = 1e-6


def recognizes(file: File) -> bool:
    """Has it the trials of a run with the tasks that were resolved, or is it a trial, or what describes the run?"""
    if file.keys >= _RUN:
        return isinstance(file.json["results"], list)
    return (file.keys >= _TRIAL and "trial_name" in file.keys) or _is_metadata(file)


def _is_metadata(file: File) -> bool:
    return file.path.name == _METADATA and file.keys >= {"run_id", "agent_name"}


def main_of(file: File) -> File | None:
    """The results of the run that a trial, or a description, is part of."""
    if _is_metadata(file):
        return file.beside(_RESULTS)
    if not file.keys >= _TRIAL:
        return None
    main = file.existing(file.path.absolute().parents[_UP] / _RESULTS)
    return main if main and main.keys >= _RUN else None


def read(file: File) -> Iterator[Found]:
    """The run with each trial, resolved or not; one whose agent or test failed is not, as the tool counts.

    A trial without the results of its run is read alone: the folder of the run tells its run.
    """
    main = main_of(file)
    if main:
        raise ReadWith(main)
    if _is_metadata(file):
        raise Skip(f"a description without its {_RESULTS}")
    document = Node(file, file.json)
    is_run = file.keys >= _RUN
    trials = document.at("results").items() if is_run else [document]
    if not trials:
        raise Skip("no trials")
    results = file if is_run else file.at(file.path.absolute().parents[_UP] / _RESULTS)
    stated = _stated(results)
    samples = list(_samples(trials, _benchmark(file, stated)))
    if is_run:
        _check_accuracy(document, samples)
    failures = Counter(sample.finish for sample in samples if sample.finish)
    if failures:
        named = ", ".join(f"{count} {name}" for name, count in failures.most_common(3))
        counted = "not resolved, as terminal-bench counts them"
        document.notes.append(f"trials that failed: {named}; {counted}")
    yield Found(_run(file, stated, is_run=is_run), (), samples, document.notes)


def _stated(results: File) -> Mapping[str, Any]:
    """What is said of the run in the file beside its results."""
    metadata = results.beside(_METADATA)
    if metadata is None:
        return {}
    try:
        return node.mapping(metadata.json)
    except IngestError:
        return {}


def _run(file: File, stated: Mapping[str, Any], *, is_run: bool) -> Run:
    agent = node.text(stated.get("agent_name"))
    model = node.text(stated.get("model_name")) or agent or ""
    folders = places.folders(file)[0 if is_run else _UP :]
    settings = {name: stated.get(name) for name in _SETTINGS}
    return Run(
        tool=TOOL,
        model=node.name(file, model, f"model_name of {_METADATA}") if model else "",
        date=dates.of_iso(stated.get("start_time"))
        or (dates.of_stamp(folders[0], "%Y-%m-%d__%H-%M-%S") if folders else None),
        build=node.word(stated.get("commit_hash")),
        settings={**settings, "agent": agent},
        place=folders,
        hints=[*([model] if model else []), *folders[:2]],
    )


def _benchmark(file: File, stated: Mapping[str, Any]) -> str:
    """The data set by its name, such as terminal-bench-core."""
    named = node.text(stated.get("dataset_name"))
    return node.name(file, named, f"dataset_name of {_METADATA}") if named else TOOL


def _samples(trials: list[Node], benchmark: str) -> Iterator[Sample]:
    repeats = Repeats()
    for trial in trials:
        trial.mapping()
        item = trial.at("task_id").name()
        resolved = trial.at("is_resolved").score("true or false")
        failure = node.word(trial.value.get("failure_mode")) or ""
        yield Sample(
            benchmark,
            item,
            repeats.add(item, _attempt(trial)),
            0.0 if resolved is None else resolved,
            METRIC,
            tokens_in=node.whole(trial.value.get("total_input_tokens")) or None,
            tokens_out=node.whole(trial.value.get("total_output_tokens")) or None,
            finish=None if failure.lower() in _NO_FAILURE else failure,
            problem=digests.of_problem(trial.value.get("instruction")),
            item_fields=item_fields.kept(trial.file.extra_settings, trial.value),
        )


def _attempt(trial: Node) -> int | None:
    """Counted from 0, by the name of the trial: `hello-world.1-of-5.RUN`."""
    match = _ATTEMPT.fullmatch(node.text(trial.value.get("trial_name")) or "")
    return int(match[1]) - 1 if match and int(match[1]) else None


def _check_accuracy(document: Node, samples: list[Sample]) -> None:
    """Refuse results whose number is not the share of their trials: they were cut, or changed by hand."""
    stated = document.value.get("accuracy")
    share = sum(sample.score or 0.0 for sample in samples) / len(samples)
    if isinstance(stated, float) and abs(stated - share) > _ALMOST:
        expected = f"{share:g}, the share of its {len(samples)} trials that are resolved"
        raise document.file.refused(f"accuracy is {stated:g}", expected)


READER = Reader("terminal_bench", recognizes, read)
