"""What `reasonboard export --site` does: the site in its folder, with the states that addresses name."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from reasonboard.cli import terminal
from reasonboard.export.cells import one_line
from reasonboard.export.forms import FIGURE
from reasonboard.web.api.addressed import addressed, quoted
from reasonboard.web.api.state import read
from reasonboard.web.standalone.folder import replace
from reasonboard.web.standalone.site import INDEX, Shown, site


def write(folder: Path, urls: Sequence[str]) -> str:
    """Write the site and return what was done, in one line.

    Raises UnknownError for an address that shows nothing, FolderError where no site can stand, OSError.
    """
    count = replace(folder, site(list(_chosen(urls))))
    return f"{count} files; open {folder / INDEX}"


def _chosen(urls: Sequence[str]) -> Iterator[Shown]:
    """A page for each address, numbered; what is foreign in its state is said, as a page does."""
    for number, url in enumerate(urls, 1):
        shown = addressed(url)
        state = read(shown.study, shown.views[0], shown.search, FIGURE)
        for notice in dict.fromkeys(state.notices):
            line = terminal.message(f"reasonboard: {quoted(url)}: {one_line(notice)}")
            print(line, file=sys.stderr)
        name = f"{shown.study.path}-{number}"
        yield Shown(shown.study, shown.views, state.values, name, state.link)
