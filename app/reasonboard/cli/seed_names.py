"""The option for taking the seed of a training from names of files."""

import click

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.names import seeds


def _checked(_context: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    try:
        return None if text is None else seeds.pattern(text).text
    except IngestError as error:
        raise click.ClickException(f"--seed-from: {error}. Nothing was loaded.") from None


OPTION = click.option(
    "--seed-from",
    "seed_from",
    metavar="PATTERN",
    callback=_checked,
    help="Which names of folders or files state the seed of a training: grpo-seed{seed}, *-s{seed}, run_{seed}/. "
    "Its runs are then seeds of one recipe.",
)
