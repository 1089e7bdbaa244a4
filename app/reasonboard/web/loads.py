"""Loads: the settings that they keep since studies use them, what they say that they did, and where that is shown."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import duckdb

from reasonboard.ingest.formats.extra_settings import ITEM
from reasonboard.ingest.loading.report import Report
from reasonboard.ingest.staging import left_out
from reasonboard.store import database, snapshots
from reasonboard.store.connections import connect
from reasonboard.store.errors import StoreError
from reasonboard.store.undisturbed import in_store

PAGES = {
    "models": "Models",
    "history": "History",
    "scale-progress": "Scale × progress",
    "iterations": "Iterations",
    "type-length": "Type × length",
    "prm-selection": "Data selection",
    "kv-cache": "KV cache",
    "test-time": "Test-time",
    "data": "Data",
}
"""The pages of the navigation, path to name: those of the studies, which take a third of a second to import."""
_SHOWN = 40
"""The most lines of a kind that are printed; the others are counted."""
_SHOWN_NAMES, _SHOWN_DATES = 5, 2


def settings_of_studies(store: Path) -> frozenset[str]:
    """The names of the settings that the declared studies of the store use; none where it has no data yet."""

    def read() -> list[tuple[str]]:
        with connect(snapshots.current(store).path) as connection:
            return connection.execute(database.text("studies/own/settings")).fetchall()

    try:
        rows = in_store(store, read)
    except (StoreError, duckdb.Error):  # damaged, or of another version: the load reports it
        return frozenset()
    return frozenset(name for (name,) in rows)


def summary(report: Report, address: str, *, dry_run: bool) -> Iterator[str]:
    """The lines that say what a load did, and at last where it is shown; `address` is that of the first page."""
    yield from notes(report)
    yield from outcome(report, dry_run=dry_run)
    yield from where(report, address, dry_run=dry_run)


def where(
    report: Report, address: str, *, dry_run: bool = False, is_running: bool = True
) -> Iterator[str]:
    """The lines that say where a load is shown, or what it says, where that is loaded already."""
    if report.part:
        if not (dry_run and report.changed):
            yield (
                f"Uploaded to {address} as part {report.part}. Publish it with `reasonboard publish --from URL`."
            )
        return
    if not report.changed and not report.loads:
        return
    words = "See it at " if is_running else "Run `reasonboard serve`, then open "
    if dry_run and report.changed:
        words = "Would be shown at "
    for number, page in enumerate(pages(report, address)):
        yield f"{' ' * len(words) if number else words}{page}"


def notes(report: Report) -> Iterator[str]:
    """The lines on single files and numbers."""
    yield from left_out.left_out(report)
    lines = left_out.alike(report.notes)
    yield from lines[:_SHOWN]
    if len(lines) > _SHOWN:
        yield f"... and {len(lines) - _SHOWN} more notes."


def refused(report: Report) -> list[str]:
    """The lines on the files of which nothing was loaded since they are damaged."""
    return [f"{line}. Nothing of it was loaded." for line in left_out.refused(report)]


def outcome(report: Report, *, dry_run: bool) -> Iterator[str]:
    """The lines that say what a load did with all of them."""
    kept = [f"Stored the answer texts of {_count_words(report.kept, 'file')}."] * bool(report.kept)
    if not report.read:
        yield "Nothing to do."
    elif not report.changed:
        fields = any(name.startswith(ITEM) for name in report.settings)
        more = (
            " (`reasonboard load --replace` adds the newly named fields to answers loaded before)"
            if fields
            else ""
        )
        yield f"Nothing to do: these results are already loaded{_elsewhere(report)}{more}."
    if not report.changed:
        yield from kept
        return
    verb = "Would load" if dry_run else "Wrote" if report.part else "Loaded"
    yield f"{verb} {_into(report)}: {_files(report)}, {_added(report)}."
    yield from kept
    if report.completed:
        yield (
            "Added details (such as standard errors or sample sizes) to "
            f"{_count_words(report.completed, 'existing measurement')}."
        )
    if report.missing:
        were = "was" if report.missing == 1 else "were"
        yield (
            f"{_count_words(report.missing, 'value')} {were} NaN, Infinity or N/A, or had no problems: stored "
            "as missing, never as 0."
        )
    if report.secrets:
        yield f"Left out {_count_words(report.secrets, 'setting')} that may be a secret."
    if report.unnamed:
        yield (
            f"No model name found for {', '.join(report.unnamed[:_SHOWN_NAMES])}"
            f"{' and others' * (len(report.unnamed) > _SHOWN_NAMES)}. Set it with `reasonboard "
            "load --aliases FILE`, where FILE is a TOML with [model] and a line such as "
            f'{json.dumps(report.unnamed[0], ensure_ascii=False)} = "org/my-7b".'
        )
    if report.unread_dates:
        yield (
            f"{_dates(report.unread_dates)} cannot be read (expected 2026-11-27 or "
            "2026-11-27T03:00:00Z). The file time is used instead."
        )
    if report.future_dates:
        are = "is" if len(report.future_dates) == 1 else "are"
        yield f"{_dates(report.future_dates)} {are} in the future. The file time is used instead."
    if report.means:
        others = len(report.means) - _SHOWN_NAMES
        yield (
            "Averages over benchmarks are not shown on Models: "
            f"{', '.join(report.means[:_SHOWN_NAMES])}{f' and {others} more' * (others > 0)}. See "
            "Data."
        )
    if earlier := _earlier(report):
        yield (
            "Some of these runs are already in another load (same model and settings): "
            f"{', '.join(earlier[:_SHOWN_NAMES])}. They stay there"
            f"{'' if len(earlier) == len(report.loads) else f'; only new runs are in {report.name}'}. "
            "If they differ in a column, name it: `reasonboard load --settings COLUMN`."
        )


def _dates(found: Sequence[str]) -> str:
    """'1 date ('yesterday')', '3 dates ('yesterday', 'noon' and 1 more)'."""
    some = ", ".join(map(repr, found[:_SHOWN_DATES]))
    more = len(found) - _SHOWN_DATES
    return f"{_count_words(len(found), 'date')} ({some}{f' and {more} more' * (more > 0)})"


def _earlier(report: Report) -> list[str]:
    """The loads before this one that have some of its runs."""
    return [name for name, *_ in report.loads if name != report.name]


def _into(report: Report) -> str:
    """Which load has the runs: this one, or only others that had them before."""
    earlier = _earlier(report)
    alone = earlier and len(earlier) == len(report.loads)
    if not alone:
        return f"as {report.name}"
    return f"into {', '.join(earlier[:_SHOWN_NAMES])} (no load is called {report.name})"


def _elsewhere(report: Report) -> str:
    """Under which names results were loaded before, if not under this one: ' as first, and not as second'."""
    earlier = _earlier(report)
    if not earlier or len(earlier) < len(report.loads):
        return ""
    return f" as {', '.join(earlier[:_SHOWN_NAMES])}, and not as {report.name}"


def pages(report: Report, address: str) -> list[str]:
    """The addresses of the pages that show a load: the one that shows most of it first, the data last."""
    return [page for _, page in links(report, address)]


def links(report: Report, address: str) -> list[tuple[str, str]]:
    """The same, each with the name of its page, and with that of the load where there are several."""
    names = {"explore": "Explore"} | PAGES
    loads = report.loads or [(report.name, report.studies)]
    loads = sorted(loads, key=lambda each: each[0] != report.name)  # its own first
    return [
        (names.get(path, path) + f" ({name})" * (len(loads) > 1), f"{address}{path}?source={name}")
        for name, studies in loads
        for path in (*_in_order(report, [path for path in studies if path != "other"]), "data")
    ]


def _in_order(report: Report, studies: Sequence[str]) -> list[str]:
    """The pages of studies, with Explore before those that show less than it does."""
    explore = ["explore"] if report.has_steps else []
    return [*explore, *studies] if report.has_more else [*studies, *explore]


def _files(report: Report) -> str:
    """How many files were read and how many were not."""
    beside = f" and {_count_words(len(report.beside), 'companion file')}" if report.beside else ""
    counts = [f"{_count_words(report.read, 'file')} read{beside}"]
    left = len(report.skipped) + len(report.unknown)
    refused = len(report.refused.keys() - report.questions.keys())
    others = ((refused, "refused"), (len(report.questions), "to be answered"), (left, "left out"))
    return ", ".join([*counts, *(f"{count} {what}" for count, what in others if count)])


def _added(report: Report) -> str:
    """What was added: scores that were made of answers are named, so that none seems to be missing."""
    added = [_count_words(report.runs, "run")]
    if report.measurements or not report.scores:
        added.append(_count_words(report.measurements, "measurement"))
    samples = _count_words(report.samples, "answer")
    made = f", {_count_words(report.scores, 'score')} made of them" if report.scores else ""
    return ", ".join([*added, samples]) + made


def _count_words(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"
