"""Writers that know nothing of each other, and one of them is killed: nothing is lost, nothing is there twice."""

import multiprocessing
import os
import random
import time
from pathlib import Path

import pytest

from reasonboard import config
from reasonboard.ingest.staging.reader_messages import Limits
from reasonboard.remote import parts
from reasonboard.remote.publish import publish
from reasonboard.store.places.address import open_place, parse
from reasonboard.store.places.place import Place
from tests.ingest.in_process import read_here
from tests.remote.conftest import IN_A_BUCKET, table
from tests.remote.test_publish import values
from tests.states import many

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
