"""A load of made-up records: what a reader would yield, published without files of a tool."""

from collections.abc import Iterable
from pathlib import Path

from reasonboard.ingest.files import File
from reasonboard.ingest.publish import change
from reasonboard.ingest.records import Found
from reasonboard.ingest.staged import merge
from reasonboard.ingest.staging import Staging


def load_records(data: Path, store: Path, found: Iterable[Found], name: str) -> int:
    """Publish the records as the load of that name; how many answers they have."""
    folder = store.parent / f"{name}.records"
    folder.mkdir(parents=True)
    (folder / "x.tool").write_text("x")
    with Staging(folder, name, set()) as staging:
        staging.add(File(folder / "x.tool"), found)
        staged = staging.finished()
    change(data, store, lambda connection: merge(connection, staged, replace=False))
    return staged.counts["sample"]
