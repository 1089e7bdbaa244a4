"""TRL and the trainer of transformers: the state that it keeps, and what it prints."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from reasonboard.ingest.errors import Skip
from reasonboard.ingest.files import File
from reasonboard.ingest.readers import consoles, parquet, places, scalars, shapes, trl_console
from reasonboard.ingest.records import Found, Run
from reasonboard.ingest.settings import kept

_SETTINGS = ("train_batch_size", "num_train_epochs", "max_steps")
_COMPLETIONS = {"step", "prompt", "completion", "advantage"}
_TRL_PARTS = ("reward", "completions/", "objective/", "completion_length", "mean_token_accuracy")
_CHECKPOINT = re.compile(r"checkpoint-(\d{1,12})")
Scalars = dict[str, tuple[Any, str]]


def recognises(file: File) -> bool:
    """Has it the history of a trainer's state, the columns of its completions, or lines of its console?"""
    if file.path.suffix == ".parquet":
        return parquet.columns(file).keys() >= _COMPLETIONS
    if consoles.may_be(file):
        return trl_console.recognises(file)
    return file.keys >= {"log_history", "global_step"}


def read(file: File) -> Iterator[Found]:
    """The run at each step that was logged; a step that stands twice has the later numbers.

    Raises Skip for completions (they name no items), for a state whose whole history stands in a
    later one, and for printed lines that do not say their steps or stand beside a state.
    """
    if file.path.suffix == ".parquet":
        raise Skip(
            "rewards of answers that name neither their items nor their questions' benchmark"
        )
    if consoles.may_be(file):
        yield from _console(file)
    else:
        yield from _state(file)


def _state(file: File) -> Iterator[Found]:
    document = shapes.mapping(file, file.json, "the document")
    history = _history(file, document)
    later = _later(file, history)
    if later:
        raise Skip(f"read with {later.name}")
    steps: dict[int, Scalars] = {}
    averages: set[str] = set()
    for place, entry in enumerate(history):
        where = f"log_history[{place}]"
        step = shapes.step(file, entry.get("step"), f"{where}.step")
        steps.setdefault(step, {}).update(
            {tag: (raw, f"{where}[{tag!r}]") for tag, raw in entry.items()}
        )
        averages |= {f"{where}['train_loss']"} if "train_runtime" in entry else set()
    tags = {tag for one in steps.values() for tag in one}
    planned = shapes.whole(document.get("max_steps")) or 0
    settings, dropped = kept(document, _SETTINGS)
    run = _run(file, tags, settings)
    reinforcement = scalars.is_reinforcement(dict.fromkeys(tags))
    left_out: dict[str, str] = {}
    for step, one in sorted(steps.items()):
        at_step = replace(run, progress=step / planned if step <= planned and planned else None)
        found = scalars.found(
            file, at_step, step, one, reinforcement=reinforcement, left_out=left_out
        )
        yield replace(_with_averages(found, averages), dropped=dropped)
        dropped = 0


def _console(file: File) -> Iterator[Found]:
    beside = file.beside("trainer_state.json") or _newest(file, "checkpoint-*/trainer_state.json")
    if beside:
        raise Skip(f"read with {beside.name}")
    left_out: dict[str, str] = {}
    entries, notes = trl_console.entries(file)
    tags = {tag for one in entries for tag in one.scalars}
    run = _run(file, tags, {})
    reinforcement = scalars.is_reinforcement(dict.fromkeys(tags))
    for one in entries:
        at_step = replace(run, progress=one.progress, hints=() if one.step is None else run.hints)
        found = scalars.found(
            file, at_step, one.step, one.scalars, reinforcement=reinforcement, left_out=left_out
        )
        yield replace(_with_averages(found, one.averages), notes=[*notes, *found.notes])
        notes = []


def _run(file: File, tags: set[str], settings: Mapping[str, str]) -> Run:
    """The state does not name the model: the folder of the training does."""
    folders = places.folders(file)
    is_trl = any(tag.startswith(_TRL_PARTS) for tag in tags)
    named = places.named_after(folders, folders[0] if folders else file.path.stem)
    return Run(
        tool="TRL" if is_trl else "transformers",
        model=shapes.name(file, named, "the folder"),
        settings=settings,
        hints=places.hints(file),
    )


def _with_averages(found: Found, locators: set[str]) -> Found:
    """The loss of the last line is the mean of the whole training."""
    measurements = [
        replace(one, aggregate=True) if one.locator in locators else one
        for one in found.measurements
    ]
    return replace(found, measurements=measurements)


def _history(file: File, document: Mapping[str, Any]) -> list[dict[str, Any]]:
    history = shapes.items(file, document.get("log_history"), "log_history")
    return [shapes.mapping(file, one, f"log_history[{place}]") for place, one in enumerate(history)]


def _later(file: File, history: list[dict[str, Any]]) -> File | None:
    """The state of the same training with the most steps, if it begins with this whole history."""
    parent = file.path.absolute().parent.parent
    one = _newest(File(parent / "any"), "checkpoint-*/trainer_state.json")
    beside = [each for each in (File(parent / "trainer_state.json"), one) if each]
    for other in beside:
        if not other.path.is_file() or other.path == file.path.absolute():
            continue
        theirs = other.json["log_history"] if "log_history" in other.keys else None
        if (
            isinstance(theirs, list)
            and len(theirs) > len(history)
            and theirs[: len(history)] == history
        ):
            return other
    return None


def _newest(file: File, pattern: str) -> File | None:
    """The file of that pattern whose checkpoint has the highest number."""
    numbered = {
        int(found[1]): one
        for one in file.path.absolute().parent.glob(pattern)
        if (found := _CHECKPOINT.fullmatch(one.parent.name)) and one.is_file()
    }
    return File(numbered[max(numbered)]) if numbered else None
