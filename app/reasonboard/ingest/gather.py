"""Paths that somebody names -> the files to read, every name taken literally."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.files import File

_READ = {".eval_results"}
"""Hidden folders that are read all the same: results in the repository of a model."""


def gather(paths: Iterable[str | File]) -> list[File]:
    """The files of these files and folders, each once, in order of their names; a `File` is taken as it is called.

    Hidden ones in folders are left out, links to folders are not followed. Raises IngestError for
    a path that is not there, or neither a regular file nor a folder.
    """
    files: dict[Path, File] = {}
    for name in paths:
        if isinstance(name, File):
            files[name.path.resolve()] = name
            continue
        if "://" in name:
            raise IngestError(f"{name}: an address (expected a local file or folder)")
        path = Path(name)
        in_folder = _is_folder(path)
        for each in _walk(path) if in_folder else [path]:
            file = File(each)
            if not in_folder or each.is_file():
                _ = file.status
                files.setdefault(each.resolve(), file)
    return list(files.values())


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # a name too long, or with a NUL: `File.status` says so
        return False


def _walk(folder: Path) -> Iterator[Path]:
    def failed(error: OSError) -> None:
        raise IngestError(
            f"{error.filename}: not readable ({error.strerror}; expected a folder that can be read)"
        )

    for parent, folders, names in os.walk(folder, onerror=failed):
        folders[:] = sorted(name for name in folders if not name.startswith(".") or name in _READ)
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(parent) / name
