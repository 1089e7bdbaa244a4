"""A load that is killed leaves the old data or the new, never anything between."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

from app import config, snapshots
from app.ingest.load import load
from app.ingest.publish import publish

POINTS = 50


def test_a_load_killed_at_any_moment_leaves_the_old_or_the_new_data(
    data: Path, tmp_path: Path
) -> None:
    table = tmp_path / "t.csv"
    rows = [f"m-{n}b,B,{n},{n / 1000},fraction" for n in range(1000)]
    table.write_text("\n".join(["model,benchmark,iteration,accuracy,unit", *rows]))
    store = tmp_path / "store"
    old = publish(data, store)
    new = load(data, store, [str(table)], dry_run=True).version
    assert old != new
    environ = os.environ | {"REASONBOARD_STORE": str(store), "REASONBOARD_DATA": str(data)}
    command = [sys.executable, "-m", "app.cli", "load", str(table)]
    started = time.monotonic()
    subprocess.run(command, env=environ, check=True, capture_output=True)
    whole = time.monotonic() - started
    assert snapshots.current(store).version == new
    dice = random.Random(7)
    for _ in range(POINTS):
        (store / config.POINTER).unlink()
        assert publish(data, store) == old
        process = subprocess.Popen(
            command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(dice.uniform(0.3, 1) * whole)
        process.kill()
        process.wait()
        assert snapshots.current(store).version in (old, new)
        assert publish(data, store) in (old, new)  # its file is as it was written
    (store / config.POINTER).unlink()
    publish(data, store)
    assert load(data, store, [str(table)]).version == new
    assert [path for path in store.iterdir() if path.is_dir()] == []
