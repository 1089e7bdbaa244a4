"""What `reasonboard export` writes: views as files, from the store, without a server."""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from reasonboard.cli import terminal
from reasonboard.config import Settings
from reasonboard.export.forms import FIGURE, FORMS, PNG, Form
from reasonboard.export.texts import one_line
from reasonboard.ingest.snapshot.publish import publish
from reasonboard.store import database, snapshots
from reasonboard.web.api.files import file_of, write_body
from reasonboard.web.api.state import EmptyError, State, UnknownError, addressed, quoted, read
from reasonboard.web.images import service
from reasonboard.web.images.browser import BusyError
from reasonboard.web.images.service import MissingError
from reasonboard.web.standalone.site import INDEX, FolderError, StudyPage, replace, site

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,240}")
"""Names of exported files: nothing that leads out of a folder."""


class ExportError(click.ClickException):
    """Why nothing was exported, in one line."""


class ExportRequest(NamedTuple):
    """The arguments and options of the command: one of `output` and `site` is given."""

    urls: Sequence[str]
    output: Path | None = None
    site: Path | None = None
    forms: Sequence[str] = ()
    size: str | None = None
    scheme: str | None = None


def write(settings: Settings, request: ExportRequest) -> None:
    """Write all files or none, and print the path of each. Raises ExportError.

    Views that have nothing to draw are left out; then the exit code is 2.
    """
    _check(request)
    publish(settings.data, settings.store)
    snapshots.hold(settings.store)
    try:
        if request.site:
            print(terminal.printable(write_site(request.site, request.urls)))
        elif request.output:
            states = [file for url in request.urls for file in _states_of(url, request)]
            paths = _write_files(states, request.output, settings.prefix)
            for path in paths:
                print(terminal.printable(str(path)))
            if len(paths) < len(states):
                raise click.exceptions.Exit(terminal.BAD_INPUT)
    except (UnknownError, service.TooLargeError, MissingError, BusyError, FolderError) as problem:
        raise ExportError(f"export: {problem} Nothing was written.") from None
    except (OSError, ValueError) as problem:
        reason = (isinstance(problem, OSError) and problem.strerror) or problem
        raise ExportError(
            f"export: {str(request.site or request.output)!r} cannot be written to ({reason}; expected "
            "a folder with room). Nothing was written."
        ) from None
    finally:
        service.close()
        database.close()


def _check(request: ExportRequest) -> None:
    """Raise ExportError where arguments and options do not go together."""
    if request.site and (request.forms or request.size or request.scheme):
        raise ExportError(
            "export: --site takes no --form, --size or --scheme (expected --site FOLDER and VIEW-URLs only)."
        )
    if not request.site and not request.urls:
        raise ExportError("export: no VIEW-URL (expected one such as /kv-cache#grid, or --site).")


def _states_of(url: str, request: ExportRequest) -> Iterator[tuple[State, Form]]:
    """The views and forms that an address stands for."""
    study, views, ending, search = addressed(url)
    endings = request.forms or [ending or PNG.ending]
    forms = [form for form in FORMS if form.ending in endings]
    if not forms:
        known = ", ".join(form.ending for form in FORMS)
        raise UnknownError(f"{quoted(url)} asks for an unknown form (expected one of {known}).")
    defaults = {"size": request.size, "scheme": request.scheme}
    for view in views:
        for form in forms:
            # The last of several values holds.
            chosen = [f"{name}={defaults[name]}" for name in form.settings if defaults.get(name)]
            state = read(study, view, "&".join([search, *chosen]), form)
            _print_notices(url, state)
            yield state, form


def write_site(folder: Path, urls: Sequence[str]) -> str:
    """Write the site with a page for each address besides; the line that tells what was done."""
    pages = []
    for number, url in enumerate(urls, 1):
        study, views, _, search = addressed(url)
        state = read(study, views[0], search, FIGURE)
        _print_notices(url, state)
        name = f"{study.path}-{number}"
        pages.append(StudyPage(study, views, state.values, state.search, name))
    return f"{replace(folder, site(pages))} files; open {folder / INDEX}"


def _print_notices(url: str, state: State) -> None:
    """Name the values of an address that are not offered, as a page does."""
    for notice in dict.fromkeys(state.notices):
        line = terminal.message(f"reasonboard: {quoted(url)}: {one_line(notice)}")
        print(line, file=sys.stderr)


def _write_files(states: list[tuple[State, Form]], folder: Path, prefix: str) -> list[Path]:
    """Write the files and return their paths; they take their places when all are ready.

    Files of the same name within one run are numbered; older files are replaced. A view with nothing for
    its form is left out, with a line on stderr.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names: list[str] = []
    with TemporaryDirectory(prefix=".reasonboard-", dir=folder) as unfinished:
        for state, form in states:
            try:
                file = file_of(form, state, prefix)
            except EmptyError as reason:
                view = f"/{state.study.path}#{state.view.name}"
                line = f"reasonboard: export: {view} was not written as {form.label}. {reason}"
                print(terminal.message(line), file=sys.stderr)
                continue
            names.append(_free(file.name, names))
            write_body(Path(unfinished, names[-1]), file.body)
        return [Path(unfinished, name).replace(folder / name) for name in names]


def _free(name: str, taken: list[str]) -> str:
    """The name, numbered where a file of this run has it."""
    if _NAME.fullmatch(name) is None:
        raise ValueError(f"{name!r} is not a valid file name")
    stem, point, ending = (
        name.partition(".") if name.endswith(".figure.json") else name.rpartition(".")
    )
    used = {other.casefold() for other in taken}
    number = 1
    while name.casefold() in used:
        number += 1
        name = f"{stem}-{number}{point}{ending}"
    return name
