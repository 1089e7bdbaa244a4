"""Commands of the product, run one after the other in processes of their own."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from scripts.prove.launcher import Job
from scripts.prove.outcome import Wrong, expect

PATIENCE = 60.0
"""Seconds within which every command has to end."""
_TRACEBACK = "Traceback (most recent call last)"
_NAMES = ("REASONBOARD_STORE", "REASONBOARD_DATA")


class Ended(NamedTuple):
    """A command that has ended."""

    arguments: Sequence[str]
    code: int
    """Its exit code; minus the number of the signal that ended it."""
    out: str
    err: str
    seconds: float
    megabytes: float
    """The most memory that it had, or a process that it started."""
    late: bool
    """Was it killed because it took longer than its patience?"""
    orphans: bool
    """Did a process that it started outlive it by three seconds?"""

    @property
    def name(self) -> str:
        """The command as it was typed, without long paths."""
        return " ".join(Path(word).name if "/" in word else word for word in self.arguments)[:120]

    def line(self) -> str:
        """The one line that says why it refused; raises Wrong where it did not refuse in one line."""
        text = self.err + self.out
        expect(not self.late, f"{self.name}: did not end within {PATIENCE:.0f} s")
        expect(_TRACEBACK not in text and "panicked" not in text, f"{self.name}: {_last(text)}")
        expect(self.code in (2, 3), f"{self.name}: exit code {self.code} (expected 2 or 3)")
        lines = [line for line in (self.err or self.out).splitlines() if line.strip()]
        expect(len(lines) == 1, f"{self.name}: {len(lines)} lines (expected one): {lines[:2]}")
        return lines[0]

    def succeed(self) -> str:
        """What it printed; raises Wrong where it failed."""
        if self.code or self.late:
            raise Wrong(f"{self.name}: exit code {self.code}: {_last(self.err or self.out)}")
        return self.out


class Commands:
    """Runs commands, one at a time, in processes forked from one that stands ready."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "scripts.prove.launcher"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={key: value for key, value in os.environ.items() if key not in _NAMES},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.terminate()
        with self._process:  # its end is waited for, its pipes are closed
            pass

    def run(
        self,
        arguments: Sequence[str],
        store: Path,
        data: Path,
        *,
        patience: float = PATIENCE,
        kill_after: float = 0,
        kill_at: int = 0,
        power: bool = False,
        address_space: int = 0,
        file_size: int = 0,
        terminal: bool = False,
    ) -> Ended:
        """Run a command on this store with these sources, and wait for its end. See Job for what is done to it."""
        environ = dict(zip(_NAMES, map(str, (store, data)), strict=True))
        job = Job(
            list(arguments), environ, str(self.folder), patience, kill_after, kill_at, power, address_space,
            file_size, terminal,
        )  # fmt: skip
        if not self._process.stdin or not self._process.stdout:
            raise OSError("the process that runs commands has no pipes")
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise OSError("the process that runs commands has ended")
        out, err = (
            (self.folder / name).read_text(encoding="utf-8", errors="backslashreplace")
            for name in ("out", "err")
        )
        return Ended(arguments, out=out, err=err, **json.loads(answer))

    def calls(self) -> int:
        """How many calls the last command made that was run with `kill_at=-1`."""
        return int((self.folder / "calls.txt").read_text())


def _last(text: str) -> str:
    lines = text.strip().splitlines() or ["(nothing was said)"]
    return lines[-1][:300]
