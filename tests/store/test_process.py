"""Whether the process that left a mark has ended, and which servers answer from a store."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from reasonboard import config
from reasonboard.store import process
from reasonboard.store.process import has_ended, mark
from reasonboard.store.serving import address_of, addresses, serving

LINUX = pytest.mark.skipif(not Path("/proc/self/stat").is_file(), reason="no /proc here")


def other_mark(number: int) -> str:
    """The mark of this machine with another number, as of a process that began when this one did."""
    _, start, machine = mark().split(".")
    return f"{number}.{start}.{machine}"


def test_the_own_process_is_at_work() -> None:
    assert mark() == mark()
    assert not has_ended(mark())
    assert not has_ended(f"process 1 of x\n{mark()}\n")


def test_a_process_that_was_killed_has_ended_even_before_it_is_waited_for() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        state, start = process._state_and_start(other.pid)
        assert state not in process._ENDED
        left = f"{other.pid}.{start}.{mark().split('.')[2]}"
        assert not has_ended(left)
        other.kill()
        os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)
        assert has_ended(left) or not Path("/proc/self/stat").is_file()
    assert has_ended(left)


@LINUX
def test_another_process_with_its_number_is_not_it() -> None:
    number, start, machine = mark().split(".")
    assert has_ended(f"{number}.{int(start) + 1}.{machine}")


def test_of_another_machine_or_container_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    left = other_mark(2**22 + 1)  # more than Linux gives
    assert has_ended(left)
    with monkeypatch.context() as patched:
        patched.setattr(socket, "gethostname", lambda: "elsewhere")
        assert not has_ended(left)
    monkeypatch.setattr(process, "_namespace", lambda: "pid:[1]")
    assert not has_ended(left)


@pytest.mark.parametrize("text", ["", "process 7 of here", "1.2.3", "loading-99999-x", "9" * 400])
def test_a_text_without_a_mark_says_nothing(text: str) -> None:
    assert not has_ended(text)


def test_a_number_that_no_system_has_is_no_error() -> None:
    assert not has_ended(other_mark(10**30))


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
