"""Copies of files with texts in the store: compressed block by block, so that one answer is read without the rest.

A copy is named by the digest of the file. It is a chain of zstandard frames of 256 kB each, then where each of them
ends, as 8 bytes each, and how many there are. What is compressed already, an archive or Parquet, is copied as it is.
"""

import hashlib
import shutil
import struct
from collections.abc import Collection
from pathlib import Path

import zstandard

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.store import foreign
from reasonboard.store.backup import TEXTS
from reasonboard.store.process import has_ended, mark
from reasonboard.store.sealed import sha256_of

PACKED = {"inspect_member", "lighteval", "lighteval_older"}
"""The readers whose files are compressed already, and are read as files."""
_BUILDING = ".building"
_BLOCK = 256 * 1024
_NUMBER = struct.Struct("<Q")


def path_of(store: Path, sha256: str, reader: str) -> Path:
    """Where the copy of a file is, if there is one."""
    return store / TEXTS / f"{sha256}.{'file' if reader in PACKED else 'blocks'}"


def keep(store: Path, sha256: str, reader: str, source: Path) -> None:
    """Copy a file into the store; OSError where there is no room, IngestError where it is another one by now."""
    target = path_of(store, sha256, reader)
    if target.is_file():
        return
    target.parent.mkdir(exist_ok=True)
    building = target.with_suffix(f".{mark()}{_BUILDING}")
    try:
        digest = _copy(source, building) if reader in PACKED else _write(source, building)
        if digest != sha256:
            wrong = f"{source.name}: changed while it was read"
            raise IngestError(f"{wrong} (expected a finished file)")
        building.replace(target)
    finally:
        building.unlink(missing_ok=True)


def read(path: Path, begin: int, size: int) -> bytes:
    """At most `size` bytes of the file that was copied, from its byte `begin` on."""
    first, last = begin // _BLOCK, (begin + max(size, 1) - 1) // _BLOCK
    with path.open("rb") as opened:
        opened.seek(-_NUMBER.size, 2)
        (blocks,) = _NUMBER.unpack(opened.read(_NUMBER.size))
        start = opened.seek(-_NUMBER.size * (blocks + 1), 2)
        ends = [0, *(end for (end,) in _NUMBER.iter_unpack(opened.read(_NUMBER.size * blocks)))]
        ends[-1] = min(ends[-1], start)
        packer = zstandard.ZstdDecompressor()
        content = b""
        for number in range(first, min(last + 1, blocks)):
            opened.seek(ends[number])
            packed = opened.read(ends[number + 1] - ends[number])
            content += packer.decompress(packed, max_output_size=_BLOCK)
    return content[begin - first * _BLOCK :][:size]


def remove_others(store: Path, digests: Collection[str]) -> None:
    """Remove the copies of files that have none of these digests, and what a process left that was killed."""
    for left in (store / TEXTS).glob("*.*"):
        if has_ended(left.name) if left.suffix == _BUILDING else left.stem not in digests:
            left.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> str:
    """Copy a file as it is; its digest."""
    with foreign.opened(source) as opened, target.open("wb") as written:
        shutil.copyfileobj(opened, written)
    return sha256_of(target)


def _write(source: Path, target: Path) -> str:
    """Write a file in blocks; its digest."""
    ends: list[int] = []
    digest = hashlib.sha256()
    packer = zstandard.ZstdCompressor(level=9)
    with foreign.opened(source) as opened, target.open("wb") as written:
        while block := opened.read(_BLOCK):
            digest.update(block)
            written.write(packer.compress(block))
            ends.append(written.tell())
        for end in (*ends, len(ends)):
            written.write(_NUMBER.pack(end))
    return digest.hexdigest()
