"""The cost of loading one more number into a store of a given size."""

import shutil
import tempfile
import time
from pathlib import Path

from reasonboard import config
from reasonboard.ingest.loading.load import load
from scripts.bench.results import Row, median


def one_more(store: Path, size: int, rounds: int) -> Row:
    """Load one number `rounds` times into a copy of the store, one after the other."""
    seconds, processor = [], []
    data = config.read({}).data
    with tempfile.TemporaryDirectory(dir=store.parent) as folder:
        copy = Path(folder) / "store"
        shutil.copytree(store, copy)
        for count in range(rounds):
            path = Path(folder) / f"{count}.csv"
            path.write_text(
                "model,benchmark,metric,iteration,value,unit\n"
                f"lab/new-7b,MATH500,accuracy,{count},0.5,fraction\n"
            )
            started, used = time.perf_counter(), time.process_time()
            load(data, copy, [str(path)], name=f"more-{count}")
            seconds.append(time.perf_counter() - started)
            processor.append(time.process_time() - used)
        bytes_now = max(path.stat().st_size for path in copy.glob("*.duckdb"))
    values = {"p50 s": median(seconds), "processor s": median(processor)}
    return Row("load", "one more number", size, values | {"MB": bytes_now / 1e6})
