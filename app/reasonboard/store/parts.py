"""The parts of a store: what each change loaded, as Parquet files that never change. They are the database.

`parts/TABLE-DIGEST.parquet` has rows of a table, `parts/DIGEST.json` is the manifest of a part and lists its files.
Each is named by its content. Files with answers may be at the place of `answers.place_of` instead. A part has all rows
that its keys (runs, files, aliases ...) had then. In a list of parts, the last part with a key decides its rows.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from reasonboard.store import answers, foreign
from reasonboard.store.errors import REBUILD, DataError, MissingError, RemoteError, StoreError
from reasonboard.store.places.place import Answers
from reasonboard.store.sealed import copy, rename_durably, seal, sha256_of, unseal, write_durably

FOLDER = "parts"
ANSWERS = "sample-"
"""How the names of files with answers begin; others begin with the name of their table."""
SUFFIX = ".parquet"
MANIFEST = ".json"
Parts = tuple[str, ...]
"""The sha256 of the manifests of parts, the oldest first."""
_NAME = re.compile(r"[a-z_]+-[0-9a-f]{16}(-[0-9a-f]{8})?")
_LARGEST = 16 * 1024 * 1024
_AGAIN = (
    "Restore a backup (`reasonboard restore DIR`), load the files of its runs again "
    "(`reasonboard load --replace PATH`), or remove the runs (`reasonboard remove RUN`)"
)
EARLIER = (
    "Only snapshots before the current one need it, for `rollback`: load the files of its runs again "
    "(`reasonboard load --replace PATH`), or leave it, as it goes with the next changes"
)
"""What to do if the current snapshot does not need what is lost."""


@dataclass(frozen=True)
class PartFile:
    """A file of a part."""

    name: str
    """TABLE-DIGEST."""
    sha256: str
    bytes: int
    rows: int

    @property
    def table(self) -> str:
        """The table whose rows it has."""
        return self.name.partition("-")[0]


@dataclass(frozen=True)
class Part:
    """What a manifest says."""

    what: str
    """The change that wrote it: `load`, `remove` ..."""
    loads: tuple[str, ...]
    """The loads whose runs it changed; of very many the first ones."""
    files: tuple[PartFile, ...]

    @property
    def rows(self) -> int:
        """How many rows it has, without answers."""
        return sum(file.rows for file in self.files if not file.name.startswith(ANSWERS))

    def file_of(self, table: str) -> PartFile | None:
        """The file with the rows of a table; None if it has none."""
        return next((file for file in self.files if file.table == table), None)

    def manifest(self) -> str:
        """The text of its manifest."""
        return seal(asdict(self))


def parse(manifest: bytes) -> Part:
    """The part of a manifest; raises ValueError, KeyError or TypeError for anything else."""
    content: dict[str, Any] = unseal(manifest.decode())
    files = tuple(PartFile(**file) for file in content["files"])
    if not all(_NAME.fullmatch(file.name) and isinstance(file.rows, int) for file in files):
        raise ValueError(
            "it has a file of another name than TABLE-DIGEST"
        )  # or one outside a folder
    return Part(str(content["what"]), tuple(map(str, content["loads"])), files)


def manifest_of(store: Path, sha256: str) -> Path:
    """The manifest of a part."""
    return store / FOLDER / f"{sha256[:16]}{MANIFEST}"


def read(store: Path, sha256: str) -> Part:
    """The part with this manifest; raises DataError if the manifest is not as it was written."""
    path = manifest_of(store, sha256)
    try:
        manifest = foreign.read(path, _LARGEST)
        if hashlib.sha256(manifest).hexdigest() == sha256:
            return parse(manifest)
        wrong = "damaged"
    except FileNotFoundError:
        wrong = "missing"
    except OSError as error:
        wrong = f"not readable ({error.strerror or error})"
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        wrong = "no manifest of a part"
    raise DataError(_wrong(str(path), wrong, sha256, REBUILD))


def files_of(store: Path, listed: Iterable[str]) -> dict[str, PartFile]:
    """All files of these parts by their names; raises DataError if a manifest is not as it was written."""
    return {file.name: file for sha256 in listed for file in read(store, sha256).files}


def name_of(store: Path, sha256: str) -> str:
    """The name of a file with answers of this content that this store writes."""
    name = f"{ANSWERS}{sha256[:16]}"
    return f"{name}-{answers.writer_of(store)}" if answers.address_of(store) else name


def path_of(store: Path, name: str) -> Path:
    """A file of a part in the store."""
    return store / FOLDER / f"{name}{SUFFIX}"


def folders(store: Path) -> list[Path]:
    """The folders whose files a connection has to be allowed to read."""
    address = answers.address_of(store)
    answers_folder = [Path(address.root)] if address and address.scheme == "file" else []
    return [store / FOLDER, *answers_folder]


def place_of(store: Path, name: str) -> Answers | None:
    """The place where a file is; None if it is in the store."""
    if not name.startswith(ANSWERS) or path_of(store, name).exists():
        return None
    return answers.place_of(store)


def problem(store: Path, name: str, sha256: str, advice: str = "") -> str:
    """What is wrong with a file of a part, in one line with what to do; "" if it is as it was written.

    Raises RemoteError if the place of answers does not answer: nothing is known of the file then.
    """
    path = path_of(store, name)
    place = place_of(store, name)
    address = f"{place.name}/{name}{SUFFIX}" if place else str(path)
    try:
        digest = place.sha256_of(f"{name}{SUFFIX}") if place else sha256_of(path)
        if digest == sha256:
            return ""
        wrong = "damaged"
    except (FileNotFoundError, MissingError):
        wrong = "missing"
    except OSError as error:
        wrong = f"not readable ({error.strerror})"
    advice = advice or (_AGAIN if name.startswith(ANSWERS) else REBUILD)
    return _wrong(address, wrong, sha256, advice)


def _wrong(address: str, wrong: str, sha256: str, advice: str) -> str:
    return f"{address}: {wrong} (expected a file with sha256 {sha256[:16]}...). {advice}"


def check_sound(store: Path, name: str, sha256: str) -> None:
    """Raise DataError with what is wrong with a file, RemoteError if its place does not answer."""
    wrong = problem(store, name, sha256)
    if wrong:
        raise DataError(wrong.removeprefix(f"{store}/"))


def problems(store: Path, listed: Iterable[str], *, with_answers: bool = True) -> list[str]:
    """A line for each manifest and file of these parts that is not as it was written."""
    lines: dict[str, None] = {}
    for sha256 in listed:
        try:
            part = read(store, sha256)
        except DataError as error:
            lines[str(error)] = None
            continue
        for file in part.files:
            if with_answers or not file.name.startswith(ANSWERS):
                lines[problem(store, file.name, file.sha256)] = None
    return [line for line in lines if line]


def elsewhere(store: Path) -> set[str]:
    """The names of the files at the place of answers; none if there is no such place."""
    place = answers.place_of(store)
    files = [file.name for file in place.files("")] if place else []
    return {Path(file).stem for file in files if file.startswith(ANSWERS) and file.endswith(SUFFIX)}


def take_in(folder: Path, store: Path) -> None:
    """Move the finished files of a folder into the store, the manifests last.

    Those with answers go to their place first, with all that are still in the store.
    """
    place = answers.place_of(store)
    if place:
        for files in (folder, store / FOLDER):
            for path in sorted(files.glob(f"{ANSWERS}*{SUFFIX}")):
                place.put(path, path.name)
                path.unlink()
    for path in [*sorted(folder.glob(f"*{SUFFIX}")), *sorted(folder.glob(f"*{MANIFEST}"))]:
        target = store / FOLDER / path.name
        target.parent.mkdir(exist_ok=True)
        rename_durably(path, target)


def copy_all(source: Path, target: Path, listed: Iterable[str]) -> None:
    """Copy these parts to another store, with the files that it lacks.

    Raises StoreError for one that is not as it was written.
    """
    stored_elsewhere = elsewhere(target)
    for sha256 in listed:
        part = read(source, sha256)
        (target / FOLDER).mkdir(exist_ok=True)
        for file in part.files:
            if file.name not in stored_elsewhere and problem(target, file.name, file.sha256):
                _copy(source, target, file)
        write_durably(manifest_of(target, sha256), part.manifest())


def _copy(source: Path, target: Path, file: PartFile) -> None:
    path = path_of(target, file.name)
    building = path.with_name(f"building-{path.name}")
    try:
        _fetch(source, file, building)
        place = answers.place_of(target) if file.name.startswith(ANSWERS) else None
        if place:
            place.put(building, path.name)
        else:
            rename_durably(building, path)
    finally:
        building.unlink(missing_ok=True)


def _fetch(source: Path, file: PartFile, target: Path) -> None:
    """Copy a file of a part; raises StoreError if it is not as it was written."""
    wrong = problem(source, file.name, file.sha256)
    if wrong:
        raise StoreError(wrong)
    place = place_of(source, file.name)
    if place:
        place.fetch(f"{file.name}{SUFFIX}", target)
    else:
        copy(path_of(source, file.name), target)
    if sha256_of(target) != file.sha256:
        raise StoreError(
            f"{path_of(source, file.name)}: it changed while it was read (expected a part, which never changes)"
        )


def remove_others(store: Path, lists: Sequence[Parts]) -> None:
    """Remove files that no part in these lists names, such as leftovers of a killed command.

    At the place of answers, only files of this store go; if it does not answer, the next change removes them. Nothing
    is removed if a manifest cannot be read: what it lists is unknown.
    """
    listed = {sha256 for parts in lists for sha256 in parts}
    try:
        names = set(files_of(store, listed))
    except DataError:
        return
    manifests = {manifest_of(store, sha256).name for sha256 in listed}
    for path in (store / FOLDER).glob("*"):
        is_needed = path.name in manifests or path.stem in names
        if path.suffix in (SUFFIX, MANIFEST) and not is_needed:
            path.unlink()
    with suppress(RemoteError):
        place = answers.place_of(store)
        written = f"-{answers.writer_of(store)}" if place else ""
        for name in sorted(elsewhere(store) - names):
            if place and name.endswith(written):
                place.remove(f"{name}{SUFFIX}")
