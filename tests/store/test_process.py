"""Whether the process that left a mark has ended: what nobody can know is taken for at work."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from reasonboard.store import process
from reasonboard.store.process import has_ended, mark

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
