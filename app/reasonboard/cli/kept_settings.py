"""The settings that `load --settings` keeps besides the usual ones."""

from collections.abc import Collection, Iterator

import click

from reasonboard.ingest.formats import extra_settings
from reasonboard.ingest.formats.errors import IngestError


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
