"""What a reader can change: a control, its choices, and the one door for values that come from outside."""

from collections.abc import Mapping
from dataclasses import dataclass
from sys import intern
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache, cached

from reasonboard.store.database import Key, Value, from_key, query, query_key
from reasonboard.store.snapshots import snapshot

Values = dict[str, Value]
"""The value of every control by its name: a text, or a list of texts where several can be chosen."""


_MOST = 1000
_MOST_KEPT = 20_000
"""Choices of all lists that are kept: some 2 MB."""
LONGEST = 40
"""So much of what is foreign is told."""


class Choice(NamedTuple):
    value: str
    label: str


@dataclass(frozen=True)
class Control:
    """One thing that a reader can change.

    Its name is the SQL parameter and the key in the address. Its choices are fixed, or the rows
    (`value`, `label`) of a query that may depend on the controls before it. Where `multi`, no choice
    means all; where `optional`, no choice means none; else the first choice is the default.
    """

    name: str
    label: str
    choices: str | tuple[Choice, ...]
    multi: bool = False
    optional: bool = False
    everything: str = "all"
    """What no choice is called, for instance 'all benchmarks'."""
    marks: tuple[str, ...] = ()
    """The controls whose values, joined, are its value: it holds a mark to compare others with."""

    def options(self, values: Mapping[str, Value]) -> list[Choice]:
        if isinstance(self.choices, tuple):
            return list(self.choices)
        return _as_choices(snapshot().version, self.choices, query_key(self.choices, values))

    def default(self, options: list[Choice]) -> Value:
        if self.multi:
            return []
        return "" if self.optional or not options else options[0].value

    def clean(self, value: object, options: list[Choice]) -> tuple[Value, list[str]]:
        """The value as far as it is a choice, and what was foreign in it.

        This is the one door: nothing that did not pass it reaches SQL, a figure or an address.
        """
        offered = {choice.value for choice in options}
        asked = value if isinstance(value, list) else [value]
        asked = [one for one in asked[:_MOST] if one not in (None, "")]
        asked = [part for one in asked for part in _split_at_commas(one, offered)]
        known = list(dict.fromkeys(one for one in asked if isinstance(one, str) and one in offered))
        foreign = [
            str(one)[:LONGEST] for one in asked if not isinstance(one, str) or one not in offered
        ]
        if self.multi:
            everything = len(known) == len(offered)
            return ([] if everything else known), foreign
        return (known[0] if known else self.default(options)), foreign

    def described(self, value: Value, values: Mapping[str, Value]) -> str:
        """The choice in words, '' where nothing is chosen and that means nothing."""
        if not value:
            return self.everything if self.multi else ""
        labels = {choice.value: choice.label for choice in self.options(values)}
        chosen = value if isinstance(value, list) else [value]
        return f"{self.label}: {', '.join(labels.get(one, one) for one in chosen)}"

    def notice(self, value: Value, foreign: list[str]) -> str:
        """A sentence that says what was foreign, and what is shown instead."""
        shown: Any = value if isinstance(value, list) else [value]
        instead = ", ".join(shown) if value else (self.everything if self.multi else "none")
        strange = ", ".join(f"“{one}”" for one in foreign[:3]) + (" …" if len(foreign) > 3 else "")  # noqa: PLR2004
        return f"{self.label}: {strange} is not offered here; showing {instead}."


def _split_at_commas(text: object, offered: set[str]) -> list[object]:
    """The choices that commas join in a text; the text itself where there are none.

    A browser that writes an address anew writes the comma between two choices as it writes the one
    within a choice. So the longest choice goes first: one that has a comma is not taken apart.
    """
    if not isinstance(text, str) or text in offered or "," not in text:
        return [text]
    most = 1 + max((choice.count(",") for choice in offered), default=0)
    parts = text.split(",", _MOST)
    found: list[object] = []
    start = 0
    while start < len(parts):
        ends = range(min(start + most, len(parts)), start, -1)
        end = next((end for end in ends if ",".join(parts[start:end]) in offered), start + 1)
        found.append(",".join(parts[start:end]))
        start = end
    return [one for one in found if one] if offered.intersection(found) else [text]


# By what they take: there are lists of two and of hundreds.
@cached(LRUCache(_MOST_KEPT, getsizeof=lambda choices: 1 + len(choices)), lock=Lock())
def _as_choices(_version: str, name: str, parameters: Key) -> list[Choice]:
    """The choices that a query gives: shared, so nobody changes them."""
    found = query(name, **from_key(parameters))
    # Hundreds of lists name the same models.
    return [Choice(intern(row["value"]), intern(row["label"])) for row in found]
