"""A change of what is loaded, and what is made of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import duckdb

from reasonboard.store.parts import Parts

Edit = Callable[[duckdb.DuckDBPyConnection], object]
Fill = Callable[[duckdb.DuckDBPyConnection], Parts]
"""Fills the empty tables of what is loaded; the parts that have all of it, () if they have to be written."""


@dataclass(frozen=True)
class Change:
    """What changes the tables of what is loaded, and what is known of it before."""

    what: str
    """The word for it in the manifest of its part: `load`, `remove` ..."""
    edit: Edit | None = None
    after: Edit | None = None
    """Sees the finished snapshot before it is published."""
    dry_run: bool = False
    """Publish nothing?"""
    incoming: int = 0
    """How many numbers `edit` brings."""


class Made(NamedTuple):
    """A finished snapshot."""

    version: str
    parts: Parts
    bundled: Parts
