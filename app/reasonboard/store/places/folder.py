"""A folder that machines share, as a place."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import duckdb

from reasonboard.store import foreign
from reasonboard.store.errors import MissingError, RemoteError
from reasonboard.store.places.place import Listed, Only
from reasonboard.store.reading import files_sql
from reasonboard.store.sealed import rename_durably, sha256_of

_LARGEST = 256 * 1024 * 1024
"""Bytes of what is read at once: the description of a part or snapshot."""
_BUILDING = ".building-"
_LEFT = 24 * 3600.0
"""Seconds after which nobody writes to a file of that name any more."""


class Folder:
    """See Place. The folder itself has to be there: an absent one is more likely a share that is not mounted."""

    def __init__(self, root: Path, name: str) -> None:
        self.root = root
        self.name = name
        if not root.is_dir():
            raise RemoteError(f"{name}: no such folder (expected an existing one)")

    def files(self, folder: str) -> list[Listed]:
        with self._failing(folder):
            path = self.root / folder
            files = sorted(path.iterdir()) if path.is_dir() else []
            return [listed for file in files if file.name[0] != "." for listed in _entries(file)]

    def read(self, name: str) -> bytes:
        with self._failing(name):
            return foreign.read(self.root / name, _LARGEST)

    def fetch(self, name: str, path: Path) -> None:
        with (
            self._failing(name),
            foreign.opened(self.root / name) as file,
            path.open("wb") as written,
        ):
            shutil.copyfileobj(file, written)

    def sha256_of(self, name: str) -> str:
        with self._failing(name):
            return sha256_of(self.root / name)

    def rows_sql(
        self,
        _: duckdb.DuckDBPyConnection,
        names: Sequence[str],
        only: Only,  # noqa: ARG002
    ) -> str:
        return files_sql(self.root / name for name in names)

    def put(self, path: Path, name: str) -> None:
        target = self.root / name
        building = target.with_name(f"{_BUILDING}{uuid4().hex}")
        with self._failing(name):
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                shutil.copyfile(path, building)
                _remove_older(building)
                rename_durably(building, target)
            finally:
                building.unlink(missing_ok=True)

    def remove(self, name: str) -> None:
        with self._failing(name):
            (self.root / name).unlink(missing_ok=True)

    def remove_folder(self, name: str) -> None:
        with self._failing(name):
            shutil.rmtree(self.root / name)

    @contextmanager
    def _failing(self, name: str) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError as error:
            raise MissingError(f"{self.name}/{name}: missing (expected a file)") from error
        except OSError as error:
            raise RemoteError(
                f"{self.name}/{name}: {error.strerror or error} (expected a folder with room that can be read and "
                "written to)"
            ) from error


def _remove_older(building: Path) -> None:
    """Remove what a killed writer left beside this file, a day later by the clock of the folder."""
    now = building.stat().st_mtime
    for left in building.parent.glob(f"{_BUILDING}*"):
        with suppress(FileNotFoundError):  # another one removes it, or has finished it
            if now - left.stat().st_mtime > _LEFT:
                left.unlink()


def _entries(path: Path) -> Iterator[Listed]:
    """What is known of a path; nothing where it is gone by now."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return
    is_folder = path.is_dir()
    yield Listed(path.name, is_folder, 0 if is_folder else status.st_mtime_ns)
