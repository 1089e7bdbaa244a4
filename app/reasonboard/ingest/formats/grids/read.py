"""All tables of a file, whatever its format."""

from collections.abc import Iterator

from reasonboard.ingest.formats.errors import Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids import delimited, latex, markdown, nested, workbooks
from reasonboard.ingest.formats.grids.grid import Grid


def may_have_tables(file: File) -> bool:
    """Is it of a format that tables are written in, by its name?"""
    return file.path.suffix.lower() in _OF


def grids(file: File) -> Iterator[Grid]:
    """The tables of a file, in its order. Raises Skip where there is none, IngestError for a damaged one."""
    suffix = file.path.suffix.lower()
    found = False
    for grid in _OF[suffix](file) if suffix in _OF else ():
        found = True
        yield grid
    if not found:
        raise Skip("no table in it")


_OF = {
    ending: kind.grids
    for kind in (delimited, latex, markdown, nested, workbooks)
    for ending in kind.ENDINGS
}
