"""The family of a model that no file states: the one of its siblings in the catalogue, however they are spelled."""

import duckdb

from reasonboard.ingest.names import infer
from reasonboard.ingest.names.benchmark_words import spelling
from reasonboard.ingest.scripts import sql


def name_families(connection: duckdb.DuckDBPyConnection) -> None:
    """Make `family_word`: the families in names of loaded models, their spellings, and their names in the catalogue."""
    listed = _listed(connection)
    rows = connection.execute("SELECT DISTINCT family FROM loaded_run WHERE family IS NOT NULL")
    words = [family for (family,) in rows.fetchall()]
    spellings = [spelling(word) for word in words]
    names = [listed.get(word) for word in spellings]
    sql.run(connection, "family_word", {"words": words, "spellings": spellings, "names": names})


def _listed(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """The families of the catalogue, by their spellings and by those in the names of their models.

    A name of two families is left out.
    """
    found: dict[str, set[str]] = {}
    for name, aliases, family in sql.run(connection, "models_listed").fetchall():
        # An alias without a maker, such as `qwen-7b`, is the word of one source.
        whole = [name, *(alias for alias in aliases if "/" in alias)]
        for word in [family, *filter(None, map(infer.family, whole))]:
            found.setdefault(spelling(word), set()).add(family)
    return {word: min(families) for word, families in found.items() if len(families) == 1}
