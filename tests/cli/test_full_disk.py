"""A disk that gets full while a command writes: one plain line, and the data is as it was."""

import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import duckdb
import pytest

from reasonboard.store.lack import lack_of, reason_of
from reasonboard.store.pointer import POINTER
from tests.states import many

COMMAND = Path(sys.executable).with_name("reasonboard")
ENGINE = ("Error:", "Checkpoint", "database", "building-", "INTERNAL", "Traceback")
"""Words of the database, of which no reader knows what to do."""
TABLE = "model,benchmark,iteration,accuracy,unit\nlab/{name},MATH500,1,0.5,fraction\n"


def run(arguments: Sequence[str], room: int = 0) -> "subprocess.CompletedProcess[str]":
    """Run a command that may write files of this many bytes, as if the disk were full then."""

    def limited() -> None:
        if room:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    return subprocess.run(
        [COMMAND, *arguments],
        check=False, capture_output=True, text=True, preexec_fn=limited, timeout=100,
    )  # fmt: skip


@pytest.fixture
def loaded(store: Path, tmp_path: Path) -> Path:
    for name in ("a", "b"):
        (tmp_path / f"{name}.csv").write_text(TABLE.format(name=name))
    assert run(["load", str(tmp_path / "a.csv"), "--name", "a"]).returncode == 0
    return store


@pytest.mark.parametrize("room", many([1_000_000], [2_000, 100_000, 1_000_000, 2_000_000]))
@pytest.mark.parametrize("command", many(["load b.csv"], ["rebuild", "remove a", "load b.csv"]))
def test_a_full_disk_is_said_in_plain_words(
    loaded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, room: int
) -> None:
    monkeypatch.chdir(tmp_path)
    before = (loaded / POINTER).read_bytes()
    done = run(command.split(), room)
    assert done.returncode in (2, 3), done.stderr
    assert done.stderr.count("\n") == 1
    assert not [word for word in ENGINE if word in done.stderr], done.stderr
    assert (loaded / POINTER).read_bytes() == before
    assert not list(loaded.glob("building-*"))
    assert run(["check"]).stdout == "No problems found.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_an_output_that_is_full_is_one_line(loaded: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", f"'{COMMAND}' query 'SELECT * FROM result' > /dev/full"],
        check=False, capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (3, "reasonboard: No space left on device\n")


def test_what_the_database_lacks_is_said_in_words() -> None:
    for says, lack in {
        'IO Error: Could not write file "x": No space left on device': "no room is left on the disk",
        "Out of Memory Error: failed to allocate data of size 1 GB": "too little memory",
        "IO Error: Cannot open file: Too many open files": "too many files are open",
    }.items():
        assert lack_of(duckdb.IOException(says)) == reason_of(duckdb.IOException(says)) == lack
    assert not lack_of(duckdb.ConstraintException("Duplicate key"))
