"""The commands for many machines: `publish`, and what `load`, `serve` and `check` do with an address."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import click

from reasonboard import config
from reasonboard.cli.address import ADDRESS
from reasonboard.cli.beside import running_beside
from reasonboard.cli.terminal import BAD_DATA, BAD_INPUT, message
from reasonboard.remote.check import check
from reasonboard.remote.publish import Published
from reasonboard.remote.publish import publish as publish_parts
from reasonboard.remote.pull import pull
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
    help="The folder or bucket that `load --to` writes to: file:///folder or s3://bucket/folder.",
)
@click.option("--retry", is_flag=True, help="Try parts again that were refused before.")
def publish(source: Address, retry: bool) -> int:
    """Take in what `load --to` wrote, and let replicas have it.

    One publisher at a time; the replicas are `reasonboard serve --from URL`.
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
    yield f"{count} new part{'s' * (count != 1)} taken in." if count else "No new part to take in."
    if done.earlier:
        yield (
            f"{done.earlier} refused before: "
            "`reasonboard publish --from URL --retry` says why, and tries to take them in again."
        )
    if done.pushed:
        yield f"{source.name} has data {done.version} now."


def check_parts(source: Address, one_in: int) -> int:
    """Say whether the published data are those of the parts; the exit code."""
    done = check(addresses.open_place(source), one_in, date.today().toordinal())
    for line in done.differing:
        print(message(line))
    if not done.differing:
        print(f"All is sound: {done.runs} run{'s' * (done.runs != 1)} as in the parts.")
    return BAD_DATA if done.differing else 0


def pull_first(settings: config.Settings, source: Address) -> str:
    """Take over the data of the address before pages are served; where that fails, say why and give that back."""
    try:
        pull(addresses.open_place(source), settings.data, settings.store)
    except StoreError as error:
        print(problem_line(str(error)), file=sys.stderr, flush=True)
        return str(error)
    return ""


def problem_line(problem: str) -> str:
    """What a replica says that cannot take over new data."""
    return message(f"reasonboard: {problem}. Pages answer from what is here.")


@contextmanager
def pulling(source: Address | None, problem: str) -> Iterator[None]:
    """Where an address is given, a process of its own takes over its data again and again inside the block.

    `problem` is the message that was printed already, "" if none.
    """
    if source is None:
        yield
        return
    # A process, not a thread: the server forks, which a thread of pyarrow would not survive.
    with running_beside("reasonboard.cli.replica", source.text, problem):  # no credentials
        yield
