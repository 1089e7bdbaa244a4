"""The words of `vocabulary.toml`: what headers and cells of tables are called."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from reasonboard.store.documents import parse_toml

_FILE = Path(__file__).with_name("vocabulary.toml")
_WORDS: dict[str, Any] = parse_toml(_FILE.read_text(encoding="utf-8"), _FILE.name)


def listed(*keys: str) -> Any:
    """The value at these keys, one below the other."""
    found: Any = _WORDS
    for key in keys:
        found = found[key]
    return found


def by_word(*keys: str) -> dict[str, str]:
    """Each word of the lists at these keys -> what its list is called."""
    return {word: name for name, words in listed(*keys).items() for word in words}


def any_of(words: Iterable[str]) -> str:
    """A pattern for one of these."""
    return "(?:" + "|".join(words) + ")"


ALL = ("all", "overall", "total", "average", "avg", "mean")
"""What a part of a benchmark is called if it is the whole."""


def pattern(*keys: str, before: str = "", after: str = "") -> re.Pattern[str]:
    """One of the words at these keys, between two patterns."""
    return re.compile(before + any_of(listed(*keys)) + after, re.IGNORECASE)
