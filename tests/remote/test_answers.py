"""Answers go with the snapshot: to the place once, and from there to every replica."""

from pathlib import Path
from typing import Any

import pytest

from reasonboard import config
from reasonboard.ingest.loading.load import remove
from reasonboard.ingest.staging.reader_messages import Limits
from reasonboard.remote import parts
from reasonboard.remote.publish import publish
from reasonboard.remote.snapshot import pull
from reasonboard.store import snapshots
from reasonboard.store.connections import connect_with_answers
from reasonboard.store.errors import RemoteError
from reasonboard.store.places.place import Place
from tests.ingest.in_process import read_here


@pytest.fixture(autouse=True)
def reading_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "read_isolated", read_here)


def published(place: Place, data: Path, store: Path, folder: Path, model: str) -> None:
    """Publish answers of a model."""
    path = folder / f"{model}.csv"
    path.write_text(f"model,benchmark,item,correct\norg/{model},B,q1,1\norg/{model},B,q2,0\n")
    parts.load_to(place, [str(path)], data=config.read().data, limits=Limits())
    assert publish(place, data, store).pushed


def answers(store: Path) -> list[tuple[Any, ...]]:
    with connect_with_answers(snapshots.current(store).path) as connection:
        return connection.execute("SELECT * FROM sample ORDER BY ALL").fetchall()


def pushed(place: Place) -> dict[str, int]:
    """The parts of answers at the place, and when each was written."""
    return {
        file.name: file.changed for file in place.files("parts") if file.name.startswith("sample-")
    }


@pytest.mark.long
def test_a_replica_has_the_answers_and_each_part_is_pushed_once(
    place: Place, data: Path, store: Path, tmp_path: Path
) -> None:
    replica = tmp_path / "replica"
    published(place, data, store, tmp_path, "a")
    first = pushed(place)
    pull(place, data, replica)
    assert answers(replica) == answers(store)
    published(place, data, store, tmp_path, "b")
    assert first.items() < pushed(place).items()
    pull(place, data, replica)
    assert answers(replica) == answers(store)
    remove(data, store, ["a"])
    publish(place, data, store)
    assert first.items() < pushed(place).items()  # of a snapshot that is kept there
    for model in ("c", "d"):
        published(place, data, store, tmp_path, model)
    lasting = {path.name for path in (store / "parts").iterdir()}
    there = {file.name for file in place.files("parts") if file.name.endswith(".parquet")}
    assert there == lasting
    assert not first.keys() <= lasting


@pytest.mark.long
def test_a_damaged_part_leaves_the_replica_as_it_was(
    place: Place, data: Path, store: Path, tmp_path: Path
) -> None:
    replica = tmp_path / "replica"
    published(place, data, store, tmp_path, "a")
    pull(place, data, replica)
    before, known = answers(replica), pushed(place)
    published(place, data, store, tmp_path, "b")
    (name,) = pushed(place).keys() - known.keys()
    (tmp_path / "spoilt").write_text("spoilt")
    place.put(tmp_path / "spoilt", f"parts/{name}")
    with pytest.raises(RemoteError, match=f"{name}: damaged"):
        pull(place, data, replica)
    assert answers(replica) == before
