"""Which benchmark the words of a source mean: by an alias of a person, the catalogue, or the rule of spellings."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

import duckdb

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.names.benchmark_words import Way, read, spelling
from reasonboard.ingest.scripts import sql

_TILED = re.compile(r"x\d{1,3}$")
"""A set whose file repeats each problem, as `aime24x8` does."""


class Known(NamedTuple):
    """The benchmarks of the catalogue."""

    exact: dict[str, str]
    """By all their names."""
    spelled: dict[str, str]
    """By the spellings of these names, without common words."""
    groups: dict[str, str]
    """By the spellings of groups of tasks."""

    @classmethod
    def of(cls, entries: Iterable[tuple[str, Sequence[str], Sequence[str], bool]]) -> Self:
        """From names, aliases, groups and whether the name is a common word.

        Raises IngestError for two names that are spelled alike.
        """
        self = cls({}, {}, {})
        for name, aliases, groups, is_exact in entries:
            words = [name, *aliases]
            for names, keys in (
                (self.exact, words),
                (self.spelled, [] if is_exact else map(spelling, words)),
                (self.groups, map(spelling, groups)),
            ):
                for key in keys:
                    other = names.setdefault(key, name)
                    if other != name:
                        raise IngestError(
                            f"catalogue/benchmarks.toml: {key!r:.80} is {other!r:.80} and {name!r:.80} (expected one)"
                        )
        return self

    def name(self, written: str, *, is_group: bool = False) -> str | None:
        """The benchmark that these words mean; None if the catalogue has none.

        An organization before it does not count, as in `openai/gsm8k`.
        """
        bare = read(written).bare
        for words in dict.fromkeys((written, bare, bare.rpartition("/")[2])):
            key = spelling(words)
            names = (
                self.groups.get(key) if is_group else None,
                self.exact.get(words),
                self.spelled.get(key),
                self.spelled.get(_TILED.sub("", key)),
            )
            if name := next(filter(None, names), None):
                return name
        return None


def known(connection: duckdb.DuckDBPyConnection) -> Known:
    """Read the benchmarks of the catalogue; raises IngestError for two that are spelled alike."""
    return Known.of(sql.run(connection, "benchmarks_listed").fetchall())


def name_staged(connection: duckdb.DuckDBPyConnection) -> None:
    """Put the names of the catalogue in the place of the words of a bundled source, in the table `staged`."""
    catalogue = known(connection)
    every = connection.execute("SELECT DISTINCT benchmark FROM staged WHERE benchmark IS NOT NULL")
    # A bundled source states in columns how a number was measured. A name that states it too is not resolved.
    words = [word for (word,) in every.fetchall() if read(word).way == Way()]
    names = [catalogue.name(word) or word for word in words]
    sql.run(connection, "names", {"words": words, "names": names})


def name_loaded(connection: duckdb.DuckDBPyConnection) -> None:
    """Make `loaded_benchmark_name`: the name of each benchmark of each load, and how it came about."""
    catalogue = known(connection)
    rows = sql.run(connection, "benchmarks_written").fetchall()
    words = [_named(catalogue, raw, is_group=is_group) for raw, is_group in rows]
    columns = {name: [getattr(word, name) for word in words] for name in _Word._fields}
    sql.run(connection, "benchmark_word", columns)
    sql.run(connection, "benchmarks_apart")
    sql.run(connection, "benchmark_names")


class _Word(NamedTuple):
    """A row of `benchmark_word`."""

    raw: str
    is_group: bool
    listed: str | None
    bare: str
    spelled: str
    is_plain: bool
    metric: str | None
    n_repeats: int | None


def _named(catalogue: Known, raw: str, *, is_group: bool) -> _Word:
    bare, way = read(raw)
    listed = catalogue.name(raw, is_group=is_group)
    is_plain = spelling(raw) == spelling(listed or bare)
    return _Word(raw, is_group, listed, bare, spelling(bare), is_plain, way.metric, way.n_repeats)
