"""The commands for views: `export` and `open`."""

import webbrowser
from contextlib import suppress
from pathlib import Path

import click

from reasonboard import config
from reasonboard.cli.terminal import FOLDER, printable
from reasonboard.export import metadata
from reasonboard.export.forms import FORMS
from reasonboard.export.images import SCHEMES, SIZES
from reasonboard.store import foreign, snapshots
from reasonboard.store.errors import DataError
from reasonboard.store.serving import address_of


@click.command()
@click.argument("views", nargs=-1, metavar="[VIEW-URL]...")
@click.option("-o", "--output", type=FOLDER, metavar="DIR", help="Where to.")
@click.option(
    "--site",
    type=FOLDER,
    metavar="DIR",
    help="Write the whole dashboard there as a static site, each VIEW-URL as a page besides.",
)
@click.option(
    "--form",
    "forms",
    multiple=True,
    type=click.Choice([form.ending for form in FORMS]),
    help="May be given several times (default: png, or what the address ends with).",
)
@click.option("--size", type=click.Choice([size.name for size in SIZES]), help="Of images.")
@click.option("--scheme", type=click.Choice(list(SCHEMES)), help="The colors of images.")
def export(
    views: tuple[str, ...],
    output: Path | None,
    site: Path | None,
    forms: tuple[str, ...],
    size: str | None,
    scheme: str | None,
) -> None:
    """Write views as images, tables or figures.

    Prints the path of each file. A VIEW-URL is a page's address (all its views), with #VIEW one of
    them, or an address of the API.
    """
    from reasonboard.cli.export import ExportRequest, write  # noqa: PLC0415  (it takes a second to import)

    if (output is None) == (site is None):
        raise click.UsageError("one of --output DIR and --site DIR is needed, and only one.")
    write(config.read(), ExportRequest(views, output, site, forms, size, scheme))


@click.command("open")
@click.argument("file")
@click.option("--browser", is_flag=True, help="Show it in the browser.")
def open_image(file: str, browser: bool) -> None:
    """Print the address of the view that an image shows.

    FILE is a PNG, an SVG or a PDF that was saved here.
    """
    from reasonboard.studies import find  # noqa: PLC0415  (the studies take a moment to import)

    settings = config.read()
    with suppress(DataError):  # a study that was declared is known where the data are
        snapshots.hold(settings.store)
    try:
        if not Path(file).is_file():
            raise click.ClickException(
                f"open: {file!r}: no such file (expected a PNG, SVG or PDF saved here)"
            )
        with foreign.opened(Path(file)) as image:
            view = metadata.origin(image.read(metadata.LARGEST + 1))
        if find(view.study) is None:
            raise metadata.MetadataError(
                f"shows “{view.study}”, which is no study (expected one of this dashboard)"
            )
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise click.ClickException(f"open: {file!r} cannot be read ({reason})") from None
    except metadata.MetadataError as error:
        raise click.ClickException(f"open: {file!r} {error}") from None
    except DataError as error:
        raise click.ClickException(
            f"open: {file!r} shows no study of the product, and {error}"
        ) from None
    address = f"{address_of(settings)}{view.address.removeprefix('/')}"
    print(printable(address))
    if browser and not webbrowser.open(address):
        raise click.ClickException("open: no browser was found; the address is above")
