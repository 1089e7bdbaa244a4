"""TensorBoard: a scalar exported as CSV, and the event files of a run by the optional package `tensorboard`."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from reasonboard.ingest.errors import IngestError, Skip
from reasonboard.ingest.files import File
from reasonboard.ingest.readers import (
    consoles,
    places,
    scalars,
    separated,
    shapes,
    tensorboard_events,
)
from reasonboard.ingest.records import Found, Run

TOOL = "TensorBoard"
_HEADER = ["Wall time", "Step", "Value"]
_NAME = re.compile(r"run-(?P<run>.+?)-tag-(?P<tag>.+)")
_STARTED = re.compile(r"[A-Z][a-z]{2}\d\d_\d\d-\d\d-\d\d_.+")
"""The folder that transformers makes for each start: its date and the machine."""
_LARGEST_DATE = 4e9


def recognises(file: File) -> bool:
    """Is it the CSV with wall time, step and value, or does it begin with the record of an event file?"""
    if file.path.suffix == ".csv":
        return separated.header(file) == _HEADER
    return tensorboard_events.recognises(file)


def read(file: File) -> Iterator[Found]:
    """The run at each step. The last event file of a folder is read with the ones before it.

    Of a step that was logged again the number with the later wall time is kept. Raises Skip for
    the earlier files of a folder, IngestError for event files without the package.
    """
    if file.path.suffix == ".csv":
        yield from _exported(file)
        return
    files = [one for one in file.folder("*tfevents*") if tensorboard_events.recognises(one)]
    if file.path not in [one.path for one in files]:
        files = [file]
    if files[-1].path != file.path:
        raise Skip(f"read with {files[-1].path.name}")
    yield from _events(file, files)


def _exported(file: File) -> Iterator[Found]:
    """The tag and the run stand in the name only, `run-RUN-tag-TAG.csv`, with '_' for '/'."""
    found = _NAME.fullmatch(file.path.stem)
    tag = _tag(found["tag"]) if found else file.path.stem
    folders = places.folders(file)
    run = (
        found["run"]
        if found and found["run"] != "."
        else places.named_after(folders, file.path.stem)
    )
    notes = (
        []
        if found
        else [f"what the values are stands nowhere: taken as {tag!r}, the name of the file"]
    )
    rows = separated.rows(file)
    line, header = next(rows, (1, []))
    if header != _HEADER:
        raise IngestError(f"{file.name}:{line}: {header!r:.80} (expected {','.join(_HEADER)})")
    values: dict[int, tuple[float, float | str, int]] = {}
    for line, (wall, at, value) in rows:
        step = shapes.step(file, consoles.number(at), f"line {line}: Step")
        clock = consoles.number(wall)
        if isinstance(clock, str):
            raise IngestError(
                f"{file.name}:{line}: Wall time is {clock[:40]!r} (expected a number)"
            )
        if step not in values or clock >= values[step][0]:
            values[step] = (clock, consoles.number(value), line)
    named = Run(tool=TOOL, model=shapes.name(file, run, "the run"), hints=[file.path.name])
    left_out: dict[str, str] = {}
    for step, (_, shown, line) in sorted(values.items()):
        one = scalars.found(
            file, named, step, {tag: (shown, f"line {line}: Value")},
            reinforcement=scalars.is_reinforcement({tag: None}), left_out=left_out,
        )  # fmt: skip
        yield Found(one.run, one.measurements, notes=[*notes, *one.notes])
        notes = []


def _tag(name: str) -> str:
    """A tag as the trainer wrote it, where that can be told: `train_reward` is `train/reward`."""
    for part in ("train", "eval"):
        tag = name.replace(f"{part}_", f"{part}/", 1)
        if name.startswith(f"{part}_") and scalars.is_known(tag):
            return tag
    return name


def _events(file: File, files: list[File]) -> Iterator[Found]:
    latest: dict[int, dict[str, tuple[float, float, str]]] = {}
    started: float | None = None
    notes: list[str] = []
    for one in files:
        prefix = "" if one.path == file.path else f"{one.path.name}: "
        for event in tensorboard_events.events(one, notes):
            started = event.wall_time if started is None else min(started, event.wall_time)
            for tag, value in event.scalars.items():
                step = shapes.step(one, event.step, f"the step of {tag[:80]!r}")
                at = latest.setdefault(step, {})
                if tag not in at or event.wall_time >= at[tag][0]:
                    at[tag] = (event.wall_time, value, f"{prefix}step {step}: {tag}")
    reinforcement = scalars.is_reinforcement({tag: None for at in latest.values() for tag in at})
    run = _run(file, started)
    left_out: dict[str, str] = {}
    if not latest:
        raise Skip("; ".join(["no scalars", *notes]))
    for step, at in sorted(latest.items()):
        tags = {tag: (value, where) for tag, (_, value, where) in at.items()}
        found = scalars.found(file, run, step, tags, reinforcement=reinforcement, left_out=left_out)
        yield Found(found.run, found.measurements, notes=[*notes, *found.notes])
        notes = []


def _run(file: File, started: float | None) -> Run:
    folders = [one for one in places.folders(file) if not _STARTED.fullmatch(one)]
    named = places.named_after(folders, folders[0] if folders else TOOL)
    dated = started is not None and 0 < started < _LARGEST_DATE
    return Run(
        tool=TOOL,
        model=shapes.name(file, named, "the folder"),
        date=datetime.fromtimestamp(int(started or 0), UTC).isoformat() if dated else None,
        hints=places.hints(file),
    )
