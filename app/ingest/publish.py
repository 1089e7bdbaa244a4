"""A new snapshot: built beside the old ones, named by its content, published by a pointer."""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import duckdb

from app.config import POINTER
from app.ingest.bundled import load_source, source_files
from app.ingest.catalogue import load_catalogue
from app.ingest.errors import IngestError


class StoreError(Exception):
    """Why the store cannot be written to, and what to do: one line."""


def publish(data: Path, store: Path) -> str:
    """Make the store's current snapshot that of these sources; the version that it has.

    Nothing is written where the current snapshot has these sources already and is sound. A build
    that fails leaves the store as it was. Raises IngestError for a bad source, StoreError for a
    store that cannot be written to or whose snapshot is damaged.
    """
    sources = source_files(data)
    version = _version(sources)
    try:
        store.mkdir(parents=True, exist_ok=True)
        with _lock(store):
            if _published(store, version):
                return version
            _build(data, sources, store, version)
    except OSError as error:
        raise StoreError(
            f"{store}: not writable ({error.strerror or error}). Make it writable, or name another folder "
            "in REASONBOARD_STORE"
        ) from error
    return version


def _version(sources: list[Path]) -> str:
    """A digest of all that a snapshot follows from: the sources, the scripts and the engine."""
    digest = hashlib.sha256(duckdb.__version__.encode())
    scripts = [one for one in files("app.ingest").iterdir() if one.name.endswith(".sql")]
    for script in sorted(scripts, key=lambda one: one.name):
        digest.update(script.read_bytes())
    for path in sources:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise IngestError(f"{path}: not readable ({error.strerror})") from error
        digest.update(f"\n{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:7]


def _published(store: Path, version: str) -> bool:
    """Is this version the current one? Raises StoreError if its file is not as it was written."""
    try:
        entry = json.loads((store / POINTER).read_text())
        path = store / Path(entry["file"]).name
        if entry["version"] != version:
            return False
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return False
    if sha256 != entry["sha256"]:
        raise StoreError(
            f"{path}: damaged (its content is not what was written). Remove it and start again"
        )
    return True


def _build(data: Path, sources: list[Path], store: Path, version: str) -> None:
    for left in store.glob("building-*"):  # by a build that was killed: the lock is ours
        left.unlink()
    building = store / f"building-{os.getpid()}.duckdb"
    try:
        _fill(building, data, sources)
        final = store / f"results-{version}.duckdb"
        sha256 = hashlib.sha256(building.read_bytes()).hexdigest()
        building.replace(final)
        pointer = store / f"building-{os.getpid()}.json"
        entry = {
            "file": final.name,
            "version": version,
            "sha256": sha256,
            "made": datetime.now(UTC).date().isoformat(),
        }
        pointer.write_text(json.dumps(entry) + "\n")
        pointer.replace(store / POINTER)
    finally:
        for left in store.glob(f"building-{os.getpid()}*"):
            left.unlink()
    for old in store.glob("results-*.duckdb"):
        if old != final:
            old.unlink()


def _fill(path: Path, data: Path, sources: list[Path]) -> None:
    scripts = files("app.ingest")
    with duckdb.connect(str(path)) as connection:
        connection.execute((scripts / "schema.sql").read_text())
        load_catalogue(connection, data / "catalogue")
        for description in sources:
            if description.suffix == ".toml" and description.parent == data:
                load_source(connection, description)
        for derived in ("cells.sql", "studies.sql"):
            connection.execute((scripts / derived).read_text())


@contextmanager
def _lock(store: Path) -> Iterator[None]:
    """One build at a time; the others wait."""
    with (store / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
