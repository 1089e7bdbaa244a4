"""A site in a folder of its own: written whole or not at all, over an earlier one and nothing else."""

from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from reasonboard.store import foreign
from reasonboard.web.api.files import write_body
from reasonboard.web.standalone.site import SiteFile

MARKER = ".reasonboard-site"
"""Lists the files that were written, so that an earlier site can be told from anything else."""

_LARGEST = 16 * 1024 * 1024


class FolderError(Exception):
    """Why a site cannot stand there: one line."""


def replace(folder: Path, files: Iterable[SiteFile]) -> int:
    """Write the files in place of what stands there, and return how many they are.

    The folder has to be absent, empty, or to hold an earlier site and nothing else; else FolderError.
    """
    target = folder.resolve()
    _check(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".reasonboard-", dir=target.parent) as unfinished:
        fresh, old = Path(unfinished, "site"), Path(unfinished, "old")
        names = [_write_file(fresh, file) for file in files]
        write_body(fresh / MARKER, "\n".join([*names, ""]))
        _check(target)
        if target.exists():
            target.rename(old)
        try:
            fresh.rename(target)
        except OSError:
            if old.exists():
                old.rename(target)
            raise
    return len(names)


def _check(target: Path) -> None:
    """Raise FolderError where something stands there that no site of ours wrote."""
    if not target.exists():
        return
    if not target.is_dir():
        raise FolderError(f"{str(target)!r} is not a folder.")
    marker = target / MARKER
    listed = foreign.read(marker, _LARGEST) if marker.is_file() else b""
    known = {MARKER, *listed.decode("utf-8", "replace").splitlines()}
    paths = (path.relative_to(target) for path in target.rglob("*") if not _is_folder(path))
    other = next((path for path in paths if path.as_posix() not in known), None)
    if other is not None:
        raise FolderError(
            f"{str(target)!r} contains {other.as_posix()!r}, which is not part of a site (expected "
            "no folder, an empty one, or one of an earlier site)."
        )


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _write_file(folder: Path, file: SiteFile) -> str:
    path = PurePosixPath(file.path)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise ValueError(f"{file.path!r} is not a path within a site")
    write_body(folder / path, file.body)
    return path.as_posix()
