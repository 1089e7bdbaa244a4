"""What a load is called: as its user says, else by the names of its files and folders."""

import os
from collections.abc import Sequence
from pathlib import Path

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.names.path_words import says_something, without_date

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")
_BETWEEN = "-_. "
_SHORTEST = 3
_NEVER = frozenset({
    "readme", "license", "licence", "notice", "changelog", "citation", "requirements", "config", "generation_config",
    "tokenizer", "tokenizer_config", "special_tokens_map", "added_tokens", "vocab", "merges", "trainer_state",
})  # fmt: skip
"""Files that lie beside results: a load is called after one of them only if there is no other."""


def default_name(paths: Sequence[str | File]) -> str:
    """The name of a load whose user gives none: that of its folder or file, of several what they have in common."""
    found = [Path(str(path)).resolve() for path in paths]
    return common_name([path.name if path.is_dir() else path.stem for path in found])


def name_of_files(names: Sequence[str]) -> str:
    """The same for files that are named with the folders around them."""
    parts = [name.partition("/") for name in names]
    return common_name([first if inside else Path(first).stem for first, _, inside in parts])


def common_name(names: Sequence[str]) -> str:
    """What these names begin with, up to a whole word; else the first that says something."""
    every = list(dict.fromkeys(names))
    results = [name for name in every if name.lower() not in _NEVER] or every
    if len(results) == 1:
        return results[0]
    start = os.path.commonprefix(results)  # noqa: RUF071  (letter by letter)
    if any(name[len(start) :][:1].isalnum() for name in results) and start[-1:].isalnum():
        start = start[: max(start.rfind(between) for between in _BETWEEN) + 1]
    start = without_date(start).strip(_BETWEEN)
    if len(start) >= _SHORTEST and says_something(start):
        return start
    return next((name for name in results if says_something(name)), results[0])


def load_name(name: str) -> str:
    """The name with hyphens for characters that no name has, 80 at most; raises IngestError where none is left."""
    cleaned = "".join(letter if letter in _LETTERS else "-" for letter in name).strip("-.")[:80]
    if not cleaned:
        expected = "letters, digits, '-', '_', '.'"
        raise IngestError(f"{name!r} is not a valid name for a load (expected {expected})")
    return cleaned


def is_bundled(data: Path, name: str) -> bool:
    """Is it the name of a bundled source in this folder?"""
    return (data / f"{name}.toml").is_file()


def check_free(data: Path, name: str) -> None:
    """Raise IngestError for the name of a bundled source, before anything is read or sent."""
    if is_bundled(data, name):
        expected = "another name, as with `reasonboard load --name NAME`"
        raise IngestError(f"{name}: a bundled source is called so (expected {expected})")
