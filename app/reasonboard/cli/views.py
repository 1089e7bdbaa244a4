"""The commands for views: `export` and `open`."""

import webbrowser
from contextlib import suppress
from pathlib import Path

import click

from reasonboard import config
from reasonboard.cli.terminal import FOLDER, printable
from reasonboard.export import metadata
from reasonboard.export.forms import FORMS, SCHEMES, SIZES
from reasonboard.store import foreign, snapshots
from reasonboard.store.errors import DataError
from reasonboard.store.serving import address_of


@click.command()
@click.argument("views", nargs=-1, metavar="[VIEW-URL]...")
@click.option("-o", "--output", type=FOLDER, metavar="DIR", help="Folder to write to.")
@click.option(
    "--site",
    type=FOLDER,
    metavar="DIR",
    help="Write the board to this folder as a static site, with a page for each VIEW-URL.",
)
@click.option(
    "--form",
    "forms",
    multiple=True,
    type=click.Choice([form.ending for form in FORMS]),
    help="File type; can be repeated (default: png, or the ending of the address).",
)
@click.option(
    "--size",
    type=click.Choice([size.name for size in SIZES]),
    help="Image width: screen, or one or two columns of a paper.",
)
@click.option("--scheme", type=click.Choice(list(SCHEMES)), help="Colors of images.")
def export(
    views: tuple[str, ...],
    output: Path | None,
    site: Path | None,
    forms: tuple[str, ...],
    size: str | None,
    scheme: str | None,
) -> None:
    """Export charts, tables, or the board as a static site.

    VIEW-URL is the address of a page (all its charts), with #VIEW of one chart, or an address of the API. Prints the
    path of each file.

    \b
    Examples:
      reasonboard export "/kv-cache?benchmark=AIME24#grid" -o figures
      reasonboard export /models --form csv -o tables
      reasonboard export --site public
    """
    from reasonboard.cli.export import ExportRequest, write  # noqa: PLC0415  (it takes a second to import)

    if (output is None) == (site is None):
        raise click.UsageError("expected either --output DIR or --site DIR.")
    write(config.read(), ExportRequest(views, output, site, forms, size, scheme))


@click.command("open")
@click.argument("file")
@click.option("--browser", is_flag=True, help="Open the address in the browser.")
def open_image(file: str, browser: bool) -> None:
    """Print the address of the view that a saved image shows.

    FILE is a PNG, SVG or PDF that was saved from the board.

    \b
    Examples:
      reasonboard open kv-cache-grid.png --browser
    """
    from reasonboard.studies import find  # noqa: PLC0415  (the studies take a moment to import)

    settings = config.read()
    with suppress(DataError):  # a study that was declared is known where the data are
        snapshots.hold(settings.store)
    try:
        if not Path(file).is_file():
            raise click.ClickException(
                f"open: {file!r}: no such file (expected a PNG, SVG or PDF saved from the board)"
            )
        with foreign.opened(Path(file)) as image:
            view = metadata.origin(image.read(metadata.LARGEST + 1))
        if find(view.study) is None:
            raise metadata.MetadataError(
                f"shows “{view.study}”, which is not a study of this board (expected one of its studies)"
            )
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise click.ClickException(f"open: {file!r} cannot be read ({reason})") from None
    except metadata.MetadataError as error:
        raise click.ClickException(f"open: {file!r} {error}") from None
    except DataError as error:
        raise click.ClickException(f"open: {file!r} shows a custom study, and {error}") from None
    address = f"{address_of(settings)}{view.address.removeprefix('/')}"
    print(printable(address))
    if browser and not webbrowser.open(address):
        raise click.ClickException(
            "open: no browser found (expected one; open the address above yourself)"
        )
