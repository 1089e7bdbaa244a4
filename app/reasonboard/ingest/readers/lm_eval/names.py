"""What the name of a file of answers says, where no results file names model and task."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.common import dates
from reasonboard.ingest.readers.tables import known_names

DATED = re.compile(r"(.*)_(\d{4}-\d\d-\d\dT\d\d[-:]\d\d[-:]\d\d(?:\.\d{1,6})?)\.jsonl?", re.S)
_SAMPLES = "samples_"
_JOINT = re.compile(r"(?<=[^_])_(?=[^_])")
"""Where a model can end and a task begin: `__` stands for the `/` of a model."""


class Named(NamedTuple):
    """A task, and the model or the arguments of the model as the harness wrote them; '' where the folder has it."""

    task: str
    model: str


def named_alone(companion: File) -> Named | None:
    """Of `samples_TASK_DATE.jsonl` the task, of `MODEL_TASK.jsonl` both; None where it cannot be told where one ends.

    A task is known by a name of the field in it, or by the only `_` of the name.
    """
    match = DATED.fullmatch(companion.path.name)
    stem = match[1] if match else companion.path.stem
    if stem.startswith(_SAMPLES):
        task = stem.removeprefix(_SAMPLES)
        return Named(task, "") if task else None
    every = list(_splits(stem))
    known = (named for named in every if known_names.benchmark(named.task))
    only = every[0] if len(every) == 1 and "=" in stem else None
    return next(known, only)


def _splits(stem: str) -> Iterator[Named]:
    """All ways to divide a name into a model and a task, the longest task first."""
    for joint in _JOINT.finditer(stem):
        yield Named(stem[joint.end() :], stem[: joint.start()])


def date_of(companion: File) -> str | None:
    """The local time in the name of a file, which has `-` for the `:`."""
    match = DATED.fullmatch(companion.path.name)
    return dates.of_stamp(match[2][:19].replace(":", "-"), "%Y-%m-%dT%H-%M-%S") if match else None
