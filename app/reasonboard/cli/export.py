"""The command `reasonboard export`: views as files, from the store, without a server."""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from reasonboard.cli import terminal
from reasonboard.config import Settings
from reasonboard.export.cells import one_line
from reasonboard.export.forms import FIGURE, FORMS, PNG, Form
from reasonboard.export.images import SCHEMES, SIZES
from reasonboard.ingest.publish import publish
from reasonboard.store import database, snapshots

if TYPE_CHECKING:
    from reasonboard.web.api.state import State

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,240}")
"""What a file of ours is called: nothing that leads out of a folder."""


class ExportError(Exception):
    """What is wrong with what was asked for, or what it needs: one line."""


class _Wanted(NamedTuple):
    """One file: a view in a state and a form."""

    state: "State"
    form: Form


def add_to(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Let the command line know `export`."""
    parser = commands.add_parser("export", help="write views as images, tables or figures")
    parser.add_argument(
        "views",
        nargs="*",
        metavar="VIEW-URL",
        help="a page's address (all its views), with #VIEW one of them, or an address of the API",
    )
    target = parser.add_mutually_exclusive_group(required=True)
    target.add_argument("-o", "--output", type=Path, metavar="DIR", help="where to")
    target.add_argument(
        "--site",
        type=Path,
        metavar="DIR",
        help="write the whole dashboard there as a static site, each VIEW-URL as a page besides",
    )
    parser.add_argument(
        "--form",
        action="append",
        choices=[form.ending for form in FORMS],
        help="may be said several times (default: png, or what the address ends with)",
    )
    parser.add_argument("--size", choices=[size.name for size in SIZES], help="of images")
    parser.add_argument("--scheme", choices=list(SCHEMES), help="the colours of images")
    parser.set_defaults(command=export)


def export(settings: Settings, options: argparse.Namespace) -> int:
    """Write all files or none, and print the path of each. Raises ExportError."""
    # They take a second to import: only here are they needed.
    from reasonboard.web.api.state import UnknownError  # noqa: PLC0415
    from reasonboard.web.images import service  # noqa: PLC0415
    from reasonboard.web.images.browser import BusyError  # noqa: PLC0415
    from reasonboard.web.images.chromium import MissingError  # noqa: PLC0415
    from reasonboard.web.standalone.folder import FolderError  # noqa: PLC0415

    _check(options)
    publish(settings.data, settings.store)
    snapshots.use(settings.store)
    try:
        if options.site:
            print(terminal.printable(write_site(options.site, options.views)))
            return 0
        wanted = [one for url in options.views for one in _wanted(url, options)]
        for path in _written(wanted, options.output, settings.prefix):
            print(terminal.printable(str(path)))
    except (UnknownError, service.TooLargeError, MissingError, BusyError, FolderError) as problem:
        raise ExportError(f"export: {problem} Nothing was written.") from None
    except (OSError, ValueError) as problem:
        reason = (isinstance(problem, OSError) and problem.strerror) or problem
        raise ExportError(
            f"export: {str(options.site or options.output)!r} cannot be written to ({reason}; expected "
            "a folder with room). Nothing was written."
        ) from None
    finally:
        service.close()
        database.close()
    return 0


def _check(options: argparse.Namespace) -> None:
    """Raise ExportError where what was asked for does not go together."""
    if options.site and (options.form or options.size or options.scheme):
        raise ExportError(
            "export: --site takes no --form, --size or --scheme (expected --site FOLDER and VIEW-URLs only)."
        )
    if not options.site and not options.views:
        raise ExportError("export: no VIEW-URL (expected one such as /kv-cache#grid, or --site).")


def _wanted(url: str, options: argparse.Namespace) -> Iterator[_Wanted]:
    """The files that an address stands for; what is foreign in its state is said, as a page does."""
    from reasonboard.web.api.addressed import addressed, quoted  # noqa: PLC0415
    from reasonboard.web.api.state import UnknownError, read  # noqa: PLC0415

    shown = addressed(url)
    asked = options.form or [shown.ending or PNG.ending]
    forms = [form for form in FORMS if form.ending in asked]
    if not forms:
        endings = ", ".join(form.ending for form in FORMS)
        raise UnknownError(f"{quoted(url)} asks for an unknown form; there are {endings}.")
    given = {"size": options.size, "scheme": options.scheme}
    for view in shown.views:
        for form in forms:
            # What stands last holds.
            said = [f"{name}={given[name]}" for name in form.settings if given.get(name)]
            state = read(shown.study, view, "&".join([shown.search, *said]), form)
            _print_notices(url, state)
            yield _Wanted(state, form)


def write_site(folder: Path, urls: Sequence[str]) -> str:
    """Write the site with a page for each address besides; the line that says what was done."""
    from reasonboard.web.api.addressed import addressed  # noqa: PLC0415
    from reasonboard.web.api.state import read  # noqa: PLC0415
    from reasonboard.web.standalone.folder import replace  # noqa: PLC0415
    from reasonboard.web.standalone.site import INDEX, Shown, site  # noqa: PLC0415

    pages = []
    for number, url in enumerate(urls, 1):
        study, views, _, search = addressed(url)
        state = read(study, views[0], search, FIGURE)
        _print_notices(url, state)
        pages.append(Shown(study, views, state.values, f"{study.path}-{number}", state.link))
    return f"{replace(folder, site(pages))} files; open {folder / INDEX}"


def _print_notices(url: str, state: "State") -> None:
    """Say which values of an address are not offered, as a page does."""
    from reasonboard.web.api.addressed import quoted  # noqa: PLC0415

    for notice in dict.fromkeys(state.notices):
        line = terminal.message(f"reasonboard: {quoted(url)}: {one_line(notice)}")
        print(line, file=sys.stderr)


def _written(wanted: list[_Wanted], folder: Path, prefix: str) -> list[Path]:
    """The paths of the files, which take their places only once all are made.

    Files of the same name within one run are numbered; those of an earlier one are replaced.
    """
    from reasonboard.web.api.files import write_body, written  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    names: list[str] = []
    with TemporaryDirectory(prefix=".reasonboard-", dir=folder) as unfinished:
        for state, form in wanted:
            file = written(form, state, prefix)
            names.append(_free(file.name, names))
            write_body(Path(unfinished, names[-1]), file.body)
        return [Path(unfinished, name).replace(folder / name) for name in names]


def _free(name: str, taken: list[str]) -> str:
    """The name, numbered where a file of this run has it."""
    if _NAME.fullmatch(name) is None:
        raise ValueError(f"{name!r} is no name for a file")
    stem, point, ending = (
        name.partition(".") if name.endswith(".figure.json") else name.rpartition(".")
    )
    used = {one.casefold() for one in taken}
    number = 1
    while name.casefold() in used:
        number += 1
        name = f"{stem}-{number}{point}{ending}"
    return name
