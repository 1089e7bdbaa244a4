"""Logs of a training that go on at a lower step: what was logged from that step on before the restart is lost."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Scalars = Mapping[str, tuple[Any, str]]
"""Tag -> raw value and locator."""
HOURS = "hours"
"""From the start of a training to a step, where a tool writes when it logged; a number of this name goes first."""
PLACES = {
    "step", "epoch", "_step", "_runtime", "_timestamp", "_wandb", "global_step", "train/global_step",
    "train/epoch", "training/global_step", "training/epoch", "eval/global_step",
}  # fmt: skip
"""Tags that say where the training is, and are no numbers of it."""


class Restart(NamedTuple):
    """A row of a log at which its training starts again."""

    row: int
    step: int
    reached: int
    """The last step that was logged before it."""


@dataclass
class Restarts:
    """The restarts of one log, found by a first reading of all its rows in the order in which they were logged.

    A row is a restart if a number of it was logged at a later step before. Numbers that are logged late, as by an
    evaluation that runs beside the training, are none as long as each of them goes on. Those with an earlier row have
    the lower step: a restart at the same or a lower step takes the place of what was restarted before.
    """

    found: list[Restart] = field(default_factory=list)
    lost: Counter[int] = field(default_factory=Counter)
    """How many numbers were left out, by the step of the restart."""
    _reached: dict[str, int] = field(default_factory=dict)

    def see(self, row: int, step: int, tags: Iterable[str]) -> None:
        """Take note of a row of the first reading."""
        tags = _numbers(tags)
        reached = max((self._reached.get(tag, step) for tag in tags), default=step)
        if reached > step:
            while self.found and self.found[-1].step >= step:
                reached = max(reached, self.found.pop().reached)
            self.found.append(Restart(row, step, reached))
            self._reached = {tag: at for tag, at in self._reached.items() if at < step}
        self._reached.update(dict.fromkeys(tags, step))

    def is_lost(self, row: int, step: int, tags: Iterable[str]) -> bool:
        """Is a row of the second reading of the part that was lost? Its numbers are counted then."""
        after = bisect_right(self.found, row, key=lambda restart: restart.row)
        if after == len(self.found) or self.found[after].step > step:
            return False
        self.lost[self.found[after].step] += len(_numbers(tags))
        return True

    def notes(self, step: int | None = None) -> Iterator[str]:
        """A line for each restart, or for that at a step, when all rows up to it are read again."""
        for restart in self.found:
            if step not in (None, restart.step):
                continue
            count = self.lost[restart.step]
            numbers = f"{count:,} number{'s' * (count != 1)}"
            yield (
                f"the training went on at step {restart.step:,} after step {restart.reached:,}: {numbers} of the lost "
                f"part, from step {restart.step:,} on, {'is' if count == 1 else 'are'} left out"
            )


def _numbers(tags: Iterable[str]) -> set[str]:
    return set(tags) - PLACES - {HOURS}
