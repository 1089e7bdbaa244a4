"""A study of one's own on many measurements: what adding it takes, and what a change of its page."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from reasonboard import config
from reasonboard.cli import declaring
from reasonboard.studies.own.declaration import parse
from reasonboard.studies.own.study import study_of
from scripts.bench import stores
from scripts.bench.grown import grown
from scripts.bench.results import Row

STUDY = f"""
path = "made-sweep"
question = "Which window and ratio?"
[rows]
metric = "accuracy"
where = {{ source = "{stores.NAME}" }}
[roles]
x = {{ column = "kv_window", scale = "log2" }}
color = "kv_ratio"
panel = "benchmark"
filter = "model"
average = "seed"
views = ["lines", "heatmap"]
"""
"""Of the made-up measurements: what its page shows does not depend on how many there are."""


def own_study(small: Path, large: Path, size: int, rounds: int, seconds: float) -> Iterator[Row]:
    """A row for adding the study to a copy of each store, and one for its changes on the larger against the smaller."""
    declared = parse(STUDY.encode(), "sweep.toml")
    data = config.read({}).data
    with tempfile.TemporaryDirectory(dir=large.parent) as folder:
        smallest, largest = (Path(folder) / name for name in ("smallest", "largest"))
        for store, copy in ((small, smallest), (large, largest)):
            shutil.copytree(store, copy)
            started = time.perf_counter()
            declaring.add(data, copy, [declared])
            took = time.perf_counter() - started
            yield Row(
                "study of one's own", f"added to the {copy.name} store", size, {"seconds": took}
            )
        yield from grown(smallest, largest, (study_of(declared),), size, rounds, seconds)
