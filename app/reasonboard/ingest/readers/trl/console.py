"""What the trainer of transformers prints: a dictionary of Python for each step that it logs, and a bar."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from reasonboard.ingest.formats.errors import Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.common import consoles
from reasonboard.ingest.readers.common.restarts import Scalars
from reasonboard.ingest.readers.trl.steps import Line, Printed, epochs_of, steps_of

_ENTRY = re.compile(r"\{'(?:loss|train_runtime|train_loss|eval_\w{1,100}|reward|num_tokens)': ")
_BAR = re.compile(r"\d{1,3}%\|[^|]{0,200}\| (\d{1,9})/(\d{1,9}) \[")
_STEPS = re.compile(r"Total optimization steps = ([\d,]{1,12})")
_EVERY = re.compile(r"\blogging_steps['\"]?\s?[=:]\s?([1-9]\d{0,6})\b(?!\.\d)")
_WRAPPED = re.compile(r"(?<=: )(?:np|numpy|torch)\.\w{3,10}\(([^()]{1,64})\)")
_ODD = re.compile(r"(?<=: )(-?(?:nan|inf))(?=[,}])")
_LONGEST = 20_000


class Log(NamedTuple):
    """What was printed, line by line."""

    values: Sequence[Scalars]
    steps: list[int]
    """Empty where nothing says them."""
    shares: list[float]
    """After which part of the training, by its epochs."""
    averages: set[str]
    """Where numbers stand that are means of the whole training."""
    notes: list[str]


def recognizes(file: File) -> bool:
    """Is there a line with such a dictionary?"""
    return consoles.has_line(file, lambda text: bool(_start(text)))


def read(file: File) -> Log:
    """What was printed for each step, in the order of the lines.

    The lines do not say their step: `steps.py` finds it, else a line has its part of the training by its epoch if
    that came to its end. Raises Skip where there is neither.
    """
    printed = _printed(file)
    lines, notes = printed.lines, printed.notes
    if not lines:
        raise Skip("no whole line of a trainer")
    steps, total = steps_of(file, printed), epochs_of(printed)
    if steps is None and total is None:
        raise Skip("lines without their steps (expected trainer_state.json, or the bar in the log)")
    last = (line.number for line in lines if "train_runtime" in line.values)
    values = [
        {tag: (raw, f"line {line.number}: {tag}") for tag, raw in line.values.items()}
        for line in lines
    ]
    return Log(
        values,
        steps.numbers if steps else [],
        [line.epoch / (total or 1) for line in lines],
        {f"line {number}: train_loss" for number in last},
        [*notes, steps.how] if steps and steps.how else notes,
    )


def _printed(file: File) -> Printed:
    printed = Printed()
    bar: int | None = None
    waiting = False
    for number, text in consoles.lines(file):
        if progress := _BAR.match(text):
            # The first bar that has no words before it is the training's.
            printed.total = printed.total or int(progress[2])
            if int(progress[2]) == printed.total:
                bar = int(progress[1])
                if waiting:
                    printed.lines[-1].after = bar
                waiting = False
        elif start := _start(text):
            values = _values(text[start.start() :])
            if values is None:
                printed.notes.append(f"line {number}: no whole line of a trainer, left out")
                continue
            printed.lines.append(Line(number, values, bar))
            waiting = True
        elif stated := _STEPS.search(text):
            printed.total = int(stated[1].replace(",", ""))
        elif not printed.lines and (logged := _EVERY.search(text)):
            printed.every = int(logged[1])
    return printed


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
    values = consoles.literal(plain)
    if not isinstance(values, dict) or not all(isinstance(tag, str) for tag in values):
        return None
    texts = {tag: raw for tag, raw in values.items() if isinstance(raw, str)}
    return values | {tag: consoles.number(raw) for tag, raw in texts.items()}
