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
    help="What names of folders or files state, with fields in braces: grpo-seed{seed}-{size}, {model}/run_{seed}/. "
    "What is no field is a setting. Runs that differ in the seed are seeds of one recipe.",
)
