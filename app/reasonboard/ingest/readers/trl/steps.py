"""The steps of what a trainer printed, where no line states its own: by the bars, the number of lines or the epochs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from reasonboard.ingest.formats.files import File
from reasonboard.ingest.readers.common.node import Node


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
