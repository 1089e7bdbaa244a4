"""Answers go with the snapshot: to the place once, and from there to every replica."""

import multiprocessing
import os
import random
import time
from pathlib import Path
from typing import Any

import pytest

from reasonboard import config
from reasonboard.ingest.loading.load import remove
from reasonboard.ingest.staging.reader_messages import Limits
from reasonboard.remote import parts
from reasonboard.remote.publish import publish
from reasonboard.remote.pull import pull
from reasonboard.store import snapshots
from reasonboard.store.connections import connect_with_answers
from reasonboard.store.errors import RemoteError
from reasonboard.store.places.address import open_place, parse
from reasonboard.store.places.place import Place
from tests.ingest.in_process import read_here
from tests.remote.conftest import IN_A_BUCKET, table
from tests.remote.test_publish import values
from tests.states import many


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


ROUNDS = many(1, 20)
WRITERS = 4
SHARED = 2
"""Files of each round that all writers load."""


def write(url: str, files: list[str], settings: dict[str, str]) -> None:
    """`reasonboard load FILE --to URL` for each file, in a process of its own with these variables.

    They are given because the processes are forked from one that any earlier test may have started.
    """
    os.environ.update(settings)
    vars(parts)["read_isolated"] = read_here  # to start another process takes a second
    place = open_place(parse(url))
    for file in files:
        parts.load_to(place, [file], data=config.read().data, limits=Limits())


@pytest.mark.long
@IN_A_BUCKET
def test_a_writer_that_is_killed_at_any_moment_loses_and_doubles_nothing(
    url: str, place: Place, tmp_path: Path, data: Path, store: Path
) -> None:
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload([__name__])
    settings = {name: value for name, value in os.environ.items() if name.startswith("AWS_")}
    dice = random.Random(5)
    models, whole = [], 0.0
    for turn in range(ROUNDS):
        shared = [f"shared-{turn}-{number}" for number in range(SHARED)]
        own = [f"own-{turn}-{number}" for number in range(WRITERS)]
        models += shared + own
        files = {model: table(tmp_path, model) for model in shared + own}
        tasks = [[files[model] for model in dice.sample([*shared, one], SHARED + 1)] for one in own]
        writers = [processes.Process(target=write, args=(url, task, settings)) for task in tasks]
        started = time.monotonic()
        for writer in writers:
            writer.start()
        time.sleep(dice.uniform(0.3, max(0.5, whole)))
        writers[0].kill()
        for writer in writers:
            writer.join()
        whole = time.monotonic() - started
        assert [writer.exitcode for writer in writers[1:]] == [0] * (WRITERS - 1)
        # As a job that is restarted.
        again = processes.Process(target=write, args=(url, tasks[0], settings))
        again.start()
        again.join()
        assert again.exitcode == 0
    done = publish(place, data, store)
    assert (len(done.taken), done.refused, done.damaged) == (len(models), [], [])
    assert values(store) == sorted((f"lab/{model}", 0.5) for model in models)
