"""`reasonboard watch`."""

import signal
import time
from collections.abc import Callable, Sequence
from threading import Event

import click

from reasonboard import config
from reasonboard.cli import asking, load_options
from reasonboard.cli.terminal import message
from reasonboard.config import Settings
from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.loading import load as loading
from reasonboard.ingest.loading.gather import gather
from reasonboard.ingest.loading.load_names import default_name, load_name
from reasonboard.ingest.loading.report import Report
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.ingest.staging.reader_messages import Limits
from reasonboard.ingest.watching.watching import Loading, Watch
from reasonboard.store.errors import BusyError
from reasonboard.store.serving import address_of
from reasonboard.web.loads import pages, settings_of_studies


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--name", default="", help="Name of this load (default: the first path).")
@load_options.SETTINGS
@load_options.PATH_NAMES
@asking.OPTION
def watch(
    paths: tuple[str, ...],
    name: str,
    named: frozenset[str],
    path_pattern: str | None,
    answers: tuple[str, ...],
) -> None:
    """Keep loading the results of runs in progress.

    New and changed files are loaded at once, every 5 seconds on average at most, and only read. Stop it with Ctrl-C.

    \b
    Examples:
      reasonboard watch runs/grpo --name grpo
    """
    settings = config.read()
    try:
        gather(paths)
        called = load_name(name or default_name(paths))
    except IngestError as error:
        raise click.ClickException(str(error)) from None
    if not _publish_when_free(settings):  # before any time is taken
        return
    load = loads_of(settings, called, named, path_pattern, answers)
    shown: list[str] = []

    def load_and_show(files: Sequence[File]) -> Report:
        report = load(files)
        if report.changed and not shown:
            shown.extend(pages(report, address_of(settings)))
            print("\n".join(f"See {called} at {page}" for page in shown), flush=True)
        return report

    watcher = Watch(settings.store, {called: paths}, load_and_show, say)
    say(f"Watching {', '.join(paths)} as {called}. Stop it with Ctrl-C.")
    run(watcher.look, watcher.end)


def _publish_when_free(settings: Settings) -> bool:
    """Publish what is bundled, also where another process writes to the store for long; False after Ctrl-C."""
    is_waiting = False
    while True:
        try:
            publish(settings.data, settings.store)
        except BusyError as error:
            if not is_waiting:
                say(f"{error}. Retrying; stop with Ctrl-C.")
            is_waiting = True
        except KeyboardInterrupt:
            return False
        else:
            return True


def loads_of(
    settings: Settings,
    name: str,
    extra_settings: frozenset[str] = frozenset(),
    path_pattern: str | None = None,
    answers: tuple[str, ...] = (),
) -> Loading:
    """What loads files that tools still write to, under this name."""

    def load(files: Sequence[File]) -> Report:
        return loading.load(
            settings.data,
            settings.store,
            files,
            name=name,
            limits=Limits(settings.reader_memory, settings.reader_seconds),
            extra_settings=extra_settings | settings_of_studies(settings.store),
            running=True,
            path_pattern=path_pattern,
            answers=answers,
        )

    return load


def run(look: Callable[[], float], end_watch: Callable[[], None]) -> None:
    """Look again and again, each time after the seconds that a look returns, until this process is asked to end.

    What is being loaded then is loaded first.
    """
    stopped = Event()

    def end(number: int, _: object) -> None:
        stopped.set()
        signal.signal(number, signal.SIG_DFL)  # a second time means at once

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    try:
        pause = 0.0
        while not stopped.wait(pause):
            pause = look()
    finally:
        end_watch()


def say(line: str) -> None:
    """Print a line with the time."""
    print(f"{time.strftime('%H:%M:%S')} {message(line)}", flush=True)
