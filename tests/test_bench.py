"""`make bench` runs, and every row has numbers: how fast anything is depends on the machine."""

import json
import math
import subprocess
import sys
from pathlib import Path

from scripts.bench.__main__ import PARTS

ROWS = {
    "start", "first load", "change to drawn", "change to drawn, nothing made ahead",
    "change, largest against smallest", "hover to frame",
    "server, by view", "server, whole change", "one worker, 16 connections", "peak memory", "query on roll-ups",
    "roll-ups made", "load",
}  # fmt: skip


def test_every_part_has_numbers(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    command = [
        sys.executable,
        "-m",
        "scripts.bench",
        "--quick",
        "--sizes",
        "1e4",
        "--pages",
        "iterations",
    ]
    told = subprocess.run(
        [*command, "--json", str(path), "--cache", str(tmp_path / "stores")],
        cwd=Path(__file__).resolve().parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    found = json.loads(path.read_text())
    assert {row["part"] for row in found["rows"]} == ROWS
    for row in found["rows"]:
        assert row["values"], row
        assert all(math.isfinite(value) and value >= 0 for value in row["values"].values()), row
        assert any(row["values"].values()), row
    assert found["machine"]["before"]["calibration"]["median_ms"] > 0
    assert found["machine"]["after"]["load"]
    for row in found["rows"]:
        assert row["what"] in told.stdout


def test_parts_are_named_in_the_documentation() -> None:
    text = (Path(__file__).resolve().parent.parent / "docs" / "bench.md").read_text()
    assert all(f"`{name}`" in text for name in PARTS)
    assert all(f"**{name}**" in text for name in ROWS)
