"""What `load` and `watch` take alike: settings to keep besides the usual ones, and fields in the names of files."""

from collections.abc import Callable, Collection, Iterator
from typing import Any

import click

from reasonboard.ingest.formats import extra_settings
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.names.path_pattern import pattern


def refusing(
    convert: Callable[[Any], Any], before: str = ""
) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """A callback of an option, for what `convert` makes of its value; its IngestError ends the command."""

    def converted(_context: click.Context, _option: click.Parameter, value: Any) -> Any:
        try:
            return convert(value)
        except IngestError as error:
            raise click.ClickException(f"{before}{error}. Nothing was loaded.") from None

    return converted


SETTINGS = click.option(
    "--settings",
    "named",
    metavar="NAMES",
    callback=refusing(
        lambda text: frozenset() if text is None else extra_settings.parse(text), "--settings: "
    ),
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


PATH_NAMES = click.option(
    "--from",
    "path_pattern",
    metavar="PATTERN",
    callback=refusing(lambda text: None if text is None else pattern(text).text, "--from: "),
    help="Read fields from file and folder names, in braces: grpo-seed{seed}-{size} or {model}/run_{seed}/. "
    "Names that are not fields become settings. Runs that differ only in the seed are seeds of one recipe.",
)
