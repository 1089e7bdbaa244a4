"""Paths that somebody names -> the files to read, every name taken literally."""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File

_READ = {".eval_results"}
"""Hidden folders that are read all the same: results in the repository of a model."""


def gather(paths: Iterable[str | File]) -> list[File]:
    """The files of these files and folders, each once, in order of their names; a `File` is taken as it is called.

    Hidden ones in folders are left out, links to folders are not followed. Raises IngestError for
    a path that is not there, or neither a regular file nor a folder.
    """
    named = list(paths)
    places = _places([name for name in named if not isinstance(name, File)])
    files: dict[Path, File] = {}
    for name in named:
        if isinstance(name, File):
            files[name.path.resolve()] = name
            continue
        if "://" in name:
            raise IngestError(f"{name}: an address (expected a local file or folder)")
        path = Path(name)
        in_folder = _is_folder(path)
        for each in _walk(path) if in_folder else [path]:
            inside = each.relative_to(path).as_posix() if in_folder else ""
            file = File(each, place="/".join(filter(None, [places[name], inside])))
            if not in_folder or each.is_file():
                _ = file.status
                files.setdefault(each.resolve(), file)
    return list(files.values())


def _places(paths: Sequence[str]) -> dict[str, str]:
    """What each path is called in the load: as many of its last names as tell it from the others, '' for one folder."""
    parts = {path: Path(os.path.abspath(path)).parts[1:] for path in paths}  # noqa: PTH100  (links keep their names)
    if len(set(parts.values())) == 1 and _is_folder(Path(paths[0])):
        return dict.fromkeys(paths, "")
    names: dict[str, str] = {}
    open_paths, length = list(parts), 1
    while open_paths:
        tails = {path: "/".join(parts[path][-length:]) for path in open_paths}
        owners: dict[str, set[tuple[str, ...]]] = {}
        for path, tail in tails.items():
            owners.setdefault(tail, set()).add(parts[path])
        for path, tail in tails.items():
            if len(owners[tail]) == 1 or length >= len(parts[path]):
                names[path] = tail
        open_paths = [path for path in open_paths if path not in names]
        length += 1
    return names


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
