"""Result files that a browser sent: one file of the store for each page that sends some, until they are loaded.

It begins with a line of JSON, the name and size of each file, and goes on with their bytes in this order.

Pages are served one at a time, in the order in which they asked: one that waits has an empty file next to these, named
by the time at which it asked first, and asks again and again.
"""

import fcntl
import re
import shutil
import time
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from reasonboard.store import foreign
from reasonboard.store.documents import DocumentError, parse_json
from reasonboard.store.errors import StoreError

FOLDER = "dropped"
LARGEST = 256 * 1024 * 1024
"""Bytes of all files of a page, with their names."""
_PAGES = 4
"""So many pages may have sent files; those of the page that was quiet for longest go first."""
_ACTIVE = 60
"""Seconds that a page has to be quiet before its files go for those of another one."""
_SECONDS = 3600
"""Files that nobody loads are kept so long, and then until the next load."""
_KEY = re.compile(r"[0-9a-f]{32}")
_LONGEST_LIST = 4 * 1024 * 1024
MOST_FILES = 10_000
MOST_FOLDERS = 2_000
"""Others wait while they are made."""
_LONGEST_NAME = 1000
"""Bytes of a name with its folders."""
_LONGEST_PART = 255
_DEEPEST = 32
"""Folders in each other: of 500 in each of 10,000 names no disk has room."""
_CONTROL = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode's categories of what ends a line or a name, and of halves of characters."""
_AT_ONCE = 1024 * 1024
_GONE = 5.0
"""Seconds after which a page that does not ask again lets others pass; it keeps its place."""
_LOST = 600.0
"""Seconds after which it has no place any more."""


class DroppedError(Exception):
    """Why these files cannot be had: one line."""


class TooLargeError(DroppedError):
    """They are more than a load may be."""


class BusyError(DroppedError):
    """Other pages come first: this one may ask again."""


def append(store: Path, key: str, begin: int, content: bytes) -> None:
    """Keep the bytes from `begin` on that a page sends, which calls itself `key`: they replace what it sent there.

    Raises DroppedError for what is too large or does not follow on what is here, BusyError while other pages send
    theirs or wait, and StoreError where there is no room.
    """
    path = _path(store, key)
    if begin + len(content) > LARGEST:
        path.unlink(missing_ok=True)
        raise TooLargeError(f"More than {LARGEST // 1024**2} MB of files, the most of a load")
    try:
        if begin == 0:
            _make_room(store, path)
        elif not path.is_file() or path.stat().st_size < begin:
            raise _missing_error()
        with path.open("r+b" if begin else "wb") as file:
            file.seek(begin)
            file.truncate()  # a browser may send a piece again
            file.write(content)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise StoreError(f"{store}: {error.strerror} (expected room for the files)") from error


@contextmanager
def unpacked(store: Path, key: str) -> Iterator[Path]:
    """A folder with the files that this page sent, as long as the block lasts.

    It is the same folder for every page, one at a time: a run without a name is called after its folders. Raises
    BusyError while it is another page's turn, DroppedError where the files are not here as a whole, are in too many
    folders, or one has no name of a file below a folder.
    """
    path = _path(store, key)
    if not path.is_file():
        raise _missing_error()
    with path.open("rb") as sent:
        files = _file_list(sent)
        if sum(size for _, size in files) != path.stat().st_size - sent.tell():
            raise _missing_error()
        path.touch()  # a page that waits is not quiet
        before = _ahead(path.parent, key)
        if before:
            others = f"{before} other{'s' * (before > 1)}"
            raise BusyError(f"Files of other pages are read first, in turn: {others} before yours")
        with _exclusive_folder(store) as folder:
            _leave(path.parent, key)
            _unpack(sent, files, folder)
            yield folder


@contextmanager
def _exclusive_folder(store: Path) -> Iterator[Path]:
    """The folder for unpacked files, which is not there before and after the block."""
    folder = store / FOLDER / "files"
    with (store / FOLDER / "lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BusyError("Files of another page are read first: yours come next") from None
        shutil.rmtree(folder, ignore_errors=True)  # of a server that was killed
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _unpack(sent: BinaryIO, files: Sequence[tuple[str, int]], folder: Path) -> None:
    """Write the files, whose bytes come next, into the folder."""
    for name, size in files:
        target = folder / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as file:
                _copy(sent, file, size)
        except (FileExistsError, NotADirectoryError):
            raise DroppedError(f"{name}: there twice (expected a name for each file)") from None


def _ahead(folder: Path, key: str) -> int:
    """The number of pages that wait and come before this one, which waits from now on, too."""
    waiting = sorted(folder.glob("turn-*"))
    own = next((path for path in waiting if path.name.endswith(key)), None)
    own = own or folder / f"turn-{time.time_ns():020}-{key}"
    own.touch()
    for path in waiting:
        if foreign.age(path, gone=_LOST) > _LOST:
            path.unlink(missing_ok=True)
    return sum(path < own and foreign.age(path, gone=_LOST) < _GONE for path in waiting)


def _leave(folder: Path, key: str) -> None:
    """This page waits no longer: it has its turn, or is gone."""
    for path in folder.glob(f"turn-*-{key}"):
        path.unlink(missing_ok=True)


def remove(store: Path, key: str) -> None:
    """Remove what this page sent."""
    path = _path(store, key)
    path.unlink(missing_ok=True)
    _leave(path.parent, key)


def remove_old(store: Path) -> None:
    """Remove what nobody has loaded for an hour, and what a server that was killed left."""
    for path in _uploads(store):
        if foreign.age(path) > _SECONDS:
            path.unlink(missing_ok=True)
    if (store / FOLDER).is_dir():
        with suppress(BusyError), _exclusive_folder(store):
            pass


def _path(store: Path, key: str) -> Path:
    if not _KEY.fullmatch(key):
        raise DroppedError(
            f"{key[:40]!r} is not the key of a page (expected 32 digits of 0-9, a-f)"
        )
    return store / FOLDER / key


def _uploads(store: Path) -> list[Path]:
    """What each page sent, the newest first."""
    files = (path for path in (store / FOLDER).glob("*") if _KEY.fullmatch(path.name))
    return sorted(files, key=foreign.age)


def _make_room(store: Path, path: Path) -> None:
    """Called before a page sends its first bytes: remove old uploads, and the oldest ones over `_PAGES`.

    Raises BusyError where none of them is old enough.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    remove_old(store)
    for other in [page for page in _uploads(store) if page != path][_PAGES - 1 :]:
        if foreign.age(other) < _ACTIVE:
            raise BusyError(
                f"{_PAGES} other pages send files or wait for their turn: yours come later"
            )
        other.unlink(missing_ok=True)


def _file_list(sent: BinaryIO) -> list[tuple[str, int]]:
    """The name and size of each file."""
    try:
        files = [
            (name, size) for name, size in parse_json(sent.readline(_LONGEST_LIST).decode(), "")
        ]
    except (DocumentError, ValueError, TypeError):
        files = []
    if not 0 < len(files) <= MOST_FILES:
        raise DroppedError(f"No list of files (expected 1 to {MOST_FILES:,}, of short names)")
    for name, size in files:
        if not _is_name(name) or type(size) is not int or size < 0:
            raise DroppedError(
                f"{str(name)[:100]!r} is not a valid file name (expected folder/file)"
            )
    folders = {folder for name, _ in files for folder in PurePosixPath(name).parents}
    if len(folders) > MOST_FOLDERS + 1:  # the last one of each is "."
        raise TooLargeError(
            f"The files are in more than {MOST_FOLDERS:,} folders, the most of a load"
        )
    return files


def _is_name(name: object) -> bool:
    """Does it name a file below a folder, wherever that is?"""
    if not isinstance(name, str) or any(
        unicodedata.category(character) in _CONTROL for character in name
    ):
        return False
    parts = name.split("/")
    sizes = [len(part.encode()) for part in parts]
    fits = sum(sizes) <= _LONGEST_NAME and max(sizes) <= _LONGEST_PART and len(parts) <= _DEEPEST
    return fits and "\\" not in name and not {"", ".", ".."} & set(parts)


def _copy(source: BinaryIO, target: BinaryIO, size: int) -> None:
    while size > 0:
        content = source.read(min(size, _AT_ONCE))
        if not content:
            raise _missing_error()
        size -= len(content)
        target.write(content)


def _missing_error() -> DroppedError:
    return DroppedError("Not all of the files arrived: choose them again")
