"""All tables of a file, whatever its format."""

from collections.abc import Iterator

from reasonboard.ingest.formats.errors import Skip
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.grids import delimited, latex, markdown, nested, records, workbooks
from reasonboard.ingest.formats.grids.grid import Grid

_FORMATS = (delimited, markdown, latex, nested, records, workbooks)
_OF = {ending: each.grids for each in _FORMATS for ending in each.ENDINGS}
ENDINGS = tuple(_OF)
"""Of all files that may have tables."""


def may_have_tables(file: File) -> bool:
    """Is it of a format that tables are written in, by its name?"""
    return file.path.suffix.lower() in _OF


def grids(file: File) -> Iterator[Grid]:
    """The tables of a file, in its order. Raises Skip where there is none, IngestError for a damaged one."""
    read = _OF.get(file.path.suffix.lower())
    if file.first_row:  # a document in each line, whatever its name
        read = records.grids
    found = False
    for grid in read(file) if read else ():
        found = True
        yield grid
    if not found:
        raise Skip("no table in it")
