"""Which servers answer from a store is known while they run, and forgotten however they end."""

import os
import subprocess
import sys
from pathlib import Path

from reasonboard import config
from reasonboard.store.serving import address_of, addresses, serving

HERE, THERE = "http://127.0.0.1:8741/", "http://127.0.0.1:9000/board/"


def usual(store: Path, port: str = "8050") -> str:
    return address_of(config.read({"REASONBOARD_STORE": str(store), "PORT": port}))


def test_a_server_is_known_by_its_address_as_long_as_it_runs(tmp_path: Path) -> None:
    assert usual(tmp_path) == "http://127.0.0.1:8050/"
    with serving(tmp_path, HERE):
        assert addresses(tmp_path) == [HERE]
        assert usual(tmp_path) == HERE
        assert usual(tmp_path, "9000") == HERE
    assert addresses(tmp_path) == []
    assert usual(tmp_path) == "http://127.0.0.1:8050/"


def test_of_several_servers_the_one_that_is_set_is_named(tmp_path: Path) -> None:
    with serving(tmp_path, HERE), serving(tmp_path, THERE):
        assert sorted(addresses(tmp_path)) == [HERE, THERE]
        assert usual(tmp_path, "8741") == HERE
        assert usual(tmp_path) in (HERE, THERE)
    with serving(tmp_path, HERE), serving(tmp_path, HERE):  # one that starts as the last one ends
        assert addresses(tmp_path) == [HERE]
    assert addresses(tmp_path) == []


def test_a_server_that_is_killed_is_forgotten(tmp_path: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path; from reasonboard.store.serving import serving\n"
        f"with serving(Path(sys.argv[1]), {HERE!r}): print('runs', flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        assert server.stdout.readline() == "runs\n"
        assert addresses(tmp_path) == [HERE]
        server.kill()
    assert addresses(tmp_path) == []


def test_a_store_that_cannot_be_written_to_is_served_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "serving").write_text("a file where the folder belongs")
    with serving(tmp_path, HERE):
        assert addresses(tmp_path) == []


def test_a_running_server_keeps_no_file_of_its_store_open_for_writing(tmp_path: Path) -> None:
    """Else a disk could not be made read-only as long as one runs."""
    with serving(tmp_path, HERE):
        opened = list(Path("/proc/self/fd").iterdir())
        flags = [
            int(Path(f"/proc/self/fdinfo/{path.name}").read_text().split("flags:")[1].split()[0], 8)
            for path in opened
            if path.exists() and path.resolve().is_relative_to(tmp_path)
        ]
    assert flags
    assert not any(one & (os.O_WRONLY | os.O_RDWR) for one in flags)
