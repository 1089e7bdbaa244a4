"""The commands for the store: `rollback`, `rebuild`, `backup`, `restore` and `check`."""

from pathlib import Path

import click

from reasonboard import config
from reasonboard.cli.address import FROM
from reasonboard.cli.remote import check_parts
from reasonboard.cli.terminal import BAD_DATA, FOLDER, message
from reasonboard.ingest.snapshot import publish
from reasonboard.ingest.snapshot import rebuild as rebuilding
from reasonboard.store import backup as backups
from reasonboard.store.check import problems
from reasonboard.store.places.address import Address


@click.command()
def rollback() -> None:
    """Go back to the data before the last change."""
    settings = config.read()
    version = publish.rollback(settings.data, settings.store)
    print(f"Back to snapshot {version}.")


@click.command()
def rebuild() -> None:
    """Check what was loaded, and rebuild all tables from it.

    Every load is kept in parts that never change. Damaged files are set aside; what is lost is listed with the loads
    to repeat.
    """
    settings = config.read()
    version, lines = rebuilding.rebuild(settings.data, settings.store)
    for line in lines:
        print(message(line))
    print(f"Rebuilt all tables (snapshot {version}).")


@click.command()
@click.argument("folder", type=FOLDER, metavar="DIR")
def backup(folder: Path) -> None:
    """Copy all that was loaded and the short links to a folder.

    The dashboard may be running meanwhile.
    """
    entry = backups.backup(config.read().store, folder)
    print(f"A backup of the data of {entry.made} (snapshot {entry.version}) is in {folder}.")


@click.command()
@click.argument("folder", type=FOLDER, metavar="DIR")
def restore(folder: Path) -> None:
    """Go back to the data of a backup."""
    settings = config.read()
    version = publish.restore(settings.data, settings.store, folder)
    back = " `reasonboard rollback` goes back." if publish.goes_back(settings.store) else ""
    print(f"Restored {folder} (snapshot {version}).{back}")


@click.command()
@FROM
@click.option(
    "--one-in",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="Of the address: which share of the runs is computed again, other runs each day.",
)
def check(source: Address | None, one_in: int) -> int:
    """Say whether the data and the settings are sound.

    With --from: whether what was published there is what the parts say.
    """
    if source:
        return check_parts(source, one_in)
    lines = problems(config.read().store)
    for line in lines or ["All is sound."]:
        print(message(line))
    return BAD_DATA if lines else 0
