"""A claim that somebody made in words, and what the loaded data say of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Outcome = Literal["holds", "fails", "undecided", "cannot be checked"]


@dataclass(frozen=True)
class Checked:
    """A claim after its test: outcome, the numbers in one sentence, and the cases that decide it."""

    outcome: Outcome
    words: str
    cases: Sequence[str] = ()
    """The places, with their numbers, in which the claim fails or is undecided."""


def unchecked(why: str) -> Checked:
    """A claim that these data cannot decide, with the reason."""
    return Checked("cannot be checked", why)
