"""A file that a tool may still write to, as it is seen from time to time: does it grow, and how often?"""

from collections import deque
from dataclasses import dataclass, field
from statistics import median

from reasonboard.ingest.formats.files import File

_GAPS = 9
"""How many of the last gaps between rows give the usual one."""
_FEWEST = 3
_LATE = 3.0
"""A row is late after this multiple of the usual gap."""
_LEAST = 10.0
"""Seconds: what comes more often is written in lots."""
_QUIET = 30.0
"""Seconds after which a file that did not change is not being written just now."""
_UNKNOWN = 600.0
"""Seconds in which another row is expected where no gap is known."""

Stamp = tuple[int, int, int]


def stamp(file: File) -> Stamp:
    """What differs where a file was changed: size, time and number. Raises IngestError."""
    status = file.status
    return status.st_size, status.st_mtime_ns, status.st_ino


@dataclass
class Followed:
    """What was seen of a file."""

    file: File
    load: str
    """The load that has its rows."""
    seen: Stamp
    grown: float
    """When it was last seen to have changed, in seconds since 1970."""
    loaded: Stamp | None = None
    """What it was when it was loaded last, or tried to be."""
    gaps: deque[float] = field(default_factory=lambda: deque(maxlen=_GAPS))
    problem: str = ""
    """Why it could not be read when that was tried last."""
    unknown: str = ""
    """What it is if no reader took it then."""
    reported: set[str] = field(default_factory=set)
    """What was said of it since it changed last."""

    def see(self, now: Stamp, seconds: float) -> None:
        """Take note of how the file is at that time."""
        if now == self.seen:
            return
        self.gaps.append(seconds - self.grown)
        self.seen, self.grown = now, seconds
        self.reported.clear()

    @property
    def waits(self) -> bool:
        """Was it changed since it was loaded last, so that something of it is not shown yet?"""
        return self.loaded != self.seen

    def is_quiet(self, seconds: float) -> bool:
        """Is it not being written just now?"""
        return seconds - self.grown >= _QUIET

    def is_stuck(self, seconds: float) -> bool:
        """Was it found unreadable by its last load, and stays as it is?"""
        return bool(self.problem) and not self.waits and self.is_quiet(seconds)

    @property
    def usual_gap(self) -> float | None:
        """Seconds that usually pass between two changes; None where too few were seen."""
        return max(_LEAST, median(self.gaps)) if len(self.gaps) >= _FEWEST else None

    @property
    def expected_until(self) -> float:
        """When the next change is late."""
        usual = self.usual_gap
        return self.grown + (_UNKNOWN if usual is None else _LATE * usual)

    def once(self, line: str) -> bool:
        """Is this to be said? Only once as long as the file stays as it is."""
        if line in self.reported:
            return False
        self.reported.add(line)
        return True
