"""Watching files that tools still write to: what is new or changed in them is loaded, again and again."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from reasonboard.ingest.errors import IngestError
from reasonboard.ingest.files import File
from reasonboard.ingest.followed import Followed, stamp
from reasonboard.ingest.gather import gather
from reasonboard.ingest.growing import has_lines, whole_lines
from reasonboard.ingest.load import Report
from reasonboard.store import going
from reasonboard.store.errors import StoreError

EVERY = 2.0
"""Seconds between two looks."""
_GATE, _SHARE = 10.0, 5.0
"""Between two publishes: the least seconds, and the least multiple of what the last one took."""
_QUIET = 30.0
"""Seconds after which a file that did not change is not being written just now."""

Loading = Callable[[Sequence[File]], Report]
Saying = Callable[[str], None]


class Gate:
    """When the next load may begin: several watches of one process share it."""

    def __init__(self) -> None:
        self.opens = 0.0


class Watch:
    """The files of one load."""

    def __init__(
        self,
        store: Path,
        name: str,
        paths: Sequence[str],
        load: Loading,
        say: Saying,
        gate: Gate | None = None,
    ) -> None:
        """`load` loads files, `say` is called with a line for whoever watches."""
        self.store, self.name = store, name
        self._paths, self._load, self._say = paths, load, say
        self._files: dict[str, Followed] = {}
        self._gate = gate or Gate()
        self.loaded_at = 0.0
        """When something was loaded last, or tried to be."""
        self._problem = ""
        """Why the last turn could not do what it should, as it was said."""
        self._missing = 0
        self._notes: set[str] = set()
        """What was said of the last load."""

    def look(self, now: float | None = None) -> None:
        """See which files changed, and load those if it is time; `now` are seconds since 1970."""
        seconds = time.time() if now is None else now
        problem = ""
        try:
            self._scan(seconds)
            changed = [
                name for name, tracked in self._files.items() if tracked.loaded != tracked.seen
            ]
            if changed and seconds >= self._gate.opens:
                self._take(sorted(changed, key=lambda name: self._files[name].seen[1]), seconds)
            self._note()
        except (StoreError, IngestError) as error:
            problem = str(error)
        except OSError as error:
            problem = f"{self.store}: {error.strerror or error} (expected room for a small file)"
        if problem and problem != self._problem:
            self._say(f"{problem}. It is tried again.")
        self._problem = problem
        self._say_what_waits(seconds)

    def end(self) -> None:
        """Nobody watches any more."""
        going.forget(self.store, self.name)

    def _scan(self, seconds: float) -> None:
        """Note how the files are. Raises IngestError where a path is not there."""
        own = self.store.resolve()
        for file in gather(self._paths):
            if file.name not in self._paths and file.path.resolve().is_relative_to(own):
                continue
            now = stamp(file)
            if file.name not in self._files:
                grown = min(seconds, file.status.st_mtime)
                self._files[file.name] = Followed(now, grown, file.place)
            self._files[file.name].see(now, seconds)

    def _take(self, names: list[str], seconds: float) -> None:
        """Load these files, then wait. Raises StoreError where the store cannot be written to."""
        begin = time.monotonic()
        seen = {name: self._files[name].seen for name in names}
        published = False
        self.loaded_at = seconds
        try:
            published = self._load_all(names)
        finally:
            took = time.monotonic() - begin
            self._gate.opens = seconds + took + max(_GATE if published else EVERY, _SHARE * took)
        for name, before in seen.items():
            self._files[name].loaded = before

    def _load_all(self, names: Sequence[str]) -> bool:
        """Load these files, those that break it alone; was anything published?"""
        try:
            places = {name: self._files[name].place for name in names}
            report = self._load([File(Path(name), place=place) for name, place in places.items()])
        except IngestError as error:
            if not any(name in str(error) for name in names):
                raise  # no file is wrong
            if len(names) == 1:
                self._files[names[0]].problem = str(error)
                return False
            half = len(names) // 2
            return any([self._load_all(names[:half]), self._load_all(names[half:])])
        for name in {*names, *report.refused} & self._files.keys():
            self._files[name].problem = report.refused.get(name, "")
        self._say_report(report)
        return report.changed

    def _say_report(self, report: Report) -> None:
        if report.changed:
            self._say(
                f"{self.name}: {_count_words(report.runs, 'run')}, {_count_words(report.measurements, 'measurement')}, "
                f"{_count_words(report.samples, 'answer')} more."
            )
            for line in report.notes:
                if line not in self._notes:
                    self._say(line)
            self._notes = set(report.notes)
        if report.missing > self._missing:
            self._say(
                f"{self.name}: {_count_words(report.missing, 'value')} NaN, Infinity, N/A or of no problems: "
                "kept as missing, never as 0."
            )
            self._missing = report.missing

    def _note(self) -> None:
        """Keep in the store when the last row came. Raises OSError."""
        if self._files and any(file.loaded for file in self._files.values()):
            newest = max(self._files.values(), key=lambda file: file.grown)
            until = max(file.expected_until for file in self._files.values())
            going.note(self.store, self.name, going.Going(newest.grown, until))

    def _say_what_waits(self, seconds: float) -> None:
        """Say of files that did not change for a while what cannot be read of them, and whether they stall."""
        for name, tracked in self._files.items():
            if seconds - tracked.grown < _QUIET or tracked.loaded != tracked.seen:
                continue
            line = tracked.problem or _torn(name)
            if line and tracked.once("problem"):
                self._say(f"{line}. It waits for the rest.")
            usual = tracked.usual_gap
            if usual is not None and seconds > tracked.expected_until and tracked.once("stall"):
                self._say(
                    f"{name}: no row for {_seconds(seconds - tracked.grown)}, 3 times its usual gap "
                    f"({_seconds(usual)})."
                )


def _torn(name: str) -> str:
    """Says that the last line of a file has no end; "" where it has one."""
    path = Path(name)
    try:
        size = path.stat().st_size
        is_torn = has_lines(path) and whole_lines(path, size) < size
    except OSError:
        return ""
    return (
        f"{name}: its last line has no end, and is not read (expected a line break)"
        if is_torn
        else ""
    )


def _count_words(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 180 else f"{seconds / 60:.0f} min"  # noqa: PLR2004
