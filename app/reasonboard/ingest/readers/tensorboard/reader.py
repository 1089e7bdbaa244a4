"""TensorBoard: a scalar exported as CSV, and the event files of a run by the optional package `tensorboard`."""

import re
from collections.abc import Iterator

from reasonboard.ingest.formats import separated
from reasonboard.ingest.formats.errors import ReadWith, Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found, NameOf, Run
from reasonboard.ingest.names import places
from reasonboard.ingest.readers.common import consoles, dates, node, scalars
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.reader import Reader
from reasonboard.ingest.readers.tensorboard import events as tensorboard_events

TOOL = "TensorBoard"
_HEADER = ["Wall time", "Step", "Value"]
_NAME = re.compile(r"run-(?P<run>.+?)-tag-(?P<tag>.+)")
_STARTED = r"[A-Z][a-z]{2}\d\d_\d\d-\d\d-\d\d_.+"
"""The folder that transformers makes for each start: its date and the machine."""


def recognizes(file: File) -> bool:
    """Is it the CSV with wall time, step and value, or does it begin with the record of an event file?"""
    if file.path.suffix == ".csv":
        return separated.header(file) == _HEADER
    return tensorboard_events.recognizes(file)


def read(file: File) -> Iterator[Found]:
    """The run at each step. The last event file of a folder is read with the ones before it.

    Of a step that was logged again the number with the later wall time is kept; of a training that was restarted at a
    lower step no number from there on that was logged before. Raises Skip for
    the earlier files of a folder, IngestError for event files without the package.
    """
    if file.path.suffix == ".csv":
        yield from _exported(file)
        return
    files = list(filter(tensorboard_events.recognizes, file.folder("*tfevents*")))
    if file.path not in [event_file.path for event_file in files]:
        files = [file]
    if files[-1].path != file.path:
        raise ReadWith(files[-1], files[-1].path.name)
    yield from _events(file, files)


def _exported(file: File) -> Iterator[Found]:
    """The tag and the run stand in the name only, `run-RUN-tag-TAG.csv`, with '_' for '/'."""
    match = _NAME.fullmatch(file.path.stem)
    tag = _tag(match["tag"]) if match else file.path.stem
    named = match["run"] if match and match["run"] != "." else ""
    unsaid = [f"no name for the values: named {tag!r}, the name of the file"]
    rows = separated.rows(file)
    line, header = next(rows, (1, []))
    if header != _HEADER:
        raise file.refused(f"{header!r:.80}", f"{','.join(_HEADER)}", line)
    logged: list[scalars.Row] = []
    for line, (wall, at, value) in rows:
        step = Node(file, consoles.number(at), f"line {line}: Step").step()
        clock = consoles.number(wall)
        if isinstance(clock, str):
            raise file.refused(f"Wall time is {clock[:40]!r}", "a number", line)
        logged.append((clock, step, {tag: (consoles.number(value), f"line {line}: Value")}))
    model = node.name(file, named, "the run") if named else ""
    run = Run(tool=TOOL, model=model, name_of=NameOf.RUN, hints=[file.path.name])
    yield from scalars.of_log(file, run, logged, notes=[] if match else unsaid)


def _tag(name: str) -> str:
    """A tag as the trainer wrote it, where that can be told: `train_reward` is `train/reward`."""
    for part in ("train", "eval"):
        tag = name.replace(f"{part}_", f"{part}/", 1)
        if name.startswith(f"{part}_") and scalars.is_known(tag):
            return tag
    return name


def _events(file: File, files: list[File]) -> Iterator[Found]:
    logged: list[scalars.Row] = []
    notes: list[str] = []
    for event_file in files:
        prefix = "" if event_file.path == file.path else f"{event_file.path.name}: "
        for event in tensorboard_events.events(event_file, notes):
            tags = ", ".join(event.scalars)
            step = Node(event_file, event.step, f"the step of {tags[:80]!r}").step()
            values = {
                tag: (value, f"{prefix}step {step}: {tag}") for tag, value in event.scalars.items()
            }
            logged.append((event.wall_time, step, values))
    if not logged:
        raise Skip("; ".join(["no scalars", *notes]))
    started = min(clock for clock, _, _ in logged)
    run = Run(
        tool=TOOL,
        model="",
        place=[folder for folder in places.folders(file) if not re.fullmatch(_STARTED, folder)],
        date=dates.of_clock(started),
        hints=places.hints(file),
    )
    clocked: list[scalars.Row] = []
    for clock, step, numbers in logged:
        passed = (scalars.hours(clock - started), f"step {step}: wall time")
        clocked.append((clock, step, {scalars.HOURS: passed, **numbers}))
    yield from scalars.of_log(file, run, clocked, notes=notes)


READER = Reader("tensorboard", recognizes, read)
