"""The table of runs that W&B exports: a run in each row, its configuration and its last numbers in columns."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime

from reasonboard.ingest.formats import separated
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Found
from reasonboard.ingest.formats.settings import KNOWN
from reasonboard.ingest.readers.common import consoles, run_names, scalars
from reasonboard.ingest.readers.common.node import Node

TOOL = "Weights & Biases"
STEPS = ("train/global_step", "training/global_step", "global_step", "_step")
"""What tells the step, the best first: the last is W&B's own count."""
_NEEDED = {"Name", "State", "Created"}
_STATES = {"crashed", "running", "failed", "killed", "preempted", "preempting", "pending"}
_FINISHED = "finished"
_OWN = {"ID", "Name", "State", "Notes", "User", "Tags", "Created", "Runtime", "Sweep", "GPU Type", "GPU Count",
        "Hostname", "Job Type", "Group", "Updated", "End Time", "Github", "Commit", "_wandb"}  # fmt: skip
_SHOWN = 8


def recognizes(file: File, header: Sequence[str]) -> bool:
    """Has it the columns of runs, and does its first row have a run's state?"""
    if not set(header) >= _NEEDED:
        return False
    state = list(header).index("State")
    try:
        first = next((cells for index, (_, cells) in enumerate(separated.rows(file)) if index), [])
    except IngestError:
        return False
    return len(first) > state and first[state].lower() in {*_STATES, _FINISHED}


def read(file: File) -> Iterator[Found]:
    """Each run with the numbers of its summary; a note names the columns that are neither that nor a setting.

    A column is a number of the summary if a trainer is known to write it or if it has a '/' in its
    name, as no setting has. It is a setting if it is a known one, named by the load, or holds words.
    """
    rows = separated.rows(file)
    _, header = next(rows, (1, []))
    separated.refuse_twins(file, header)
    tags = [name for name in header if _is_scalar(name)]
    known = {"", *tags, *_OWN, *STEPS}
    others = [name for name in header if name not in known]
    wanted = KNOWN | file.extra_settings.names
    lines = list(rows)
    worded = {name for name in others if _holds_words(lines, header.index(name))}
    settings = worded | (wanted & {*others})
    rest = [name for name in others if name not in settings]
    notes = [f"column {name[:80]!r} is not used" for name in rest[:_SHOWN]]
    if len(rest) > _SHOWN:
        notes.append(f"{len(rest) - _SHOWN} more columns are not used")
    every = (
        _step(file, line, dict(zip(header, cells, strict=True)), tags, settings)
        for line, cells in lines
    )
    return scalars.training(file, tags, every, notes)


def _holds_words(lines: Sequence[tuple[int, list[str]]], index: int) -> bool:
    """Has the column cells, and none of them is a number? Then it is no column of the summary."""
    cells = [line_cells[index].strip() for _, line_cells in lines]
    numbers = [consoles.number(cell) for cell in cells if cell]
    return bool(numbers) and not any(isinstance(number, float) for number in numbers)


def _is_scalar(name: str) -> bool:
    is_model = name in _OWN or name in run_names.MODELS
    return not is_model and ("/" in name or scalars.is_known(name))


def _step(
    file: File,
    line: int,
    cells: Mapping[str, str],
    tags: Sequence[str],
    settings: Collection[str],
) -> scalars.Step:
    """The last step of the run in a row, none where no column tells it; empty cells are no numbers."""
    row = {name: cell for name, cell in cells.items() if cell.strip()}
    values = {tag: (consoles.number(row[tag]), f"line {line}: {tag}") for tag in tags if tag in row}
    name = next((step for step in STEPS if step in row), None)
    number = None
    if name is not None:
        number = Node(file, consoles.number(row[name]), f"line {line}: {name}").step()
    state = row.get("State", "").lower()
    run = run_names.run(
        TOOL,
        file,
        row.get("Name"),
        row,
        f"line {line}: Name",
        date=_date(row.get("Created", "")),
        status=state if state in _STATES else None,
        settings={name: cell for name, cell in row.items() if name in settings},
    )
    return scalars.Step(run, number, values)


def _date(created: str) -> str | None:
    try:
        return datetime.fromisoformat(created).isoformat()
    except ValueError:
        return None
