"""The command `load`: files into the store, or a part into another place."""

import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

import click

from reasonboard import config
from reasonboard.cli import asking, kept_settings, path_names
from reasonboard.cli.address import ADDRESS
from reasonboard.cli.terminal import BAD_DATA, BAD_INPUT, FOLDER, building, message, progress
from reasonboard.config import Settings
from reasonboard.ingest.formats.errors import IngestError, NothingReadError
from reasonboard.ingest.loading import load as loading
from reasonboard.ingest.loading.load_names import check_free, default_name, load_name
from reasonboard.ingest.loading.report import OpenQuestionsError, Report
from reasonboard.ingest.names import aliases as alias_files
from reasonboard.ingest.readers.tables.tidy.columns import UNITS
from reasonboard.ingest.staging.reader_messages import Limits
from reasonboard.store.errors import RemoteError, StoreError
from reasonboard.store.places.address import Address, open_place
from reasonboard.store.serving import address_of
from reasonboard.web.loads import refused, settings_of_studies, summary

_SHOWN = 5
"""How many names a line lists."""


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--name", default="", help="What the load is called (default: after the first path).")
@click.option("--dry-run", is_flag=True, help="Say what would be loaded, write nothing.")
@click.option(
    "--strict",
    is_flag=True,
    help="Load nothing if a file is damaged or of no known tool, or has answers that cannot be read.",
)
@click.option("--replace", is_flag=True, help="Let new numbers replace those of the same run.")
@click.option("--unit", type=click.Choice(UNITS), help="Of the values of tables that state none.")
@asking.OPTION
@kept_settings.OPTION
@path_names.OPTION
@click.option(
    "--keep-texts",
    is_flag=True,
    help="Copy the files with the texts of answers into the store, compressed.",
)
@click.option(
    "--build",
    default="",
    metavar="SETTING",
    help="The setting that names the build of a run: its image, commit or version.",
)
@click.option(
    "--to",
    "target",
    type=ADDRESS,
    metavar="URL",
    help="Write a part for `publish` to a folder or bucket, file:///folder or s3://bucket/folder, not to the store.",
)
@click.option(
    "--aliases",
    type=FOLDER,
    metavar="FILE",
    help="A TOML of names, sizes and steps; without PATH it is applied to what is loaded.",
)
def load(
    paths: tuple[str, ...],
    target: Address | None,
    aliases: Path | None,
    named: frozenset[str],
    build: str,
    **options: Any,
) -> None:
    """Read result files (or folders) of evaluation tools."""
    settings = config.read()
    options["limits"] = Limits(settings.reader_memory, settings.reader_seconds)
    options["progress"] = progress if sys.stderr.isatty() else None
    if target:
        _load_to(settings, target, paths, aliases, build=build, extra_settings=named, **options)
    elif paths:
        named |= {build} - {""}
        _load(settings, paths, aliases, named, build=build, **options)
    elif aliases and not named and not build and not options["path_pattern"]:
        _alias(settings, aliases)
    else:
        raise click.ClickException("load: no PATH (expected a file or a folder, or --aliases FILE)")


def _load(
    settings: Settings,
    paths: Sequence[str],
    aliases: Path | None,
    named: frozenset[str],
    **options: Any,
) -> None:
    """Load files into the store, and say what it has of them."""
    with _refusing():
        stated = alias_files.read(aliases) if aliases else None
        options["path_pattern"] = options["path_pattern"] or (
            stated.path_pattern if stated else None
        )
        options["extra_settings"] = named | settings_of_studies(settings.store)
        options["building"] = building if sys.stderr.isatty() else None
        report = _load_and_ask(settings, paths, aliases=stated, **options)
    _say(report, named, address_of(settings), dry_run=options["dry_run"])


def _load_and_ask(settings: Settings, paths: Sequence[str], **options: Any) -> Report:
    """Load the files, and on a terminal ask about the tables that are left until a person leaves them out."""
    while True:
        try:
            report = loading.load(settings.data, settings.store, paths, **options)
            questions = report.questions
        except OpenQuestionsError as error:
            if not asking.is_terminal() or not (said := asking.ask(error.questions)):
                raise
        else:
            if not (questions and asking.is_terminal()) or not (said := asking.ask(questions)):
                return report
        options["answers"] = (*options["answers"], *said)


def _alias(settings: Settings, aliases: Path) -> None:
    """Apply aliases to all that is loaded."""
    with _refusing():
        stated = alias_files.read(aliases)
        if stated.path_pattern:
            raise IngestError(
                f"{aliases}: path.from counts when files are read (expected `reasonboard load PATH --aliases FILE`)"
            )
        lines = loading.alias(settings.data, settings.store, stated)
    print("\n".join(["The aliases are applied to all that is loaded.", *lines]))


def _load_to(
    settings: Settings,
    target: Address,
    paths: Sequence[str],
    aliases: Path | None,
    *,
    replace: bool,
    keep_texts: bool,
    build: str,
    **options: Any,
) -> None:
    """Write a part to a place, and say what it has."""
    if not paths or replace or keep_texts or aliases or build:
        raise click.ClickException(
            "load: --to takes no --replace, --keep-texts, --build or --aliases, which are for the store of the "
            "publisher (expected PATH and --to URL)"
        )
    from reasonboard.remote.parts import load_to  # noqa: PLC0415  (few loads go elsewhere)

    with _refusing():  # a part that is refused for its name could not be sent again by another one
        name = load_name(options["name"] or default_name(paths))
        check_free(settings.data, name)
        report = load_to(open_place(target), paths, data=settings.data, **options)
    _say(report, options["extra_settings"], target.name, dry_run=options["dry_run"])


@contextmanager
def _refusing() -> Iterator[None]:
    """Ends the command with the line of what cannot be loaded: files, or a place that does not answer."""
    try:
        yield
    except NothingReadError as error:
        for line in error.lines:
            print(message(f"reasonboard: {line}. Nothing was loaded."), file=sys.stderr)
        raise click.exceptions.Exit(BAD_INPUT) from None
    except RemoteError as error:
        print(message(f"reasonboard: {error}. Nothing was loaded."), file=sys.stderr)
        raise click.exceptions.Exit(BAD_DATA) from None
    except (IngestError, StoreError) as error:
        raise click.ClickException(f"{error}. Nothing was loaded.") from None


def _say(report: Report, named: Collection[str], address: str, *, dry_run: bool) -> None:
    """Print what was loaded, and where it is shown; ends the command with its exit code if a file is damaged."""
    for line in refused(report):
        print(message(f"reasonboard: {line}"), file=sys.stderr)
    absent = kept_settings.absent(named, report.settings)
    for line in chain(absent, summary(report, address, dry_run=dry_run)):
        print(message(line))
    if report.refused:
        raise click.exceptions.Exit(BAD_INPUT)
