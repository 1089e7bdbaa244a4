"""What the trainer of transformers prints: a dictionary of Python for each step that it logs, and a bar."""

import ast
import re
import warnings
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from reasonboard.ingest.formats.errors import Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.common import consoles, restarts
from reasonboard.ingest.readers.common.node import Node

_ENTRY = re.compile(r"\{'(?:loss|train_runtime|train_loss|eval_\w{1,100}|reward|num_tokens)': ")
_BAR = re.compile(r"\d{1,3}%\|[^|]{0,200}\| (\d{1,9})/(\d{1,9}) \[")
_WRAPPED = re.compile(r"(?<=: )(?:np|numpy|torch)\.\w{3,10}\(([^()]{1,64})\)")
_ODD = re.compile(r"(?<=: )(-?(?:nan|inf))(?=[,}])")
_LONGEST = 20_000


@dataclass
class Entry:
    """What was printed for one step, or part of the training where the step is not known."""

    scalars: dict[str, tuple[Any, str]]
    step: int | None = None
    progress: float | None = None
    lost: int | None = None
    """How many numbers were left out, as the training was restarted here."""
    averages: set[str] = field(default_factory=set)
    """Where numbers stand that are means of the whole training."""


@dataclass
class _Line:
    number: int
    values: dict[str, Any]
    before: int | None
    """The step of the last progress bar before the line."""
    after: int | None = None
    """The step of the next bar: it was current when the line was printed, and is never behind."""


def recognises(file: File) -> bool:
    """Is there a line with such a dictionary?"""
    return consoles.has_line(file, lambda text: bool(_start(text)))


def entries(file: File) -> tuple[list[Entry], list[str]]:
    """What was printed for each step, the later numbers of a step that stands twice; and notes.

    Of a part of the training that was lost at a restart it is left out.

    The lines do not say their step: it is that of the bar between them, or the part of the
    training by its epoch if the training came to its end. Raises Skip where there is neither.
    """
    lines, notes = _lines(file)
    if not lines:
        raise Skip("no whole line of a trainer")
    steps = _steps(file, lines)
    total = _epochs(lines)
    if steps is None and total is None:
        raise Skip("lines without their steps (expected trainer_state.json, or the bar in the log)")
    averages = {
        f"line {line.number}: train_loss" for line in lines if "train_runtime" in line.values
    }
    values = [
        {tag: (raw, f"line {line.number}: {tag}") for tag, raw in line.values.items()}
        for line in lines
    ]
    if steps is None:  # the epochs rise
        shares = [_epoch(line) / (total or 1) for line in lines]
        merged: dict[float, dict[str, tuple[Any, str]]] = {}
        for share, numbers in zip(shares, values, strict=True):
            merged.setdefault(share, {}).update(numbers)
        return [Entry(merged[at], progress=at, averages=averages) for at in sorted(merged)], notes
    log = restarts.steps_of(zip(steps, values, strict=True))
    entries_ = [
        Entry(numbers, step=step, lost=log.lost.get(step), averages=averages)
        for step, numbers in sorted(log.numbers.items())
    ]
    return entries_, notes + log.notes


def _lines(file: File) -> tuple[list[_Line], list[str]]:
    lines: list[_Line] = []
    notes: list[str] = []
    bar: int | None = None
    total: str | None = None
    waiting = False
    for number, text in consoles.lines(file):
        if progress := _BAR.match(text):
            # The first bar that has no words before it is the training's.
            total = total or progress[2]
            if progress[2] == total:
                bar = int(progress[1])
                if waiting:
                    lines[-1].after = bar
                waiting = False
        elif start := _start(text):
            values = _values(text[start.start() :])
            if values is None:
                notes.append(f"line {number}: no whole line of a trainer, left out")
                continue
            lines.append(_Line(number, values, bar))
            waiting = True
    return lines, notes


def _start(text: str) -> re.Match[str] | None:
    """Where the dictionary begins that every line of the trainer is: one with an epoch."""
    match = _ENTRY.search(text)
    return match if match and "'epoch': " in text[match.end() :] else None


def _values(text: str) -> dict[str, Any] | None:
    """The dictionary, its texts that spell numbers as numbers (transformers 5 prints them so)."""
    end = text.rfind("}") + 1
    if not end or len(text) > _LONGEST:
        return None
    plain = _ODD.sub(r"'\1'", _WRAPPED.sub(r"\1", text[:end]))
    try:
        with warnings.catch_warnings(action="ignore"):
            values = ast.literal_eval(plain)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    if not isinstance(values, dict) or not all(isinstance(tag, str) for tag in values):
        return None
    return {
        tag: consoles.number(raw) if isinstance(raw, str) else raw for tag, raw in values.items()
    }


def _steps(file: File, lines: list[_Line]) -> list[int] | None:
    """The step of each line; none where one has no bar, or the bars do not go on with the losses."""
    stated = [line.values.get("step") for line in lines]
    steps = [
        Node(file, step, f"line {line.number}: step").step()
        if step is not None
        else line.before
        if line.after is None
        else line.after
        for step, line in zip(stated, lines, strict=True)
    ]
    losses = [step for step, line in zip(steps, lines, strict=True) if "loss" in line.values]
    stuck = any(step == other for step, other in pairwise(losses))
    whole = [step for step in steps if step is not None]
    return whole if len(whole) == len(lines) and not stuck else None


def _epochs(lines: list[_Line]) -> float | None:
    """The epochs of a whole training, as its last line says; none if it did not end or went back."""
    if "train_runtime" not in lines[-1].values:
        return None
    epochs = [_epoch(line) for line in lines]
    rising = all(epoch <= other for epoch, other in pairwise(epochs))
    losses = [_epoch(line) for line in lines if "loss" in line.values]
    return (
        epochs[-1]
        if rising and epochs[0] >= 0 < epochs[-1] and len(set(losses)) == len(losses)
        else None
    )


def _epoch(line: _Line) -> float:
    value = line.values.get("epoch")
    return float(value) if isinstance(value, int | float) and abs(value) < 1e9 else -1.0  # noqa: PLR2004
