"""The seed of a training in the names of its folders or files: `grpo-seed1` is seed 1 of the recipe `grpo`."""

import os
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.records import Run
from reasonboard.ingest.names import places

HOLE = "{seed}"
_PLAIN = re.compile(r"(?P<before>.*?)seed[-_=]?(?P<seed>\d{1,9})(?P<after>(?![A-Za-z0-9]).*)", re.I)
_WORD = re.compile(r"[-_.= ]*(?<![A-Za-z])(?:seed|sd|s)?[-_.= ]*$", re.I)
_LONGEST = 200
_MOST_FOLDERS = 4
"""Folders around a file whose names are looked at without a pattern."""
_SHOWN = 5


class Seed(NamedTuple):
    """A seed, and the name that has it."""

    text: str
    part: str
    """The name of the folder or file: 'grpo-seed1'."""
    rest: str
    """The same without the seed, which the runs of all seeds share: 'grpo'; '' if nothing else is in it."""
    pattern: str
    """'grpo-seed{seed}'."""

    def without(self, text: str) -> str:
        """A name or path without the seed: 'ckpts/grpo-seed1/step_10' -> 'ckpts/grpo/step_10'."""
        found = rf"(?<![A-Za-z0-9]){re.escape(self.part)}(?![A-Za-z0-9])"
        rest = self.rest.replace("\\", r"\\")
        return re.sub(r"(?<!:)/{2,}", "/", re.sub(found, rest, text)).rstrip("/")


@dataclass(frozen=True)
class Pattern:
    """A pattern over paths with a hole for the seed: `grpo-seed{seed}`, `*-seed{seed}`, `run_{seed}/`."""

    text: str

    @cached_property
    def _found(self) -> re.Pattern[str]:
        names = [_expression(name) for name in self.text.strip("/").split("/")]
        end = r"(?=/)" if self.text.endswith("/") else r"(?=/|$|(?:\.[A-Za-z]\w*)+$)"
        return re.compile(rf"(?:^|/){'/'.join(names)}{end}")

    def seed_in(self, path: str) -> Seed | None:
        """The seed in a path: that of the innermost folder or file which the pattern describes."""
        matches = list(self._found.finditer(path))
        if not matches:
            return None
        match = matches[-1]
        return _seed(match["before"], match["seed"], match["after"])


def pattern(text: str) -> Pattern:
    """The pattern that a person states; raises IngestError for one that has no hole for the seed, or several."""
    if text.count(HOLE) != 1 or len(text) > _LONGEST or not text.isprintable():
        raise IngestError(
            f"{text[:60]!r} (expected a pattern over paths with {HOLE} once, as in grpo-seed{HOLE} or *-seed{HOLE})"
        )
    return Pattern(text)


@dataclass
class Seeds:
    """Finds the seeds of the runs of a load, and notes which names they were taken from."""

    stated: Pattern | None = None
    """The pattern of the load; without one only names that say it plainly count, in training runs."""
    running: bool = False
    """May files that the pattern describes come later?"""
    _seen: bool = False
    _taken: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _of_path: dict[Path, Seed | None] = field(default_factory=dict)
    _folders: dict[Path, list[str]] = field(default_factory=dict)

    def of_path(self, path: Path) -> Seed | None:
        """The seed that the path of a file states."""
        if path not in self._of_path:
            whole = path.absolute()
            self._of_path[path] = (
                self.stated.seed_in(whole.as_posix()) if self.stated else self._plain(whole)
            )
        return self._of_path[path]

    def applied(self, run: Run, file: File) -> tuple[Run, Seed | None]:
        """The run with its seed, under the name that it shares with other seeds; as it is where no name has a seed.

        A pattern counts before what the file states.
        """
        seed = self.of_path(file.path)
        self._seen = True
        if self.stated:
            seed = seed or self.stated.seed_in(run.model)
        elif seed and (run.seed is not None or not (_is_training(run) or seed.part in run.model)):
            seed = None
        if seed is None:
            return run, None
        self._taken[seed.pattern].add(seed.text)
        place = [seed.without(name) for name in run.place or places.folders(file)]
        named = replace(
            run,
            seed=seed.text,
            model=seed.without(run.model),
            place=[name for name in place if name],
            hints=[seed.without(text) for text in run.hints],
        )
        return named, seed

    def lines(self) -> Iterator[str]:
        """A line on the names that seeds were taken from; raises IngestError if the pattern of the load found none."""
        if self.stated and self._seen and not self._taken and not self.running:
            raise IngestError(
                f"{self.stated.text}: no path and no name of a run is like it (expected a pattern such as "
                f"grpo-seed{HOLE} or *-seed{HOLE})"
            )
        alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
        what = "name" if self.stated else "folder name"
        for name, seeds in sorted(self._taken.items()):
            alike[tuple(sorted(seeds, key=_order))].append(name)
        for seeds_of_names, names in alike.items():
            shown = ", ".join(names[:_SHOWN]) + f" and {len(names) - _SHOWN} more" * (
                len(names) > _SHOWN
            )
            word = "Seed" if len(seeds_of_names) == 1 else "Seeds"
            yield f"{word} {_listed(seeds_of_names)} taken from the {what}{'s' * (len(names) > 1)} {shown}"

    def _plain(self, path: Path) -> Seed | None:
        """The seed of the innermost folder that is called so, if others beside it differ in the seed alone.

        While trainings go on the others may come later: a name has to mean the same then.
        """
        for folder in list(path.parents)[:_MOST_FOLDERS]:
            own = _plain_seed(folder.name)
            if own and (self.running or self._has_others(own, folder.parent)):
                return own
        return None

    def _has_others(self, own: Seed, folder: Path) -> bool:
        others = filter(None, map(_plain_seed, self._in(folder)))
        return any(other.pattern == own.pattern and other.text != own.text for other in others)

    def _in(self, folder: Path) -> list[str]:
        """The folders in a folder; none if it cannot be read."""
        if folder not in self._folders:
            try:
                with os.scandir(folder) as entries:
                    self._folders[folder] = [entry.name for entry in entries if entry.is_dir()]
            except OSError:
                self._folders[folder] = []
        return self._folders[folder]


def _is_training(run: Run) -> bool:
    return run.step is not None or run.iteration is not None


def _plain_seed(name: str) -> Seed | None:
    match = _PLAIN.fullmatch(name)
    if match is None:
        return None
    start = name[: match.start("seed")]
    return _seed(start, match["seed"], match["after"])


def _seed(before: str, text: str, after: str) -> Seed:
    rest = (_WORD.sub("", before) + after).strip("-_.= ")
    return Seed(text, f"{before}{text}{after}", rest, f"{before}{HOLE}{after}")


def _expression(name: str) -> str:
    """The regular expression of one name of a pattern; of the one with the hole its parts are groups."""
    before, hole, after = name.partition(HOLE)
    if not hole:
        return _literal(name)
    return f"(?P<before>{_literal(before)})(?P<seed>[A-Za-z0-9]+)(?P<after>{_literal(after)})"


def _literal(text: str) -> str:
    return "[^/]*".join(re.escape(part) for part in text.split("*"))


def _order(text: str) -> tuple[int, str]:
    return (int(text), "") if text.isdigit() else (1 << 62, text)


def _listed(texts: tuple[str, ...]) -> str:
    """'1 to 3' for numbers without a gap, else '1, 3, 7'."""
    numbers = [int(text) for text in texts if text.isdigit()]
    is_run = len(numbers) == len(texts) and numbers == list(
        range(numbers[0], numbers[0] + len(numbers))
    )
    if is_run and len(numbers) > 2:  # noqa: PLR2004
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(texts[:_SHOWN]) + f" and {len(texts) - _SHOWN} more" * (len(texts) > _SHOWN)
