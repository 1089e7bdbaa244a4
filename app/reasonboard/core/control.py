"""Controls: what a reader can change on a page, and the one place where untrusted values are checked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from sys import intern
from typing import Any, NamedTuple

from reasonboard.store.cache import Kept
from reasonboard.store.database import Key, Value, from_key, parameters_of, query, query_key
from reasonboard.store.near_names import did_you_mean, near_names

Values = dict[str, Value]
"""Control name to its value: a string, or a list of strings for a control with several choices."""


GROUP = "\x1f"
"""How a value begins that means all choices of a group: no source is called so."""
OWN_RUNS = "Your runs"
"""The group of the sources that the reader loaded."""
_MOST_VALUES = 1000
"""Values of one control that are read from an address or a request."""
_MOST_NAMED = 3
"""Invalid values that a notice repeats, and choices that it names for each."""
LONGEST_INVALID = 40
"""Characters of an invalid value that a notice repeats."""


def selects(selection: object, value: object) -> bool:
    """Is the value among those of a control of several? With none selected all are."""
    return not isinstance(selection, list) or not selection or value in selection


class Choice(NamedTuple):
    """An option of a control: the value in the address and in SQL, and the label on the page."""

    value: str
    label: str
    group: str = ""
    """The heading over it and others in a list: `OWN_RUNS`."""


@dataclass(frozen=True)
class Control:
    """A dropdown, switch or selected mark of a page.

    `name` is both the SQL parameter and the key in the address. `choices` are fixed, or the name of a query
    with the columns `value` and `label`, which may use the controls declared before this one. An empty value
    of a `multi` control means all choices; of an `optional` control it means none, and no value the `usual` one
    or none. Any other control has its first choice as the default.
    """

    name: str
    label: str
    choices: str | tuple[Choice, ...]
    multi: bool = False
    optional: bool = False
    usual: Callable[[list[Choice]], list[str]] | None = None
    """What an empty value of a `multi` control means instead of all choices, and no value of an `optional` one."""
    always_in_address: bool = False
    """Is its default another one after the next load, so that an address has to name it?"""
    everything: str = "all"
    """The label of an empty `multi` control, such as 'all benchmarks'."""
    marks: tuple[str, ...] = ()
    """For the control that holds the comparison baseline: the controls whose values make up a mark."""
    labeled: Callable[[str], str] | None = None
    """What its choices are called, where its query does not say."""
    place: str = "filters"
    """Where it stands: "filters", "switch" (at the end of the filters), "answer" (within the answer line), "selection",
    "chart:VIEW" (segments in the head of that chart) or "options:VIEW" (behind its Options)."""
    named: str = ""
    """The query of the choices (`key`) that go by a `name` other than their value or label, such as a bare model."""
    segmented: bool = False
    """Are the few choices of a query shown as segments? Fixed choices always are, except in the answer."""

    @property
    def segments(self) -> bool:
        """Is it shown as segments, and not as a dropdown?"""
        fixed = isinstance(self.choices, tuple)
        return self.place != "answer" and (self.segmented or fixed or self.place == "switch")

    def options(self, values: Mapping[str, Value]) -> list[Choice]:
        """The choices, given the values of the controls before this one."""
        if isinstance(self.choices, tuple):
            return list(self.choices)
        parameters = query_key(self.choices, values)
        return _kept_choices(self.choices, parameters, self.labeled)

    def depends_on(self, before: Mapping[str, Value], after: Mapping[str, Value]) -> bool:
        """May it have other choices after a change of the controls before this one?"""
        if isinstance(self.choices, tuple):
            return False
        return any(before.get(name) != after.get(name) for name in parameters_of(self.choices))

    def default(self, options: list[Choice]) -> Value:
        """The value that is left out of the address."""
        if self.multi:
            return self.usual(options) if self.usual else []
        if self.optional:
            return next(iter(self.usual(options)), "") if self.usual else ""
        return options[0].value if options else ""

    def is_default(self, value: Value, values: Mapping[str, Value]) -> bool:
        """Is it left out of the address? Choices are asked for only if that depends on them."""
        if not self.usual and (self.multi or self.optional):
            return not value
        return value == self.default(self.options(values))

    def bundled(self, options: list[Choice]) -> str:
        """Of sources that begin with the reader's own the best bundled one; '' for other choices."""
        is_of_all = self.multi and self.usual is None
        has_own = not is_of_all and bool(options) and bool(options[0].group)
        return next((option.value for option in options if not option.group), "") if has_own else ""

    def clean(self, value: object, options: list[Choice]) -> tuple[Value, list[str]]:
        """The valid part of an untrusted value, and its invalid parts as texts.

        Every value passes here before it reaches SQL, a figure or an address.
        """
        valid = {choice.value for choice in options}
        items = value if isinstance(value, list) else [value]
        items = [item for item in items[:_MOST_VALUES] if item not in (None, "")]
        if self.multi:
            items = _without_groups(items, options)
        items = [part for item in items for part in _split_at_commas(item, valid)]
        if not valid.issuperset(item for item in items if isinstance(item, str)):
            items = [item if item in valid else self._meant(item, options) for item in items]
        valid_items = [item for item in items if isinstance(item, str) and item in valid]
        valid_items = list(dict.fromkeys(valid_items))
        invalid = [
            str(item)[:LONGEST_INVALID]
            for item in items
            if not isinstance(item, str) or item not in valid
        ]
        if self.multi:
            if self.usual:
                return valid_items or self.usual(options), invalid
            return ([] if len(valid_items) == len(valid) else valid_items), invalid
        if self.optional and value is not None and not items:
            return "", invalid  # chosen by the reader: none
        return (valid_items[0] if valid_items else self.default(options)), invalid

    def _meant(self, item: object, options: list[Choice]) -> object:
        """The one choice that goes by this name, whatever its case; the item itself if there is none."""
        if not isinstance(item, str):
            return item
        found = _called(item, options) or self._of_name(item, options)
        return found[0] if len(found) == 1 else item

    def _of_name(self, name: str, options: list[Choice]) -> list[str]:
        """The choices that `named` has for a name."""
        if not self.named:
            return []
        valid = {choice.value for choice in options}
        return [row["key"] for row in query(self.named, name=name) if row["key"] in valid]

    def described(self, value: Value, values: Mapping[str, Value]) -> str:
        """Label and choice in words, such as 'Metric: accuracy'; '' for an optional control without a choice."""
        if not value:
            return self.everything if self.multi else ""
        return f"{self.label}: {self.labels_of(value, values)}"

    def labels_of(self, value: Value, values: Mapping[str, Value]) -> str:
        """What the choices are called, given the values of the controls before this one."""
        return _labels_of(value, self.options(values))

    def notice(self, value: Value, invalid: list[str], options: list[Choice]) -> str:
        """A sentence for the reader: which values are invalid, what was meant, and what the page shows instead."""
        shown = _labels_of(value, options)
        instead = shown if value else self.everything if self.multi else "none"
        quoted = ", ".join(f"“{item}”" for item in invalid[:_MOST_NAMED])
        quoted += " …" if len(invalid) > _MOST_NAMED else ""
        meant = [name for item in invalid[:_MOST_NAMED] for name in self._suggested(item, options)]
        question = f" ({did_you_mean(dict.fromkeys(meant))})" if meant else ""
        return f"{self.label}: {quoted} is not available here{question}; showing {instead}."

    def _suggested(self, item: str, options: list[Choice]) -> list[str]:
        """Names to give instead: of the several choices of a name, else of near ones."""
        several = self._of_name(item, options)
        labels = [choice.label for choice in options if not several or choice.value in several]
        models = [label.split(" · ")[0] for label in labels if self.named]
        return labels[:_MOST_NAMED] if several else near_names(item, [*labels, *models])


def _labels_of(value: Value, options: list[Choice]) -> str:
    labels = {choice.value: choice.label for choice in options}
    items = value if isinstance(value, list) else [value]
    return ", ".join(labels.get(item, item) for item in items)


def _called(name: str, options: list[Choice]) -> list[str]:
    """The choices whose value or label is this name, whatever its case."""
    name = name.casefold()
    return [
        choice.value
        for choice in options
        if name in (choice.value.casefold(), choice.label.casefold())
    ]


def _without_groups(items: list[Any], options: list[Choice]) -> list[Any]:
    """The values, with all choices of a group instead of its name: without them, where all were chosen already."""
    for name in [item for item in items if isinstance(item, str) and item.startswith(GROUP)]:
        group = [choice.value for choice in options if choice.group == name.removeprefix(GROUP)]
        others = [item for item in items if item != name and item not in group]
        items = others if set(group) <= set(items) else [*others, *group]
    return items


def _split_at_commas(text: object, valid: set[str]) -> list[object]:
    """The choices in a comma-separated text; the text itself if it contains no valid choice.

    A browser may rewrite the comma between two choices like a comma within a choice (`%2C`). The longest
    match is therefore taken first, so that a choice with a comma in it stays whole.
    """
    if not isinstance(text, str) or text in valid or "," not in text:
        return [text]
    most = 1 + max((choice.count(",") for choice in valid), default=0)
    parts = text.split(",", _MOST_VALUES)
    choices: list[object] = []
    start = 0
    while start < len(parts):
        candidates = range(min(start + most, len(parts)), start, -1)
        end = next((end for end in candidates if ",".join(parts[start:end]) in valid), start + 1)
        choices.append(",".join(parts[start:end]))
        start = end
    return [choice for choice in choices if choice] if valid.intersection(choices) else [text]


def _as_choices(name: str, parameters: Key, labeled: Callable[[str], str] | None) -> list[Choice]:
    """The choices of a query. The list is shared between requests: do not change it."""
    rows = query(name, **from_key(parameters))
    # Hundreds of lists repeat the same model names.
    return [
        Choice(
            intern(row["value"]),
            intern(labeled(row["value"]) if labeled else row["label"]),
            intern(row.get("group", "")),
        )
        for row in rows
    ]


_kept_choices = Kept(_as_choices, size=lambda choices: 72 * len(choices))
