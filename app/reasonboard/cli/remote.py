"""The commands for many machines: `publish`, and what `load`, `serve` and `check` do with an address."""

import sys
from collections.abc import Iterator
from datetime import date

import click

from reasonboard import config
from reasonboard.cli.address import ADDRESS
from reasonboard.cli.terminal import BAD_INPUT, message
from reasonboard.remote.check import check
from reasonboard.remote.publish import Published
from reasonboard.remote.publish import publish as publish_parts
from reasonboard.remote.snapshot import pull
from reasonboard.store.errors import StoreError
from reasonboard.store.places import address as addresses
from reasonboard.store.places.address import Address


@click.command()
@click.option(
    "--from",
    "source",
    type=ADDRESS,
    metavar="URL",
    required=True,
    help="The folder or bucket that `load --to` uploads to: file:///folder or s3://bucket/folder.",
)
@click.option("--retry", is_flag=True, help="Retry uploads that were rejected before.")
def publish(source: Address, retry: bool) -> int:
    """Merge uploaded results and publish a new snapshot to replicas.

    One publisher at a time. Upload with `reasonboard load --to URL`; replicas run `reasonboard serve --from URL`.

    \b
    Examples:
      reasonboard publish --from s3://team/board
      reasonboard publish --from file:///share/board --retry
    """
    settings = config.read()
    done = publish_parts(addresses.open_place(source), settings.data, settings.store, retry=retry)
    for line in (*done.damaged, *done.refused):
        print(message(f"reasonboard: {line}."), file=sys.stderr)
    for line in (*done.notes, *_summary(done, source)):
        print(message(line))
    return BAD_INPUT if done.damaged or done.refused else 0


def _summary(done: Published, source: Address) -> Iterator[str]:
    count = len(done.taken)
    yield f"{count} new upload{'s' * (count != 1)} merged." if count else "No new uploads."
    if done.earlier:
        yield (
            f"{done.earlier} rejected before: "
            "`reasonboard publish --from URL --retry` tries them again and prints the reasons."
        )
    if done.pushed:
        yield f"Published data {done.version} to {source.name}."


def differences(source: Address, one_in: int) -> tuple[list[str], str]:
    """Compare the published data with the uploads: a line for each difference, and what to print for none."""
    done = check(addresses.open_place(source), one_in, date.today().toordinal())
    none = f"No differences: {done.runs} run{'s' * (done.runs != 1)} match the uploads."
    return list(done.differing), none


def pull_first(settings: config.Settings, source: Address) -> str:
    """Take over the data of the address before pages are served; if that fails, print why and return the reason."""
    try:
        pull(addresses.open_place(source), settings.data, settings.store)
    except StoreError as error:
        print(problem_line(str(error)), file=sys.stderr, flush=True)
        return str(error)
    return ""


def problem_line(problem: str) -> str:
    """The message of a replica that cannot take over new data."""
    return message(f"reasonboard: {problem}. Serving the last copy.")
