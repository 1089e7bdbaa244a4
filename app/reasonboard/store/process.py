"""Who is at work: a mark that a process leaves in files, and whether a process has ended, or ends with another."""

import ctypes
import fcntl
import os
import re
import signal
import socket
from hashlib import sha256
from pathlib import Path

_MARK = re.compile(r"\b([0-9]+)\.([0-9]+)\.([0-9a-f]{8})\b")
_PROCESSES = Path("/proc")
_ENDED = ("Z", "X")
"""What Linux says of a process that was killed, but has not been waited for."""
_PR_SET_PDEATHSIG = 1
"""As in linux/prctl.h."""


def mark() -> str:
    """Number, start and machine of this process, such as "123.4567.89abcdef": no other process has the same."""
    process = os.getpid()
    _, start = _state_and_start(process)
    return f"{process}.{start}.{_machine()}"


def has_ended(text: str) -> bool:
    """Names this text, by a mark, a process of this machine that is no longer there? False if nobody can know."""
    found = _MARK.search(text)
    if found is None or found[3] != _machine():
        return False
    process = int(found[1])
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        pass
    state, start = _state_and_start(process)
    # Its number may have been given to another process since.
    return state in _ENDED or (start != 0 and start != int(found[2]))


def ends_with(load: int) -> bool:
    """Be killed when the process that started this one ends, where the system can do that; False if it has ended."""
    libc = ctypes.CDLL(None)
    if hasattr(libc, "prctl"):
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    return os.getppid() == load


def _state_and_start(process: int) -> tuple[str, int]:
    """The state of a process, and when it began, in ticks since the machine did; "" and 0 if no system says."""
    try:
        text = (_PROCESSES / str(process) / "stat").read_text()
    except OSError:
        return "", 0
    fields = text.rpartition(")")[2].split()  # a name in parentheses may contain anything
    return fields[0], int(fields[19])


def _machine() -> str:
    """A digest of what tells this machine, since its start, and this container from others that see the same files."""
    parts = [socket.gethostname()]
    for read in (_boot, _namespace):
        try:
            parts.append(read())
        except OSError:
            continue
    return sha256("\n".join(parts).encode()).hexdigest()[:8]


def _boot() -> str:
    return (_PROCESSES / "sys/kernel/random/boot_id").read_text().strip()


def _namespace() -> str:
    return str((_PROCESSES / "self/ns/pid").readlink())


def is_locked(path: Path, kind: int) -> bool:
    """Does a process hold a lock on this file that keeps a lock of this kind (`fcntl.LOCK_SH`, `LOCK_EX`) away?"""
    try:
        with path.open() as file:
            fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False
