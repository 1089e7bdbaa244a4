"""TRL and the trainer of transformers: the state that it keeps, and what it prints."""

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from typing import Any

from reasonboard.ingest.formats import parquet
from reasonboard.ingest.formats.errors import Skip, read_with
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, Run
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import consoles, node, scalars
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.common.restarts import Scalars
from reasonboard.ingest.readers.trl import console as trl_console

_STATE = {
    "best_global_step", "best_metric", "best_model_checkpoint", "epoch", "global_step", "log_history",
    "is_hyper_param_search", "is_local_process_zero", "is_world_process_zero", "num_input_tokens_seen", "total_flos",
    "trial_name", "stateful_callbacks",
}  # fmt: skip
"""Keys of the state that show progress and are no settings."""
_COMPLETIONS = {"step", "prompt", "completion", "advantage"}
_TRL_PARTS = ("reward", "completions/", "objective/", "completion_length", "mean_token_accuracy")
_CHECKPOINT = re.compile(r"checkpoint-(\d{1,12})")


def recognizes(file: File) -> bool:
    """Has it the history of a trainer's state, the columns of its completions, or lines of its console?"""
    if file.path.suffix == ".parquet":
        return parquet.columns(file).keys() >= _COMPLETIONS
    if consoles.may_be(file):
        return trl_console.recognizes(file)
    return file.has(log_history=list, global_step=(int, float))


def read(file: File) -> Iterator[Found]:
    """The run at each step that was logged; a step that stands twice has the later numbers.

    Raises Skip for completions (they name no items), for a state whose whole history stands in a
    later one, and for printed lines that do not say their steps or stand beside a state.
    """
    if file.path.suffix == ".parquet":
        what = "neither their items nor their questions' benchmark"
        raise Skip(f"rewards of answers that name {what}")
    if consoles.may_be(file):
        yield from _console(file)
    else:
        yield from _state(file)


def _state(file: File) -> Iterator[Found]:
    document = Node(file, file.json)
    history = document.at("log_history").items()
    later = _later(file, [entry.mapping() for entry in history])
    if later:
        raise read_with(later, "")
    logged: list[tuple[int, Scalars]] = []
    averages: set[str] = set()
    for entry in history:
        values = {tag: (node.value, node.where) for tag, node in entry.entries().items()}
        logged.append((entry.at("step").step(), values))
        if {"train_runtime", "train_loss"} <= values.keys():
            averages.add(values["train_loss"][1])
    tags = {tag for _, values in logged for tag in values}
    planned = node.whole(document.value.get("max_steps")) or 0
    run = _run(file, tags, node.without(document.mapping(), _STATE))
    for found in scalars.by_step(file, run, lambda: scalars.numbered(logged)):
        step = found.run.step or 0
        at = replace(found.run, progress=step / planned if step <= planned and planned else None)
        yield _with_averages(replace(found, run=at), averages)


def _console(file: File) -> Iterator[Found]:
    beside = file.beside("trainer_state.json") or _newest(file, "checkpoint-*/trainer_state.json")
    if beside:
        raise read_with(beside, "")
    log = trl_console.read(file)
    tags = {tag for values in log.values for tag in values}
    run = replace(_run(file, tags, {}), place=_place(file))
    if log.steps:
        rows = list(zip(log.steps, log.values, strict=True))
        every = scalars.by_step(file, run, lambda: scalars.numbered(rows), log.notes)
    else:
        merged: dict[float, dict[str, tuple[Any, str]]] = {}
        for share, values in zip(log.shares, log.values, strict=True):
            merged.setdefault(share, {}).update(values)
        parts = (
            scalars.Step(replace(run, progress=share, hints=()), None, merged[share])
            for share in sorted(merged)
        )
        every = scalars.training(file, tags, parts, log.notes)
    for found in every:
        yield _with_averages(found, log.averages)


def _with_averages(found: Found, averages: Container[str]) -> Found:
    """The same with the numbers at these locators as means of the whole training."""
    numbers = [
        replace(each, aggregate=True) if each.locator in averages else each
        for each in found.measurements
    ]
    return replace(found, measurements=numbers)


def _place(file: File) -> list[str]:
    """What says which training it is: the name of the log if it is one of several in its folder."""
    others = (other for other in file.folder(f"*{file.path.suffix}") if other.path != file.path)
    has_others = any(consoles.may_be(other) and trl_console.recognizes(other) for other in others)
    return [places.stem(file)] * has_others + places.folders(file)


def _run(file: File, tags: set[str], settings: Mapping[str, Any]) -> Run:
    """The state does not name the model."""
    is_trl = any(tag.startswith(_TRL_PARTS) for tag in tags)
    return Run(
        tool="TRL" if is_trl else "transformers",
        model="",
        settings=settings,
        hints=places.hints(file),
    )


def _later(file: File, history: list[dict[str, Any]]) -> File | None:
    """The state of the same training with the most steps, if it begins with this whole history."""
    parent = file.path.absolute().parent.parent
    newest = _newest(File(parent / "any"), "checkpoint-*/trainer_state.json")
    beside = [each for each in (File(parent / "trainer_state.json"), newest) if each]
    for other in beside:
        if not other.path.is_file() or other.path == file.path.absolute():
            continue
        theirs = other.json["log_history"] if "log_history" in other.keys else None
        count = len(history)
        if isinstance(theirs, list) and len(theirs) > count and theirs[:count] == history:
            return other
    return None


def _newest(file: File, pattern: str) -> File | None:
    """The file of that pattern whose checkpoint has the highest number."""
    numbered = {
        int(match[1]): path
        for path in file.path.absolute().parent.glob(pattern)
        if (match := _CHECKPOINT.fullmatch(path.parent.name)) and path.is_file()
    }
    return File(numbered[max(numbered)]) if numbered else None


READER = Reader("trl", recognizes, read)
