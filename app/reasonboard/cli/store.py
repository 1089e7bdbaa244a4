"""The commands for the store: `rollback`, `rebuild`, `backup`, `restore` and `check`."""

import sys
from pathlib import Path

import click

from reasonboard import config
from reasonboard.cli.address import FROM
from reasonboard.cli.output import Column, print_rows, print_table
from reasonboard.cli.remote import differences
from reasonboard.cli.terminal import BAD_DATA, FOLDER, message
from reasonboard.ingest.snapshot import publish
from reasonboard.ingest.snapshot import rebuild as rebuilding
from reasonboard.store import backup as backups
from reasonboard.store.check import problems
from reasonboard.store.places.address import Address

_PROBLEMS = (Column("where", shortens=True), Column("problem", shortens=True, wraps=True))


@click.command()
def rollback() -> None:
    """Undo the last change: go back to the data before it.

    \b
    Examples:
      reasonboard rollback
    """
    settings = config.read()
    version = publish.rollback(settings.data, settings.store)
    print(f"Rolled back to snapshot {version}.")


@click.command()
def rebuild() -> None:
    """Check the loaded data and rebuild all tables from it.

    Loads are stored in files that never change. Damaged ones are set aside, and the loads to repeat are listed.

    \b
    Examples:
      reasonboard rebuild
    """
    settings = config.read()
    version, lines = rebuilding.rebuild(settings.data, settings.store)
    for line in lines:
        print(message(line))
    print(f"Rebuilt all tables (snapshot {version}).")


@click.command()
@click.argument("folder", type=FOLDER, metavar="DIR")
def backup(folder: Path) -> None:
    """Back up all loads and short links to a folder.

    The server can keep running.

    \b
    Examples:
      reasonboard backup /backups/board
    """
    entry = backups.backup(config.read().store, folder)
    print(f"Backed up the data of {entry.made} (snapshot {entry.version}) to {folder}.")


@click.command()
@click.argument("folder", type=FOLDER, metavar="DIR")
def restore(folder: Path) -> None:
    """Restore the data of a backup.

    \b
    Examples:
      reasonboard restore /backups/board
    """
    settings = config.read()
    version = publish.restore(settings.data, settings.store, folder)
    back = " Undo with `reasonboard rollback`." if publish.goes_back(settings.store) else ""
    print(f"Restored {folder} (snapshot {version}).{back}")


@click.command()
@FROM
@click.option(
    "--one-in",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="With --from: verify one run in N, a different sample every day.",
)
@click.option("--csv", "form", flag_value="csv", help="Print the problems as CSV.")
@click.option("--json", "form", flag_value="json", help="Print the problems as JSON.")
def check(source: Address | None, one_in: int, form: str | None) -> int:
    """Check the store and the settings.

    Damaged files and rows that break a rule are printed, one a line, and the exit code is 3. With --from the data
    published there are compared with the uploads.

    \b
    Examples:
      reasonboard check
      reasonboard check --from s3://team/board --one-in 1
    """
    lines, none = (
        differences(source, one_in)
        if source
        else (problems(config.read().store), "No problems found.")
    )
    if lines and not form and sys.stdout.isatty():
        print_table(
            _PROBLEMS, [(at, what) for at, _, what in (line.partition(": ") for line in lines)]
        )
    elif form:
        print_rows(form, ["problem"], [[line] for line in lines])
    else:
        for line in lines or [none]:
            print(message(line))
    return BAD_DATA if lines else 0
