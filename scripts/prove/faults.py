"""Fault injection: a process that kills itself at the n-th call that changes a folder or secures a file."""

import builtins
import io
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

_CALLS = (
    "fsync", "fdatasync", "replace", "rename", "unlink", "remove", "rmdir", "link", "symlink", "mkdir", "truncate",
    "ftruncate",
)  # fmt: skip
_WRITING = frozenset("wax+")


class Faults:
    """Counts the calls of this process from `install` on, and kills it before call number `at`.

    With `power`, what was written and never secured by fsync is cut in half first, as a loss of power may
    leave it. Calls that open a file for writing count too, and are made before the kill: they empty a file.
    """

    def __init__(self, at: int, *, power: bool) -> None:
        self.calls = 0
        self._at = at
        self._power = power
        self._synced: set[tuple[int, int]] = set()
        self._unsafe: set[Path] = set()

    def install(self) -> None:
        """Put the counting calls in the place of those of the standard library."""
        for name in _CALLS:
            setattr(os, name, self._counted(name, getattr(os, name)))
        shutil.copyfile = self._counted("copyfile", shutil.copyfile)
        opening = self._opening(builtins.open)
        builtins.open = opening
        io.open = opening

    def _counted(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*args: Any, **options: Any) -> Any:
            self._count(f"{name}{args}")
            if name in ("fsync", "fdatasync"):
                self._synced.add(_identity(os.fstat(args[0])))
            if name in ("replace", "rename"):
                self._moved(Path(os.fsdecode(args[0])), Path(os.fsdecode(args[1])))
            return call(*args, **options)

        return counting

    def _opening(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def opening(file: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
            opened = call(file, mode, *args, **options)
            if _WRITING & set(mode) and not isinstance(file, int):
                self._unsafe.add(Path(os.fsdecode(file)))
                self._count(f"open({file!r}, {mode!r})")
            return opened

        return opening

    def _moved(self, source: Path, target: Path) -> None:
        self._unsafe.discard(source)
        self._unsafe.discard(target)
        if source.is_file() and _identity(source.stat()) not in self._synced:
            self._unsafe.add(target)

    def _count(self, what: str) -> None:
        self.calls += 1
        if self.calls != self._at:
            return
        if self._power:
            for path in self._unsafe:
                self._cut(path)
        os.write(2, f"killed at call {self.calls}: {what}\n".encode())
        os.kill(os.getpid(), signal.SIGKILL)

    def _cut(self, path: Path) -> None:
        if path.is_file() and _identity(path.stat()) not in self._synced:
            descriptor = os.open(path, os.O_RDWR)
            _truncate(descriptor, path.stat().st_size // 2)
            os.close(descriptor)


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


_truncate = os.ftruncate
