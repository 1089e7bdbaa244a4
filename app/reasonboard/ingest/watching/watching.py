"""Watching files that tools still write to: what is new or changed in them is loaded, again and again."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from reasonboard.ingest.formats.errors import IngestError
from reasonboard.ingest.formats.files import File
from reasonboard.ingest.formats.growing import has_lines, whole_lines
from reasonboard.ingest.loading.gather import gather
from reasonboard.ingest.loading.report import Report
from reasonboard.ingest.staging import isolated, left_out
from reasonboard.ingest.watching.followed import Followed, stamp
from reasonboard.store import going, pushed
from reasonboard.store.errors import StoreError

EVERY = 0.5
"""Seconds between two looks, at least."""
_REST = 10
"""Looks take at most this part of the time, also where a folder has very many files."""
_GATE, _SHARE = 5.0, 3.0
"""From one publish to the next, on average: the least seconds, and the least multiple of its processor time."""
_SAVED = 30.0
"""Seconds without a load that count for later ones: a row that comes after a pause is loaded at once."""

_SHOWN = 3
"""How many loads a line names."""

Loading = Callable[[Sequence[File]], Report]
Saying = Callable[[str], None]


class Watch:
    """The files of some loads. All that is new in them is loaded at once: none waits for the turn of another."""

    def __init__(
        self, store: Path, loads: Mapping[str, Sequence[str | File]], load: Loading, say: Saying
    ) -> None:
        """`loads` are the paths of each load, `load` loads files, `say` is called with a line for whoever watches."""
        self.store = store
        self.loads = loads
        """May be replaced between two looks."""
        self._load, self._say = load, say
        self._files: dict[str, Followed] = {}
        self.opens = 0.0
        """When the next load may begin, in seconds since 1970."""
        self._loading = 0.0
        """Processor seconds of the load within this look."""
        self._problem = ""
        """Why the last turn could not do what it should, as it was said."""
        self._missing: dict[str, int] = {}
        self._notes: set[str] = set()
        """What was said of the last load."""

    def look(self, now: float | None = None) -> float:
        """See which files changed, and load those if it is time; the seconds until the next look is worth its cost.

        `now` are seconds since 1970.
        """
        seconds = time.time() if now is None else now
        begin, self._loading = _processor_seconds(), 0.0
        problem = ""
        try:
            self._scan(seconds)
            self._note(seconds)
            changed = [name for name, tracked in self._files.items() if tracked.waits]
            if changed and seconds >= self.opens:
                self._take(sorted(changed, key=lambda name: self._files[name].seen[1]), seconds)
                self._note(seconds)
        except (StoreError, IngestError) as error:
            problem = str(error)
        except OSError as error:
            problem = f"{self.store}: {error.strerror or error} (expected room for a small file)"
        if problem and problem != self._problem:
            self._say(f"{problem}. It is tried again.")
        self._problem = problem
        self._say_what_waits(seconds)
        return max(EVERY, _REST * (_processor_seconds() - begin - self._loading))

    def end(self) -> None:
        """Note that these loads are not watched any more."""
        for name in {*self.loads, *(tracked.load for tracked in self._files.values())}:
            going.forget(self.store, name)

    def _scan(self, seconds: float) -> None:
        """Note how the files are. Raises IngestError if a path of the only load is not there."""
        for name in {tracked.load for tracked in self._files.values()} - self.loads.keys():
            self._forget(name)
        for name, paths in self.loads.items():
            try:
                self._scan_load(name, paths, seconds)
            except IngestError:
                if len(self.loads) == 1:
                    raise
                self._forget(name)  # it was removed meanwhile

    def _scan_load(self, load: str, paths: Sequence[str | File], seconds: float) -> None:
        own = self.store.resolve()
        for file in gather(paths):
            is_named = file in paths or file.name in paths
            if not is_named and file.path.resolve().is_relative_to(own):
                continue
            fresh = File(file.path, file.name, place=file.place, pushed_as=file.pushed_as)
            now = stamp(fresh)
            if file.name not in self._files:
                grown = min(seconds, fresh.status.st_mtime)
                self._files[file.name] = Followed(fresh, load, now, grown)
            self._files[file.name].see(now, seconds)

    def _forget(self, load: str) -> None:
        going.forget(self.store, load)
        self._files = {
            name: tracked for name, tracked in self._files.items() if tracked.load != load
        }

    def _take(self, names: list[str], seconds: float) -> None:
        """Load these files, and set when the next load may begin. Raises StoreError if the store cannot be written."""
        begin = _processor_seconds()
        seen = {name: self._files[name].seen for name in names}
        published = False
        try:
            published = self._load_all(names)
        finally:
            self._loading = _processor_seconds() - begin
            period = max(_GATE if published else EVERY, _SHARE * self._loading)
            self.opens = max(self.opens, seconds - _SAVED) + period
        for name, before in seen.items():
            self._files[name].loaded = before

    def _load_all(self, names: Sequence[str]) -> bool:
        """Load these files at once, and those that break it alone; was anything published?

        Raises IngestError if none of them can be loaded for a reason that names none.
        """
        try:
            report = self._load([self._files[name].file for name in names])
        except IngestError as error:
            line, files = str(error), self._files
            is_named = [
                name for name in names if name in line or line.startswith(f"{files[name].load}: ")
            ]
            if len(names) > 1:
                return self._load_apart(names, is_named, error)
            if not is_named:
                raise
            self._refuse(names[0], str(error))
            return False
        for name in {*names, *report.refused} & self._files.keys():
            self._files[name].problem = report.refused.get(name, "")
            self._files[name].unknown = report.unknown.get(name, "")
            self._tell(name, report)
        self._say_report(report, names)
        return report.changed

    def _load_apart(
        self, names: Sequence[str], is_named: Sequence[str], error: IngestError
    ) -> bool:
        """Load the files that an error names apart from the others; if it names none or all, in halves."""
        half = is_named if 0 < len(is_named) < len(names) else names[: len(names) // 2]
        published = False
        failed: list[tuple[Sequence[str], IngestError]] = []
        for group in (half, [name for name in names if name not in half]):
            try:
                published |= self._load_all(group)
            except IngestError as again:
                failed.append((group, again))
        if len(failed) > 1:
            raise error  # it is no fault of a file
        for group, problem in failed:
            for name in group:
                self._refuse(name, str(problem))
        return published

    def _refuse(self, name: str, problem: str) -> None:
        """Note that nothing of a file can be loaded as it is."""
        self._files[name].problem = problem
        self._tell(name, Report(self._files[name].load, refused={name: problem}))

    def _tell(self, name: str, report: Report) -> None:
        """Keep in the store what a load did not take of pushed rows, and say it."""
        load = self._files[name].file.pushed_as
        if not load:
            return
        before = pushed.aside(self.store, load)
        aside = report.aside.get(name, before)._replace(problem=report.refused.get(name, ""))
        if aside != before:
            pushed.note_aside(self.store, load, aside)
            for line in aside.lines(load):
                self._say(line)

    def _say_report(self, report: Report, names: Sequence[str]) -> None:
        loads = list(dict.fromkeys(self._files[name].load for name in names))
        more = f" and {len(loads) - _SHOWN} more" if len(loads) > _SHOWN else ""
        called = f"{', '.join(loads[:_SHOWN])}{more}"
        if report.changed:
            self._say(
                f"{called}: {_count_words(report.runs, 'run')}, {_count_words(report.measurements, 'measurement')}, "
                f"{_count_words(report.samples, 'answer')} more."
            )
            for line in report.notes:
                if line not in self._notes:
                    self._say(line)
            self._notes = set(report.notes)
        if report.missing > self._missing.get(called, 0):
            self._say(
                f"{called}: {_count_words(report.missing, 'value')} NaN, Infinity, N/A or of no problems: "
                "kept as missing, never as 0."
            )
            self._missing = {called: report.missing}

    def _note(self, seconds: float) -> None:
        """Keep in the store when the last row of each load came, and whether it is shown. Raises OSError."""
        of_load: dict[str, list[Followed]] = {}
        for tracked in self._files.values():
            of_load.setdefault(tracked.load, []).append(tracked)
        for load, files in of_load.items():
            newest = max(file.grown for file in files)
            until = max(file.expected_until for file in files)
            waits = any(file.waits for file in files)
            problem = next((file.problem for file in files if file.is_stuck(seconds)), "")
            going.note(self.store, load, going.Going(newest, until, waits, problem))

    def _say_what_waits(self, seconds: float) -> None:
        """Say of files that did not change for a while what cannot be read of them, and whether they stall."""
        problems: dict[str, str] = {}
        for name, tracked in self._files.items():
            if not tracked.is_quiet(seconds):
                continue
            if tracked.waits:
                if not self._problem and tracked.once("waits"):
                    self._say(f"{name}: its newest rows wait for the board.")
                continue
            line = tracked.problem or tracked.unknown or _torn(name)
            if line and not tracked.file.pushed_as and tracked.once("problem"):
                problems[name] = line
            usual = tracked.usual_gap
            if usual is not None and seconds > tracked.expected_until and tracked.once("stall"):
                self._say(
                    f"{name}: no row for {_seconds(seconds - tracked.grown)}, 3 times its usual gap "
                    f"({_seconds(usual)})."
                )
        for line in left_out.by_reason(problems):
            self._say(f"{line}. Tried again on every change.")


def _processor_seconds() -> float:
    """CPU seconds of this process so far, with its ended children and the process that reads files."""
    used = os.times()
    own = used.user + used.system + used.children_user + used.children_system
    return own + isolated.processor_seconds()


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
