"""What `load` and `watch` take alike: settings to keep besides the usual ones, and fields in the names of files."""

from collections.abc import Collection, Iterator

import click

from reasonboard.ingest.formats import extra_settings
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.names.path_pattern import pattern


def _parsed(_context: click.Context, _option: click.Parameter, text: str | None) -> frozenset[str]:
    try:
        return frozenset() if text is None else extra_settings.parse(text)
    except IngestError as error:
        raise click.ClickException(f"--settings: {error}. Nothing was loaded.") from None


SETTINGS = click.option(
    "--settings",
    "named",
    metavar="NAMES",
    callback=_parsed,
    help="Keep these columns or tool options as settings of the runs, such as budget,effort; "
    "item.source keeps a field of the problems.",
)


def absent(named: Collection[str], present: Collection[str]) -> Iterator[str]:
    """The line with the names that no file has; '' for none."""
    missing = sorted(set(named) - set(present))
    if missing:
        yield (
            f"--settings: no file has {', '.join(missing)} (expected the name of a column or a tool option, or "
            "item.NAME for a field of the problems)"
        )


def _checked(_context: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    try:
        return None if text is None else pattern(text).text
    except IngestError as error:
        raise click.ClickException(f"--from: {error}. Nothing was loaded.") from None


PATH_NAMES = click.option(
    "--from",
    "path_pattern",
    metavar="PATTERN",
    callback=_checked,
    help="Read fields from file and folder names, in braces: grpo-seed{seed}-{size} or {model}/run_{seed}/. "
    "Names that are not fields become settings. Runs that differ only in the seed are seeds of one recipe.",
)
