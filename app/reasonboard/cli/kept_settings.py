"""Which settings `load` keeps besides the usual ones: those of `--settings`, and those that own studies use."""

from collections.abc import Collection, Iterator
from pathlib import Path

import click
import duckdb

from reasonboard.ingest import extra_settings
from reasonboard.ingest.errors import IngestError
from reasonboard.store import database, snapshots
from reasonboard.store.connections import connect
from reasonboard.store.errors import DataError


def _parsed(_context: click.Context, _option: click.Parameter, text: str | None) -> frozenset[str]:
    try:
        return frozenset() if text is None else extra_settings.parse(text)
    except IngestError as error:
        raise click.ClickException(f"--settings: {error}. Nothing was loaded.") from None


OPTION = click.option(
    "--settings",
    "named",
    metavar="NAMES",
    callback=_parsed,
    help="Keep these columns, or settings of a tool's configuration, as settings of the runs: budget,effort.",
)


def of_studies(store: Path) -> frozenset[str]:
    """The names of the settings that the declared studies of the store use; none where it has no data yet."""
    try:
        with connect(snapshots.current(store).path) as connection:
            rows = connection.execute(database.text("studies/own/settings")).fetchall()
    except (
        DataError,
        duckdb.Error,
    ):  # of an earlier release, or damaged: the load says that
        return frozenset()
    return frozenset(name for (name,) in rows)


def absent(named: Collection[str], found: Collection[str]) -> Iterator[str]:
    """The line that says which of these names no file has, where there are such."""
    missing = sorted(set(named) - set(found))
    if missing:
        yield (
            f"--settings: no file has {', '.join(missing)} (expected the name of a column, or of a setting in a "
            "tool's configuration)"
        )
