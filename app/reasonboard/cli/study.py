"""The commands for studies that users declare: `study add | list | remove | suggest`."""

from pathlib import Path

import click

from reasonboard import config
from reasonboard.cli.terminal import FOLDER, message
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.snapshot import declared as declared_studies
from reasonboard.store import snapshots
from reasonboard.store.database import query
from reasonboard.store.errors import StoreError
from reasonboard.store.serving import address_of


@click.group()
def study() -> None:
    """Studies of one's own: a file of roles makes a page (docs/guides/studies.md)."""


@study.command()
@click.argument("files", nargs=-1, required=True, type=FOLDER, metavar="FILE...")
def add(files: tuple[Path, ...]) -> None:
    """Add the study of each FILE, in the place of one of its path."""
    from reasonboard.cli import declaring  # noqa: PLC0415  (the studies take a moment to import)

    settings = config.read()
    try:
        declared = [declaring.read(file) for file in files]
        declaring.add(settings.data, settings.store, declared)
    except (IngestError, StoreError) as error:
        raise click.ClickException(f"{error}. Nothing was added.") from None
    for study in declared:
        print(message(f"See it at {address_of(settings)}{study.path}"))


@study.command(name="list")
def list_() -> None:
    """List the studies that were added."""
    from reasonboard.studies.own.stored import stored  # noqa: PLC0415

    settings = config.read()
    snapshots.hold(settings.store)
    for study in stored():
        print(message(f"{address_of(settings)}{study.path}  {study.question}"))


@study.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
def remove(paths: tuple[str, ...]) -> None:
    """Take out the studies of these paths; no number goes with them."""
    settings = config.read()
    try:
        declared_studies.remove(settings.data, settings.store, paths)
    except (IngestError, StoreError) as error:
        raise click.ClickException(f"{error}. Nothing was removed.") from None
    print(f"Removed {len(paths)} stud{'y' if len(paths) == 1 else 'ies'}.")


@study.command()
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
def suggest(runs: tuple[str, ...]) -> None:
    """Print the draft of a study of what varies in some runs.

    Each RUN is a run, or the name of a load. `reasonboard study suggest my-run > my-study.toml` keeps it.
    """
    from reasonboard.studies.own.suggested import draft  # noqa: PLC0415

    settings = config.read()
    snapshots.hold(settings.store)
    known = {
        name: row["name"]
        for row in query("studies/own/loads")
        for name in (row["name"], *row["runs"])
    }
    for run in runs:
        if run not in known:
            raise click.ClickException(
                f"{run}: not loaded (expected a run or a load of `reasonboard runs`)"
            )
    text = draft(list(dict.fromkeys(known[run] for run in runs)))
    if text is None:
        raise click.ClickException(
            f"{', '.join(runs)}: all numbers are of the same conditions (expected a column that varies, as a "
            "temperature; a table keeps other columns with `reasonboard load --settings NAME`)"
        )
    print(text, end="")
