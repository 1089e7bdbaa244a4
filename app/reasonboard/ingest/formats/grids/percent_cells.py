"""Cells of Excel that are shown as percentages: the workbook has 0.885 for what people see as 88.5%."""

import html
import posixpath
import re
from collections.abc import Iterator

from reasonboard.ingest.formats import archive
from reasonboard.ingest.formats.archive import Archive

_BUILT_IN = frozenset((b"9", b"10"))
_NUMBER_FORMAT = re.compile(rb"<(?:\w+:)?numFmt\s[^>]*>")
_FORMATS_OF_CELLS = re.compile(rb"<(?:\w+:)?cellXfs\b.*?</(?:\w+:)?cellXfs>", re.DOTALL)
_FORMAT_OF_CELLS = re.compile(rb"<(?:\w+:)?xf\s[^>]*>")
_CELL = re.compile(rb"<(?:\w+:)?c\s[^>]*>")
_SHEET = re.compile(rb"<(?:\w+:)?sheet\s[^>]*>")
_RELATION = re.compile(rb"<(?:\w+:)?Relationship\s[^>]*>")
_ATTRIBUTE = re.compile(rb'([\w:]+)\s*=\s*"([^"]*)"')
_PLACE = re.compile(rb"([A-Z]{1,3})(\d{1,7})")
_LETTERS, _BEFORE_A = 26, 64

Places = frozenset[tuple[int, int]]


def percent_cells(members: Archive) -> dict[str, Places]:
    """For each sheet the places (row and column from 0) of cells that are shown as percentages."""
    if not {"xl/styles.xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels"} <= {*members.members}:
        return {}
    styles = _percent_styles(archive.read(members, "xl/styles.xml"))
    if not styles:
        return {}
    return {
        name: frozenset(_places(archive.read(members, path), styles))
        for name, path in _sheets(members)
        if path in members.members
    }


def _attributes(tag: bytes) -> dict[bytes, bytes]:
    return dict(_ATTRIBUTE.findall(tag))


def _percent_styles(text: bytes) -> frozenset[bytes]:
    """The numbers of the styles whose number format has a percent sign."""
    formats = {*_BUILT_IN}
    for tag in _NUMBER_FORMAT.findall(text):
        found = _attributes(tag)
        if b"%" in re.sub(rb"\\.|&quot;.*?&quot;", b"", found.get(b"formatCode", b"")):
            formats.add(found.get(b"numFmtId", b""))
    of_cells = _FORMATS_OF_CELLS.search(text)
    tags = _FORMAT_OF_CELLS.findall(of_cells[0]) if of_cells else []
    return frozenset(
        str(number).encode()
        for number, tag in enumerate(tags)
        if _attributes(tag).get(b"numFmtId") in formats
    )


def _sheets(members: Archive) -> Iterator[tuple[str, str]]:
    """The names of the sheets, and the members that hold them."""
    relations = map(
        _attributes, _RELATION.findall(archive.read(members, "xl/_rels/workbook.xml.rels"))
    )
    targets = {each.get(b"Id"): each.get(b"Target", b"").decode() for each in relations}
    for tag in _SHEET.findall(archive.read(members, "xl/workbook.xml")):
        found = _attributes(tag)
        related = next((each for key, each in found.items() if key.endswith(b":id")), None)
        target = targets.get(related, "")
        yield html.unescape(found.get(b"name", b"").decode()), posixpath.join("/xl", target)[1:]


def _places(text: bytes, styles: frozenset[bytes]) -> Iterator[tuple[int, int]]:
    for tag in _CELL.findall(text):
        found = _attributes(tag)
        place = _PLACE.fullmatch(found.get(b"r", b""))
        if place and found.get(b"s") in styles:
            column = 0
            for letter in place[1]:
                column = column * _LETTERS + letter - _BEFORE_A
            yield int(place[2]) - 1, column - 1
