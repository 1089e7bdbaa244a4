"""The command `compare`: two runs over all benchmarks that both have, with an exit code for scripts.

Sides that are files or folders are loaded next to the store, and nothing of it is kept.
"""

import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from reasonboard import config
from reasonboard.cli import output
from reasonboard.cli.comparison import (
    LITTLE_WORSE,
    UNDECIDED,
    UNTESTED,
    VERDICT,
    WORSE,
    benchmarks_of,
    called,
    change_text,
    like,
    number_text,
    run_before,
    verdict_of,
)
from reasonboard.cli.output import Column
from reasonboard.cli.terminal import BAD_INPUT, message
from reasonboard.config import Settings
from reasonboard.core.findings import settings as run_settings
from reasonboard.core.findings.words import join_names, points_or
from reasonboard.ingest.formats.errors import IngestError, NothingReadError
from reasonboard.ingest.loading.load import load
from reasonboard.ingest.staging.reader_messages import Limits
from reasonboard.store import database, pointer, snapshots
from reasonboard.store.backup import backup
from reasonboard.store.near_names import did_you_mean
from reasonboard.store.process import mark
from reasonboard.studies.pair.rows import TYPES, Line, lines, mean_line, table
from reasonboard.studies.pair.study import PAIR
from reasonboard.web.loads import refused, settings_of_studies

NO_LOSS, LOSS, UNKNOWN, NOT_COMPARABLE = 0, 1, 3, 4
_CODES = "0 not worse, 1 worse, 2 bad input, 3 cannot tell yet, 4 not comparable"
_EXPECTED = "a run, a load or a model"
_MEAN = "average"
_SHOWN = 5
"""The most names that a message lists."""
_COLUMNS = (
    Column("benchmark", shortens=True),
    Column("A", right=True),
    Column("B", right=True),
    Column("A − B (95% interval)"),
    VERDICT,
    Column("paired over", shortens=True, order=1),
)


_Opened = tuple[Mapping[str, Mapping[str, str]], Mapping[str, str]]
"""Of each name the keys of its runs with their labels, as `called` gives them; of each file what its load is called."""


@click.command()
@click.argument("a")
@click.argument("b", default="")
@click.option(
    "--margin",
    type=click.FloatRange(0, 100, min_open=True),
    metavar="POINTS",
    help="Accept a loss of less than this, in points: A is then not worse if its interval ends above it.",
)
@click.option(
    "--differs",
    multiple=True,
    metavar="SETTING",
    help="A setting that is meant to differ, such as quantization. Can be repeated.",
)
@output.form_options
def compare(
    a: str, b: str, margin: float | None, differs: tuple[str, ...], form: str | None
) -> int:
    """Compare two runs: is A better or worse than B?

    A and B are models, loads, or runs as `reasonboard runs` lists them; the newest run counts. They can also be files
    or folders with the results of one model, which are not loaded. Without B, A is compared with the last run of its
    configuration. Exit code: 0 not worse, 1 worse, 2 bad input, 3 cannot tell yet, 4 not comparable.

    \b
    Examples:
      reasonboard compare nightly
      reasonboard compare results_new/ results_old/
      reasonboard compare my-7b-int8 my-7b --differs quantization --margin 1
    """
    with _opened_with(config.read(), [a, b]) as (runs, loads):
        key_a = _one(a, runs, loads)
        key_b = _one(b, runs, loads) if b else run_before(key_a).b
        if not key_b:
            raise click.ClickException(
                f"compare: {a}: no earlier run of its configuration (expected B: {_EXPECTED})"
            )
        files = {key: name for key, name in ((key_a, a), (key_b, b)) if name in loads}
        return _print_comparison(key_a, key_b, (margin or 0.0) / 100, differs, form, files)


@contextmanager
def _opened_with(settings: Settings, names: Sequence[str]) -> Iterator[_Opened]:
    """Answer from the store as long as the block lasts, and from these files and folders if no run is called so.

    Raises Exit, after a line for each file that cannot be read.
    """
    store = settings.store
    has_data = pointer.read(store) is not None
    there = {name for name in names if os.path.lexists(name)}
    try:
        if has_data or not there:
            snapshots.hold(store)
        runs = {name: called(name) if has_data else {} for name in names}
        paths = [name for name in runs if name in there and not runs[name]]
        loads = {path: f"compared-{number}" for number, path in enumerate(paths)}
        if not loads:
            yield runs, loads
            return
        database.close()
        # In the store, the next load removes the folder if this command is killed.
        with tempfile.TemporaryDirectory(
            dir=store if has_data else None, prefix=f"loading-{mark()}-"
        ) as folder:
            copy = Path(folder) / "store"
            if has_data:
                entry = backup(store, copy)
                os.link(store / entry.file, copy / entry.file)
            for path, name in loads.items():
                _load(settings, copy, path, name)
            snapshots.hold(copy)
            yield runs | {path: called(name) for path, name in loads.items()}, loads
    finally:
        database.close()


def _load(settings: Settings, store: Path, path: str, name: str) -> None:
    try:
        report = load(
            settings.data,
            store,
            [path],
            name=name,
            apart=True,
            extra_settings=settings_of_studies(settings.store),
            limits=Limits(settings.reader_memory, settings.reader_seconds),
        )
        lines: Sequence[str] = refused(report)
    except NothingReadError as error:
        lines = error.lines
    except IngestError as error:
        lines = [str(error)]
    for line in lines:
        print(message(f"reasonboard: {line}"), file=sys.stderr)
    if lines:
        raise click.exceptions.Exit(BAD_INPUT)


def _one(name: str, runs: Mapping[str, Mapping[str, str]], loads: Mapping[str, str]) -> str:
    """The one run of this name or of the load of these files; raises ClickException for none and for several."""
    keys = runs[name]
    if not keys and name in loads:
        raise click.ClickException(f"compare: {name}: no scores (expected results of a model)")
    if not keys:
        meant = did_you_mean(like(name))
        raise click.ClickException(
            f"compare: {name!r}: no such run (expected a file, a folder, or {_EXPECTED} that `reasonboard runs` lists"
            f"{f'; {meant}' if meant else ''})"
        )
    if len(keys) > 1:
        more = f" and {len(keys) - _SHOWN} more" if len(keys) > _SHOWN else ""
        noun = "runs" if {*keys} == {*keys.values()} else "variants"
        prefix = f"{loads.get(name, '')}/"
        some = "; ".join(label.removeprefix(prefix) for label in [*keys.values()][:_SHOWN])
        raise click.ClickException(
            f"compare: {name!r} has {len(keys)} {noun} (expected one of them: {some}{more})"
        )
    return next(iter(keys))


def _print_comparison(
    a: str,
    b: str,
    margin: float,
    differs: Sequence[str],
    form: str | None,
    files: Mapping[str, str],
) -> int:
    """Print both runs, the table, and what follows; the exit code. `files` has the file that a run was read from."""
    rows = benchmarks_of(a, b)
    all_lines = lines(rows)
    mean = mean_line(all_lines)
    settings = _differing(a, b, [line.benchmark for line in all_lines])
    described = [_described(key, a, b, files) for key in (a, b)]
    sentences = [f"{side}  {text}" for side, text in zip("AB", described, strict=True)]
    if settings:
        sentences.append(f"Different settings: {'; '.join(settings.values())}.")
    form = output.form_of(form)
    if form == "table":
        output.print_lines([*sentences, ""])
        if all_lines:
            shown = [*all_lines, *([mean] if mean else [])]
            output.print_table(
                _COLUMNS, [_cells(line, margin) for line in shown], is_last_bold=bool(mean)
            )
    else:
        values = [list(row.values()) for row in table(rows)]
        output.print_rows(form, list(TYPES), values)
        print("\n".join(map(message, sentences)), file=sys.stderr)
    code, reason = _answer(all_lines, mean, margin, _unnamed(settings, differs))
    ends = [*_findings(all_lines, margin), f"Exit code {code}: {reason} ({_CODES})."]
    if form == "table":
        output.print_lines(["", *ends])
    else:
        print("\n".join(map(message, ends)), file=sys.stderr)
    return code


def _described(key: str, a: str, b: str, files: Mapping[str, str]) -> str:
    """Model, what tells the run apart, load or files, and date."""
    row = next(row for row in PAIR.rows("run", {"a": a, "b": b}) if row["key"] == key)
    date = str(row["date"] or "")[:16].replace("T", " ")
    title = files.get(key, row["title"])
    return ", ".join(filter(None, [row["model"], row["variant"], title, date]))


def _cells(line: Line, margin: float) -> tuple[str, ...]:
    a, b = line.difference.values
    scores = (number_text(a, line.unit), number_text(b, line.unit))
    return line.benchmark, *scores, change_text(line), verdict_of(line, margin), _over(line)


def _over(line: Line) -> str:
    """'1,319 problems', 'unpaired, 500 problems'; nothing for a mean."""
    pairing, over = line.how
    return {"paired": over, "mean": ""}.get(pairing, f"{pairing}, {over}")


def _differing(a: str, b: str, benchmarks: Sequence[str]) -> dict[str, str]:
    """The settings that can change a score and differ on some benchmark, each with both values."""
    found: dict[str, str] = {}
    for benchmark in benchmarks:
        rows = PAIR.rows("settings", {"a": a, "b": b, "metric": "main", "panel": benchmark})
        for one in run_settings.settings(rows):
            if one.state == "differs" and one.changes_scores and not one.is_minor:
                found.setdefault(one.name, f"{one.name} {one.a} and {one.b}")
    return found


def _unnamed(settings: dict[str, str], differs: Sequence[str]) -> list[str]:
    """The different settings that are not meant to differ."""
    meant = {name.casefold().replace("_", " ") for name in differs}
    return [name for name in settings if name.casefold() not in meant]


def _findings(all_lines: Sequence[Line], margin: float) -> list[str]:
    """What A is worse on, and what is undecided."""
    by_word: dict[str, list[str]] = defaultdict(list)
    for line in all_lines:
        by_word[verdict_of(line, margin)].append(line.benchmark)
    sizes = {line.benchmark: f"{line.change[1:]} {points_or(line.unit)}" for line in all_lines}
    worse = [f"{name} by {sizes[name]}" for name in by_word[WORSE] + by_word[LITTLE_WORSE]]
    sentences = [f"A is worse on {join_names(worse)}." if worse else ""]
    for word in (UNDECIDED, UNTESTED):
        if by_word[word]:
            sentences.append(f"{word[0].upper()}{word[1:]} on {join_names(by_word[word])}.")
    return [sentence for sentence in sentences if sentence]


def _answer(
    all_lines: Sequence[Line], mean: Line | None, margin: float, unnamed: Sequence[str]
) -> tuple[int, str]:
    """The exit code and its reason: by each benchmark and by the mean over them."""
    if not all_lines:
        return NOT_COMPARABLE, "no benchmark in common"
    if unnamed:
        options = " ".join(f"--differs {name.lower().replace(' ', '_')}" for name in unnamed)
        return NOT_COMPARABLE, f"{join_names(unnamed)} differs; if that is meant, add {options}"
    verdicts = {line.benchmark: verdict_of(line, margin) for line in all_lines}
    if mean:
        verdicts[_MEAN] = verdict_of(mean, margin)
    worse = [name for name, word in verdicts.items() if word == WORSE]
    if worse:
        return LOSS, f"worse on {join_names(worse)}"
    deciding = [_MEAN] if mean else list(verdicts)
    undecided = [name for name in deciding if verdicts[name] in (UNDECIDED, UNTESTED)]
    if undecided:
        return UNKNOWN, f"{verdicts[undecided[0]]} on {join_names(undecided)}"
    return NO_LOSS, f"{verdicts[deciding[0]]} on {join_names(deciding)}"
