"""The pointer: the file that names the current snapshot and those before it. This is its only reader."""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from reasonboard.store import foreign
from reasonboard.store.errors import REBUILD, FormatError, StoreError
from reasonboard.store.parts import Parts
from reasonboard.store.sealed import seal, sha256_of, unseal, write_durably

POINTER = "current.json"
"""The file of a store that names its current snapshot."""
LARGEST = 256 * 1024 * 1024
KEPT = 3
"""Snapshots that are kept: the current one and those that `rollback` goes back to."""


@dataclass(frozen=True)
class Entry:
    """What is known of a snapshot."""

    file: str
    """Its name in the store."""
    version: str
    """Seven hexadecimal digits of the digest of all that it was made of."""
    sha256: str
    """Of the file; "" if it was lost, and is built again of its parts when it is asked for."""
    made: str
    """The day, as YYYY-MM-DD."""
    base: str
    """A digest of the bundled sources, the scripts and the engine that it was made with."""
    tables: str
    """A digest of the scripts of its tables and of the engine."""
    number: int
    """Higher than the number of every earlier snapshot."""
    parts: Parts
    """All that was loaded: the parts that it was built of."""
    bundled: Parts
    """The parts with the answers of the bundled sources, which a build writes."""

    @property
    def all_parts(self) -> Parts:
        """All parts that its pages and commands read."""
        return (*self.bundled, *self.parts)

    def without_file(self) -> "Entry":
        """The same if its file was lost."""
        return replace(self, sha256="")

    @property
    def side_file(self) -> str:
        """The name of the file beside the snapshot that holds this entry."""
        return str(Path(self.file).with_suffix(".json"))


@dataclass(frozen=True)
class Pointer:
    """The current snapshot, and those before it, the latest first."""

    current: Entry
    before: tuple[Entry, ...] = ()

    @property
    def entries(self) -> tuple[Entry, ...]:
        return (self.current, *self.before)


def read(store: Path) -> Pointer | None:
    """What the pointer says; None where nothing was published in this folder yet.

    Raises StoreError for a pointer that cannot be read, or is missing beside snapshots.
    """
    path = store / POINTER
    try:
        text = foreign.read(path, LARGEST).decode()
    except FileNotFoundError:
        left = sorted(path.name for path in store.glob("results-*"))
        if not left:
            return None
        raise StoreError(
            f"{path}: missing, though {left[-1]} is there (expected the file that names the current "
            f"snapshot). {REBUILD}"
        ) from None
    except (OSError, ValueError) as error:
        raise StoreError(f"{path}: not readable ({error}). {REBUILD}") from error
    try:
        content = unseal(text)
        return Pointer(_entry(content), tuple(map(_entry, content["before"])))
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else error
        raise StoreError(f"{path}: not as it was written ({reason}). {REBUILD}") from error


def write(store: Path, pointer: Pointer) -> None:
    """Let the store's pointer say this: the moment in which new data replaces the old."""
    content = asdict(pointer.current) | {"before": [asdict(entry) for entry in pointer.before]}
    write_durably(store / POINTER, seal(content))


def read_side_file(path: Path) -> Entry | None:
    """The entry in a side file; None if there is none or it is damaged."""
    try:
        return _entry(unseal(foreign.read(path, LARGEST).decode()))
    except (OSError, ValueError, KeyError, TypeError, RecursionError, FormatError):
        return None


def write_side_file(store: Path, entry: Entry) -> None:
    """Write the side file of a snapshot: the pointer can be restored from it."""
    write_durably(store / entry.side_file, seal(asdict(entry)))


def is_sound(store: Path, entry: Entry) -> bool:
    """Is the snapshot's file there and as it was written? Reads all of it."""
    try:
        return sha256_of(store / entry.file) == entry.sha256
    except OSError:
        return False


def _entry(content: dict[str, Any]) -> Entry:
    """An entry of a pointer; raises ValueError, KeyError or TypeError for one that names no snapshot."""
    texts = {
        name: content[name] for name in ("file", "version", "sha256", "made", "base", "tables")
    }
    parts, bundled = tuple(content["parts"]), tuple(content["bundled"])
    if not all(isinstance(text, str) for text in (*texts.values(), *parts, *bundled)):
        raise ValueError(f"the snapshot is {texts['file']!r:.60}, expected texts")
    name = texts["file"]
    if Path(name).name != name or not name.startswith("results-"):
        raise ValueError(f"{name!r:.60} is not a snapshot of this folder")
    return Entry(**texts, number=int(content["number"]), parts=parts, bundled=bundled)
