"""Files that nobody reads results from, told by their first bytes: what each is, and what to do with it."""

import zipfile
from typing import TYPE_CHECKING, NamedTuple

from reasonboard.ingest.formats.errors import IngestError

if TYPE_CHECKING:
    from reasonboard.ingest.formats.files import File


class Strange(NamedTuple):
    """What a file is instead of results, and what was expected."""

    what: str
    expected: str
    is_lost: bool = False
    """Would its results be read if it were as expected?"""


_RESULTS = {
    ".csv", ".eval", ".json", ".jsonl", ".md", ".parquet", ".tex", ".tsv", ".xlsx", ".yaml", ".yml",
}  # fmt: skip
"""The endings of files that may hold results as a pointer or in another encoding."""
_PACKED = "the unpacked files"
_UTF_8 = "UTF-8 text: save it again as UTF-8"
_POINTERS = {
    start: Strange(f"a {tool} pointer, not the file itself", f"`{command}` before the load")
    for start, tool, command in (
        (b"version https://git-lfs.github.com/spec/", "Git LFS", "git lfs pull"),
        (b"/annex/objects/", "git-annex", "git annex get"),
    )
}
BOMS = {
    b"\xff\xfe\x00\x00": Strange("UTF-32", _UTF_8),
    b"\x00\x00\xfe\xff": Strange("UTF-32", _UTF_8),
    b"\xff\xfe": Strange("UTF-16", _UTF_8),
    b"\xfe\xff": Strange("UTF-16", _UTF_8),
    b"\x1f\x8b": Strange("gzip", _PACKED),
}
"""What no text begins with."""
_OTHERS = {
    b"BZh": Strange("bzip2", _PACKED),
    b"\xfd7zXZ\x00": Strange("xz", _PACKED),
    b"7z\xbc\xaf\x27\x1c": Strange("a 7z archive", _PACKED),
    b"\x28\xb5\x2f\xfd": Strange("zstandard", _PACKED),
    b"SQLite format 3": Strange("an SQLite database", "one of a tracker that is known"),
    b"Obj\x01": Strange("Avro", "another format"),
    b"ARROW1": Strange("Arrow", "Parquet"),
}
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_ENCRYPTED = 0x1
BROKEN_ZIP = (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError, OSError)
"""What reading a damaged zip raises."""


def strange(file: "File") -> Strange | None:
    """What a file is that nobody reads results from; None where its first bytes do not say so."""
    if not file.head:
        return Strange("empty", "a result file")
    if file.head.startswith(_ZIP):
        return _zip(file)
    holds_results = file.path.suffix.lower() in _RESULTS
    for marks, is_lost in ((_POINTERS | BOMS, holds_results), (_OTHERS, False)):
        for mark, what in marks.items():
            if file.head.startswith(mark):
                return what._replace(is_lost=is_lost)
    return None


def _zip(file: "File") -> Strange:
    try:
        with file.opened() as opened, zipfile.ZipFile(opened) as whole:
            encrypted = any(member.flag_bits & _ENCRYPTED for member in whole.infolist())
    except (*BROKEN_ZIP, IngestError):
        return Strange("a damaged zip", "a whole one, unpacked")
    return Strange("a zip with a password" if encrypted else "a zip", _PACKED)
