"""What a part of the campaign found: a row of the table, and each failure with how to repeat it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field


class Wrong(Exception):  # noqa: N818  (a finding of the campaign, not an error of it)
    """The product broke a promise: one line that says which."""


@dataclass(frozen=True)
class Failure:
    """One item that failed."""

    index: int
    """Of the item in its part: with the seed it repeats the item. -1 where the part ran as a whole."""
    reason: str


@dataclass(frozen=True)
class Outcome:
    """A row of the table."""

    part: str
    what: str
    planned: int
    done: int
    wanted: str
    measured: str
    failures: Sequence[Failure] = ()

    @property
    def passed(self) -> bool:
        """Were all planned items done, and none failed?"""
        return not self.failures and self.done >= self.planned > 0

    @property
    def verdict(self) -> str:
        """One or two words for the table."""
        if self.failures:
            return "**failed**"
        return "passed" if self.passed else "**incomplete**"


@dataclass
class Tally:
    """Counts what the items of a part came to."""

    notes: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    done: int = 0

    def add(self, index: int, note: str = "", failure: str = "") -> None:
        """Count an item: it failed for the reason `failure`, or else it went well as `note` says."""
        self.done += 1
        if failure:
            self.failures.append(Failure(index, failure))
        elif note:
            self.notes[note] += 1

    def measured(self) -> str:
        """The counts in words, the failures first."""
        counts = [f"{len(self.failures)} failed"]
        counts += [f"{count} {note}" for note, count in sorted(self.notes.items())]
        return ", ".join(counts)

    def outcome(self, part: str, what: str, planned: int, expected: str) -> Outcome:
        """The row of the part."""
        failures = sorted(self.failures, key=lambda failure: failure.index)
        return Outcome(part, what, planned, self.done, expected, self.measured(), failures)


def expect(condition: bool, reason: str) -> None:
    """Raise Wrong with the reason unless the condition holds."""
    if not condition:
        raise Wrong(reason)
