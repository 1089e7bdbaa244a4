"""Fields of runs in the names of their folders and files: `grpo-seed1` is seed 1 of the recipe `grpo`."""

import os
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import NameOf, Run
from reasonboard.ingest.names import places
from reasonboard.ingest.names.path_pattern import Match, Pattern, pattern
from reasonboard.store.fields import MEASUREMENT, MODEL, RUN

_PLAIN = re.compile(r".*?seed[-_=]?\d{1,9}(?![A-Za-z0-9]).*", re.I)
_PLAIN_SEED = re.compile(r"(seed[-_=]?)\d{1,9}(?![A-Za-z0-9])", re.I)
_MOST_FOLDERS = 4
"""Folders around a file whose names are looked at without a pattern."""
_SHOWN = 5
_OF_RUNS = {known.name: known for known in (*MODEL, *RUN)}
_OF_NUMBERS = {known.name for known in MEASUREMENT} | {"benchmark", "metric", "unit", "subset"}
"""What a pattern says of the rows of a table alone."""
_TIMES = {"K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}
_BILLION = 1e9


@dataclass
class PathFields:
    """Finds the fields of the runs of a load in paths, and notes which names they were taken from."""

    stated: Pattern | None = None
    """The pattern of the load; without one only names that say a seed plainly count, in training runs."""
    running: bool = False
    """May files that the pattern describes come later?"""
    _seen: bool = False
    _taken: dict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    """The values of each field, by its name and by the pattern of the names that have it."""
    _of_path: dict[Path, Match | None] = field(default_factory=dict)
    _folders: dict[Path, list[str]] = field(default_factory=dict)

    def of_path(self, path: Path) -> Match | None:
        """What the path of a file states."""
        if path not in self._of_path:
            whole = path.absolute()
            found = self.stated.match(whole.as_posix()) if self.stated else self._plain(whole)
            self._of_path[path] = found
        return self._of_path[path]

    def columns(self, path: Path) -> Mapping[str, str]:
        """What the pattern of the load finds in the path of a table that only its rows can have."""
        found = self.of_path(path) if self.stated else None
        values = found.values.items() if found else ()
        return {name: text for name, text in values if name in {"model"} | _OF_NUMBERS}

    def applied(self, run: Run, file: File) -> tuple[Run, Match | None]:
        """The run with these fields, under the name that it shares with other seeds; as it is if no name has any.

        A pattern counts before what the file states.
        """
        found = self.of_path(file.path)
        self._seen = True
        if self.stated:
            found = found or self.stated.match(run.model)
        elif found:
            is_training = run.step is not None or run.iteration is not None
            is_named = any(part in run.model for part, _ in found.names)
            found = found if run.seed is None and (is_training or is_named) else None
        if found is None:
            return run, None
        for name, text in found.values.items():
            self._taken[name, found.pattern].add(text)
        place = [found.without(name) for name in run.place or places.folders(file)]
        named = replace(
            run,
            model=found.without(run.model),
            place=[name for name in place if name],
            hints=[found.without(text) for text in run.hints],
        )
        return _with_fields(named, found.values), found

    def lines(self) -> Iterator[str]:
        """A line on the names that fields were taken from; raises IngestError if the pattern of the load found none."""
        if self.stated and self._seen and not self._taken and not self.running:
            wrong = f"{self.stated.text}: no path and no name of a run is like it"
            expected = "a pattern such as grpo-seed{seed} or *-seed{seed}"
            raise IngestError(f"{wrong} (expected {expected})")
        alike: dict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
        what = "name" if self.stated else "folder name"
        for (name, called), values in sorted(self._taken.items()):
            alike[name, tuple(sorted(values, key=_order))].append(called)
        for (name, values_of_names), names in alike.items():
            more = f" and {len(names) - _SHOWN} more" * (len(names) > _SHOWN)
            word = self.stated.fields[name] if self.stated else name
            word = "Seed" + "s" * (len(values_of_names) > 1) if name == "seed" else word
            yield (
                f"{word} {_listed(values_of_names)} taken from the {what}{'s' * (len(names) > 1)} "
                f"{', '.join(names[:_SHOWN])}{more}"
            )

    def _plain(self, path: Path) -> Match | None:
        """The seed of the innermost folder that is called so, if others beside it differ in the seed alone.

        While trainings go on the others may come later: a name has to mean the same then.
        """
        for folder in list(path.parents)[:_MOST_FOLDERS]:
            own = _plain_seed(folder.name)
            if own and (self.running or self._has_others(own, folder.parent)):
                return own
        return None

    def _has_others(self, own: Match, folder: Path) -> bool:
        others = filter(None, map(_plain_seed, self._in(folder)))
        return any(other.pattern == own.pattern and other.values != own.values for other in others)

    def _in(self, folder: Path) -> list[str]:
        """The folders in a folder; none if it cannot be read."""
        if folder not in self._folders:
            try:
                with os.scandir(folder) as entries:
                    self._folders[folder] = [entry.name for entry in entries if entry.is_dir()]
            except OSError:
                self._folders[folder] = []
        return self._folders[folder]


def _with_fields(run: Run, values: Mapping[str, str]) -> Run:
    """The run with the fields of a path: what is no field is a setting."""
    fields: dict[str, Any] = {}
    settings: dict[str, str] = {}
    for name, text in values.items():
        if name == "model":
            fields |= {"model": text, "name_of": NameOf.ROW}
        elif name in _OF_RUNS:
            fields[name] = _value(name, text)
        elif name not in _OF_NUMBERS:
            settings[name] = text
    if settings:
        fields |= {"settings": {**run.settings, **settings}, "chosen": [*run.chosen, *settings]}
    return replace(run, **fields)


def _value(name: str, text: str) -> str | int | float:
    """The value of a field as its type has it: '1.5B' is 1.5, and 2k steps are 2000."""
    kind = _OF_RUNS[name].type
    if kind is str:
        return text
    times = _TIMES.get(text[-1].upper())
    number = float(text[:-1] if times else text) * (times or 1)
    if name.endswith("params_b"):
        return number / _BILLION if times else number
    return int(number) if kind is int else number


def _plain_seed(name: str) -> Match | None:
    """The seed in a name such as 'grpo-seed1'."""
    if not _PLAIN.fullmatch(name):
        return None
    escaped = name.replace("*", "").replace("{", "").replace("}", "")
    return pattern(_PLAIN_SEED.sub(r"\1{seed}", escaped, count=1)).match(name)


def _order(text: str) -> tuple[int, str]:
    return (int(text), "") if text.isdigit() else (1 << 62, text)


def _listed(texts: tuple[str, ...]) -> str:
    """'1 to 3' for numbers without a gap, else '1, 3, 7'."""
    numbers = [int(text) for text in texts if text.isdigit()]
    is_long = len(numbers) == len(texts) > 2  # noqa: PLR2004
    if is_long and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(texts[:_SHOWN]) + f" and {len(texts) - _SHOWN} more" * (len(texts) > _SHOWN)
