"""What a page says of files before they are loaded: what becomes of each, and how tables are read.

Of what ± may be in a table it says what fits its numbers: a share of n problems has a known standard error.
"""

import json
import math
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import PurePath
from typing import Any

from reasonboard.config import Settings
from reasonboard.core.headline import counted
from reasonboard.ingest.formats.kept_reading import KeptReading
from reasonboard.ingest.formats.shown_tables import ShownFile, ShownSpread, SpreadNumber
from reasonboard.ingest.loading.report import Report
from reasonboard.ingest.names.benchmark_words import spelling
from reasonboard.ingest.names.catalogue import Entries, read_toml
from reasonboard.ingest.readers.tables.answers import applied, parse, roles
from reasonboard.ingest.readers.tables.reading import Option, Question
from reasonboard.ingest.snapshot.publish import loaded_files
from reasonboard.ingest.staging import left_out

_LISTED = 40
_NAMED = 3
_MOST_KEPT = 12
_UNITS = ("percent", "fraction", "points", "tokens", "seconds", "dollars")
_PLACEHOLDERS = ("BENCHMARK", "NAME", "METRIC", "MODEL")


@dataclass(frozen=True, slots=True)
class Known:
    """What is known besides the files."""

    kept: Sequence[KeptReading] = ()
    """How tables of earlier loads were read, the newest last."""
    items: Mapping[str, int] = field(default_factory=dict)
    """The number of problems of benchmarks, by the spellings of their names."""


def known(settings: Settings) -> Known:
    """What the store and the catalogue say of tables."""
    entries = read_toml(settings.data / "catalogue" / "benchmarks.toml", Entries)
    return Known(loaded_files(settings.store).readings, _known_items(entries))


def reading(
    report: Report, names: Sequence[str], answers: Sequence[str], about: Known, pattern: str = ""
) -> dict[str, Any] | None:
    """What the template `reading` shows; None where no file is a table not recognized.

    Of a load that is not made yet the report has no numbers of runs.
    """
    tables = [
        (name, file)
        for name, file in report.shown.items()
        if file.tables and (not file.refused or len(names) == 1)
    ]
    if not tables:
        return None
    tables.sort(key=lambda each: each[0] not in report.questions)
    ready = _ready(report, names)
    strong, rest = _heading(report, tables, ready)
    return {
        "strong": strong,
        "rest": rest,
        "cells": list(_cells(report, names, ready)),
        "files": _files(tables, report.questions, about),
        "roles": roles(),
        "values": [f"score in {unit}" for unit in _UNITS],
        "command": _command(names, answers, pattern),
        "is_open": bool(report.questions) or not report.read,
        "without": _without(report) if report.questions and ready else "",
        "button": _button(report),
    }


def _files(
    tables: Sequence[tuple[str, ShownFile]], questions: Mapping[str, Question], about: Known
) -> list[dict[str, Any]]:
    """The files, but of those that are read alike and need no answer the first alone."""
    shown: dict[object, dict[str, Any]] = {}
    for name, file in tables:
        columns = tuple((one.header, one.words) for table in file.tables for one in table.columns)
        key: object = name if name in questions or file.refused else columns
        if key in shown:
            shown[key]["has_others"] = True
        else:
            shown[key] = _file(name, file, questions.get(name), about) | {"has_others": False}
    return list(shown.values())


def _file(name: str, file: ShownFile, question: Question | None, about: Known) -> dict[str, Any]:
    spreads = choices(file.spread, about.items) if file.spread else {}
    return asdict(file) | {
        "name": name,
        "last": PurePath(name).name,
        "toml_name": f"{PurePath(name).stem}.toml",
        "counts": counts(file),
        "question": _question(question, spreads),
        "spreads": spreads,
        "kept": list(_kept(file, about.kept)),
    }


def _question(question: Question | None, fits: Mapping[str, str]) -> dict[str, Any] | None:
    """A question with what its options leave to be typed, and with a way to leave its column out."""
    if question is None:
        return None
    options, without = [asdict(each) for each in question.options], f"{question.column}=not used"
    is_of_twins = question.text.startswith("two columns")
    if question.column and not is_of_twins and without not in {each["say"] for each in options}:
        options.append(asdict(Option(without, "leave this column out")))
    for option in options:
        say = option["say"]
        blank = next((word for word in _PLACEHOLDERS if word in say), "")
        before, _, after = say.partition(blank) if blank else ("", "", "")
        option |= {"before": before, "blank": blank, "after": after}
        option |= {"key": parse([say]).pairs[0][0], "fits": fits.get(say.rpartition("=")[2], "")}
    return {"text": question.text, "options": options}


def _kept(file: ShownFile, kept: Sequence[KeptReading]) -> Iterator[dict[str, str]]:
    """What earlier loads say of columns that this file has, the newest load first."""
    headers = [column.header for table in file.tables for column in table.columns]
    offered = {file.earlier}
    for each in reversed(kept):
        said = [text for text in each.said if not applied(parse([text]), headers).elsewhere]
        if said and each.load not in offered and len(offered) <= _MOST_KEPT:
            offered.add(each.load)
            pairs = [(parse([text]).pairs[0][0], text) for text in said]
            yield {"load": each.load, "said": json.dumps(pairs)}


def counts(file: ShownFile) -> str:
    """`29 scores of 6 models on 5 benchmarks`."""
    what = counted(file.answers, "answer") if file.answers else counted(file.scores, "score")
    of = f" of {counted(file.models, 'model')}" if file.models else ""
    on = f" on {counted(file.benchmarks, 'benchmark')}" if file.benchmarks else ""
    lengths = f"{counted(file.lengths, 'length')} of answers" if file.lengths else ""
    what = f"at least {what}" if file.is_partial else what
    if lengths and not (file.scores or file.answers):
        return lengths + of + on
    return what + of + on + (f", and {lengths}" if lengths else "")


def _heading(
    report: Report, tables: Sequence[tuple[str, ShownFile]], ready: Sequence[str]
) -> tuple[str, str]:
    name, file = tables[0]
    last = PurePath(name).name
    if file.refused:
        strong = f"{last} is not read yet."
    elif name in report.questions and not (file.scores or file.answers):
        strong = f"{last} is not from a known tool; one question is open."
    else:
        strong = f"{last} holds {counts(file)}{'; one question is open' if name in report.questions else ''}."
    parts = []
    others = len(set(ready) - {name})
    if others:
        parts.append(f"{others} other file{'s are' if others > 1 else ' is'} ready")
    asked = len(set(report.questions) - {name})
    if asked:
        parts.append(f"{asked} more {'need answers' if asked > 1 else 'needs an answer'}")
    broken = len(report.refused.keys() - report.questions.keys())
    if broken:
        parts.append(f"{broken if broken > 1 else 'one'} file{'s' * (broken > 1)} cannot be read")
    rest = "; ".join(parts)
    return strong, f"{rest[:1].upper()}{rest[1:]}." if rest else ""


def _ready(report: Report, names: Sequence[str]) -> list[str]:
    others = {*report.refused, *report.skipped, *report.unknown}
    return [name for name in names if name not in others] if report.read else []


def _cells(report: Report, names: Sequence[str], ready: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The files by what becomes of them: a cell for each kind that there is."""
    if ready:
        parts = ((report.runs, "run"), (report.measurements, "score"), (report.samples, "answer"))
        said = ", ".join(counted(count, what) for count, what in parts if count)
        yield _cell(
            "ready",
            ready,
            f"{said}. " if said else "",
            "Loaded already" if report.version and not report.changed else "Ready",
        )
    if asked := [name for name in names if name in report.questions]:
        many = f"{len(asked)} questions" if len(asked) > 1 else "One question"
        yield _cell("asked", asked, "Read below. ", many)
    if broken := [
        name for name in names if name in report.refused and name not in report.questions
    ]:
        more = " The rest loads without it." if ready and len(broken) == 1 else ""
        first = report.refused[broken[0]].removeprefix(f"{broken[0]}:").strip()
        yield _cell("broken", broken, f"{first}.{more}", "", "Cannot be read: ")
    if left := [name for name in names if name in report.skipped or name in report.unknown]:
        lines = left_out.left_out(report)
        yield _cell("left", left, f"{lines[0]}." if lines else "Left out.", "")


def _cell(
    kind: str, names: Sequence[str], words: str, state: str, strong: str = ""
) -> dict[str, Any]:
    folder = names[0].partition("/")[0]
    if len(names) == 1:
        title = PurePath(names[0]).name
    elif (
        "/" in names[0] and kind == "ready" and all(name.startswith(f"{folder}/") for name in names)
    ):
        title = f"{folder}/"
    else:
        title = f"{len(names):,} files"
    listed = list(names[:_LISTED]) if len(names) > 1 else []
    more = len(names) - _LISTED
    return {
        "kind": kind,
        "title": title,
        "words": words,
        "state": state,
        "strong": strong,
        "listed": listed + ([f"and {more:,} more"] if more > 0 and listed else []),
    }


def _button(report: Report) -> str:
    """What the button says: how many scores there are, if that is known before all is answered."""
    if report.questions or not report.measurements:
        return "Load"
    return f"Load {counted(report.measurements, 'score')}"


def _without(report: Report) -> str:
    names = list(report.questions)
    return PurePath(names[0]).name if len(names) == 1 else f"{len(names)} files"


def _command(names: Sequence[str], answers: Sequence[str], pattern: str) -> str:
    """The same load in a terminal."""
    folder, _, inside = names[0].partition("/")
    paths = [folder] if inside else names[:_NAMED]
    said = [word for text in answers for word in ("--as", text)]
    stated = ["--from", pattern] if pattern else []
    return shlex.join(["reasonboard", "load", *paths, *stated, *said])


_HALF_OF_95 = 1.96
_BY_NAME: Mapping[str, Callable[[float, float], float]] = {
    "standard error": lambda share, n: math.sqrt(share * (1 - share) / n),
    "half of a 95% interval": lambda share, n: _HALF_OF_95 * math.sqrt(share * (1 - share) / n),
    "standard deviation": lambda share, _: math.sqrt(share * (1 - share)),
}
_NEAR = 0.04
"""Of the spread itself: it may be of n or of n - 1 problems, and the share is rounded."""


def _known_items(entries: Entries) -> dict[str, int]:
    """The number of problems of each benchmark of the catalogue, by the spellings of its names."""
    return {
        spelling(name): each.items
        for each in entries.benchmark
        if each.items
        for name in (each.name, *each.aliases)
    }


def choices(spread: ShownSpread, items: Mapping[str, int]) -> dict[str, str]:
    """All that ± can be, each with how many of the numbers it fits: `fits all 12 values`.

    That is '' if the numbers of problems are not known, or none fits.
    """
    known = [
        (number, float(n))
        for number in spread.numbers
        if (n := number.n or items.get(spelling(number.benchmark))) and 0 < number.value < 1
    ]
    return {name: _fits(known, formula) for name, formula in _BY_NAME.items()}


def _fits(
    known: Sequence[tuple[SpreadNumber, float]], formula: Callable[[float, float], float]
) -> str:
    expected = [(number, formula(number.value, n)) for number, n in known]
    fitting = sum(
        abs(number.spread - spread) <= number.rounding / 2 + _NEAR * spread
        for number, spread in expected
    )
    if not fitting:
        return ""
    total = len(known)
    if fitting < total:
        return f"fits {fitting} of {total} values"
    return f"fits all {total} values" if total > 1 else "fits the value"
