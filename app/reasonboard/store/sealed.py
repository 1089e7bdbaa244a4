"""JSON that carries a checksum of itself, and files that are on the disk before they get their name."""

import fcntl
import hashlib
import json
import os
import shutil
import time
from io import BufferedReader
from pathlib import Path
from typing import Any

from reasonboard.store import foreign
from reasonboard.store.errors import FormatError

FORMAT = 3
"""Of all that is sealed: the pointer, manifests of parts, short links. Format 1 had no checksum."""

_CLONE = 0x40049409
"""FICLONE of Linux: share the blocks of a file."""
_TOLD_APART = 0.05
"""Seconds between two changes of a file that its times surely tell apart."""
_WHOLE_SECONDS = 2.0
"""The same where the file system keeps whole seconds, or even ones."""
_DIGESTS: dict[tuple[int, ...], str] = {}


def seal(content: dict[str, Any]) -> str:
    """The content as one line of JSON with its format and checksum."""
    content = content | {"format": FORMAT}
    return json.dumps(content | {"checksum": _checksum(content)}) + "\n"


def unseal(text: str) -> dict[str, Any]:
    """What `seal` was given.

    Raises ValueError for anything that `seal` did not write, FormatError for what another version wrote.
    """
    content = json.loads(text)
    if not isinstance(content, dict):
        raise ValueError(f"it is {type(content).__name__}, not an object")
    checksum = content.pop("checksum", None)
    is_first = checksum is None and {"base", "before"} <= content.keys() and "format" not in content
    if checksum != _checksum(content) and not is_first:
        raise ValueError("its checksum does not match its content")
    written = content.pop("format", 1)
    if written > FORMAT:
        raise FormatError(
            f"a later version of Reasonboard wrote it (expected format {FORMAT}). Upgrade Reasonboard"
        )
    if written < FORMAT:
        raise FormatError(
            f"an earlier version of Reasonboard wrote it (expected format {FORMAT}). Move this folder away, and load "
            "its files again (`reasonboard load PATH`)"
        )
    return content


def write_durably(path: Path, text: str) -> None:
    """Put a file with this text in the place of `path`: after a crash it is the old one or the new one, whole."""
    building = path.with_name(f"building-{os.getpid()}-{path.name}")
    building.write_text(text)
    rename_durably(building, path)


def write_whole(path: Path, text: str) -> None:
    """The same for a file that may be lost in a crash, but is never read by half."""
    building = path.with_name(f"{path.name}.{os.getpid()}")
    building.write_text(text, encoding="utf-8")
    building.replace(path)


def rename_durably(path: Path, target: Path, sha256: str = "") -> None:
    """Rename within a folder, with content and name on the disk when it returns.

    `sha256` is the digest of its content, where it is known: only who has written the file may say it.
    """
    sync(path)
    path.replace(target)
    sync(target.parent)
    status = target.stat()
    # Its writer is through: what is written to it from now on gives it another time.
    if sha256 and _are_past(status.st_mtime_ns):
        _DIGESTS[_file_key(status)] = sha256


def copy(path: Path, target: Path) -> None:
    """Copy a file; where the file system can, both share their blocks until one of them is written to."""
    with path.open("rb") as opened, target.open("wb") as new:
        try:
            fcntl.ioctl(new, _CLONE, opened.fileno())
        except OSError:
            shutil.copyfile(path, target)


def sync(path: Path) -> None:
    """Wait until a file or a folder is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sha256_of(path: Path) -> str:
    """The digest of a file's content, as 64 hexadecimal digits. Raises OSError for what is no regular file."""
    with foreign.opened(path) as file:
        return digest_of(file)


def digest_of(file: BufferedReader) -> str:
    """The same of an open file, which is at any place then. It is read once as long as nothing changes it."""
    file_key = _file_key(os.fstat(file.fileno()))
    if file_key in _DIGESTS:
        return _DIGESTS[file_key]
    may_remember = _are_past(*file_key[-2:])
    file.seek(0)
    digest = hashlib.file_digest(file, "sha256").hexdigest()
    if may_remember and _file_key(os.fstat(file.fileno())) == file_key:
        _DIGESTS[file_key] = digest
    return digest


def _file_key(status: os.stat_result) -> tuple[int, ...]:
    """What says that a file is the same, and was not changed."""
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def _are_past(*times: int) -> bool:
    """Would a change of the file from now on surely give it other times than these, in nanoseconds?"""
    is_coarse = any(nanoseconds % 1_000_000_000 == 0 for nanoseconds in times)
    return time.time() - max(times) / 1e9 > (_WHOLE_SECONDS if is_coarse else _TOLD_APART)


def _checksum(content: dict[str, Any]) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
