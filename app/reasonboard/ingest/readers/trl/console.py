"""What the trainer of transformers prints: a dictionary of Python for each step that it logs, and a bar."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from reasonboard.ingest.formats.errors import Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.common import consoles
from reasonboard.ingest.readers.common.node import Node
from reasonboard.ingest.readers.common.restarts import Scalars

_ENTRY = re.compile(r"\{'(?:loss|train_runtime|train_loss|eval_\w{1,100}|reward|num_tokens)': ")
_BAR = re.compile(r"\d{1,3}%\|[^|]{0,200}\| (\d{1,9})/(\d{1,9}) \[")
_STEPS = re.compile(r"Total optimization steps = ([\d,]{1,12})")
_EVERY = re.compile(r"\blogging_steps['\"]?\s?[=:]\s?([1-9]\d{0,6})\b(?!\.\d)")
_WRAPPED = re.compile(r"(?<=: )(?:np|numpy|torch)\.\w{3,10}\(([^()]{1,64})\)")
_ODD = re.compile(r"(?<=: )(-?(?:nan|inf))(?=[,}])")
_LONGEST = 20_000


@dataclass
class Line:
    """A dictionary that was printed, and the bars around it."""

    number: int
    values: dict[str, Any]
    before: int | None
    """The step of the last progress bar before the line."""
    after: int | None = None
    """The step of the next bar: it was current when the line was printed, and is never behind."""

    @property
    def epoch(self) -> float:
        """The epoch that it states; -1 for none."""
        value = self.values.get("epoch")
        return float(value) if isinstance(value, int | float) and abs(value) < 1e9 else -1.0  # noqa: PLR2004


@dataclass
class Printed:
    """All that a trainer printed of its training."""

    lines: list[Line] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    total: int | None = None
    """The steps of the whole training, as its bar or its first lines say."""
    every: int | None = None
    """Every how many steps it logs, if it prints its arguments."""

    @property
    def losses(self) -> list[Line]:
        """The lines of training steps, without those of evaluations and of the end."""
        return [line for line in self.lines if "loss" in line.values]


class Steps(NamedTuple):
    """The step of each line, and how it is known if neither the line nor a bar says it."""

    numbers: list[int]
    how: str = ""


def steps_of(file: File, printed: Printed) -> Steps | None:
    """The steps of the lines; None where nothing says them."""
    by_bars = _by_bars(file, printed.lines)
    return Steps(by_bars) if by_bars else _by_number(printed) or _by_epochs(printed)


def epochs_of(printed: Printed) -> float | None:
    """The epochs of a whole training, as its last line says; none if it did not end or went back."""
    lines = printed.lines
    if "train_runtime" not in lines[-1].values:
        return None
    epochs = [line.epoch for line in lines]
    losses = [line.epoch for line in printed.losses]
    whole = _rise(lines) and epochs[0] >= 0 < epochs[-1] and len(set(losses)) == len(losses)
    return epochs[-1] if whole else None


def _by_bars(file: File, lines: Sequence[Line]) -> list[int] | None:
    """As a line states its step, or the bar that was drawn after it; none if the bars do not go on with the losses."""
    steps = [
        Node(file, stated, f"line {line.number}: step").step()
        if (stated := line.values.get("step")) is not None
        else line.before
        if line.after is None
        else line.after
        for line in lines
    ]
    losses = [step for step, line in zip(steps, lines, strict=True) if "loss" in line.values]
    stuck = any(step == other for step, other in pairwise(losses))
    whole = [step for step in steps if step is not None]
    return whole if len(whole) == len(lines) and not stuck else None


def _by_number(printed: Printed) -> Steps | None:
    """By the number of lines, if the training logs every so many steps and none of its lines is missing."""
    losses, every = printed.losses, printed.every or _every(printed)
    if not losses or every is None or not _rise(losses):
        return None
    steps = [every * number for number in range(1, len(losses) + 1)]
    beyond = printed.total is not None and steps[-1] > printed.total
    if beyond or not _agree(losses, losses[-1].epoch / steps[-1], every):
        return None
    counted = iter(steps)
    numbers, step = [], 0
    for line in printed.lines:
        step = next(counted) if "loss" in line.values else step
        numbers.append((printed.total or step) if "train_runtime" in line.values else step)
    each = "each is a step" if every == 1 else f"one is logged every {every} steps"
    return Steps(numbers, f"the steps of {len(losses)} lines are counted: {each}")


def _every(printed: Printed) -> int | None:
    """Every how many steps a whole training logged, if lines and epochs leave one number."""
    total, losses = printed.total, printed.losses
    if not total or not losses:
        return None
    if len(losses) == total:
        return 1
    end = printed.lines[-1]
    if "train_runtime" not in end.values:
        return None
    possible = range(total // (len(losses) + 1) + 1, total // len(losses) + 1)
    left = [every for every in possible if _agree(losses, end.epoch / total, every)]
    return left[0] if len(left) == 1 else None


def _agree(losses: Sequence[Line], epochs: float, every: int) -> bool:
    """Do the epochs of the lines go with one line every so many steps of so many epochs? They are rounded."""
    rounded = 1.5 * 10 ** -_digits(losses)
    return all(
        abs(line.epoch - epochs * every * number) <= rounded
        for number, line in enumerate(losses, 1)
    )


def _digits(lines: Sequence[Line]) -> int:
    """How many digits the epochs have behind the point."""
    return max(len(repr(line.epoch).partition(".")[2]) for line in lines)


def _by_epochs(printed: Printed) -> Steps | None:
    """By the epochs of a training that ended, whose number of steps is known, if they are precise enough."""
    lines, total = printed.lines, printed.total
    end = lines[-1]
    if not total or "train_runtime" not in end.values or end.epoch <= 0:
        return None
    steps = [round(line.epoch / end.epoch * total) for line in lines]
    is_coarse = total / end.epoch >= 10 ** _digits(lines)
    losses = printed.losses
    stuck = any(line.epoch == other.epoch for line, other in pairwise(losses))
    if is_coarse or stuck or not all(0 <= step <= total for step in steps):
        return None
    return Steps(steps, f"the steps are those of the epochs, of {total} in {end.epoch:g}")


def _rise(lines: Sequence[Line]) -> bool:
    return all(line.epoch <= other.epoch for line, other in pairwise(lines))


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
