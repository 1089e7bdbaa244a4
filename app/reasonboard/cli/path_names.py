"""The option for taking fields of runs from the names of their files and folders."""

import click

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.names.path_pattern import pattern


def _checked(_context: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    try:
        return None if text is None else pattern(text).text
    except IngestError as error:
        raise click.ClickException(f"--from: {error}. Nothing was loaded.") from None


OPTION = click.option(
    "--from",
    "path_pattern",
    metavar="PATTERN",
    callback=_checked,
    help="Read fields from file and folder names, in braces: grpo-seed{seed}-{size} or {model}/run_{seed}/. "
    "Names that are not fields become settings. Runs that differ only in the seed are seeds of one recipe.",
)
